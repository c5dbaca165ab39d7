/**
 * The development questions that weights are fitted on and the search is measured on: those about other projects, and those
 * about the AI SDK. The held-out sets are read only to print totals.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '../../src/docs-server/content/page.ts';
import { readDocs } from '../../src/docs-server/content/pages.ts';
import type { SynonymTable } from '../../src/docs-server/search/query/synonyms.ts';
import { type EvalQuestion, readQuestions } from '../../src/eval/judge.ts';
import { type Corpus, corpora, corpusFolder } from '../fixtures/docs/corpora.ts';

export interface QuestionSet {
  readonly name: string;
  /** Counts in the pooled figures: docs that nobody wrote the search for. */
  readonly isForeign: boolean;
  /** Whether fields, pages and passages are fitted on it, and not answerability alone. */
  readonly isForRanking: boolean;
  readonly pages: readonly Page[];
  readonly questions: readonly EvalQuestion[];
  /** Those that an operator of these docs would add. */
  readonly synonyms?: SynonymTable | undefined;
}

const questionFolder = join(import.meta.dirname, '../fixtures/docs/questions');
const aiCorpus: Corpus = { package: 'ai', version: '7', docs: 'docs' };

const foreign = ['haraka', 'node-pg-migrate', 'fastify', 'aframe', 'npm'];
/**
 * For the refusal alone: with these four as well, right pages come first for fewer questions about the five and the AI SDK,
 * and fewer of their facts are shown. docs/decisions/search-index.md has the figures.
 */
const foreignForRefusal = ['slidev', 'semantic-release', 'markdownlint', 'sails'];
const heldOut = ['codeceptjs', 'undici'];

/** Reads docs and questions. Fails where `test/fixtures/docs/fetch-corpora.ts` did not run. */
export async function developmentSets(): Promise<readonly QuestionSet[]> {
  const sets = [...foreign, ...foreignForRefusal].map((name) =>
    open(name, `foreign/${name}.jsonl`, corpora[name], true),
  );
  return await Promise.all([...sets, open('ai-dev', 'ai-dev.jsonl', aiCorpus, false)]);
}

/** Sets whose questions nobody looks at, and those about the AI SDK that older versions were measured on. */
export async function totalsOnlySets(): Promise<readonly QuestionSet[]> {
  const sets = heldOut.map((name) => open(name, `foreign/${name}-held-out.jsonl`, corpora[name], true));
  const ai = ['ai-test', 'ai-test-2'].map((name) => open(name, `${name}.jsonl`, aiCorpus, false));
  return await Promise.all([...ai, ...sets]);
}

async function open(name: string, file: string, corpus: Corpus | undefined, isForeign: boolean): Promise<QuestionSet> {
  if (!corpus) throw new Error(`${name} has no corpus`);
  const { questions } = readQuestions(readFileSync(join(questionFolder, file), 'utf8'));
  const synonyms = isForeign ? undefined : aiSynonyms();
  const { pages } = await readDocs(corpusFolder(corpus));
  return { name, isForeign, isForRanking: !foreignForRefusal.includes(name), pages, questions, synonyms };
}

/** A line is `said, said > meant, meant`. */
function aiSynonyms(): SynonymTable {
  const table: Record<string, string[]> = {};
  for (const line of readFileSync(join(import.meta.dirname, 'ai-sdk-synonyms.txt'), 'utf8')
    .trim()
    .split('\n')) {
    const [said = '', meant = ''] = line.split(' > ');
    for (const each of said.split(', ')) table[each] = [...(table[each] ?? []), ...meant.split(', ')];
  }
  return table;
}
