import { expect, it } from 'vitest';
import { asTyped } from '../../../src/cli/terminal/as-typed.ts';

const inClone = { npm_lifecycle_script: 'exec node --max-semi-space-size=2 src/docent.js' };
const byNpx = { npm_lifecycle_script: "'docent'" };

it.each([
  ['Which folder? Use docent serve DIR.', 'Which folder? Use npm run -s docent -- serve DIR.'],
  ['Run docent setup slack, or docent try, which …', 'Run npm run -s docent -- setup slack, or npm run try, which …'],
  ['Start it: docent start', 'Start it: npm start'],
  ['See: docent --help', 'See: npm run -s docent -- --help'],
])('rewrites %j to what to type in a clone, where npm runs it', (hint, typed) => {
  expect(asTyped(hint, inClone)).toBe(typed);
});

it('rewrites hints to npx docent after npx docent', () => {
  expect(asTyped('docent keys list; npx docent try', byNpx)).toBe('npx docent keys list; npx docent try');
});

it.each([
  ['docent keys list', {}],
  ['docent keys list', { npm_lifecycle_script: 'vitest run' }],
  ['cd /srv/docent keys, docent.db, the bot docent answers', inClone],
])('leaves %j as it is', (text, env) => {
  expect(asTyped(text, env)).toBe(text);
});
