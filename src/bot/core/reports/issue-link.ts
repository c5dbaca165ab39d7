/**
 * A topic of a report as a link to a filled-in form for a new issue, which a person reads and submits. Without people or thread
 * links, and only with words that everybody could read already. Pure.
 */
import type { Topic } from '../insight/report.ts';
import { type AskedQuestion, isPublic } from '../model/asked-question.ts';
import { toOneLine } from '../model/suggestions.ts';
import { fits, listed, type NewIssue, toFittingLink, toLink, toTitle } from './issue-form.ts';

const maxQuestions = 20;

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
    toLink(form, toIssue(topic, questions, most - left, span)),
  );
  return links.find(fits) ?? toFittingLink(form, { title: toTitle(questions[0]), body: '' }).link;
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
  return { title: toTitle(questions[0]), body: lines.join('\n\n') };
}
