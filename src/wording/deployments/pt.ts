/** The sentences about deployments, in Portuguese of Brazil. */
import type { deployments as en } from './en.ts';

export const deployments = {
  'deployFailure.not_configured':
    'Os deploys não estão configurados; um administrador pode definir DEPLOY_URL, DEPLOY_PROJECT_ID e DEPLOY_TOKEN, ou indicar projetos no arquivo de roteamento.',
  'deployFailure.already_running':
    'O serviço de documentação já está publicando este projeto; tente de novo quando terminar.',
  'deployFailure.unauthorized':
    'O serviço de documentação recusou nosso token de deploy; um administrador precisa renová-lo.',
  'deployFailure.not_found':
    'O serviço de documentação não conhece este projeto; um administrador deve verificar o id e o endereço.',
  'deployFailure.rejected': 'O serviço de documentação não aceitou o deploy; um administrador deve consultar o log.',
  'deployFailure.rate_limited':
    'O serviço de documentação não aceita mais deploys no momento; tente de novo em um minuto.',
  'deployFailure.unavailable':
    'Não é possível acessar o serviço de documentação no momento; tente de novo em alguns minutos.',
  'deployFailure.unfollowed': 'A atualização está na fila, e o serviço de documentação não informa o andamento.',
  'deployFailure.timed_out': 'Acompanhei pelo tempo que posso, e ainda não terminou.',
  'deployFailure.lost': 'Não se sabe se o serviço de documentação recebeu o pedido, então não o repito.',
  'deploy.lookAt': 'Veja em {service} como terminou antes de fazer outro deploy.',
  'deployRefused.nobody':
    'Ninguém pode fazer deploy ainda; um administrador pode permitir com DEPLOY_ALLOW={identity}.',
  'deployRefused.not_listed':
    'Você não pode fazer deploy da documentação: DEPLOY_ALLOW não cita você nem um grupo ou cargo seu. Um administrador pode adicionar {identity}.',
  'deployRefused.channel': 'Ninguém pode fazer deploy de {project} a partir deste canal; docent.yaml diz de onde.',
  'deployRefused.guest': 'Convidados não podem fazer deploy da documentação, diga o que disser DEPLOY_ALLOW.',
  'deployRefused.stranger':
    'Pessoas de outros workspaces não podem fazer deploy da documentação, diga o que disser DEPLOY_ALLOW.',
  'deployRefused.bot': 'Bots não podem fazer deploy da documentação, diga o que disser DEPLOY_ALLOW.',
  'deployRefused.deactivated': 'Contas desativadas não podem fazer deploy da documentação.',
  'deployRefused.unchecked':
    'Não consigo verificar agora se você pode fazer deploy, então não o faço; tente de novo em um minuto.',
  'deployRefused.uncheckable':
    'Não consigo descobrir se você pode fazer deploy, então não o faço; um administrador encontra o motivo no meu log.',
  'deploy.taken': 'O deploy de {project} foi solicitado; o andamento é publicado neste canal.',
  'deploy.confirm': 'Fazer deploy de **{project}**?',
  'deploy.confirmBranch': 'Fazer deploy de **{project}** (branch {branch})?',
  'deploy.nobodyHoldsLock': 'Os deploys não estão bloqueados.',
  'deploy.never': 'Ninguém fez deploy a partir daqui antes.',
  'deploy.last': 'Antes: {report}.',
  'deploy.confirmWithin': 'Só você vê isto; os botões funcionam por 60 segundos.',
  'deploy.cancelled': 'Nada foi publicado: você cancelou o deploy de {project}.',
  'deploy.expired': 'Nada foi publicado: a pergunta sobre o deploy de {project} expirou; peça de novo.',
  'deploy.forgotten': 'Esta pergunta expirou, e nada foi publicado; peça de novo.',
  'deploy.notYours': 'Só quem pediu pode responder.',
  'deploy.joined':
    'Um deploy de {project} já está em andamento, para {name}, desde {time} UTC. Talvez tenha começado antes do seu commit mais recente: outro pode começar quando ele terminar.',
  'deploy.joinedSee':
    'Um deploy de {project} já está em andamento, para {name}, desde {time} UTC; veja {link}. Talvez tenha começado antes do seu commit mais recente: outro pode começar quando ele terminar.',
  'deploy.planned': 'Outro deploy de {project} começa quando o atual terminar.',
  'deploy.plannedAlready': 'Outro deploy já está previsto; ele também terá os seus commits.',
  'deploy.nothingToRunAfter': 'Esse deploy já terminou; digite /deploy para iniciar outro.',
  'deploy.furtherLocked': 'O próximo deploy de {project} não começou, porque alguém o bloqueou nesse meio-tempo.',
  'deploy.lockedBy':
    '🔒 {project} está bloqueado: por {name}, desde {time} UTC ({reason}). `/deploy unlock` desbloqueia.',
  'deploy.lockedElsewhere':
    '🔒 {project} está bloqueado: desde {time} UTC, em outro lugar. `/deploy unlock` desbloqueia.',
  'deploy.locked': '🔒 {project} fica bloqueado até que alguém digite `/deploy unlock` ({reason}).',
  'deploy.unlocked': '🔓 Você desbloqueou {project}, que {name} havia bloqueado ({reason}).',
  'deploy.unlockedElsewhere': '🔓 Você desbloqueou {project}, que havia sido bloqueado em outro lugar.',
  'deploy.notLocked': '{project} não está bloqueado.',
  'deploy.none': 'Ninguém fez deploy de {project} a partir daqui ainda.',
  'deploy.noStatus': 'O serviço de documentação ({service}) não conhece esse status de {project}.',
  'deploy.notACommand': 'Não conheço este comando, então nada foi publicado.',
  'deploy.lockNeedsReason': 'Diga o motivo: `/deploy lock REASON`.',
  'button.deploy': 'Fazer deploy',
  'button.cancel': 'Cancelar',
  'button.onceMore': 'Fazer deploy de novo depois',
  'deployHelp.deploy': '{command} faz deploy de {project}',
  'deployHelp.status': '{command} diz como está o deploy mais recente; {withId} pergunta ao serviço de documentação',
  'deployHelp.latest': '{command} mostra o deploy mais recente que terminou; {history} lista os mais recentes',
  'deployHelp.lock': '{command} bloqueia os deploys; {unlock} desbloqueia',
  'deployHelp.mention': 'em uma conversa, mencione-me no lugar da barra: {command}',
  'deployState.requested': '🚀 **Fazendo deploy de {project}**',
  'deployState.running': '🚀 **Fazendo deploy de {project}**',
  'deployState.succeeded': '✅ **Deploy de {project} concluído**',
  'deployState.failed': '❌ **Não foi possível fazer deploy de {project}**',
  'deployState.lost': '❔ **Não se sabe como termina o deploy de {project}**',
  'deployReport.for': '{headline} para {name}',
  'deployReport.forIn': '{headline} para {name} em {time}',
  'deployReport.forAfter': '{headline} para {name}, após {time}',
  'deployReport.statusId': 'Id do status: {id}',
  'deployReport.commitOn': '{commit} em {branch}',
  'deployReport.by': 'por {author}',
  'deployReport.onlyAuthor': 'O commit é de {author}.',
  'deployReport.pages': 'Páginas: {changes}',
  'deployReport.added': '{number} adicionadas',
  'deployReport.changed': '{number} alteradas',
  'deployReport.removed': '{number} removidas',
  'deployReport.line': '{when} UTC {state}, para {name}',
  'deployReport.endedLine': '{when} UTC {state} em {time}, para {name}',
  'deployWord.requested': 'solicitado',
  'deployWord.in_progress': 'em andamento',
  'deployWord.running': 'em execução',
  'deployWord.succeeded': 'concluído',
  'deployWord.failed': 'falhou',
  'deployWord.lost': 'perdido',
  'deployEnd.succeeded': 'Deploy de {project} concluído em {time}.',
  'deployEnd.failed': 'O deploy de {project} falhou, após {time}.',
  'deployEnd.lost': 'Não acompanho mais o deploy de {project}, após {time}.',
  'deployEnd.log': 'As últimas linhas do log:',
  'deployEnd.thread': 'Por que não foi possível fazer deploy de {project}',
  'deployEnd.reasked':
    'Depois desta implantação, perguntei de novo o que não tinha uma boa resposta. Respondidas agora: {answered} de {asked}. {links}',
  'deployEnd.reaskedSome': 'Nem todas essas perguntas foram feitas de novo.',
  'deploy.pressToGoOn': 'Aperte o botão para continuar; só você verá a resposta.',
  'button.goOn': 'Continuar',
} as const satisfies Readonly<Record<keyof typeof en, string>>;
