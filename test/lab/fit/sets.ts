/**
 * The development questions that weights are fitted to and the search is measured on: those about other projects, and those
 * about the AI SDK. The held-out sets are only read to print totals.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '../../../src/service/content/page.ts';
import { readDocs } from '../../../src/service/content/pages.ts';
import { type EvalQuestion, readQuestions } from '../../../src/service/eval/judge.ts';
import type { SynonymTable } from '../../../src/service/search/query/synonyms.ts';
import { type Corpus, corpora, corpusFolder, fetchCorpus } from '../../fixtures/docs/corpora.ts';
import { type Probe, probeSets } from '../../fixtures/docs/question-sets.ts';

export interface QuestionSet {
  readonly name: string;
  /** Whether it counts in the pooled figures: the search was not written with these docs in mind. */
  readonly isForeign: boolean;
  /** Whether fields, pages and passages are fitted to it, and not only answerability. */
  readonly isForRanking: boolean;
  readonly pages: readonly Page[];
  readonly questions: readonly EvalQuestion[];
  /** Synonyms that an operator of these docs would add. */
  readonly synonyms?: SynonymTable | undefined;
}

/** Questions of special kinds, which nothing is fitted to. */
export interface ProbeSet extends QuestionSet {
  readonly questions: readonly (EvalQuestion & Pick<Probe, 'kind' | 'earlier'>)[];
}

const questionFolder = join(import.meta.dirname, '../../fixtures/docs/questions');
const aiCorpus: Corpus = { package: 'ai', version: '7', docs: 'docs' };

const foreign = ['haraka', 'node-pg-migrate', 'fastify', 'aframe', 'npm'];
/**
 * Only for answerability: fitting the ranking to these four as well ranks right pages first for fewer questions about the other
 * five and the AI SDK, and shows fewer of their facts. docs/decisions/search-index.md has the figures.
 */
const foreignForRefusal = ['slidev', 'semantic-release', 'markdownlint', 'sails'];
const heldOut = ['codeceptjs', 'undici'];

/** Reads docs and questions; the docs are fetched with npm if they are not there. */
export async function developmentSets(): Promise<readonly QuestionSet[]> {
  const sets = [...foreign, ...foreignForRefusal].map((name) =>
    open(name, `foreign/${name}.jsonl`, corpora[name], true),
  );
  return await Promise.all([...sets, open('ai-dev', 'ai-dev.jsonl', aiCorpus, false)]);
}

/** Held-out sets, whose questions are never looked at, and the sets about the AI SDK that older versions were measured on. */
export async function totalsOnlySets(): Promise<readonly QuestionSet[]> {
  const sets = heldOut.map((name) => open(name, `foreign/${name}-held-out.jsonl`, corpora[name], true));
  const ai = ['ai-test', 'ai-test-2'].map((name) => open(name, `${name}.jsonl`, aiCorpus, false));
  return await Promise.all([...ai, ...sets]);
}

/** Fetches their docs. */
export async function openProbes(): Promise<readonly ProbeSet[]> {
  return await Promise.all(
    probeSets().map(async ({ corpusName, corpus, questions: probes }) => {
      fetchCorpus(corpus);
      const { pages } = await readDocs(corpusFolder(corpus));
      const questions = probes.map((one) => ({ ...one, facts: one.facts ?? [] }));
      return { name: corpusName, isForeign: true, isForRanking: false, pages, questions };
    }),
  );
}

async function open(name: string, file: string, corpus: Corpus | undefined, isForeign: boolean): Promise<QuestionSet> {
  if (!corpus) throw new Error(`${name} has no corpus`);
  const { questions } = readQuestions(readFileSync(join(questionFolder, file), 'utf8'));
  const synonyms = isForeign ? undefined : aiSynonyms();
  fetchCorpus(corpus);
  const { pages } = await readDocs(corpusFolder(corpus));
  return { name, isForeign, isForRanking: !foreignForRefusal.includes(name), pages, questions, synonyms };
}

/** Each line is `said, said > meant, meant`. */
function aiSynonyms(): SynonymTable {
  const table: Record<string, string[]> = {};
  for (const line of readFileSync(join(import.meta.dirname, 'ai-sdk-synonyms.txt'), 'utf8')
    .trim()
    .split('\n')) {
    const [said = '', meant = ''] = line.split(' > ');
    for (const word of said.split(', ')) table[word] = [...(table[word] ?? []), ...meant.split(', ')];
  }
  return table;
}
