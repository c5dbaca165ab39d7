/**
 * The baseline that the search is compared with: SQLite's FTS5 over the same sections, with BM25 weights for title, heading and
 * text, and pages ranked by their best section. Uses the words of the question without stop words and synonyms, and FTS5's
 * Porter stemmer.
 */
import { DatabaseSync } from 'node:sqlite';
import { plainText } from '../../../src/service/content/markdown/sections.ts';
import type { Page } from '../../../src/service/content/page.ts';
import { contentWordsOf } from '../../../src/service/search/index/analyzer.ts';

/** Site paths for a question, best first. */
export type PeerSearch = (question: string) => readonly string[];

const weights = { title: 6, heading: 4, text: 1 };
const sectionsRead = 50;

export function createFts5(pages: readonly Page[]): PeerSearch {
  const database = new DatabaseSync(':memory:');
  database.exec(
    "CREATE VIRTUAL TABLE docs USING fts5(path UNINDEXED, title, heading, text, tokenize = 'porter unicode61')",
  );
  const insert = database.prepare('INSERT INTO docs VALUES (?, ?, ?, ?)');
  for (const page of pages) {
    for (const { heading, blocks } of page.sections) {
      const text = blocks.map((block) => (block.kind === 'code' ? block.text : plainText(block.text))).join('\n');
      insert.run(page.path, page.title, heading, text);
    }
  }
  const select = database.prepare(
    `SELECT path FROM docs WHERE docs MATCH ? ORDER BY bm25(docs, 0, ${weights.title}, ${weights.heading}, ${weights.text}) LIMIT ${sectionsRead}`,
  );
  return (question) => {
    const words = contentWordsOf(question).map((word) => `"${word.replaceAll('"', '')}"`);
    if (words.length === 0) return [];
    return [...new Set(select.all(words.join(' OR ')).map(({ path }) => String(path)))];
  };
}
