/** The sentences about reports, in Spanish. */
import type { reports as en } from './en.ts';

export const reports = {
  'reportRefused.nobody':
    'Todavía nadie puede leer informes; un responsable puede permitirlo con REPORT_ALLOW={identity}.',
  'reportRefused.not_listed':
    'No puede leer informes: REPORT_ALLOW no nombra a usted ni a un grupo o rol suyo. Un responsable puede añadir {identity}.',
  'reportRefused.guest': 'Los invitados no pueden leer informes, diga lo que diga REPORT_ALLOW.',
  'reportRefused.stranger':
    'Las personas de otros espacios de trabajo no pueden leer informes, diga lo que diga REPORT_ALLOW.',
  'reportRefused.bot': 'Los bots no pueden leer informes, diga lo que diga REPORT_ALLOW.',
  'reportRefused.deactivated': 'Las cuentas desactivadas no pueden leer informes.',
  'reportRefused.unchecked':
    'Ahora mismo no puedo comprobar si puede leer informes; inténtelo de nuevo dentro de un minuto.',
  'reportRefused.uncheckable':
    'No puedo averiguar si puede leer informes; un responsable encontrará el motivo en mi registro.',

  'report.usage': '¿Cuántos días u horas hacia atrás? Por ejemplo {days} o {hours}; como máximo un año.',
  'report.title': 'Lo que se preguntó, del {since} al {until}',
  'report.nothing': 'Nadie preguntó nada del {since} al {until}.',
  'report.newestOnly': 'Solo se cuentan las {number} preguntas más recientes; hubo más.',
  'report.topicsOfNewest': 'Los temas se forman con las {number} preguntas más recientes.',
  'report.questions': 'Preguntas: {total}',
  'report.answered': 'respondidas: {number}',
  'report.unanswered': 'sin respuesta en la documentación: {number}',
  'report.limited': 'rechazadas por un límite: {number}',
  'report.failed': 'fallidas: {number}',
  'report.stopped': 'detenidas: {number}',
  'report.helpful': 'útiles: {number}',
  'report.notHelpful': 'no útiles: {number}',
  'report.firstText': 'Primeras palabras tras {median} s (mediana), {p95} s (95 % de las respuestas)',
  'report.surfaces': 'Dónde se pregunta',
  'report.topics': 'Temas que se repiten',
  'report.asked': 'preguntado: {number}',
  'report.pages': 'Páginas más citadas',
  'report.disappointing': 'Páginas que decepcionan',
  'report.cited': 'citada: {number}',
  'reportPlace.mention': 'mención',
  'reportPlace.direct': 'mensaje directo',
  'reportPlace.follow_up': 'pregunta de seguimiento',
  'reportPlace.command': 'comando',
  'reportPlace.auto': 'sin mención',

  'button.openIssue': 'Abrir issue: {number}',
  'issue.link': 'Una issue nueva, ya rellenada',
  'issue.ready': '{link}: léala primero y envíela en GitHub. Nadie la ve antes.',
  'issue.gone': 'Ya no tengo estas preguntas; pida un informe nuevo.',
  'issue.private': 'Ninguna de estas preguntas se hizo en un canal público, así que no las pongo en una issue.',
  'issue.notSetUp': 'No hay ningún repositorio configurado; un responsable puede definir REPOSITORY_URL.',
} as const satisfies Record<keyof typeof en, string>;
