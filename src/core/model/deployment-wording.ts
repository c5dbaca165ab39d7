/**
 * Every sentence about deployments that a person reads. In: codes and facts; names, reasons and times are finished Markdown.
 * Out: Markdown. Pure. Complete by type: a new code does not compile before it has a sentence here.
 */
import type { DeploymentState } from './conversation.ts';
import type { DeployCode } from './errors.ts';

const failures: Record<DeployCode, string> = {
  not_configured:
    'Deployments are not set up; a maintainer can set DEPLOY_URL, DEPLOY_PROJECT_ID and DEPLOY_TOKEN, or name projects in the routing file.',
  already_running: 'The documentation service is deploying this project already; try again when it is done.',
  unauthorized: 'The documentation service refused our deploy token; a maintainer has to renew it.',
  not_found: 'The documentation service does not know this project; a maintainer should check its id and address.',
  rejected: 'The documentation service did not accept the deployment; a maintainer should look into the log.',
  rate_limited: 'The documentation service accepts no more deployments right now; try again in a minute.',
  unavailable: 'The documentation service cannot be reached right now; try again in a few minutes.',
  unfollowed: 'The update is queued, and the documentation service does not report its progress.',
  timed_out: 'I have followed it for as long as I may, and it has not ended.',
  lost: 'It is not known whether the documentation service took the request, so I do not repeat it.',
};

export function deployFailure(code: DeployCode): string {
  return failures[code];
}

/** Where the end of a deployment can be seen that is not followed any more. */
export function lookAt(service: string): string {
  return `Look at ${service} for its end before you deploy again.`;
}

/** To the requester alone, when nobody is allowed. */
export function nobodyMayDeploy(identity: string): string {
  return `Nobody may deploy yet; a maintainer can allow you by setting DEPLOY_ALLOW=${identity}.`;
}

/** To the requester alone. */
export function mayNotDeploy(identity: string): string {
  return `You may not deploy the docs: DEPLOY_ALLOW names neither you nor a group or role of yours. A maintainer can add ${identity}.`;
}

export function notInThisChannel(project: string): string {
  return `Nobody may deploy ${project} from this channel; docent.yaml says from where.`;
}

const standings = {
  guest: 'Guests may not deploy the docs, whatever DEPLOY_ALLOW says.',
  stranger: 'People of other workspaces may not deploy the docs, whatever DEPLOY_ALLOW says.',
  bot: 'Bots may not deploy the docs, whatever DEPLOY_ALLOW says.',
  deactivated: 'Deactivated accounts may not deploy the docs.',
};

export function refusedStanding(kind: keyof typeof standings): string {
  return standings[kind];
}

/** The platform did not answer who somebody is, or who is in a group. */
export const cannotCheckRights = 'I cannot check right now whether you may deploy, so I do not; try again in a minute.';
/** The platform does not let us know it. */
export const mayNotCheckRights =
  'I cannot find out whether you may deploy, so I do not; a maintainer finds the reason in my log.';

const states: Record<DeploymentState, (project: string) => string> = {
  requested: (project) => `🚀 **Deploying ${project}**`,
  running: (project) => `🚀 **Deploying ${project}**`,
  succeeded: (project) => `✅ **Deployed ${project}**`,
  failed: (project) => `❌ **Could not deploy ${project}**`,
  lost: (project) => `❔ **How the deployment of ${project} ends is not known**`,
};

/** The first words of the message that follows a deployment. */
export function deploymentHeadline(state: DeploymentState, project: string): string {
  return states[state](project);
}

/** To the requester alone, when a deployment begins. */
export function deploymentTaken(project: string): string {
  return `The deployment of ${project} is requested; its progress is posted in this channel.`;
}

export function askToConfirm(project: string, branch: string | undefined): string {
  return `Deploy **${project}**${branch ? ` (branch ${branch})` : ''}?`;
}

export const nobodyHoldsLock = 'Nobody has locked deployments.';
export const neverDeployed = 'Nobody deployed from here before.';
export const confirmWithin = 'Only you see this; the buttons work for 60 seconds.';
export const confirmLabel = 'Deploy';
export const cancelLabel = 'Cancel';
export const againLabel = 'Once more at its end';

export function lastRun(report: string): string {
  return `Before this: ${report}.`;
}

export function cancelled(project: string): string {
  return `Nothing is deployed: you cancelled the deployment of ${project}.`;
}

export function confirmationExpired(project: string): string {
  return `Nothing is deployed: the question whether to deploy ${project} has expired; ask again.`;
}

export const confirmationForgotten = 'This question has expired, and nothing is deployed; ask again.';
export const notYours = 'Only the person who asked may answer this.';

/** `link`: of the message that follows it. */
export function joined(project: string, name: string, since: string, link: string | undefined): string {
  const where = link ? `; see ${link}` : '';
  return `A deployment of ${project} is running already, for ${name}, since ${since} UTC${where}. It may have begun before your newest commit: one further run can begin at its end.`;
}

export function plannedFurtherRun(project: string): string {
  return `One further deployment of ${project} begins when the running one has ended.`;
}

export const furtherRunPlannedAlready = 'A further run is planned already; it will have your commits, too.';
export const nothingToRunAfter = 'That deployment has ended meanwhile; type /deploy for a new one.';

export function furtherRunLocked(project: string): string {
  return `The further deployment of ${project} did not begin, because somebody has locked it meanwhile.`;
}

export function lockedBy(project: string, name: string, since: string, reason: string): string {
  return `🔒 Nobody deploys ${project} now: ${name} has locked it since ${since} UTC (${reason}). \`/deploy unlock\` ends that.`;
}

export function nowLocked(project: string, reason: string): string {
  return `🔒 Nobody deploys ${project} until somebody types \`/deploy unlock\` (${reason}).`;
}

export function nowUnlocked(project: string, holder: string, reason: string): string {
  return `🔓 You have unlocked ${project}, which ${holder} had locked (${reason}).`;
}

export function wasNotLocked(project: string): string {
  return `Nobody has locked ${project}.`;
}

export function noDeployments(project: string): string {
  return `Nobody has deployed ${project} from here yet.`;
}

export function noSuchStatus(project: string, service: string): string {
  return `The documentation service (${service}) reports no such status for ${project}.`;
}

export const notACommand = 'I do not know this command, so nothing is deployed.';
export const lockNeedsReason = 'Say why: `/deploy lock REASON`.';

/** `title`: of the default project; `others`: names. */
export function deployHelp(title: string, others: readonly string[]): string {
  const named = others.length > 0 ? ' [PROJECT]' : '';
  return [
    `- \`/deploy\` deploys ${title}`,
    ...others.map((name) => `- \`/deploy ${name}\` deploys ${name}`),
    `- \`/deploy status${named}\` says how far the newest deployment is; \`/deploy status ID\` asks the documentation service`,
    `- \`/deploy latest${named}\` shows the newest deployment that has ended; \`/deploy history${named} [N]\` lists the newest ones`,
    `- \`/deploy lock${named} REASON\` lets nobody deploy; \`/deploy unlock${named}\` ends that`,
    '- in a thread, mention me in place of the slash: `@docent deploy …`',
  ].join('\n');
}

/** The note that notifies whoever wanted the deployment. */
export function deploymentEnded(state: DeploymentState, project: string, time: string): string {
  if (state === 'succeeded') return `Deployed ${project}, after ${time}.`;
  if (state === 'failed') return `The deployment of ${project} failed, after ${time}.`;
  return `I do not follow the deployment of ${project} any more, after ${time}.`;
}

/** The name of the thread in which a failure is explained; plain text. */
export function failureThread(project: string): string {
  return `Why ${project} could not be deployed`;
}

export const lastLogLines = 'The last lines of its log:';

/** To whoever mentions us with a command, where answers for one person alone need a press. */
export const pressToGoOn = 'Press the button to go on; only you will see the answer.';
export const goOnLabel = 'Go on';
