/**
 * `npm run fit`: fits the weights of fields, ranking and answerability on the development questions and writes them where the
 * search reads them. `--check` only compares, to four decimals.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitFieldWeights, fitRanking } from './fitting.ts';
import { developmentSets } from './sets.ts';

const search = join(import.meta.dirname, '../../src/docs-server/search');

const sets = await developmentSets();
const fieldWeights = fitFieldWeights(sets);
const fitted = { 'index/field-weights.json': fieldWeights, 'ranking/weights.json': fitRanking(sets, fieldWeights) };
for (const [name, weights] of Object.entries(fitted)) {
  const file = join(search, name);
  const text = `${JSON.stringify(weights, undefined, 2)}\n`;
  if (text === readFileSync(file, 'utf8')) {
    process.stdout.write(`${name}: these questions give the same weights.\n`);
    continue;
  }
  process.stdout.write(`${name}: these questions give other weights:\n${text}`);
  if (process.argv.includes('--check')) process.exitCode = 1;
  else writeFileSync(file, text);
}
