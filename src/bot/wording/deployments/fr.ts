/** The sentences about deployments, in French. */
import type { deployments as en } from './en.ts';

export const deployments = {
  'deployFailure.not_configured':
    'Les déploiements ne sont pas configurés ; un administrateur peut définir DEPLOY_URL, DEPLOY_PROJECT_ID et DEPLOY_TOKEN, ou nommer des projets dans le fichier de routage.',
  'deployFailure.already_running':
    'Le service de documentation déploie déjà ce projet ; réessayez quand il aura terminé.',
  'deployFailure.unauthorized':
    'Le service de documentation a refusé notre jeton de déploiement ; un administrateur doit le renouveler.',
  'deployFailure.not_found':
    'Le service de documentation ne connaît pas ce projet ; un administrateur devrait vérifier son identifiant et son adresse.',
  'deployFailure.rejected':
    'Le service de documentation n’a pas accepté le déploiement ; un administrateur devrait consulter le journal.',
  'deployFailure.rate_limited':
    'Le service de documentation n’accepte plus de déploiements pour le moment ; réessayez dans une minute.',
  'deployFailure.unavailable':
    'Le service de documentation est injoignable pour le moment ; réessayez dans quelques minutes.',
  'deployFailure.unfollowed':
    'La mise à jour est en file d’attente et le service de documentation n’indique pas sa progression.',
  'deployFailure.timed_out': 'Il ne s’est pas terminé dans le temps imparti ; je ne le suis donc plus.',
  'deployFailure.lost': 'On ne sait pas si le service de documentation a reçu la demande ; je ne la répète donc pas.',
  'deploy.lookAt': 'Consultez {service} pour voir comment il s’est terminé avant de déployer à nouveau.',
  'deployRefused.nobody':
    'Personne ne peut encore déployer ; un administrateur peut l’autoriser avec DEPLOY_ALLOW={identity}.',
  'deployRefused.not_listed':
    'Vous ne pouvez pas déployer la documentation : DEPLOY_ALLOW ne nomme ni vous, ni un de vos groupes ou rôles. Un administrateur peut ajouter {identity}.',
  'deployRefused.channel':
    'Personne ne peut déployer {project} depuis ce canal ; docent.yaml indique d’où c’est possible.',
  'deployRefused.guest':
    'Les invités ne peuvent pas déployer la documentation, quoi que dise DEPLOY_ALLOW ; demandez à un membre de le faire.',
  'deployRefused.stranger':
    'Les personnes d’autres espaces de travail ne peuvent pas déployer la documentation, quoi que dise DEPLOY_ALLOW ; demandez à un membre de celui-ci de le faire.',
  'deployRefused.bot': 'Les bots ne peuvent pas déployer la documentation, quoi que dise DEPLOY_ALLOW.',
  'deployRefused.deactivated': 'Les comptes désactivés ne peuvent pas déployer la documentation.',
  'deployRefused.unchecked':
    'Je ne peux pas vérifier pour le moment si vous pouvez déployer, donc je ne le fais pas ; réessayez dans une minute.',
  'deployRefused.uncheckable':
    'Je ne peux pas savoir si vous pouvez déployer, donc je ne le fais pas ; un administrateur en trouvera la raison dans mon journal.',
  'deploy.taken': 'Le déploiement de {project} est demandé ; sa progression est publiée ici.',
  'deploy.confirm': 'Déployer **{project}** ?',
  'deploy.confirmBranch': 'Déployer **{project}** (branche {branch}) ?',
  'deploy.nobodyHoldsLock': 'Les déploiements ne sont pas verrouillés.',
  'deploy.never': 'Personne n’a encore déployé depuis ici.',
  'deploy.last': 'Auparavant : {report}.',
  'deploy.confirmWithin': 'Vous seul voyez ceci ; les boutons fonctionnent pendant 60 secondes.',
  'deploy.cancelled': 'Rien n’est déployé : vous avez annulé le déploiement de {project}.',
  'deploy.expired':
    'Rien n’est déployé : la question sur le déploiement de {project} a expiré ; tapez la commande à nouveau.',
  'deploy.forgotten': 'Cette question a expiré et rien n’est déployé ; tapez la commande à nouveau.',
  'deploy.notYours': 'Seule la personne qui a demandé peut répondre ; tapez /deploy vous-même.',
  'deploy.joined':
    'Un déploiement de {project} est déjà en cours, pour {name}, depuis {time} UTC. Il a peut-être commencé avant votre dernier commit : un autre peut commencer quand il sera terminé.',
  'deploy.joinedSee':
    'Un déploiement de {project} est déjà en cours, pour {name}, depuis {time} UTC ; voir {link}. Il a peut-être commencé avant votre dernier commit : un autre peut commencer quand il sera terminé.',
  'deploy.planned': 'Un autre déploiement de {project} commencera quand celui en cours sera terminé.',
  'deploy.plannedAlready': 'Un autre déploiement est déjà prévu ; il contiendra aussi vos commits.',
  'deploy.nothingToRunAfter': 'Ce déploiement est terminé entre-temps ; tapez /deploy pour en lancer un autre.',
  'deploy.furtherLocked':
    'Le déploiement suivant de {project} n’a pas commencé, car quelqu’un l’a verrouillé entre-temps.',
  'deploy.lockedBy':
    '🔒 {project} est verrouillé : par {name}, depuis {time} UTC ({reason}). {unlock} le déverrouille.',
  'deploy.lockedElsewhere':
    '🔒 {project} est verrouillé : depuis {time} UTC, depuis un autre endroit. {unlock} le déverrouille.',
  'deploy.locked': '🔒 {project} est verrouillé jusqu’à ce que quelqu’un tape {unlock} ({reason}).',
  'deploy.unlocked': '🔓 Vous avez déverrouillé {project}, que {name} avait verrouillé ({reason}).',
  'deploy.unlockedElsewhere': '🔓 Vous avez déverrouillé {project}, qui avait été verrouillé depuis un autre endroit.',
  'deploy.notLocked': '{project} n’est pas verrouillé.',
  'deploy.none': 'Personne n’a encore déployé {project} depuis ici.',
  'deploy.noStatus': 'Le service de documentation ({service}) ne connaît pas ce statut de {project}.',
  'deploy.notACommand': 'Je ne connais pas cette commande, donc rien n’est déployé.',
  'deploy.lockNeedsReason': 'Indiquez la raison : {command}.',
  'button.deploy': 'Déployer',
  'button.cancel': 'Annuler',
  'button.onceMore': 'Redéployer ensuite',
  'deployHelp.deploy': '{command} déploie {project}',
  'deployHelp.status':
    '{command} dit où en est le dernier déploiement ; {withId} interroge le service de documentation',
  'deployHelp.latest': '{command} montre le dernier déploiement terminé ; {history} liste les derniers',
  'deployHelp.lock': '{command} verrouille les déploiements ; {unlock} les déverrouille',
  'deployHelp.mention': 'dans un fil, mentionnez-moi à la place de la barre oblique : {command}',
  'deployState.requested': '🚀 **Déploiement de {project}**',
  'deployState.running': '🚀 **Déploiement de {project}**',
  'deployState.succeeded': '✅ **{project} est déployé**',
  'deployState.failed': '❌ **{project} n’a pas pu être déployé**',
  'deployState.lost': '❔ **Issue inconnue : déploiement de {project}**',
  'deployReport.for': '{headline} pour {name}',
  'deployReport.forIn': '{headline} pour {name} en {time}',
  'deployReport.forAfter': '{headline} pour {name}, après {time}',
  'deployReport.statusId': 'Identifiant de statut : {id}',
  'deployReport.commitOn': '{commit} sur {branch}',
  'deployReport.by': 'par {author}',
  'deployReport.onlyAuthor': 'Le commit est de {author}.',
  'deployReport.pages': 'Pages : {changes}',
  'deployReport.added': '{number} en plus',
  'deployReport.changed': '{number} modifiées',
  'deployReport.removed': '{number} en moins',
  'deployReport.line': '{when} UTC {state}, pour {name}',
  'deployReport.endedLine': '{when} UTC {state} en {time}, pour {name}',
  'deployWord.requested': 'demandé',
  'deployWord.in_progress': 'en cours',
  'deployWord.running': 'lancé',
  'deployWord.succeeded': 'réussi',
  'deployWord.failed': 'échoué',
  'deployWord.lost': 'perdu',
  'deployEnd.succeeded': 'Déploiement de {project} réussi en {time}.',
  'deployEnd.failed': 'Le déploiement de {project} a échoué, après {time}.',
  'deployEnd.lost':
    'Je ne suis plus le déploiement de {project}, après {time} ; le message ci-dessus en dit la raison.',
  'deployEnd.log': 'Les dernières lignes de son journal :',
  'deployEnd.thread': 'Pourquoi {project} n’a pas pu être déployé',
  'deployEnd.reasked':
    'Après ce déploiement, j’ai reposé les questions restées sans bonne réponse. Réponses trouvées : {answered} sur {asked}. {links}',
  'deployEnd.reaskedSome': 'Ces questions n’ont pas toutes été reposées.',
  'deploy.pressToGoOn':
    'Appuyez sur le bouton pour exécuter {command} ; vous seul le pouvez, et vous seul verrez la réponse.',
  'deploy.onlyAuthor': 'Seule la personne qui a écrit cette commande peut continuer ; écrivez-la vous-même.',
  'deploy.commandChanged':
    'Rien n’a été exécuté : le message contenant cette commande a été modifié ou supprimé ; écrivez-la à nouveau.',
  'deploy.confirmLock': 'Verrouiller les déploiements de **{project}** ({reason}) ?',
  'deploy.confirmUnlock': 'Déverrouiller les déploiements de **{project}** ?',
  'button.lock': 'Verrouiller',
  'button.unlock': 'Déverrouiller',
  'button.goOn': 'Continuer',
} as const satisfies Readonly<Record<keyof typeof en, string>>;
