/**
 * Announces the end of a deployment: to its requester, in a message that notifies them (edits notify nobody) and contains the
 * last log lines of a failure; and in the channel for all deployments. Each is retried for a while and then given up, since
 * the deployment's own message also shows the end.
 */
import { retry } from '../../../kit/base/retry.ts';
import type { Wording } from '../../wording/wording.ts';
import type { Body } from '../model/body.ts';
import type { DeploymentRequest, ThreadRef } from '../model/conversation.ts';
import type { DeploymentRecord, ReaskedQuestion } from '../model/deployment.ts';
import { isPassing, PlatformError } from '../model/errors.ts';
import { duration, plain } from '../model/plain-text.ts';
import { findWording } from '../people/find-wording.ts';
import { isVisible, type SeenFromOptions, seenFrom } from '../people/seen-from.ts';
import type { Platform } from '../ports/platform.ts';
import type { Routing } from '../ports/routing.ts';
import type { CallRuntime } from '../runtime.ts';
import type { Announcements } from './projects.ts';
import { type Progress, type ReportFacts, toLog, toReport } from './report.ts';

export interface Ended extends Progress {
  /** The id of the deployment. */
  readonly id: string;
  readonly facts: ReportFacts;
  /** An earlier process may have announced it already. */
  readonly isRepeat: boolean;
  /** The message that shows its end; undefined if the end could not be shown. */
  readonly message: string | undefined;
}

export interface NoteOptions extends Omit<CallRuntime, 'metrics'> {
  readonly signal: AbortSignal;
}

const maxAttempts = 5;
const pauseMs = 2_000;

export async function notifyRequester(ended: Ended, options: NoteOptions): Promise<void> {
  const { facts, state, endedAt = 0, logs = [], id, message } = ended;
  const { request, project, wording } = facts;
  const { notices } = options.platform;
  if (!message) return writeToRequester(ended, options);
  if (!notices) return;
  const end = state === 'succeeded' || state === 'failed' ? state : 'lost';
  const time = duration(endedAt - request.requestedAt);
  const sentence = wording.say(`deployEnd.${end}`, { project: plain(project), time });
  const isLong = state === 'failed' && logs.length > 0;
  const text = isLong ? `${sentence} ${wording.say('deployEnd.log')}\n\n${toLog(logs)}` : sentence;
  await withRetries(options, request.thread, () =>
    notices.notify({
      thread: request.thread,
      message,
      person: request.requester,
      body: toBody(text),
      key: `${id}:end:0`,
      ...(isLong && { title: wording.say('deployEnd.thread', { project }) }),
      ...sinceOf(ended),
    }),
  );
}

/** Used if nothing could be posted, as in a channel in which Docent may not write. */
async function writeToRequester(ended: Ended, options: NoteOptions): Promise<void> {
  const { facts, state, logs = [], id } = ended;
  const { thread, requester } = facts.request;
  const { notices } = options.platform;
  if (!notices) return;
  const log = state === 'failed' && logs.length > 0 ? [toLog(logs)] : [];
  const body = toBody([toReport(ended, facts).text, ...log].join('\n\n'));
  await withRetries(options, thread, () => notices.postTo(requester, body, `${id}:end:0`).then(() => undefined));
}

interface ElsewhereOptions extends NoteOptions, SeenFromOptions {
  readonly platforms: readonly Platform[];
}

/** Announces the end in the channel for all deployments, unless its own message is in that channel. */
export async function announceEnd(
  ended: Ended,
  options: ElsewhereOptions & { readonly announcements: Announcements | undefined },
): Promise<void> {
  const { announcements, platforms } = options;
  const { facts, message, state, id } = ended;
  const { thread } = facts.request;
  if (!announcements || (announcements.filter === 'failures' && state === 'succeeded')) return;
  const platform = platforms.find(({ name }) => name === announcements.platform);
  const { installation = thread.installation, channel } = announcements;
  const isHere =
    thread.platform === announcements.platform && thread.installation === installation && thread.channel === channel;
  if (!platform || (isHere && thread.thread === '')) return;
  const place = {
    platform: platform.name,
    installation: announcements.installation ?? '',
    channel: announcements.channel,
    thread: '',
  };
  const isKnown = isVisible(thread, await seenFrom(place, options));
  const link = isKnown && message && options.platform.threads?.linkTo(thread, message);
  const shownFacts = isKnown
    ? facts
    : { ...facts, request: { ...facts.request, requesterName: facts.wording.say('somebody') } };
  const text = [toReport(ended, shownFacts).text, ...(link ? [link] : [])].join('\n\n');
  await withRetries({ ...options, platform }, place, async () => {
    const { since } = sinceOf(ended);
    const earlier = since === undefined ? undefined : { since, others: [] };
    await platform.post(place, toBody(text), `${id}:announced:0`, earlier);
  });
}

/**
 * Says that a requested further run was not started: below the deployment that ended, or where it was requested, which may be
 * in another workspace or on another platform.
 */
export async function refuseFurtherRun(
  request: DeploymentRequest,
  { facts, id, message }: Pick<Ended, 'facts' | 'id' | 'message'>,
  options: ElsewhereOptions & { readonly routing: Routing },
): Promise<void> {
  const { thread, requester: person } = request;
  const platform = options.platforms.find(({ name }) => name === thread.platform);
  if (!platform) return;
  const wording = await findWording({ ...request, person }, { ...options, platform });
  const body = toBody(wording.say('deploy.furtherLocked', { project: plain(facts.project) }));
  const key = `${id}:further:0`;
  const { thread: place } = facts.request;
  const isBeside = place.platform === thread.platform && place.installation === thread.installation;
  await withRetries({ ...options, platform }, thread, async () => {
    if (isBeside && message && platform.notices)
      await platform.notices.notify({ thread: place, message, person, body, key });
    else await platform.post(thread, body, key);
  });
}

/** Posts how many of the questions that were asked again are answered now. Mentions nobody. */
export async function announceReask(
  {
    deployment,
    asked,
    isAll,
    wording,
    isRepeat,
  }: {
    readonly deployment: DeploymentRecord;
    readonly asked: readonly ReaskedQuestion[];
    readonly isAll: boolean;
    readonly wording: Wording;
    readonly isRepeat: boolean;
  },
  options: NoteOptions,
): Promise<void> {
  const { id, message, request, endedAt } = deployment;
  const { notices } = options.platform;
  if (!notices || !message) return;
  const answered = asked.filter(({ isAnswered }) => isAnswered);
  const links = answered.flatMap(({ link }) => link ?? []).map((link, at) => `[${at + 1}](${link})`);
  const counts = { asked: asked.length, answered: answered.length, links: links.join(' ') };
  const rest = isAll ? [] : [wording.say('deployEnd.reaskedSome')];
  const body = toBody([wording.say('deployEnd.reasked', counts).trimEnd(), ...rest].join('\n\n'));
  const since = isRepeat ? { since: endedAt ?? request.requestedAt } : {};
  await withRetries(options, request.thread, () =>
    notices.notify({ thread: request.thread, message, body, key: `${id}:reasked:0`, ...since }),
  );
}

function sinceOf({ isRepeat, facts }: Ended): { readonly since?: number } {
  return isRepeat ? { since: facts.request.requestedAt } : {};
}

function toBody(markdown: string): Body {
  return { markdown, from: 0, to: markdown.length, sources: [], notices: [] };
}

async function withRetries(options: NoteOptions, thread: ThreadRef, act: () => Promise<void>): Promise<void> {
  const { platform, pacer, clock, logger, signal } = options;
  const actInTurn = async (): Promise<void> => {
    await pacer.acquire(platform.budgets('post', thread), () => 2, signal);
    if (!signal.aborted) await act();
  };
  try {
    await retry(actInTurn, { clock, signal, maxAttempts, mayPass: isPassing, pauseMs: () => pauseMs });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (isPassing(error) && signal.aborted) return;
    logger.warn({ code: error.code, err: error }, 'end of a deployment not announced');
  }
}
