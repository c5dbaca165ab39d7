/** The message that shows a deployment: who deploys what, how far it is, and how it ended. Pure. */

import type { Wording } from '../../wording/wording.ts';
import type { Deployment, DeploymentState, DeploymentStep } from '../model/conversation.ts';
import type { DeployedCommit, DeploymentOutcome, DeploymentRecord } from '../model/deployment.ts';
import { type DeployCode, deployCodes } from '../model/errors.ts';
import { removedPerson } from '../model/people.ts';
import { code, duration, minuteOf, plain, timeOfDay } from '../model/plain-text.ts';
import { emptyReply, type Reply } from '../model/reply.ts';
import type { DeploymentStatus } from '../ports/deployer.ts';

/** The progress of a deployment. */
export interface Progress {
  readonly state: DeploymentState;
  readonly steps: readonly DeploymentStep[];
  readonly statusId?: string;
  readonly code?: DeployCode | 'failure';
  readonly outcome?: DeploymentOutcome;
  /** After a success: the files of the docs that it changed, if known. */
  readonly pages?: readonly string[];
  /** After a failure. */
  readonly logs?: readonly string[];
  readonly endedAt?: number;
}

/** The facts that do not change while the deployment is followed. */
export interface ReportFacts {
  readonly wording: Wording;
  readonly project: string;
  readonly request: Deployment['request'];
  readonly siteUrl?: string | undefined;
  /** The host of the documentation service. */
  readonly service?: string | undefined;
}

const maxWordChars = 40;
/** Bounds the steps of a service that keeps switching between two states. */
const maxSteps = 20;
/** The first step and the newest ones. */
const maxShownSteps = 10;
const maxLogLines = 20;
const maxLogLineChars = 160;
/** Together with the sentence above, this fits into one message on either platform. */
const maxLogChars = 1_600;
/** Less, since a status has more text above the log. */
const maxStatusLogChars = 1_000;

/** Appends a state, in the service's own words, unless it is the same as the last one. Drops early ones if there are too many. */
export function withStep(steps: readonly DeploymentStep[], status: DeploymentStatus, now: number): typeof steps {
  const word = status.word ?? status.state;
  if (word === 'unknown' || steps.at(-1)?.word === word) return steps;
  const step = { word: word.slice(0, maxWordChars).toWellFormed(), at: now };
  return [...(steps.length < maxSteps ? steps : steps.toSpliced(1, 1)), step];
}

export function toOutcome({ commit, author, summary }: DeploymentStatus): DeploymentOutcome {
  return {
    ...(commit && { commit }),
    ...(author !== undefined && { author }),
    ...(summary !== undefined && { summary }),
  };
}

/** The message that shows a deployment. */
export function toReport(progress: Progress, facts: ReportFacts): Reply {
  const { state, code: reason, statusId, outcome = {} } = progress;
  const { wording } = facts;
  const lines = [
    headline(progress, facts),
    ...aboutCommit(outcome, wording),
    ...(reason !== undefined && reason !== 'failure' ? [wording.say(`deployFailure.${reason}`)] : []),
    ...(state === 'lost' && facts.service ? [wording.say('deploy.lookAt', { service: facts.service })] : []),
    ...(state === 'succeeded' && facts.siteUrl ? [facts.siteUrl] : []),
    ...(statusId === undefined ? [] : [wording.say('deployReport.statusId', { id: code(statusId, 200) })]),
    timeline(progress, facts),
  ];
  return { ...emptyReply, text: lines.join('\n\n') };
}

export function fromRecord(record: DeploymentRecord): Progress {
  const { state, steps, statusId, code: reason, outcome, endedAt } = record;
  const known = deployCodes.find((deployCode) => deployCode === reason);
  return {
    state,
    steps,
    ...(statusId !== undefined && { statusId }),
    ...(known && { code: known }),
    ...(outcome && { outcome }),
    ...(endedAt !== undefined && { endedAt }),
  };
}

/** The status of any update of the service, not only of our own deployments. */
export function toStatusReport(statusId: string, status: DeploymentStatus, wording: Wording): string {
  const outcome = toOutcome(status);
  const lines = [
    `${code(statusId, 200)}: ${plain(wordOf(status.word ?? status.state, wording))}`,
    ...aboutCommit(outcome, wording),
    ...(status.state === 'failure' && status.logs && status.logs.length > 0
      ? [toLog(status.logs, maxStatusLogChars)]
      : []),
  ];
  return lines.join('\n\n');
}

/** A deployment in one line, for a list. */
export function toLine(record: DeploymentRecord, wording: Wording): string {
  const { request, state: end, outcome, endedAt, steps } = record;
  const [when, name] = [minuteOf(request.requestedAt), nameOf(request, wording)];
  const state = `${marks[end]} ${wordOf(endedAt === undefined ? (steps.at(-1)?.word ?? 'requested') : end, wording)}`;
  const line =
    endedAt === undefined
      ? wording.say('deployReport.line', { when, state, name })
      : wording.say('deployReport.endedLine', { when, state, name, time: duration(endedAt - request.requestedAt) });
  return outcome?.commit ? `${line}, ${commitName(outcome.commit, wording)}` : line;
}

/** The last lines of a failed deployment's log, in a code block that they cannot end. Long lines are cut. */
export function toLog(logs: readonly string[], maxChars = maxLogChars): string {
  const lines = logs.slice(-maxLogLines).map((line) => line.replaceAll(/\p{C}/gu, ' ').trimEnd());
  const cutTo = (chars: number) => lines.map((line) => (line.length <= chars ? line : `${line.slice(0, chars - 1)}…`));
  let chars = maxLogLineChars;
  while (cutTo(chars).join('\n').length > maxChars) chars -= 1;
  const text = cutTo(chars).join('\n').toWellFormed();
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** The requester's name, in a form that notifies nobody. */
export function nameOf({ requesterName, requester }: Deployment['request'], wording: Wording): string {
  if (requester === removedPerson) return wording.say('somebody');
  return requesterName === undefined ? code(requester) : plain(requesterName, 60);
}

const marks: Record<DeploymentState, string> = {
  requested: '🚀',
  running: '🚀',
  succeeded: '✅',
  failed: '❌',
  lost: '❔',
};

function headline({ state, endedAt }: Progress, { project, request, wording }: ReportFacts): string {
  const headline = wording.say(`deployState.${state}`, { project: plain(project) });
  const name = nameOf(request, wording);
  if (endedAt === undefined || state === 'lost') return wording.say('deployReport.for', { headline, name });
  const time = duration(endedAt - request.requestedAt);
  return wording.say(state === 'succeeded' ? 'deployReport.forIn' : 'deployReport.forAfter', { headline, name, time });
}

function aboutCommit(outcome: DeploymentOutcome, wording: Wording): readonly string[] {
  const { commit, author, summary = '' } = outcome;
  const commitText = commit || author ? commitLine(outcome, wording) : '';
  return [commitText, changes(commit, wording), plain(summary, 500)].filter((line) => line !== '');
}

function commitLine({ commit, author }: DeploymentOutcome, wording: Wording): string {
  const by = author ? plain(author, 60) : undefined;
  if (!commit) return wording.say('deployReport.onlyAuthor', { author: by ?? '' });
  const message = commit.message ? `: ${plain(commit.message.split('\n')[0] ?? '')}` : '';
  const authored = by === undefined ? [] : [wording.say('deployReport.by', { author: by })];
  return [`${commitName(commit, wording)}${message}`, ...authored].join(', ');
}

function commitName({ sha, ref }: DeployedCommit, wording: Wording): string {
  const commit = code(sha.slice(0, 7));
  return ref ? wording.say('deployReport.commitOn', { commit, branch: plain(ref, 60) }) : commit;
}

function changes(commit: Partial<DeployedCommit> | undefined, wording: Wording): string {
  const known = (['added', 'changed', 'removed'] as const).flatMap((what) => {
    const number = commit?.[what];
    return number === undefined ? [] : [wording.say(`deployReport.${what}`, { number })];
  });
  return known.length === 0 ? '' : wording.say('deployReport.pages', { changes: known.join(', ') });
}

/** All times in UTC, since readers are in many time zones. */
function timeline({ steps }: Progress, { request, wording }: ReportFacts): string {
  const all = [{ word: 'requested', at: request.requestedAt }, ...steps];
  const texts = all.map(({ word, at }) => `${timeOfDay(at)} ${plain(wordOf(word, wording))}`);
  const middle = steps.length - maxShownSteps;
  return `${(middle > 0 ? texts.toSpliced(2, middle, '…') : texts).join(' → ')} (UTC)`;
}

const ownWords = ['requested', 'in_progress', 'running', 'succeeded', 'failed', 'lost'] as const;

/** Translates the words that we know; others are shown in the service's own words. */
function wordOf(word: string, wording: Wording): string {
  const own = ownWords.find((ownWord) => ownWord === word);
  return own === undefined ? word : wording.say(`deployWord.${own}`);
}
