/**
 * `npm run fit`: fits the weights of fields, ranking, answerability and passages to the development questions, and writes them
 * to the files that the service reads. `--check` only compares them, to four decimals.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitFieldWeights, fitRanking } from './fitting.ts';
import { fitPassages } from './passage-fitting.ts';
import { developmentSets } from './sets.ts';

const docsServer = join(import.meta.dirname, '../../../src/service');

const sets = await developmentSets();
const fieldWeights = fitFieldWeights(sets);
const ranking = fitRanking(sets, fieldWeights);
const fitted = {
  'search/index/field-weights.json': fieldWeights,
  'search/ranking/weights.json': ranking,
  'answers/passage-weights.json': fitPassages(sets, ranking, fieldWeights),
};
for (const [name, weights] of Object.entries(fitted)) {
  const file = join(docsServer, name);
  const text = `${JSON.stringify(weights, undefined, 2)}\n`;
  if (text === readFileSync(file, 'utf8')) {
    process.stdout.write(`${name}: these questions result in the same weights.\n`);
    continue;
  }
  process.stdout.write(`${name}: these questions result in different weights:\n${text}`);
  if (process.argv.includes('--check')) process.exitCode = 1;
  else writeFileSync(file, text);
}
