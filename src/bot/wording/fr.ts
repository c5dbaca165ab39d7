/** French, with “vous”; a no-break space stands before : ; ? and inside « ». */
import type { Catalogue } from './catalogue.ts';
import { deployments } from './deployments/fr.ts';
import { reports } from './reports/fr.ts';

export const fr = {
  'noAnswer.rate_limited':
    'L’assistant de documentation est occupé pour le moment ; posez la question à nouveau dans une minute.',
  'noAnswer.unavailable':
    'L’assistant de documentation est injoignable pour le moment ; posez la question à nouveau dans quelques minutes.',
  'noAnswer.unauthorized':
    'L’assistant de documentation a refusé notre clé ; je ne peux pas répondre tant qu’un administrateur ne l’a pas renouvelée.',
  'noAnswer.out_of_credits':
    'L’assistant de documentation a épuisé ses crédits ; je ne peux pas répondre tant qu’un administrateur ne les a pas rechargés.',
  'noAnswer.not_found':
    'L’assistant de documentation ne connaît pas ce site ; je ne peux pas répondre tant qu’un administrateur n’a pas vérifié mes réglages.',
  'noAnswer.rejected': 'L’assistant de documentation n’a pas accepté cette question ; posez-la avec d’autres mots.',
  'noAnswer.too_long': 'Cette question est trop longue pour moi ; posez-la en 10 000 caractères au plus.',
  'noAnswer.timed_out': 'L’assistant de documentation a mis trop de temps à répondre ; posez la question à nouveau.',
  'noAnswer.cut_off': 'La réponse s’est interrompue avant le premier mot ; posez la question à nouveau.',
  'noAnswer.malformed':
    'L’assistant de documentation a envoyé quelque chose que je ne peux pas lire ; prévenez un administrateur.',
  'noAnswer.empty':
    'L’assistant de documentation n’a pas trouvé de réponse ; essayez d’autres mots ou demandez à quelqu’un.',

  'cutAnswer.rate_limited':
    'La réponse s’est interrompue ici, car l’assistant de documentation est occupé ; redemandez pour avoir la suite.',
  'cutAnswer.unavailable':
    'La réponse s’est interrompue ici, car la connexion a été perdue ; redemandez pour avoir la suite.',
  'cutAnswer.unauthorized':
    'La réponse s’est interrompue ici, car notre clé a été refusée ; prévenez un administrateur.',
  'cutAnswer.out_of_credits':
    'La réponse s’est interrompue ici, car les crédits sont épuisés ; prévenez un administrateur.',
  'cutAnswer.not_found': 'La réponse s’est interrompue ici ; redemandez pour avoir la suite.',
  'cutAnswer.rejected': 'La réponse s’est interrompue ici ; redemandez pour avoir la suite.',
  'cutAnswer.too_long':
    'La réponse a été coupée ici, car elle est trop longue ; demandez la partie dont vous avez besoin.',
  'cutAnswer.timed_out':
    'La réponse s’est interrompue ici, car l’assistant de documentation ne répond plus ; redemandez pour avoir la suite.',
  'cutAnswer.cut_off': 'La réponse s’est interrompue ici ; redemandez pour avoir la suite.',
  'cutAnswer.malformed': 'La réponse s’est interrompue ici, car la suite est illisible ; prévenez un administrateur.',
  'cutAnswer.empty': 'L’assistant de documentation n’a rien trouvé de plus.',

  'place.no_thread_right':
    'Je réponds ici, car je n’ai pas le droit d’ouvrir un fil dans ce salon (il me faut « Créer des fils publics » et « Envoyer des messages dans les fils »).',
  'place.threads_limited':
    'Je réponds ici, car Discord ne permet pas d’ouvrir d’autres fils dans ce salon pour le moment.',
  'place.title_refused': 'La modération du serveur a refusé la question comme titre d’un fil.',
  'place.private_only':
    'Vous seul pouvez voir ce message, car je n’ai pas le droit d’écrire dans ce canal ; invitez-moi dans le canal pour partager les réponses.',
  restarted: 'Une question a été supprimée dans ce fil ; je suis donc reparti de zéro sans elle.',

  'reply.over_limit':
    'Vous avez déjà beaucoup de questions en cours ; posez la suivante quand certaines auront leur réponse.',
  'reply.others_joined': 'Je vous laisse ce fil ; mentionnez-moi quand vous voulez une réponse de ma part.',
  'reply.muted': 'Je me tais désormais dans ce fil ; mentionnez-moi quand vous voulez une réponse de ma part.',
  'reply.new':
    'Nous repartons de zéro : ce qui m’a été demandé auparavant dans ce fil ne compte plus. Que voulez-vous savoir ?',
  'reply.help':
    'Je réponds aux questions sur la documentation, par exemple : comment démarrer ? Dans mes fils, il est possible de continuer sans me mentionner ; « mute » m’y fait taire, « stop » arrête une réponse et « new » avec une mention repart de zéro.',
  'reply.slow_down':
    'Cela fait beaucoup en une minute ; je reprends ce fil dans un instant, posez la question à nouveau à ce moment-là.',
  'reply.taken_back': 'Cette réponse était fausse et a été retirée.',
  'reply.limit_minute':
    'Vos questions arrivent plus vite que je ne peux y répondre ; posez la question à nouveau dans une minute.',
  'reply.limit_channel': 'Il y a beaucoup de questions ici en ce moment ; posez la question à nouveau dans une minute.',
  'reply.limit_day':
    'Vous avez posé toutes les questions auxquelles je peux répondre en un jour ; revenez demain (après 00:00 UTC).',
  'reply.limit_month': 'Les questions de ce mois sont épuisées ; je répondrai à nouveau à partir du 1er (00:00 UTC).',
  'reply.limit_calls':
    'Dans chaque canal, vous pouvez appeler quelqu’un une fois par heure ; réessayez une heure après votre dernier appel.',
  'reply.human': 'Je n’en dirai pas plus ici, sauf si l’on me mentionne.',
  'reply.human_none':
    'Personne que je puisse appeler n’est indiqué ici ; demandez dans un canal où des personnes aident.',
  'reply.human_direct': 'Je ne peux appeler quelqu’un que dans un canal ; demandez là-bas.',
  'reply.human_called': 'Quelqu’un a déjà été appelé dans ce fil il y a moins d’une heure.',
  'reply.solved': 'Ce fil est marqué comme résolu.',
  'reply.solved_already': 'Ce fil est déjà marqué comme résolu.',
  'reply.solved_not_yours':
    'Seul l’auteur de la question, ou une personne qui aide ici, peut marquer un fil comme résolu.',
  'reply.solved_none': 'Aucune question ne m’a été posée dans ce fil.',
  'reply.nothing_to_stop': 'Il n’y a rien à arrêter ici : je ne réponds qu’à ce qu’on me demande.',

  noSources: 'L’assistant n’a cité aucune page de la documentation ; vérifiez la réponse avant de vous y fier.',
  fallback:
    'Cette réponse vient du second assistant de documentation, car le premier ne peut pas répondre pour le moment.',
  lengthLimit:
    'L’assistant s’est arrêté ici à cause de sa limite de longueur ; demandez la suite si vous en avez besoin.',
  answerTooLong:
    'La réponse est plus longue que ce que je peux montrer ici ; demandez la partie dont vous avez besoin.',
  moderated:
    'La modération du serveur a refusé une partie de cette réponse : elle manque, ou la suite est dans un nouveau message.',
  fileAlone:
    'Que voulez-vous savoir à propos de ce fichier ? Posez la question en joignant à nouveau le fichier ; je lis les fichiers texte de 32 Ko au plus.',
  filesUnread: {
    one: 'J’ai répondu sans lire un fichier joint : je ne lis que les fichiers texte de 32 Ko au plus.',
    other: 'J’ai répondu sans lire {count} fichiers joints : je ne lis que les fichiers texte de 32 Ko au plus.',
  },
  partsUnread: 'Je n’ai pas pu lire certaines parties : {kinds}.',
  restUnread: 'Je n’ai lu que le début, car le message est trop long.',
  picturesUnread:
    'Je n’ai pas regardé toutes les images jointes : je peux en regarder trois au plus, en PNG, JPEG, GIF ou WebP, de 2 Mo au total.',
  picturesUnseen: 'Je ne regarde pas les images ici ; décrivez avec des mots ce qu’elles montrent.',
  answeringOf: 'Réponse à la question de {name} ci-dessus.',
  threadUnread: 'Je n’ai pas pu lire ce qui a été dit avant dans ce fil ; j’ai donc répondu sans en tenir compte.',
  repliedToUnread: 'Je n’ai pas pu lire le message auquel vous répondez ; j’ai donc répondu sans en tenir compte.',
  repliedToAlone:
    'Je ne peux pas lire le message auquel vous répondez : il a été supprimé, ou je n’ai pas le droit de le voir. Que voulez-vous savoir ?',
  partlyUnread:
    'Une partie de cette réponse était illisible, il peut manquer des mots ; redemandez si quelque chose semble faux.',
  stopped: 'Arrêtée ici ; redemandez si vous voulez la suite.',
  stoppedBy: 'Arrêtée ici par {name} ; l’auteur de la question peut avoir la suite avec « {again} ».',
  stoppedByOther: 'Arrêtée ici par quelqu’un d’autre ; l’auteur de la question peut avoir la suite avec « {again} ».',
  earlierAnswer: 'Ceci est la réponse précédente ; je n’ai pas pu en écrire une nouvelle.',
  askingAgain: 'Je cherche à nouveau.',
  interrupted: 'Je redémarre ; cette réponse continue dans un instant.',
  abandoned: 'J’ai redémarré avant que cette réponse soit complète ; posez la question à nouveau.',
  defect: 'Il y a eu un problème de mon côté ; posez la question à nouveau ou prévenez un administrateur.',

  working: 'lit la documentation…',
  searching: 'Recherche dans la documentation',
  searchingFor: 'Recherche de « {query} » dans la documentation',
  searched: 'Recherche dans la documentation terminée',
  searchedFor: 'Recherche de « {query} » dans la documentation terminée',

  'sources.heading': 'Sources',
  'sources.inline': { one: 'Source :', other: 'Sources :' },
  'nearest.heading': 'Les pages les plus pertinentes de la documentation :',

  'button.stop': 'Arrêter',
  'button.helpful': 'Utile',
  'button.not_helpful': 'Pas utile',
  'button.again': 'Redemander',
  'button.human': 'Parler à quelqu’un',
  'button.solved': 'Résolu',
  'button.taken': 'Je m’en occupe',
  'button.share': 'Partager dans le canal',

  notTaken: 'Je ne peux pas prendre cela en compte pour le moment ; réessayez dans une minute.',
  forgotten:
    'J’ai supprimé de ma base de données vos questions, mes réponses et vos avis, et le service de documentation a effacé ce qu’il en gardait ; les messages restent ici, et ce que d’autres ont reçu, je ne peux pas le reprendre.',
  forgottenHere:
    'J’ai supprimé de ma base de données vos questions, mes réponses et vos avis. Le service de documentation n’a pas effacé ce qu’il en a : il ne le peut pas, ou je n’ai pas pu le joindre. Les messages restent ici.',
  mayNotWrite:
    'Je n’ai pas le droit d’écrire là où vous avez posé la question et ne peux donc pas y répondre ; demandez ici ou ailleurs, ou prévenez un administrateur.',
  moderatedThere:
    'La modération du serveur a refusé ma réponse là où vous avez posé la question ; demandez en d’autres termes, ou prévenez un administrateur.',
  notUnderstood:
    'Je ne connais pas cette commande ou ce bouton, ou cela ne fonctionne pas ici ; mentionnez-moi plutôt.',
  commandLost: 'Je n’ai plus pu répondre à une commande que vous avez utilisée tout à l’heure ; utilisez-la à nouveau.',
  'refused.off': 'Je suis désactivé ici ; posez la question dans un autre canal.',
  'refused.not_allowed':
    'Tout le monde ne peut pas poser de questions ici ; la personne qui m’administre peut vous dire qui le peut.',
  'refused.unchecked':
    'Je ne peux pas vérifier pour le moment si vous pouvez poser des questions ici ; réessayez dans une minute.',
  askedAlready: 'Cette question a déjà été posée ; voyez les derniers messages de ce fil.',
  sharedAlready: 'Cette réponse a déjà été partagée.',
  shareGone: 'Je n’ai plus cette réponse ; posez la question à nouveau.',
  noText: 'Il n’y a pas de texte dans ce message auquel je pourrais répondre.',
  answeredThere: 'Je réponds dans le fil de ce message.',
  'press.gone': 'Je ne connais plus la question de cette réponse ; posez-la à nouveau.',
  'press.not_yours': 'Seul l’auteur de la question, ou un modérateur, peut le faire.',
  'press.not_running': 'Cette réponse est déjà complète.',
  'press.running': 'Cette réponse est déjà en cours d’écriture.',
  'press.too_often': 'J’ai déjà répondu plusieurs fois à cette question ; posez-la avec d’autres mots.',

  'feedback.helpful': 'Merci ; j’ai noté que cette réponse a aidé.',
  'feedback.not_helpful': 'Merci ; j’ai noté que cette réponse n’a pas aidé.',
  'feedback.reason': 'Merci ; j’ai noté la raison.',
  'feedback.not_staff': 'Seules les personnes qui aident ici peuvent retirer une réponse.',
  'feedback.already': 'Vous l’avez déjà indiqué.',

  'form.title': 'Qu’est-ce qui manquait ?',
  'form.reason': 'Raison',
  'form.comment': 'Qu’est-ce qui aurait aidé ? (facultatif)',
  'form.send': 'Envoyer',
  'form.cancel': 'Annuler',
  'reason.take_back': 'C’est faux : retirer la réponse',
  'reason.wrong': 'C’est faux',
  'reason.outdated': 'C’est dépassé',
  'reason.missing': 'Il manque quelque chose',
  'reason.unclear': 'Ce n’est pas clair',
  'reason.other': 'Autre chose',

  'command.docs': 'Poser une question à la documentation',
  'command.question': 'Ce que vous voulez savoir',
  'command.public': 'Si tout le monde peut voir la réponse',
  'command.ask': 'Demander à Docent',
  'command.deploy': 'Publier la documentation',
  'command.action': 'Que faire ; sans rien : deploy',
  'command.project': 'Quel projet ; sans rien : le premier',
  'command.text': 'status : un id d’état ; history : combien ; lock : la raison',
  'command.report': 'Lire ce qui a été demandé et quelles pages n’ont pas suffi',
  'command.since': 'Jusqu’où remonter : 7d ou 12h ; sans précision : 7 jours',
  'prompt.start': 'Comment démarrer ?',
  'prompt.install': 'Comment l’installer ?',
  'prompt.problems': 'Que faire quand quelque chose ne fonctionne pas ?',
  'prompt.page': 'Que faut-il savoir sur « {title} » ?',

  'home.title': 'Questions sur la documentation',
  'home.intro': 'Je réponds aux questions sur {docs}, avec des liens vers les pages utilisées.',
  'home.docs': 'la documentation',
  'home.askTitle': 'Comment poser une question',
  'home.mention': 'Mentionnez-moi dans un canal où je suis ; je réponds dans le fil.',
  'home.direct': 'Écrivez-moi un message direct.',
  'home.command': 'Tapez /docs et votre question ; vous seul voyez la réponse tant que vous ne la partagez pas.',
  'home.shortcut': 'Choisissez « Ask Docent about this » dans le menu d’un message.',
  'home.threads':
    'Dans mes fils, il est possible de continuer sans me mentionner ; « mute » m’y fait taire, « stop » arrête une réponse et « new » avec une mention repart de zéro.',
  'home.examplesTitle': 'Par exemple',
  'home.statusTitle': 'État',
  'home.assistantThere': 'L’assistant de documentation est joignable.',
  'home.assistantAway': 'L’assistant de documentation est injoignable pour le moment, je ne peux donc pas répondre.',
  'home.mayDeploy': 'Vous pouvez déployer {projects} avec /deploy.',

  takenBackBy: 'Cette réponse était fausse, selon {name}, qui aide ici.',
  'handover.card': '{name} souhaite parler à quelqu’un.',
  'handover.link': 'La réponse jusqu’ici : {link}',
  'handover.back': 'De retour : {time}.',
  'handover.taken': 'Pris en charge par {name}.',
  somebody: 'Quelqu’un',
  'install.done': 'Docent est installé dans {workspace} ; vous pouvez fermer cette page.',
  'install.cancelled': 'Rien n’a été installé.',
  'install.expired': 'Cette installation a expiré ou était déjà terminée ; recommencez-la.',
  'install.failed': 'Slack n’a pas terminé l’installation ; réessayez ou prévenez la personne qui gère ce Docent.',

  ...deployments,
  ...reports,

  lookingUp: 'Je cherche cela dans la documentation :',
  askedBy: '{name} demande :',
  sharedBy: '{name} partage cette réponse :',
  askedAboutThis: '{name} m’a posé une question à ce sujet.',
} as const satisfies Catalogue;
