/**
 * `npm run sim -- --seeds 10000 [--from 1]`: many histories, their faults and violations, and the shortest violated
 * one as a story reduced to what it needs. `--seed N [--without 'kill 0,q3,429']`: one history as a story.
 * `--mutations`: which seed finds each deliberate bug. Exit code 1 if anything was violated, or a bug was not found.
 */
import { parseArgs } from 'node:util';
import { type Mutation, mutations } from './mutations.ts';
import { shrink } from './shrink.ts';
import { type History, simulate } from './world.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    without: { type: 'string', default: '' },
    mutation: { type: 'string' },
    mutations: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (values.seed !== undefined) tellStory(await simulateOne(Number(values.seed)));
else if (values.mutations) await findMutations();
else await runMany();

function simulateOne(seed: number): Promise<History> {
  return simulate(seed, toMutation(values.mutation), new Set(values.without.split(',')));
}

async function runMany(): Promise<void> {
  const [from, count] = [Number(values.from), Number(values.seeds)];
  const faults: Record<string, number> = {};
  const failed: History[] = [];
  let [questions, deployments] = [0, 0];
  const startedAt = performance.now();
  for (let seed = from; seed < from + count; seed += 1) {
    const history = await simulateOne(seed);
    questions += history.questions;
    deployments += history.deployments;
    for (const [name, times] of Object.entries(history.faults)) faults[name] = (faults[name] ?? 0) + times;
    if (history.violations.length > 0) failed.push(history);
    const done = seed - from + 1;
    if (done % 1_000 === 0) say(`${done} histories, ${failed.length} violated`);
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  say(`histories   ${count}   (${seconds} s)\nquestions   ${questions}\ndeployments ${deployments}`);
  say(`faults      ${JSON.stringify(faults)}\nviolations  ${failed.length}`);
  const [shortest] = failed.sort((a, b) => a.story.length - b.story.length);
  if (shortest) await tellShortest(shortest, failed);
}

async function tellShortest(history: History, failed: readonly History[]): Promise<void> {
  const seeds = failed.map(({ seed }) => seed).slice(0, 20);
  say(`seeds violated: ${seeds.join(' ')}\n`);
  const shrunk = await shrink(history, toMutation(values.mutation));
  say(`--seed ${history.seed} --without '${shrunk.without.join(',')}'`);
  tellStory(shrunk.history);
}

/** Each deliberate bug, and the first seed that finds it. */
async function findMutations(): Promise<void> {
  for (const mutation of mutations) {
    let found: History | undefined;
    for (let seed = 1; seed <= 500 && !found; seed += 1) {
      const history = await simulate(seed, mutation);
      if (history.violations.length > 0) found = history;
    }
    say(`${mutation.padEnd(32)} ${found ? `found by seed ${found.seed}: ${found.violations[0]}` : 'NOT FOUND'}`);
    if (!found) process.exitCode = 1;
  }
}

function tellStory({ seed, story, violations }: History): void {
  say(`seed ${seed}\n${story.join('\n')}\n${violations.length} violations`);
  if (violations.length > 0) process.exitCode = 1;
}

function toMutation(name: string | undefined): Mutation | undefined {
  return mutations.find((each) => each === name);
}
