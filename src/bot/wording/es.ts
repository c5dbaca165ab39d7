/** Spanish, impersonal or with the polite form where English says “you”. */
import type { Catalogue } from './catalogue.ts';
import { deployments } from './deployments/es.ts';
import { reports } from './reports/es.ts';

export const es = {
  'noAnswer.rate_limited':
    'El asistente de documentación está ocupado en este momento; vuelva a preguntar en un minuto.',
  'noAnswer.unavailable':
    'No se puede contactar con el asistente de documentación en este momento; vuelva a preguntar en unos minutos.',
  'noAnswer.unauthorized':
    'El asistente de documentación ha rechazado nuestra clave; no puedo responder hasta que un administrador la renueve.',
  'noAnswer.out_of_credits':
    'El asistente de documentación ha agotado su saldo; no puedo responder hasta que un administrador lo recargue.',
  'noAnswer.not_found':
    'El asistente de documentación no conoce este sitio; no puedo responder hasta que un administrador revise mi configuración.',
  'noAnswer.rejected': 'El asistente de documentación no ha aceptado esta pregunta; formúlela con otras palabras.',
  'noAnswer.too_long': 'Esta pregunta es demasiado larga para mí; formúlela en 10.000 caracteres como máximo.',
  'noAnswer.timed_out': 'El asistente de documentación ha tardado demasiado en responder; vuelva a preguntar.',
  'noAnswer.cut_off': 'La respuesta se ha interrumpido antes de la primera palabra; vuelva a preguntar.',
  'noAnswer.malformed': 'El asistente de documentación ha enviado algo que no puedo leer; avise a un administrador.',
  'noAnswer.empty':
    'El asistente de documentación no ha encontrado respuesta; pruebe con otras palabras o pregunte a una persona.',

  'cutAnswer.rate_limited':
    'La respuesta se ha interrumpido aquí porque el asistente de documentación está ocupado; pregunte de nuevo para ver el resto.',
  'cutAnswer.unavailable':
    'La respuesta se ha interrumpido aquí porque se ha perdido la conexión; pregunte de nuevo para ver el resto.',
  'cutAnswer.unauthorized':
    'La respuesta se ha interrumpido aquí porque se ha rechazado nuestra clave; avise a un administrador.',
  'cutAnswer.out_of_credits':
    'La respuesta se ha interrumpido aquí porque se ha agotado el saldo; avise a un administrador.',
  'cutAnswer.not_found': 'La respuesta se ha interrumpido aquí; pregunte de nuevo para ver el resto.',
  'cutAnswer.rejected': 'La respuesta se ha interrumpido aquí; pregunte de nuevo para ver el resto.',
  'cutAnswer.too_long':
    'La respuesta se ha cortado aquí porque es demasiado larga; pregunte por la parte que necesite.',
  'cutAnswer.timed_out':
    'La respuesta se ha interrumpido aquí porque el asistente de documentación ha dejado de responder; pregunte de nuevo para ver el resto.',
  'cutAnswer.cut_off': 'La respuesta se ha interrumpido aquí; pregunte de nuevo para ver el resto.',
  'cutAnswer.malformed':
    'La respuesta se ha interrumpido aquí porque el resto no se puede leer; avise a un administrador.',
  'cutAnswer.empty': 'El asistente de documentación no ha encontrado nada más.',

  'place.no_thread_right':
    'Respondo aquí porque no puedo abrir un hilo en este canal (necesito «Crear hilos públicos» y «Enviar mensajes en hilos»).',
  'place.threads_limited': 'Respondo aquí porque, por ahora, Discord no permite abrir más hilos en este canal.',
  'place.title_refused': 'La moderación del servidor rechazó la pregunta como título de un hilo.',
  'place.private_only':
    'Este mensaje solo lo ve usted, porque no puedo escribir en este canal; invíteme al canal para compartir respuestas.',
  restarted: 'En este hilo se eliminó una pregunta, así que he empezado de nuevo sin ella.',

  'reply.over_limit': 'Ya tiene muchas preguntas abiertas; vuelva a preguntar cuando algunas estén respondidas.',
  'reply.others_joined': 'Les dejo este hilo; menciónenme cuando quieran una respuesta mía.',
  'reply.muted': 'A partir de ahora guardo silencio en este hilo; menciónenme cuando quieran una respuesta mía.',
  'reply.new': 'Empezamos de cero: lo que se me preguntó antes en este hilo ya no cuenta. ¿Qué le gustaría saber?',
  'reply.help':
    'Respondo preguntas sobre la documentación, por ejemplo: ¿cómo empiezo? En mis hilos se puede seguir sin mencionarme; «mute» me hace callar allí, «stop» detiene una respuesta y «new» con una mención empieza de cero.',
  'reply.slow_down': 'Han sido muchos mensajes en un minuto; sigo en este hilo enseguida, vuelva a preguntar entonces.',
  'reply.taken_back': 'Esta respuesta era incorrecta y se ha retirado.',
  'reply.limit_minute': 'Llegan más preguntas de las que puedo responder; vuelva a preguntar en un minuto.',
  'reply.limit_channel': 'Ahora mismo hay muchas preguntas en este canal; vuelva a preguntar en un minuto.',
  'reply.limit_day':
    'Ya ha hecho todas las preguntas que puedo responder en un día; vuelva a preguntar mañana (después de las 00:00 UTC).',
  'reply.limit_month': 'Las preguntas de este mes se han agotado; vuelvo a responder a partir del día 1 (00:00 UTC).',
  'reply.limit_calls':
    'En cada canal puede llamar a alguien una vez por hora; vuelva a llamar una hora después de su última llamada.',
  'reply.human': 'No diré nada más aquí a menos que me mencionen.',
  'reply.human_none':
    'Aquí no hay nadie indicado a quien pueda llamar; pregunte en un canal donde haya gente que ayude.',
  'reply.human_direct': 'Solo puedo llamar a personas en un canal; pregunte allí.',
  'reply.human_called': 'Ya se ha llamado a alguien a este hilo hace menos de una hora.',
  'reply.solved': 'Este hilo está marcado como resuelto.',
  'reply.solved_already': 'Este hilo ya está marcado como resuelto.',
  'reply.solved_not_yours': 'Solo quien preguntó, o alguien que ayuda aquí, puede marcar un hilo como resuelto.',
  'reply.solved_none': 'En este hilo no se me ha preguntado nada.',
  'reply.nothing_to_stop': 'Aquí no hay nada que detener: solo respondo a lo que se me pregunta.',

  noSources: 'El asistente no ha citado ninguna página de la documentación; compruebe la respuesta antes de usarla.',
  fallback:
    'Esta respuesta es del segundo asistente de documentación, porque el primero no puede responder en este momento.',
  lengthLimit: 'El asistente se ha detenido aquí por su límite de longitud; pida el resto si lo necesita.',
  answerTooLong: 'La respuesta es más larga de lo que puedo mostrar aquí; pregunte por la parte que necesite.',
  moderated: 'La moderación del servidor rechazó una parte de esta respuesta: la omití o seguí en un mensaje nuevo.',
  fileAlone:
    '¿Qué quiere saber sobre el archivo? Escriba la pregunta y adjúntelo de nuevo; leo archivos de texto de hasta 32 KB.',
  filesUnread: {
    one: 'He respondido sin leer un archivo adjunto: solo leo archivos de texto de hasta 32 KB.',
    other: 'He respondido sin leer {count} archivos adjuntos: solo leo archivos de texto de hasta 32 KB.',
  },
  partsUnread: 'No he podido leer algunas partes: {kinds}.',
  restUnread: 'Solo he leído el principio, porque el mensaje es demasiado largo.',
  picturesUnread:
    'No he mirado todas las imágenes adjuntas: puedo mirar hasta tres imágenes PNG, JPEG, GIF o WebP, de 2 MB en total.',
  picturesUnseen: 'Aquí no miro imágenes; describa con palabras lo que muestran.',
  answeringOf: 'Respondo a la pregunta anterior de {name}.',
  threadUnread: 'No he podido leer lo que se dijo antes en este hilo, así que he respondido sin ello.',
  repliedToUnread: 'No he podido leer el mensaje al que responde, así que he respondido sin él.',
  repliedToAlone:
    'No puedo leer el mensaje al que responde: se eliminó o no tengo permiso para verlo. ¿Qué quiere saber?',
  partlyUnread:
    'Una parte de esta respuesta no se ha podido leer y pueden faltar palabras; pregunte de nuevo si algo no cuadra.',
  stopped: 'Detenida aquí; pregunte de nuevo si quiere el resto.',
  stoppedBy: 'Detenida aquí por {name}; quien preguntó puede obtener el resto con «{again}».',
  stoppedByOther: 'Detenida aquí por otra persona; quien preguntó puede obtener el resto con «{again}».',
  earlierAnswer: 'Esta es la respuesta anterior; no he podido escribir una nueva.',
  askingAgain: 'Lo estoy consultando de nuevo.',
  interrupted: 'Me estoy reiniciando; esta respuesta continúa enseguida.',
  abandoned: 'Me reinicié antes de completar esta respuesta; vuelva a preguntar.',
  defect: 'Algo ha fallado por mi parte; vuelva a preguntar o avise a un administrador.',

  working: 'está leyendo la documentación…',
  searching: 'Buscando en la documentación',
  searchingFor: 'Buscando «{query}» en la documentación',
  searched: 'Búsqueda en la documentación terminada',
  searchedFor: 'Búsqueda de «{query}» en la documentación terminada',

  'sources.heading': 'Fuentes',
  'sources.inline': { one: 'Fuente:', other: 'Fuentes:' },
  'nearest.heading': 'Las páginas más cercanas de la documentación:',

  'button.stop': 'Detener',
  'button.helpful': 'Útil',
  'button.not_helpful': 'No es útil',
  'button.again': 'Preguntar de nuevo',
  'button.human': 'Necesito una persona',
  'button.solved': 'Resuelto',
  'button.taken': 'Me encargo',
  'button.share': 'Compartir en el canal',

  notTaken: 'No puedo aceptarlo en este momento; inténtelo de nuevo en un minuto.',
  forgotten:
    'He eliminado de mi base de datos sus preguntas, mis respuestas y sus valoraciones, y el servicio de documentación ha borrado lo que guardaba de ellas; los mensajes de aquí permanecen, y lo que otros han recibido no puedo recuperarlo.',
  forgottenHere:
    'He eliminado de mi base de datos sus preguntas, mis respuestas y sus valoraciones. El servicio de documentación no ha borrado lo que tiene de ellas: no puede hacerlo o no he podido contactarlo. Los mensajes de aquí permanecen.',
  mayNotWrite:
    'No puedo escribir donde me preguntó y, por tanto, tampoco responder allí; pregunte aquí o en otro canal, o avise a un administrador.',
  moderatedThere:
    'La moderación del servidor rechazó mi respuesta donde me preguntó; pregunte con otras palabras o avise a un administrador.',
  notUnderstood: 'No conozco esta orden o este botón, o no funciona aquí; mencióneme en su lugar.',
  commandLost: 'Ya no pude responder a una orden que usó hace un rato; vuelva a usarla, por favor.',
  'refused.off': 'Aquí no estoy activo; pregunte en otro canal.',
  'refused.not_allowed': 'Aquí no todo el mundo puede preguntar; quien me administra puede decirle quién puede.',
  'refused.unchecked': 'Ahora no puedo comprobar si usted puede preguntar aquí; inténtelo de nuevo en un minuto.',
  askedAlready: 'Esto ya se ha preguntado; consulte los mensajes más recientes de este hilo.',
  sharedAlready: 'Esta respuesta ya se ha compartido.',
  shareGone: 'Ya no tengo esta respuesta; vuelva a preguntar.',
  noText: 'En este mensaje no hay texto al que pueda responder.',
  answeredThere: 'Respondo en el hilo de ese mensaje.',
  'press.gone': 'Ya no conozco la pregunta de esta respuesta; vuelva a hacerla.',
  'press.not_yours': 'Solo puede hacerlo quien preguntó o un moderador.',
  'press.not_running': 'Esta respuesta ya está completa.',
  'press.running': 'Esta respuesta ya se está escribiendo.',
  'press.too_often': 'Ya he respondido varias veces a esta pregunta; formúlela con otras palabras.',

  'feedback.helpful': 'Gracias; he anotado que esta respuesta ha servido.',
  'feedback.not_helpful': 'Gracias; he anotado que esta respuesta no ha servido.',
  'feedback.reason': 'Gracias; he anotado el motivo.',
  'feedback.not_staff': 'Solo quien ayuda aquí puede retirar una respuesta.',
  'feedback.already': 'Ya lo había indicado.',

  'form.title': '¿Qué no ha servido?',
  'form.reason': 'Motivo',
  'form.comment': '¿Qué habría ayudado? (opcional)',
  'form.send': 'Enviar',
  'form.cancel': 'Cancelar',
  'reason.take_back': 'Es incorrecta: retirar la respuesta',
  'reason.wrong': 'Es incorrecta',
  'reason.outdated': 'Está desactualizada',
  'reason.missing': 'Falta algo',
  'reason.unclear': 'No está clara',
  'reason.other': 'Otro motivo',

  'command.docs': 'Hacer una pregunta a la documentación',
  'command.question': 'Lo que quieres saber',
  'command.public': 'Si todos pueden ver la respuesta',
  'command.ask': 'Preguntar a Docent',
  'command.deploy': 'Publicar la documentación',
  'command.action': 'Qué hacer; sin nada: deploy',
  'command.project': 'Qué proyecto; sin nada: el primero',
  'command.text': 'status: un id de estado; history: cuántos; lock: el motivo',
  'command.report': 'Leer lo que se preguntó y qué páginas no bastaron',
  'command.since': 'Cuánto hacia atrás: 7d o 12h; sin indicarlo: 7 días',
  'prompt.start': '¿Cómo empiezo?',
  'prompt.install': '¿Cómo se instala?',
  'prompt.problems': '¿Qué puedo hacer si algo no funciona?',
  'prompt.page': '¿Qué debo saber sobre «{title}»?',

  'home.title': 'Preguntas sobre la documentación',
  'home.intro': 'Respondo preguntas sobre {docs}, con enlaces a las páginas que he usado.',
  'home.docs': 'la documentación',
  'home.askTitle': 'Cómo preguntar',
  'home.mention': 'Mencióneme en un canal en el que yo esté; respondo en el hilo.',
  'home.direct': 'Escríbame un mensaje directo.',
  'home.command': 'Escriba /docs y su pregunta; solo usted ve la respuesta hasta que la comparta.',
  'home.shortcut': 'Elija «Ask Docent about this» en el menú de un mensaje.',
  'home.threads':
    'En mis hilos se puede seguir sin mencionarme; «mute» me hace callar allí, «stop» detiene una respuesta y «new» con una mención empieza de cero.',
  'home.examplesTitle': 'Por ejemplo',
  'home.statusTitle': 'Estado',
  'home.assistantThere': 'El asistente de documentación está disponible.',
  'home.assistantAway':
    'No se puede contactar con el asistente de documentación en este momento, así que no puedo responder.',
  'home.mayDeploy': 'Puede desplegar {projects} con /deploy.',

  takenBackBy: 'Esta respuesta era incorrecta, según {name}, que ayuda aquí.',
  'handover.card': '{name} quiere hablar con una persona.',
  'handover.link': 'La respuesta hasta ahora: {link}',
  'handover.back': 'Vuelven: {time}.',
  'handover.taken': 'Se encarga {name}.',
  somebody: 'Alguien',
  'install.done': 'Docent está instalado en {workspace}; puede cerrar esta página.',
  'install.cancelled': 'No se ha instalado nada.',
  'install.expired': 'Esta instalación ha caducado o ya se había completado; empiece de nuevo.',
  'install.failed': 'Slack no ha completado la instalación; inténtelo de nuevo o avise a quien administra este Docent.',

  ...deployments,
  ...reports,

  lookingUp: 'Lo busco en la documentación:',
  askedBy: '{name} pregunta:',
  sharedBy: '{name} comparte esta respuesta:',
  askedAboutThis: '{name} me ha preguntado por esto.',
} as const satisfies Catalogue;
