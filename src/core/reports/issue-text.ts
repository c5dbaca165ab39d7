/** A topic as an issue of the docs' repository: what was asked and how it went, without people and links to threads. Pure. */
import type { Topic } from '../insight/report.ts';
import type { AskedQuestion } from '../model/asked-question.ts';
import { code } from '../model/plain-text.ts';
import { toOneLine } from '../model/suggestions.ts';
import type { NewIssue } from '../ports/issues.ts';

const maxTitleChars = 120;
const maxQuestions = 20;
const maxQuestionChars = 300;

/** In English for everybody: the docs' team reads it. `marker`: names the issue, and is not seen. */
export function toIssue(topic: Topic, asked: readonly AskedQuestion[], span: string, marker: string): NewIssue {
  const { question, questions, unanswered, notHelpful, pages, turns } = topic;
  const ofTopic = new Set(turns);
  const texts = asked.filter(({ turn }) => ofTopic.has(turn)).map(({ text }) => toOneLine(text));
  const distinct = [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()];
  const shown = distinct.slice(0, maxQuestions).map(toItem);
  const lines = [
    `Readers asked this ${questions} times (${span}); ${unanswered} of the answers named no page of the docs, and ${notHelpful} were marked as not helpful.`,
    ['**What they asked**', '', ...shown].join('\n'),
    ...(pages.length === 0 ? [] : [['**Pages that the answers cite**', '', ...pages.map(toItem)].join('\n')]),
    marker,
  ];
  return { title: `Docs: ${cut(toOneLine(question))}`, body: lines.join('\n\n') };
}

/** As code, in which nothing mentions somebody, names another issue or is marked up. */
function toItem(text: string): string {
  return `- ${code(text, maxQuestionChars)}`;
}

/** A title has no markup; GitHub makes no mention of one either. */
function cut(title: string): string {
  const all = [...title];
  return all.length <= maxTitleChars ? title : `${all.slice(0, maxTitleChars - 1).join('')}…`;
}
