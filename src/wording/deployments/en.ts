/** The sentences about deployments, in English: Markdown, whose facts are finished Markdown. */
export const deployments = {
  /** Why a deployment did not happen, or its end is not known. */
  'deployFailure.not_configured':
    'Deployments are not set up; a maintainer can set DEPLOY_URL, DEPLOY_PROJECT_ID and DEPLOY_TOKEN, or name projects in the routing file.',
  'deployFailure.already_running':
    'The documentation service is deploying this project already; try again when it is done.',
  'deployFailure.unauthorized': 'The documentation service refused our deploy token; a maintainer has to renew it.',
  'deployFailure.not_found':
    'The documentation service does not know this project; a maintainer should check its id and address.',
  'deployFailure.rejected':
    'The documentation service did not accept the deployment; a maintainer finds the reason in my log.',
  'deployFailure.rate_limited':
    'The documentation service accepts no more deployments right now; try again in a minute.',
  'deployFailure.unavailable': 'The documentation service cannot be reached right now; try again in a few minutes.',
  'deployFailure.unfollowed': 'The update is queued, and the documentation service does not report its progress.',
  'deployFailure.timed_out': 'It has not ended within its time limit, so I no longer follow it.',
  'deployFailure.lost': 'It is not known whether the documentation service took the request, so I do not repeat it.',
  'deploy.lookAt': 'Before you deploy again, check on {service} how it ended.',

  /** To the requester only, who may not. */
  'deployRefused.nobody': 'Nobody may deploy yet; a maintainer can allow you by setting DEPLOY_ALLOW={identity}.',
  'deployRefused.not_listed':
    'You may not deploy the docs: DEPLOY_ALLOW names neither you nor a group or role of yours. A maintainer can add {identity}.',
  'deployRefused.channel': 'Nobody may deploy {project} from this channel; docent.yaml says from where.',
  'deployRefused.guest': 'Guests may not deploy the docs, whatever DEPLOY_ALLOW says; ask a member to do it.',
  'deployRefused.stranger':
    'People of other workspaces may not deploy the docs, whatever DEPLOY_ALLOW says; ask a member of this one to do it.',
  'deployRefused.bot': 'Bots may not deploy the docs, whatever DEPLOY_ALLOW says.',
  'deployRefused.deactivated': 'Deactivated accounts may not deploy the docs.',
  /** The platform did not say who somebody is, or who is in a group; or does not let us know it. */
  'deployRefused.unchecked': 'I cannot check right now whether you may deploy, so I do not; try again in a minute.',
  'deployRefused.uncheckable':
    'I cannot find out whether you may deploy, so I do not; a maintainer finds the reason in my log.',

  /** To the requester only. */
  'deploy.taken': 'The deployment of {project} is requested; its progress is posted here.',
  'deploy.confirm': 'Deploy **{project}**?',
  'deploy.confirmBranch': 'Deploy **{project}** (branch {branch})?',
  'deploy.nobodyHoldsLock': 'Nobody has locked deployments.',
  'deploy.never': 'Nobody has deployed it from here before.',
  'deploy.last': 'Before this: {report}.',
  'deploy.confirmWithin': 'Only you see this; the buttons work for 60 seconds.',
  'deploy.cancelled': 'Nothing is deployed: you cancelled the deployment of {project}.',
  'deploy.expired':
    'Nothing is deployed: the question whether to deploy {project} has expired; type the command again.',
  'deploy.forgotten': 'This question has expired, and nothing is deployed; type the command again.',
  'deploy.notYours': 'Only the person who asked may answer this; type /deploy yourself.',
  'deploy.joined':
    'A deployment of {project} is running already, for {name}, since {time} UTC. It may have begun before your newest commit: one further run can begin at its end.',
  'deploy.joinedSee':
    'A deployment of {project} is running already, for {name}, since {time} UTC; see {link}. It may have begun before your newest commit: one further run can begin at its end.',
  'deploy.planned': 'One further deployment of {project} begins when the running one has ended.',
  'deploy.plannedAlready': 'A further run is planned already; it will have your commits, too.',
  'deploy.nothingToRunAfter': 'That deployment has ended meanwhile; type /deploy for a new one.',
  'deploy.furtherLocked':
    'The further deployment of {project} did not begin, because somebody has locked it meanwhile.',
  'deploy.lockedBy':
    '🔒 Nobody deploys {project} now: {name} has had it locked since {time} UTC ({reason}). {unlock} ends that.',
  'deploy.lockedElsewhere':
    '🔒 Nobody deploys {project} now: it has been locked elsewhere since {time} UTC. {unlock} ends that.',
  'deploy.locked': '🔒 Nobody deploys {project} until somebody types {unlock} ({reason}).',
  'deploy.unlocked': '🔓 You have unlocked {project}, which {name} had locked ({reason}).',
  'deploy.unlockedElsewhere': '🔓 You have unlocked {project}, which had been locked elsewhere.',
  'deploy.notLocked': 'Nobody has locked {project}.',
  'deploy.none': 'Nobody has deployed {project} from here yet.',
  'deploy.noStatus': 'The documentation service ({service}) reports no such status for {project}.',
  'deploy.notACommand': 'I do not know this command, so nothing is deployed.',
  'deploy.lockNeedsReason': 'Say why: {command}.',
  'button.deploy': 'Deploy',
  'button.cancel': 'Cancel',
  'button.onceMore': 'Deploy again afterwards',

  /** One line each; what is typed is given. */
  'deployHelp.deploy': '{command} deploys {project}',
  'deployHelp.status': '{command} shows how far the newest deployment is; {withId} asks the documentation service',
  'deployHelp.latest': '{command} shows the newest deployment that has ended; {history} lists the newest ones',
  'deployHelp.lock': '{command} stops everybody from deploying; {unlock} ends that',
  'deployHelp.mention': 'in a thread, mention me in place of the slash: {command}',

  /** The message that follows a deployment. */
  'deployState.requested': '🚀 **Deploying {project}**',
  'deployState.running': '🚀 **Deploying {project}**',
  'deployState.succeeded': '✅ **Deployed {project}**',
  'deployState.failed': '❌ **Could not deploy {project}**',
  'deployState.lost': '❔ **Outcome unknown: deployment of {project}**',
  'deployReport.for': '{headline} for {name}',
  'deployReport.forIn': '{headline} for {name} in {time}',
  'deployReport.forAfter': '{headline} for {name}, after {time}',
  'deployReport.statusId': 'Status id: {id}',
  'deployReport.commitOn': '{commit} on {branch}',
  'deployReport.by': 'by {author}',
  'deployReport.onlyAuthor': 'The commit is by {author}.',
  'deployReport.pages': 'Pages: {changes}',
  'deployReport.added': '{number} added',
  'deployReport.changed': '{number} changed',
  'deployReport.removed': '{number} removed',
  'deployReport.line': '{when} UTC {state}, for {name}',
  'deployReport.endedLine': '{when} UTC {state} in {time}, for {name}',
  'deployWord.requested': 'requested',
  'deployWord.in_progress': 'in progress',
  'deployWord.running': 'running',
  'deployWord.succeeded': 'succeeded',
  'deployWord.failed': 'failed',
  'deployWord.lost': 'lost',

  /** The note that notifies the person who wanted the deployment. */
  'deployEnd.succeeded': 'Deployed {project} in {time}.',
  'deployEnd.failed': 'The deployment of {project} failed, after {time}.',
  'deployEnd.lost': 'I no longer follow the deployment of {project}, after {time}; the message above says why.',
  'deployEnd.log': 'The last lines of its log:',
  /** The name of the thread in which a failure is explained; plain text. */
  'deployEnd.thread': 'Why {project} could not be deployed',
  /** In a deployment's thread. links: to the questions' answers, numbered. */
  'deployEnd.reasked':
    'After this deployment I asked again what had no good answer before. Answered now: {answered} of {asked}. {links}',
  'deployEnd.reaskedSome': 'Not all such questions were asked again.',

  /** To somebody who mentions us with a command, where answers for one person only need a press. */
  'deploy.pressToGoOn': 'Press the button to go on; only you will see the answer.',
  'button.goOn': 'Go on',
} as const;
