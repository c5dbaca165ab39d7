/**
 * Handles the deploy command and the buttons of its private replies. Checks, in this order: the text, the requester, the audit
 * log (which accepts each command once), then the project's lock and a running deployment.
 */
import type { Wording } from '../../wording/wording.ts';
import type { DeploymentRequest } from '../model/conversation.ts';
import type { DeploymentCommand, DeploymentPress, PrivateReply } from '../model/deployment.ts';
import { plain, say } from '../model/plain-text.ts';
import type { Handlers } from '../ports/handlers.ts';
import type { Platform } from '../ports/platform.ts';
import type { Route } from '../ports/routing.ts';
import { record } from './audit.ts';
import { authorize } from './authorization.ts';
import { type Command, commandInMention, parseCommand } from './command.ts';
import { commandText, type Field } from './command-text.ts';
import { needsConfirmation, offer, pressConfirmation } from './confirmation.ts';
import { historyReply, latestReply, statusReply } from './listings.ts';
import { lock, unlock } from './locks.ts';
import { type DeployRules, namesOf, type Project, projectNamed } from './projects.ts';
import { type AskedOptions, type CommandOptions, refuse, start } from './start.ts';

export type DeploymentHandlers = Pick<Handlers, 'deployment' | 'deploymentPress' | 'deploymentIn'>;

export function createDeploymentHandlers(options: CommandOptions): DeploymentHandlers {
  return {
    deployment: async (command) => take(command, await withWording(command, options)),
    async deploymentPress(press) {
      const asked = await withWording(press, options);
      if (options.routeFor(press.thread).mode === 'off') return refuseHere(press, asked);
      return press.choice === 'again' ? pressAgain(press, asked) : pressConfirmation(press, asked);
    },
    deploymentIn({ text, thread }) {
      if (options.routeFor(thread).mode === 'off') return undefined;
      return commandInMention(text, namesOf(options.rules));
    },
  };
}

async function withWording(request: DeploymentRequest, options: CommandOptions): Promise<AskedOptions> {
  return { ...options, wording: await options.wordingOf(request) };
}

/** Nobody deploys from a place that is switched off. */
async function refuseHere(request: DeploymentRequest, options: AskedOptions): Promise<PrivateReply> {
  await record('refused', request, { detail: 'off' }, options);
  return say(options.wording.say('refused.off'));
}

async function take(
  { text, named, confirmRef, ...asked }: DeploymentCommand,
  options: AskedOptions,
): Promise<PrivateReply | undefined> {
  const { rules, routeFor, wording } = options;
  const route = routeFor(asked.thread);
  if (route.mode === 'off') {
    if (!(await mayFillAudit(asked, options))) return say(wording.say('refused.off'));
    await record('asked', asked, { detail: detailOf(text) }, options);
    return refuseHere(asked, options);
  }
  const [byDefault, ...others] = namesIn(route, rules);
  if (byDefault === undefined) return say(wording.say('deployFailure.not_configured'));
  const command = parseCommand(text, [byDefault, ...others], named);
  if (command.kind === 'help') {
    const isNew =
      !(await mayFillAudit(asked, options)) || (await record('asked', asked, { detail: detailOf(text) }, options));
    return isNew ? help(command, projectNamed(rules, byDefault), others, options) : undefined;
  }
  const project = projectNamed(rules, command.project);
  if (!project) throw new TypeError('a parsed command names a project that is configured');
  const found = await authorize(asked, project, options.platform);
  if (!found.allowed && !(await mayFillAudit(asked, options))) return say(found.sentence(wording));
  const request = found.allowed && found.name !== undefined ? { ...asked, requesterName: found.name } : asked;
  const isNew = await record('asked', request, { project: project.name, detail: detailOf(text) }, options);
  const startsAtOnce = command.kind === 'deploy' && !(await needsConfirmation(project, request, options));
  if (!isNew && !(startsAtOnce && (await wasCutShort(request, text, options)))) return undefined;
  const reply = found.allowed
    ? ((await askFirst(command, project, { ...request, confirmRef }, options)) ??
      (await (startsAtOnce ? start(project, request, options) : run(command, project, request, options))))
    : await refuse(request, project, found, options);
  return isNew ? reply : undefined;
}

/** Whether this same command was taken before and led to nothing, as when the process died: only then does it continue. */
async function wasCutShort(
  { id, thread: { platform } }: DeploymentRequest,
  text: string,
  { store }: CommandOptions,
): Promise<boolean> {
  const entries = await store.auditOf({ platform, requestId: id });
  return entries.every(({ event, detail }) => event === 'asked' && detail === detailOf(text));
}

/** How often an hour a person's commands that change nothing are recorded. */
const maxRecorded = 20;
const hourMs = 60 * 60_000;

/** Everybody may type the command, so that what is refused, or asks for help, must not fill the audit log. */
async function mayFillAudit({ requester }: DeploymentRequest, { store, clock }: CommandOptions): Promise<boolean> {
  const now = clock.now();
  const of = `deploy commands of ${requester}`;
  const window = { limit: 'limit_calls', of, endsAt: now + hourMs, max: maxRecorded, rolls: true } as const;
  return (await store.countUse([window], now)) !== undefined;
}

function detailOf(typed: string): string {
  return typed.slice(0, 200);
}

/** The names of the projects, with that of the place first. */
function namesIn({ project: here }: Pick<Route, 'project'>, rules: DeployRules): readonly string[] {
  const names = namesOf(rules);
  return here !== undefined && names.includes(here) ? [here, ...names.filter((name) => name !== here)] : names;
}

/** A change of a lock that was typed in a mention is confirmed first; /deploy lock and unlock are not. */
async function askFirst(
  command: Exclude<Command, { kind: 'help' }>,
  project: Project,
  { confirmRef: ref, ...request }: DeploymentRequest & { readonly confirmRef: string | undefined },
  options: AskedOptions,
): Promise<PrivateReply | undefined> {
  if (ref === undefined || (command.kind !== 'lock' && command.kind !== 'unlock')) return undefined;
  const { wording } = options;
  await record('offered', request, { project: project.name }, options);
  const facts = { project: plain(project.title) };
  return {
    markdown:
      command.kind === 'lock'
        ? wording.say('deploy.confirmLock', { ...facts, reason: plain(command.reason, 200) })
        : wording.say('deploy.confirmUnlock', facts),
    buttons: [{ choice: 'run', ref, label: wording.say(`button.${command.kind}`), isMain: true }],
  };
}

function run(
  command: Exclude<Command, { kind: 'help' }>,
  project: Project,
  request: DeploymentRequest,
  options: AskedOptions,
): Promise<PrivateReply> {
  switch (command.kind) {
    case 'deploy':
      return offer(project, request, options);
    case 'status':
      return statusReply(project, command.statusId, request.thread, options);
    case 'latest':
      return latestReply(project, request.thread, options);
    case 'history':
      return historyReply(project, command.count, request.thread, options);
    case 'lock':
      return lock(project, command.reason, request, options);
    case 'unlock':
      return unlock(project, request, options);
  }
}

async function pressAgain(
  { choice: _, ref, ...pressed }: DeploymentPress,
  options: AskedOptions,
): Promise<PrivateReply> {
  const { wording } = options;
  const project = await projectOfRunning(ref, options);
  if (!project) return say(wording.say('deploy.nothingToRunAfter'));
  const found = await authorize(pressed, project, options.platform);
  if (!found.allowed) return refuse(pressed, project, found, options);
  const request = found.name === undefined ? pressed : { ...pressed, requesterName: found.name };
  const result = await options.store.planFurtherRun(ref, request);
  if (result === 'planned_already') return say(wording.say('deploy.plannedAlready'));
  if (result === 'ended') return say(wording.say('deploy.nothingToRunAfter'));
  await record('planned', request, { project: project.name }, options);
  return say(wording.say('deploy.planned', { project: plain(project.title) }));
}

/** The project that this running deployment belongs to. */
async function projectOfRunning(id: string, { rules, store }: CommandOptions): Promise<Project | undefined> {
  for (const project of rules.projects) {
    const [newest] = await store.listDeployments(project.name, 1);
    if (newest?.id === id && newest.endedAt === undefined) return project;
  }
  return undefined;
}

function help(
  { because }: Extract<Command, { kind: 'help' }>,
  byDefault: Project | undefined,
  others: readonly string[],
  { platform, wording }: AskedOptions,
): PrivateReply {
  const why = {
    unknown: () => wording.say('deploy.notACommand'),
    no_reason: () => wording.say('deploy.lockNeedsReason', { command: lockCommand(platform, others) }),
  };
  const lines = helpLines(plain(byDefault?.title ?? ''), others, platform, wording).map((line) => `- ${line}`);
  return say([...(because ? [why[because]()] : []), lines.join('\n')].join('\n\n'));
}

/** `title`: of the default project. `others`: the names of the others. */
function helpLines(title: string, others: readonly string[], platform: Platform, wording: Wording): readonly string[] {
  const typed = (...fields: readonly Field[]): string => commandText(platform, ...fields);
  const named = namedIn(others);
  return [
    wording.say('deployHelp.deploy', { command: typed(), project: title }),
    ...others.map((name) =>
      wording.say('deployHelp.deploy', { command: typed(['project', name]), project: plain(name) }),
    ),
    wording.say('deployHelp.status', {
      command: typed(['action', 'status'], ...named),
      withId: typed(['action', 'status'], ['text', 'ID']),
    }),
    wording.say('deployHelp.latest', {
      command: typed(['action', 'latest'], ...named),
      history: typed(['action', 'history'], ...named, ['text', 'N', 'optional']),
    }),
    wording.say('deployHelp.lock', {
      command: lockCommand(platform, others),
      unlock: typed(['action', 'unlock'], ...named),
    }),
    wording.say('deployHelp.mention', { command: '`@docent deploy …`' }),
  ];
}

function lockCommand(platform: Platform, others: readonly string[]): string {
  return commandText(platform, ['action', 'lock'], ...namedIn(others), ['text', 'REASON']);
}

/** The optional field for the project, if there are several. */
function namedIn(others: readonly string[]): readonly Field[] {
  return others.length > 0 ? [['project', 'PROJECT', 'optional']] : [];
}
