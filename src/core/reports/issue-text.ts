/** A topic as an issue in the docs' repository: what was asked and with what result, without people or thread links. Pure. */
import type { Topic } from '../insight/report.ts';
import type { AskedQuestion } from '../model/asked-question.ts';
import { code } from '../model/plain-text.ts';
import { toOneLine } from '../model/suggestions.ts';
import type { NewIssue } from '../ports/issues.ts';

const maxTitleChars = 120;
const maxQuestions = 20;
const maxQuestionChars = 300;

/** Always in English, since the docs team reads it. `marker`: identifies the issue; it is not visible. */
export function toIssue(topic: Topic, asked: readonly AskedQuestion[], span: string, marker: string): NewIssue {
  const { question, questions, unanswered, notHelpful, pages, turns } = topic;
  const ofTopic = new Set(turns);
  const texts = asked.filter(({ turn }) => ofTopic.has(turn)).map(({ text }) => toOneLine(text));
  const distinct = [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()];
  const shown = distinct.slice(0, maxQuestions).map(toItem);
  const lines = [
    `Readers asked this ${questions} times (${span}); ${unanswered} of the answers cited no page of the docs, and ${notHelpful} were marked as not helpful.`,
    ['**What readers asked**', '', ...shown].join('\n'),
    ...(pages.length === 0 ? [] : [['**Pages cited in the answers**', '', ...pages.map(toItem)].join('\n')]),
    marker,
  ];
  return { title: `Docs: ${cut(toOneLine(question))}`, body: lines.join('\n\n') };
}

/** As inline code, which cannot mention people, reference issues or contain markup. */
function toItem(text: string): string {
  return `- ${code(text, maxQuestionChars)}`;
}

/** Needs no escaping: a title has no markup, and GitHub notifies nobody who is named in it. */
function cut(title: string): string {
  const all = [...title];
  return all.length <= maxTitleChars ? title : `${all.slice(0, maxTitleChars - 1).join('')}…`;
}
