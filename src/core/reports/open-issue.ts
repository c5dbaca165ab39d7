/**
 * Files an issue about a topic only once: the topic's turns are claimed in the store, and after an attempt with an unknown
 * outcome the issue is searched for by a marker in its text before it is filed again.
 */
import type { Logger } from '../../base/logger.ts';
import type { Wording } from '../../wording/wording.ts';
import type { Report, Topic } from '../insight/report.ts';
import { seenFrom } from '../manners/seen-from.ts';
import type { DeploymentPress, PrivateButton, PrivateReply } from '../model/deployment.ts';
import { IssueError } from '../model/errors.ts';
import { say } from '../model/plain-text.ts';
import type { IssueTracker } from '../ports/issues.ts';
import type { Platform } from '../ports/platform.ts';
import type { SeenFrom } from '../ports/reask-store.ts';
import type { Store } from '../ports/store.ts';
import { toIssue } from './issue-text.ts';
import { readReport } from './read-report.ts';

export interface IssueOptions {
  readonly store: Pick<Store, 'platformsApart' | 'askedSince' | 'now' | 'claimIssue' | 'saveIssue' | 'releaseIssue'>;
  readonly issues: IssueTracker;
  readonly platforms: readonly Pick<Platform, 'name' | 'isolatesWorkspaces'>[];
  readonly logger: Logger;
}

/** Longer than a request may take. */
const claimMs = 60_000;

/** One button per topic shown. */
export function issueButtons(report: Report, topics: readonly Topic[], wording: Wording): readonly PrivateButton[] {
  return topics.flatMap(({ turns: [first] }, at) =>
    first === undefined
      ? []
      : [{ choice: 'issue', ref: toRef(report, first), label: wording.say('button.openIssue', { number: at + 1 }) }],
  );
}

/** Fails with StoreError. */
export async function openIssue(
  { ref, thread }: Pick<DeploymentPress, 'ref' | 'thread'>,
  wording: Wording,
  options: IssueOptions,
): Promise<PrivateReply> {
  return {
    ...say(await open(ref, await seenFrom(thread, options), wording, options)),
    isBeside: true,
  };
}

async function open(ref: string, seen: SeenFrom, wording: Wording, options: IssueOptions): Promise<string> {
  const { store } = options;
  const known = readRef(ref);
  const read = known && (await readReport(known.since, known.until, store, seen));
  const topic = read?.report.topics.find(({ turns }) => turns.includes(known?.turn ?? ''));
  if (!read || !topic) return wording.say('issue.gone');
  const { report, asked } = read;
  const now = await store.now();
  const claim = await store.claimIssue(topic.turns, now, now + claimMs);
  if (claim.state === 'opened') return wording.say('issue.known', { link: claim.url });
  if (claim.state === 'busy') return wording.say('issue.busy');
  const span = `${report.since.slice(0, 10)} to ${report.until.slice(0, 10)}`;
  const marker = `<!-- docent-topic: ${claim.id} -->`;
  return file(claim, toIssue(topic, asked, span, marker), marker, wording, options);
}

async function file(
  { id, begunAt }: { readonly id: string; readonly begunAt?: number },
  issue: ReturnType<typeof toIssue>,
  marker: string,
  wording: Wording,
  { store, issues, logger }: IssueOptions,
): Promise<string> {
  try {
    const earlier = begunAt === undefined ? undefined : await issues.find(marker, begunAt - claimMs);
    const url = earlier ?? (await issues.open(issue));
    await store.saveIssue(id, url);
    return wording.say(earlier === undefined ? 'issue.opened' : 'issue.known', { link: url });
  } catch (error) {
    if (!(error instanceof IssueError)) throw error;
    logger.warn({ code: error.code, err: error }, 'issue not filed');
    await store.releaseIssue(id);
    return wording.say(`issueRefused.${error.code}`);
  }
}

/** The report's span and one turn of the topic. They identify it, since the same questions form the same topics. */
function toRef({ since, until }: Report, turn: string): string {
  return [Date.parse(since), Date.parse(until)]
    .map((at) => at.toString(36))
    .join('.')
    .concat('.', turn);
}

function readRef(ref: string): { readonly since: number; readonly until: number; readonly turn: string } | undefined {
  const [, since = '', until = '', turn = ''] = /^([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([\w-]{1,40})$/.exec(ref) ?? [];
  return turn === '' ? undefined : { since: parseInt(since, 36), until: parseInt(until, 36), turn };
}
