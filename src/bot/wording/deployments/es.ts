/** The sentences about deployments, in Spanish. */
import type { deployments as en } from './en.ts';

export const deployments = {
  'deployFailure.not_configured':
    'Los despliegues no están configurados; un administrador puede definir DEPLOY_URL, DEPLOY_PROJECT_ID y DEPLOY_TOKEN, o nombrar proyectos en el archivo de enrutamiento.',
  'deployFailure.already_running':
    'El servicio de documentación ya está desplegando este proyecto; inténtelo de nuevo cuando termine.',
  'deployFailure.unauthorized':
    'El servicio de documentación ha rechazado nuestro token de despliegue; un administrador debe renovarlo.',
  'deployFailure.not_found':
    'El servicio de documentación no conoce este proyecto; un administrador debería revisar su id y su dirección.',
  'deployFailure.rejected':
    'El servicio de documentación no ha aceptado el despliegue; un administrador debería consultar el registro.',
  'deployFailure.rate_limited':
    'El servicio de documentación no acepta más despliegues en este momento; inténtelo de nuevo en un minuto.',
  'deployFailure.unavailable':
    'No se puede contactar con el servicio de documentación en este momento; inténtelo de nuevo en unos minutos.',
  'deployFailure.unfollowed': 'La actualización está en cola y el servicio de documentación no informa de su progreso.',
  'deployFailure.timed_out': 'No ha terminado dentro de su plazo, así que ya no lo sigo.',
  'deployFailure.lost': 'No se sabe si el servicio de documentación recibió la solicitud, así que no la repito.',
  'deploy.lookAt': 'Consulte en {service} cómo ha terminado antes de volver a desplegar.',
  'deployRefused.nobody':
    'Todavía nadie puede desplegar; un administrador puede permitirlo con DEPLOY_ALLOW={identity}.',
  'deployRefused.not_listed':
    'No puede desplegar la documentación: DEPLOY_ALLOW no le nombra ni a usted ni a ninguno de sus grupos o roles. Un administrador puede añadir {identity}.',
  'deployRefused.channel': 'Nadie puede desplegar {project} desde este canal; docent.yaml indica desde dónde.',
  'deployRefused.guest':
    'Los invitados no pueden desplegar la documentación, diga lo que diga DEPLOY_ALLOW; pídaselo a un miembro.',
  'deployRefused.stranger':
    'Las personas de otros espacios de trabajo no pueden desplegar la documentación, diga lo que diga DEPLOY_ALLOW; pídaselo a un miembro de este.',
  'deployRefused.bot': 'Los bots no pueden desplegar la documentación, diga lo que diga DEPLOY_ALLOW.',
  'deployRefused.deactivated': 'Las cuentas desactivadas no pueden desplegar la documentación.',
  'deployRefused.unchecked':
    'Ahora mismo no puedo comprobar si tiene permiso para desplegar, así que no lo hago; inténtelo de nuevo en un minuto.',
  'deployRefused.uncheckable':
    'No puedo averiguar si tiene permiso para desplegar, así que no lo hago; un administrador encontrará el motivo en mi registro.',
  'deploy.taken': 'El despliegue de {project} está solicitado; su progreso se publica aquí.',
  'deploy.confirm': '¿Desplegar **{project}**?',
  'deploy.confirmBranch': '¿Desplegar **{project}** (rama {branch})?',
  'deploy.nobodyHoldsLock': 'Los despliegues no están bloqueados.',
  'deploy.never': 'Nadie ha desplegado desde aquí antes.',
  'deploy.last': 'Antes: {report}.',
  'deploy.confirmWithin': 'Solo usted ve esto; los botones funcionan durante 60 segundos.',
  'deploy.cancelled': 'No se despliega nada: ha cancelado el despliegue de {project}.',
  'deploy.expired':
    'No se despliega nada: la pregunta sobre el despliegue de {project} ha caducado; vuelva a escribir la orden.',
  'deploy.forgotten': 'Esta pregunta ha caducado y no se despliega nada; vuelva a escribir la orden.',
  'deploy.notYours': 'Solo puede responder quien lo pidió; escriba /deploy para hacerlo usted.',
  'deploy.joined':
    'Ya hay un despliegue de {project} en curso, para {name}, desde las {time} UTC. Puede que empezara antes de su último commit: al terminar puede comenzar otro.',
  'deploy.joinedSee':
    'Ya hay un despliegue de {project} en curso, para {name}, desde las {time} UTC; véase {link}. Puede que empezara antes de su último commit: al terminar puede comenzar otro.',
  'deploy.planned': 'Otro despliegue de {project} comenzará cuando termine el que está en curso.',
  'deploy.plannedAlready': 'Ya hay otro despliegue previsto; también incluirá sus commits.',
  'deploy.nothingToRunAfter': 'Ese despliegue ya ha terminado; escriba /deploy para uno nuevo.',
  'deploy.furtherLocked':
    'El siguiente despliegue de {project} no ha comenzado porque alguien lo ha bloqueado entretanto.',
  'deploy.lockedBy': '🔒 {project} está bloqueado: por {name}, desde {time} UTC ({reason}). {unlock} lo desbloquea.',
  'deploy.lockedElsewhere': '🔒 {project} está bloqueado: desde {time} UTC, en otro lugar. {unlock} lo desbloquea.',
  'deploy.locked': '🔒 {project} queda bloqueado hasta que alguien escriba {unlock} ({reason}).',
  'deploy.unlocked': '🔓 Ha desbloqueado {project}, que había bloqueado {name} ({reason}).',
  'deploy.unlockedElsewhere': '🔓 Ha desbloqueado {project}, que se había bloqueado en otro lugar.',
  'deploy.notLocked': '{project} no está bloqueado.',
  'deploy.none': 'Nadie ha desplegado {project} desde aquí todavía.',
  'deploy.noStatus': 'El servicio de documentación ({service}) no conoce ese estado de {project}.',
  'deploy.notACommand': 'No conozco esta orden, así que no se despliega nada.',
  'deploy.lockNeedsReason': 'Indique el motivo: {command}.',
  'button.deploy': 'Desplegar',
  'button.cancel': 'Cancelar',
  'button.onceMore': 'Desplegar de nuevo después',
  'deployHelp.deploy': '{command} despliega {project}',
  'deployHelp.status': '{command} dice cómo va el último despliegue; {withId} pregunta al servicio de documentación',
  'deployHelp.latest': '{command} muestra el último despliegue terminado; {history} enumera los últimos',
  'deployHelp.lock': '{command} bloquea los despliegues; {unlock} los desbloquea',
  'deployHelp.mention': 'en un hilo, mencióneme en lugar de la barra: {command}',
  'deployState.requested': '🚀 **Desplegando {project}**',
  'deployState.running': '🚀 **Desplegando {project}**',
  'deployState.succeeded': '✅ **{project} desplegado**',
  'deployState.failed': '❌ **No se ha podido desplegar {project}**',
  'deployState.lost': '❔ **Resultado desconocido: despliegue de {project}**',
  'deployReport.for': '{headline} para {name}',
  'deployReport.forIn': '{headline} para {name} en {time}',
  'deployReport.forAfter': '{headline} para {name}, tras {time}',
  'deployReport.statusId': 'Id de estado: {id}',
  'deployReport.commitOn': '{commit} en {branch}',
  'deployReport.by': 'por {author}',
  'deployReport.onlyAuthor': 'El commit es de {author}.',
  'deployReport.pages': 'Páginas: {changes}',
  'deployReport.added': '{number} nuevas',
  'deployReport.changed': '{number} modificadas',
  'deployReport.removed': '{number} eliminadas',
  'deployReport.line': '{when} UTC {state}, para {name}',
  'deployReport.endedLine': '{when} UTC {state} en {time}, para {name}',
  'deployWord.requested': 'solicitado',
  'deployWord.in_progress': 'en curso',
  'deployWord.running': 'en marcha',
  'deployWord.succeeded': 'correcto',
  'deployWord.failed': 'fallido',
  'deployWord.lost': 'perdido',
  'deployEnd.succeeded': '{project} desplegado en {time}.',
  'deployEnd.failed': 'El despliegue de {project} ha fallado, tras {time}.',
  'deployEnd.lost': 'Ya no sigo el despliegue de {project}, tras {time}; el mensaje de arriba dice por qué.',
  'deployEnd.log': 'Las últimas líneas de su registro:',
  'deployEnd.thread': 'Por qué no se ha podido desplegar {project}',
  'deployEnd.reasked':
    'Tras este despliegue he vuelto a preguntar lo que no tenía una buena respuesta. Respondidas ahora: {answered} de {asked}. {links}',
  'deployEnd.reaskedSome': 'No todas esas preguntas se han vuelto a hacer.',
  'deploy.pressToGoOn':
    'Pulse el botón para ejecutar {command}; solo usted puede hacerlo y solo usted verá la respuesta.',
  'deploy.onlyAuthor': 'Solo puede continuar quien escribió esta orden; escríbala usted.',
  'deploy.commandChanged':
    'No se ha ejecutado nada: el mensaje con esta orden se editó o se eliminó; escríbala de nuevo.',
  'deploy.confirmLock': '¿Bloquear los despliegues de **{project}** ({reason})?',
  'deploy.confirmUnlock': '¿Desbloquear los despliegues de **{project}**?',
  'button.lock': 'Bloquear',
  'button.unlock': 'Desbloquear',
  'button.goOn': 'Continuar',
} as const satisfies Readonly<Record<keyof typeof en, string>>;
