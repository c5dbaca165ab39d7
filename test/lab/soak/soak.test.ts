/** A soak run of a few seconds; `npm run soak` is the long one. */
import { expect, it, onTestFailed } from 'vitest';
import { short } from './plan.ts';
import { soak } from './soak.ts';

it('each question is answered once in spite of kills, database outages, broken sockets and failing calls', async () => {
  const told: string[] = [];
  onTestFailed(() => void process.stderr.write(`${told.join('\n')}\n`));
  const found = await soak(short, (line) => void told.push(line));
  const { questions, whole, errors, doubled, lost, exits } = found;
  told.push(JSON.stringify(found, undefined, 1));
  expect({ doubled, lost, exits }).toEqual({ doubled: [], lost: [], exits: [0, 0] });
  expect(whole + errors).toBe(questions);
  expect(whole).toBeGreaterThan(questions * 0.8);
});
