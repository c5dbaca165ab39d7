/** What people read about reports, in Spanish. */
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
  'report.questions': 'Preguntas: {total}',
  'report.answered': 'respondidas: {number}',
  'report.unanswered': 'sin respuesta en la documentación: {number}',
  'report.limited': 'rechazadas por un límite: {number}',
  'report.failed': 'fallidas: {number}',
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
} as const satisfies Record<keyof typeof en, string>;
