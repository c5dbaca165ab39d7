/**
 * `npm run fit`: fits the weights of ranking and answerability on the development questions and writes them where the
 * search reads them. `--check` only compares, to four decimals.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitRanking } from './fitting.ts';
import { developmentSets } from './sets.ts';

const file = join(import.meta.dirname, '../../src/docs-server/search/ranking/weights.json');

const sets = await developmentSets();
const fitted = `${JSON.stringify(fitRanking(sets), undefined, 2)}\n`;
const isSame = fitted === readFileSync(file, 'utf8');
if (process.argv.includes('--check')) {
  process.stdout.write(
    isSame ? 'The weights are those that these questions give.\n' : `These questions give other weights:\n${fitted}`,
  );
  process.exitCode = isSame ? 0 : 1;
} else {
  writeFileSync(file, fitted);
  process.stdout.write(isSame ? 'Nothing changed.\n' : fitted);
}
