/** The sentences about deployments, in English. They are Markdown, and so are their facts. */
export const deployments = {
  /** Why a deployment did not happen, or why its result is unknown. */
  'deployFailure.not_configured':
    'Deployments are not set up; a maintainer can set DEPLOY_URL, DEPLOY_PROJECT_ID and DEPLOY_TOKEN, or name projects in the routing file.',
  'deployFailure.already_running':
    'The documentation service is already deploying this project; try again when it is done.',
  'deployFailure.unauthorized': 'The documentation service rejected my deploy token; a maintainer has to renew it.',
  'deployFailure.not_found':
    'The documentation service does not know this project; a maintainer should check its id and URL.',
  'deployFailure.rejected':
    'The documentation service did not accept the deployment; a maintainer can find the reason in my log.',
  'deployFailure.rate_limited':
    'The documentation service is not accepting more deployments right now; try again in a minute.',
  'deployFailure.unavailable': 'The documentation service cannot be reached right now; try again in a few minutes.',
  'deployFailure.unfollowed': 'The update is queued, but the documentation service does not report its progress.',
  'deployFailure.timed_out': 'I have stopped following it, because it did not end within the time limit.',
  'deployFailure.lost':
    'I do not know whether the documentation service received the request, so I will not repeat it.',
  'deploy.lookAt': 'Check {service} for the result before you deploy again.',

  /** Shown only to a requester who is not allowed to deploy. */
  'deployRefused.nobody':
    'Nobody is allowed to deploy yet; a maintainer can allow you by setting DEPLOY_ALLOW={identity}.',
  'deployRefused.not_listed':
    'You are not allowed to deploy the docs: DEPLOY_ALLOW names neither you nor any of your groups or roles. A maintainer can add {identity}.',
  'deployRefused.channel':
    'Nobody is allowed to deploy {project} from this channel; docent.yaml says where it is allowed.',
  'deployRefused.guest':
    'Guests are not allowed to deploy the docs, whatever DEPLOY_ALLOW says; ask a member to do it.',
  'deployRefused.stranger':
    'People from other workspaces are not allowed to deploy the docs, whatever DEPLOY_ALLOW says; ask a member of this one to do it.',
  'deployRefused.bot': 'Bots are not allowed to deploy the docs, whatever DEPLOY_ALLOW says.',
  'deployRefused.deactivated': 'Deactivated accounts are not allowed to deploy the docs.',
  /** The platform did not report who a person is or who is in a group, or does not let us find out. */
  'deployRefused.unchecked':
    'I cannot check right now whether you are allowed to deploy, so nothing was deployed; try again in a minute.',
  'deployRefused.uncheckable':
    'I cannot find out whether you are allowed to deploy, so nothing was deployed; a maintainer can find the reason in my log.',

  /** Shown only to the requester. */
  'deploy.taken': 'Deployment of {project} requested; I will post its progress here.',
  'deploy.confirm': 'Deploy **{project}**?',
  'deploy.confirmBranch': 'Deploy **{project}** (branch {branch})?',
  'deploy.nobodyHoldsLock': 'Deployments are not locked.',
  'deploy.never': 'Nobody has deployed it from here before.',
  'deploy.last': 'Last deployment: {report}.',
  'deploy.confirmWithin': 'Only you can see this; the buttons work for 60 seconds.',
  'deploy.cancelled': 'Nothing was deployed: you cancelled the deployment of {project}.',
  'deploy.expired': 'Nothing was deployed: the request to deploy {project} has expired; type the command again.',
  'deploy.forgotten': 'This request has expired, and nothing was deployed; type the command again.',
  'deploy.notYours': 'Only the person who asked can answer this; type /deploy yourself.',
  'deploy.joined':
    'A deployment of {project}, requested by {name}, has been running since {time} UTC. It may have started before your newest commit: one more run can start when it ends.',
  'deploy.joinedSee':
    'A deployment of {project}, requested by {name}, has been running since {time} UTC; see {link}. It may have started before your newest commit: one more run can start when it ends.',
  'deploy.planned': 'One more deployment of {project} will start when the running one ends.',
  'deploy.plannedAlready': 'One more run is already planned; it will include your commits.',
  'deploy.nothingToRunAfter': 'That deployment has already ended; type /deploy to start a new one.',
  'deploy.furtherLocked': 'The next deployment of {project} did not start, because someone has locked the project.',
  'deploy.lockedBy':
    '🔒 Deployments of {project} have been locked by {name} since {time} UTC ({reason}). {unlock} unlocks them.',
  'deploy.lockedElsewhere':
    '🔒 Deployments of {project} have been locked from elsewhere since {time} UTC. {unlock} unlocks them.',
  'deploy.locked': '🔒 Deployments of {project} are locked until someone types {unlock} ({reason}).',
  'deploy.unlocked': '🔓 You have unlocked {project}, which {name} had locked ({reason}).',
  'deploy.unlockedElsewhere': '🔓 You have unlocked {project}, which had been locked from elsewhere.',
  'deploy.notLocked': '{project} is not locked.',
  'deploy.none': 'Nobody has deployed {project} from here yet.',
  'deploy.noStatus': 'The documentation service ({service}) has no status with this id for {project}.',
  'deploy.notACommand': 'I do not know this command, so nothing was deployed.',
  'deploy.lockNeedsReason': 'Please give a reason: {command}.',
  'button.deploy': 'Deploy',
  'button.cancel': 'Cancel',
  'button.onceMore': 'Deploy again afterwards',

  /** One line each. The facts are what to type. */
  'deployHelp.deploy': '{command} deploys {project}',
  'deployHelp.status': '{command} shows how far the newest deployment has got; {withId} asks the documentation service',
  'deployHelp.latest': '{command} shows the last deployment that ended; {history} lists the newest ones',
  'deployHelp.lock': '{command} locks deployments; {unlock} unlocks them',
  'deployHelp.mention': 'in a thread, mention me instead of typing the slash: {command}',

  /** The message that follows a deployment's progress. */
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

  /** The note that notifies the requester. */
  'deployEnd.succeeded': 'Deployed {project} in {time}.',
  'deployEnd.failed': 'The deployment of {project} failed after {time}.',
  'deployEnd.lost': 'I stopped following the deployment of {project} after {time}; the message above says why.',
  'deployEnd.log': 'The last lines of its log:',
  /** The name of the thread in which a failure is explained, as plain text. */
  'deployEnd.thread': 'Why {project} could not be deployed',
  /** In a deployment's thread. `links` are numbered links to the answers. */
  'deployEnd.reasked':
    'After this deployment I asked questions again that had no good answer before. Answered now: {answered} of {asked}. {links}',
  'deployEnd.reaskedSome': 'Some of these questions were not asked again.',

  /** When a command is given by mention and only a button press allows an answer that a single person sees. */
  /** Follows a mention of the person. */
  'deploy.pressToGoOn': 'Press the button to run {command}; only you can, and only you will see the answer.',
  'deploy.onlyAuthor': 'Only the person who wrote this command can continue it; write it yourself.',
  'deploy.commandChanged': 'Nothing was run: the message with this command was edited or deleted; write it again.',
  'deploy.confirmLock': 'Lock deployments of **{project}** ({reason})?',
  'deploy.confirmUnlock': 'Unlock deployments of **{project}**?',
  'button.lock': 'Lock',
  'button.unlock': 'Unlock',
  'button.goOn': 'Continue',
} as const;
