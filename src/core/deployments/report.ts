/** What a deployment's message says: who deploys what, how far it is, and what became of it. Pure. */
import type { Deployment, DeploymentState, DeploymentStep } from '../model/conversation.ts';
import type { DeployedCommit, DeploymentOutcome, DeploymentRecord } from '../model/deployment.ts';
import * as wording from '../model/deployment-wording.ts';
import { type DeployCode, deployCodes } from '../model/errors.ts';
import { emptyReply, type Reply } from '../model/reply.ts';
import type { DeploymentStatus } from '../ports/deployer.ts';
import { code, duration, minuteOf, plain, timeOfDay } from './plain-text.ts';

/** How far a deployment is. */
export interface Progress {
  readonly state: DeploymentState;
  readonly steps: readonly DeploymentStep[];
  readonly statusId?: string;
  readonly code?: DeployCode | 'failure';
  readonly outcome?: DeploymentOutcome;
  /** Of a failure. */
  readonly logs?: readonly string[];
  readonly endedAt?: number;
}

/** What does not change while it is followed. */
export interface ReportFacts {
  readonly project: string;
  readonly request: Deployment['request'];
  readonly siteUrl?: string | undefined;
  /** Host of the documentation service. */
  readonly service?: string | undefined;
}

const maxWordChars = 40;
const maxLogLines = 20;
const maxLogLineChars = 160;
/** With the sentence above it, one message of either platform. */
const maxLogChars = 1_600;

/** One more state of the service, where it is a new one. An unknown word is shown as it is. */
export function withStep(steps: readonly DeploymentStep[], status: DeploymentStatus, now: number): typeof steps {
  const word = status.word ?? status.state;
  if (word === 'unknown' || steps.at(-1)?.word === word) return steps;
  return [...steps, { word: word.slice(0, maxWordChars).toWellFormed(), at: now }];
}

export function toOutcome({ commit, author, summary }: DeploymentStatus): DeploymentOutcome {
  return {
    ...(commit && { commit }),
    ...(author !== undefined && { author }),
    ...(summary !== undefined && { summary }),
  };
}

/** The message that follows a deployment. */
export function toReport(progress: Progress, facts: ReportFacts): Reply {
  const { state, code: reason, statusId, outcome = {} } = progress;
  const lines = [
    headline(progress, facts),
    ...aboutCommit(outcome),
    ...(reason !== undefined && reason !== 'failure' ? [wording.deployFailure(reason)] : []),
    ...(state === 'lost' && facts.service ? [wording.lookAt(facts.service)] : []),
    ...(state === 'succeeded' && facts.siteUrl ? [facts.siteUrl] : []),
    ...(statusId === undefined ? [] : [`Status id: ${code(statusId, 200)}`]),
    timeline(progress, facts),
  ];
  return { ...emptyReply, text: lines.join('\n\n') };
}

export function fromRecord(record: DeploymentRecord): Progress {
  const { state, steps, statusId, code: reason, outcome, endedAt } = record;
  const known = deployCodes.find((each) => each === reason);
  return {
    state,
    steps,
    ...(statusId !== undefined && { statusId }),
    ...(known && { code: known }),
    ...(outcome && { outcome }),
    ...(endedAt !== undefined && { endedAt }),
  };
}

/** What the service says about one of its updates, which need not be ours. */
export function toStatusReport(statusId: string, status: DeploymentStatus): string {
  const outcome = toOutcome(status);
  const lines = [
    `${code(statusId, 200)}: ${plain(wordOf(status.word ?? status.state))}`,
    ...aboutCommit(outcome),
    ...(status.state === 'failure' && status.logs && status.logs.length > 0 ? [toLog(status.logs)] : []),
  ];
  return lines.join('\n\n');
}

/** The same end in one line, for a list. */
export function toLine(record: DeploymentRecord): string {
  const { request, state, outcome, endedAt, steps } = record;
  const time = endedAt === undefined ? '' : ` in ${duration(endedAt - request.requestedAt)}`;
  const commit = outcome?.commit ? `, ${commitName(outcome.commit)}` : '';
  const word = endedAt === undefined ? wordOf(steps.at(-1)?.word ?? 'requested') : state;
  return `${minuteOf(request.requestedAt)} UTC ${marks[state]} ${word}${time}, for ${nameOf(request)}${commit}`;
}

/** The last lines of a failed deployment's log, in a code block that they cannot end. */
export function toLog(logs: readonly string[]): string {
  const lines = logs.slice(-maxLogLines).map((line) => line.replaceAll(/\p{C}/gu, ' ').slice(0, maxLogLineChars));
  while (lines.join('\n').length > maxLogChars) lines.shift();
  const text = lines.join('\n').toWellFormed();
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** Who wanted it, for all to read; a name notifies nobody. */
export function nameOf({ requesterName, requester }: Deployment['request']): string {
  return requesterName === undefined ? code(requester) : plain(requesterName, 60);
}

const marks: Record<DeploymentState, string> = {
  requested: '🚀',
  running: '🚀',
  succeeded: '✅',
  failed: '❌',
  lost: '❔',
};

function headline({ state, endedAt }: Progress, { project, request }: ReportFacts): string {
  const words = `${wording.deploymentHeadline(state, plain(project))} for ${nameOf(request)}`;
  const isKnown = endedAt !== undefined && state !== 'lost';
  return isKnown ? `${words}, after ${duration(endedAt - request.requestedAt)}` : words;
}

function aboutCommit(outcome: DeploymentOutcome): readonly string[] {
  const { commit, author, summary = '' } = outcome;
  const commitText = commit || author ? commitLine(outcome) : '';
  return [commitText, changes(commit), plain(summary, 500)].filter((line) => line !== '');
}

function commitLine({ commit, author }: DeploymentOutcome): string {
  const by = author ? `by ${plain(author, 60)}` : '';
  if (!commit) return `The commit is ${by}.`;
  const message = commit.message ? `: ${plain(commit.message.split('\n')[0] ?? '')}` : '';
  return [`${commitName(commit)}${message}`, by].filter((part) => part !== '').join(', ');
}

function commitName({ sha, ref }: DeployedCommit): string {
  return ref ? `${code(sha.slice(0, 7))} on ${plain(ref, 60)}` : code(sha.slice(0, 7));
}

function changes({ added, changed, removed }: Partial<DeployedCommit> = {}): string {
  const counts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
  ] as const;
  const known = counts.filter(([count]) => count !== undefined);
  return known.length === 0 ? '' : `Pages: ${known.map(([count, what]) => `${count} ${what}`).join(', ')}`;
}

/** All times in UTC, since people of many places read along. */
function timeline({ steps }: Progress, { request }: ReportFacts): string {
  const all = [{ word: 'requested', at: request.requestedAt }, ...steps];
  return `${all.map(({ word, at }) => `${timeOfDay(at)} ${plain(wordOf(word))}`).join(' → ')} (UTC)`;
}

function wordOf(word: string): string {
  return word === 'in_progress' ? 'in progress' : word;
}
