/**
 * `npm run -s probes`: asks the probes (test/fixtures/docs/questions/probes) as the service is asked without a language model,
 * and prints the figures by kind of question. Follow-ups are asked after their earlier question in the same thread.
 *
 *     npm run -s probes -- [--development] [--json FILE] [--compare FILE] [--answers FILE]
 *
 * `--development` asks the development questions and prints totals of the held-out ones, by set. `--json` writes the outcome
 * of each question; `--compare` reads those of another run, and prints what got better and worse. `--answers` writes sixty
 * answers as Markdown, for a reader who must not see the labels.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { emptyAnswer, foldAnswer, textOf } from '../../../src/kit/wire/answer.ts';
import { createExtractResponder } from '../../../src/service/answers/extractive-responder.ts';
import type { ConversationMessage, Responder } from '../../../src/service/answers/responder.ts';
import type { Page } from '../../../src/service/content/page.ts';
import { type EvalQuestion, judge, ranksCounted, toPattern } from '../../../src/service/eval/judge.ts';
import { pagesOfModel } from '../../../src/service/llm/llm-responder.ts';
import { shownPages } from '../../../src/service/llm/material.ts';
import { usualPagesChars } from '../../../src/service/llm/sizes.ts';
import type { Reading } from '../../../src/service/search/ranking/corpus.ts';
import { hybridSearch } from '../../../src/service/search/ranking/hybrid.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import type { Probe } from '../../fixtures/docs/question-sets.ts';
import {
  comparisonTable,
  figuresTable,
  type Outcome,
  pickToRead,
  type ReadAnswer,
  readOutcomes,
  toReadingList,
} from './probe-report.ts';
import { developmentSets, openProbes, type QuestionSet, totalsOnlySets } from './sets.ts';

interface AskedQuestion extends EvalQuestion, Pick<Outcome, 'kind'>, Pick<Probe, 'earlier'> {}

/** Questions about one project. */
interface AskedSet extends Pick<QuestionSet, 'name' | 'pages' | 'synonyms'> {
  readonly questions: readonly AskedQuestion[];
}

/** As many as the assistant operation uses by default. */
const pagesOfAnswer = 5;
const answersToRead = 60;

async function openDevelopment(): Promise<readonly AskedSet[]> {
  const sets = [...(await developmentSets()), ...(await totalsOnlySets())];
  return sets.map(({ name, pages, synonyms, questions }) => ({
    name,
    pages,
    synonyms,
    questions: questions.map((question) => ({ ...question, kind: name })),
  }));
}

function openReading(pages: readonly Page[], synonyms: AskedSet['synonyms']): Reading {
  return { pages, problems: [], index: createSearchIndex(pages, { synonyms }), siteUrl: undefined };
}

interface Reply {
  readonly text: string;
  readonly sources: readonly string[];
  /** Site paths as the search ranks them, best first. */
  readonly ranked: readonly string[];
  /** What a model would be shown: the first search, without what it searches for itself. */
  readonly shown: string;
}

/** Asks as the assistant operation does, which keeps the conversation of a thread. */
async function ask(
  respond: Responder,
  reading: Reading,
  question: string,
  history: readonly ConversationMessage[] = [],
): Promise<Reply> {
  const before = history.flatMap(({ role, text }) => (role === 'user' ? [text] : []));
  const lastAnswer = history.findLast(({ role }) => role === 'assistant')?.text;
  const request = { question, history, before, lastAnswer, limit: pagesOfAnswer };
  let answer = emptyAnswer;
  for await (const event of respond(request, reading, new AbortController().signal)) answer = foldAnswer(answer, event);
  const { pages } = await hybridSearch(reading, { ...request, limit: Math.max(ranksCounted, pagesOfModel) });
  return {
    text: textOf(answer),
    sources: answer.cited.map(({ path }) => path),
    ranked: pages.slice(0, ranksCounted).map(({ page }) => page.path),
    shown: shownPages(pages.slice(0, pagesOfModel), reading, usualPagesChars)
      .map((page) => page.text)
      .join('\n\n'),
  };
}

async function askInThread(respond: Responder, reading: Reading, { question, earlier }: AskedQuestion): Promise<Reply> {
  if (!earlier) return ask(respond, reading, question);
  const { text } = await ask(respond, reading, earlier.question);
  return ask(respond, reading, question, [
    { role: 'user', text: earlier.question },
    { role: 'assistant', text },
  ]);
}

const { values } = parseArgs({
  options: {
    development: { type: 'boolean', default: false },
    json: { type: 'string' },
    compare: { type: 'string' },
    answers: { type: 'string' },
  },
});
// Read first: a wrong file is better known before the questions are asked.
const before = values.compare === undefined ? undefined : readOutcomes(readFileSync(values.compare, 'utf8'));
const outcomes: Outcome[] = [];
const answers: ReadAnswer[] = [];
for (const { name, pages, synonyms, questions } of await (values.development ? openDevelopment() : openProbes())) {
  const reading = openReading(pages, synonyms);
  const respond = createExtractResponder({ turn: async () => {}, pieceDelayMs: 0, stopping: AbortSignal.abort() });
  for (const one of questions) {
    const { id, kind, question, facts } = one;
    const { text, sources, ranked, shown } = await askInThread(respond, reading, one);
    const { answerable, rank, missing, refused } = judge(one, { ranked, text, sources, tookMs: 0 });
    const unseen = facts.filter((fact) => !toPattern(fact).test(shown)).length;
    const counts = { facts: facts.length, missing: missing.length, unseen, chars: text.length };
    outcomes.push({ corpus: name, id, kind, answerable, rank, refused, ...counts });
    answers.push({ corpus: name, id, kind, question, earlier: one.earlier?.question, text, sources });
  }
}
process.stdout.write(figuresTable(outcomes));
if (before) process.stdout.write(`\nCompared with ${values.compare}:\n${comparisonTable(before, outcomes)}`);
if (values.json !== undefined) {
  writeFileSync(values.json, `[\n${outcomes.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
}
if (values.answers !== undefined) {
  writeFileSync(values.answers, toReadingList(pickToRead(answers, answersToRead)));
}
