/**
 * `npm run -s fit:answers -- [COUNT] [SKIP]`: prints COUNT answers for a person to read, to answerable questions spread evenly
 * over the foreign development projects. They show what no figure does: whether a colleague would have posted them.
 */
import { toAnswer } from '../../../src/service/answers/answer.ts';
import { judge } from '../../../src/service/eval/judge.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import { developmentSets } from './sets.ts';

const pagesOfAnswer = 5;
const [count = 50, skip = 0] = process.argv.slice(2).map(Number);

const sets = (await developmentSets()).filter(({ isForeign }) => isForeign);
const asked = sets.flatMap(({ name, pages: docs, questions }) => {
  const index = createSearchIndex(docs);
  return questions.filter(({ pages }) => pages.length > 0).map((question) => ({ name, index, question }));
});
for (let at = 0; at < count; at += 1) {
  const { name, index, question } = asked[(Math.floor((at * asked.length) / count) + skip) % asked.length] ?? {};
  if (!index || !question) continue;
  const found = index.search(question.question, pagesOfAnswer);
  const { text, sources } = toAnswer(found, ({ path }, { anchor }) => (anchor === '' ? path : `${path}#${anchor}`));
  const { missing } = judge(question, {
    ranked: found.pages.map(({ page }) => page.path),
    text,
    sources: sources.map(({ page }) => page.path),
    tookMs: 0,
  });
  const faults = missing.length === 0 ? 'all facts shown' : `not shown: ${missing.join('; ')}`;
  const head = `${name} ${question.id}, ${faults}; right: ${question.pages.join(', ')}`;
  process.stdout.write(`\n======== ${head}\n${question.question}\n--------\n${text}\n`);
}
