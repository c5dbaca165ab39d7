/** “Open issue” below a topic of a report: replies with a link to a filled-in form, so that nothing is published unread. */
import type { Wording } from '../../wording/wording.ts';
import type { Report, Topic } from '../insight/report.ts';
import type { AskedQuestion, PrivateChannels } from '../model/asked-question.ts';
import type { DeploymentPress, PrivateButton, PrivateReply } from '../model/deployment.ts';
import { say } from '../model/plain-text.ts';
import { type ReaderOptions, readableBy } from '../people/readable-words.ts';
import { seenFrom } from '../people/seen-from.ts';
import type { Platform } from '../ports/platform.ts';
import type { Store } from '../ports/store.ts';
import { toIssueLink } from './issue-link.ts';
import { readReport } from './read-report.ts';

export interface IssueOptions {
  readonly store: Pick<Store, 'platformsApart' | 'askedSince'>;
  readonly platforms: readonly (Pick<Platform, 'isolatesWorkspaces'> & ReaderOptions['platforms'][number])[];
  readonly routing: PrivateChannels;
  /** The pattern of a link to the form for a new issue, with `{title}` and `{body}`. */
  readonly issueForm?: string;
}

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
  press: Pick<DeploymentPress, 'ref' | 'thread' | 'requester'>,
  wording: Wording,
  options: IssueOptions,
): Promise<PrivateReply> {
  return { ...say(await replyTo(press, wording, options)), isBeside: true };
}

async function replyTo(
  { ref, thread, requester }: Pick<DeploymentPress, 'ref' | 'thread' | 'requester'>,
  wording: Wording,
  options: IssueOptions,
): Promise<string> {
  const { issueForm, store } = options;
  if (issueForm === undefined) return wording.say('issue.off');
  const known = readRef(ref);
  const seen = await seenFrom(thread, options);
  // As in the report under which the button was pressed, so that the topics are the same.
  const toReadable = (asked: readonly AskedQuestion[]) => readableBy(asked, requester, options);
  const read = known && (await readReport(known.since, known.until, store, seen, toReadable));
  const topic = read?.report.topics.find(({ turns }) => turns.includes(known?.turn ?? ''));
  if (!read || !topic) return wording.say('issue.gone');
  const { report, asked } = read;
  const span = `${report.since.slice(0, 10)} to ${report.until.slice(0, 10)}`;
  const url = toIssueLink(topic, asked, issueForm, span);
  if (url === undefined) return wording.say('issue.private');
  return wording.say('issue.ready', { link: `[${wording.say('issue.link')}](<${url}>)` });
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
