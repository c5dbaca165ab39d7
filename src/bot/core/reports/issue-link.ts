/**
 * A topic of a report as a link to a filled-in form for a new issue, which a person reads and submits. Without people or thread
 * links, and only with words that everybody could read already. Pure.
 */
import { fillIn } from '../../../kit/base/link-pattern.ts';
import type { Topic } from '../insight/report.ts';
import { type AskedQuestion, isPublic } from '../model/asked-question.ts';
import { code } from '../model/plain-text.ts';
import { toOneLine } from '../model/suggestions.ts';

const maxTitleChars = 120;
const maxQuestions = 20;
const maxQuestionChars = 300;
/** Fits into one message on every platform, with a sentence, and into GitHub's limit of some 8,000. */
const maxUrlChars = 1_800;

interface NewIssue extends Readonly<Record<string, string>> {
  readonly title: string;
  /** GitHub-flavoured Markdown. */
  readonly body: string;
}

/** With as many questions as fit. undefined: none was asked in public. `form`: a pattern. `span`: of the report. */
export function toIssueLink(
  topic: Topic,
  asked: readonly AskedQuestion[],
  form: string,
  span: string,
): string | undefined {
  const questions = publicQuestions(topic, asked);
  if (questions.length === 0) return undefined;
  const most = Math.min(questions.length, maxQuestions);
  const links = Array.from({ length: most + 1 }, (_, left) =>
    fillIn(form, toIssue(topic, questions, most - left, span)),
  );
  return links.find((url) => url.length <= maxUrlChars) ?? fillIn(form, { title: toTitle(questions), body: '' });
}

/**
 * The form for a new issue, a pattern with `{title}` and `{body}`. undefined: this is no repository on GitHub or GitLab, where
 * alone groups may be in groups. `repository`: its web address.
 */
export function issueFormOf(repository: string): string | undefined {
  const [, host = '', path = ''] = /^https?:\/\/([^/]+)((?:\/[\w.-]+){2,})\/?$/.exec(repository) ?? [];
  const address = repository.replace(/\/$/, '');
  if (/^gitlab\./i.test(host)) return `${address}/-/issues/new?issue%5Btitle%5D={title}&issue%5Bdescription%5D={body}`;
  return path.split('/').length === 3 ? `${address}/issues/new?title={title}&body={body}` : undefined;
}

/** The distinct ones, the most typical first. */
function publicQuestions({ turns }: Topic, asked: readonly AskedQuestion[]): readonly string[] {
  const texts = new Map(asked.filter(isPublic).map(({ turn, text }) => [turn, toOneLine(text)]));
  const ofTopic = turns.flatMap((turn) => texts.get(turn) ?? []).filter((text) => text !== '');
  return [...Map.groupBy(ofTopic, (text) => text.toLowerCase()).values()].flatMap(([first]) => first ?? []);
}

/** In English, since the docs team reads it. */
function toIssue(
  { questions: times, unanswered, notHelpful, pages }: Topic,
  questions: readonly string[],
  shown: number,
  span: string,
): NewIssue {
  const lines = [
    `Readers asked this ${times} times (${span}); ${unanswered} of the answers cited no page of the docs, and ${notHelpful} were marked as not helpful.`,
    ...listed('What readers asked', questions.slice(0, shown)),
    ...listed('Pages cited in the answers', pages),
  ];
  return { title: toTitle(questions), body: lines.join('\n\n') };
}

/** As inline code, which cannot mention people, reference issues or contain markup. */
function listed(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  return [[`**${title}**`, '', ...items.map((item) => `- ${code(item, maxQuestionChars)}`)].join('\n')];
}

/** Needs no escaping: a title has no markup, and GitHub notifies nobody who is named in it. */
function toTitle([typical = '']: readonly string[]): string {
  const all = [...typical];
  return `Docs: ${all.length <= maxTitleChars ? typical : `${all.slice(0, maxTitleChars - 1).join('')}…`}`;
}
