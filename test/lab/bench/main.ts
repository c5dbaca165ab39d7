/**
 * `npm run bench`: how fresh answers are, how fast streams are read, and what that costs. `--full` runs everything;
 * `--only <pattern>` the runs whose name matches (`codec`, `serving`, `reading`, `large docs`, `crawl`, `open streams`, `reconnects`,
 * `million turns`, `report` and `stretches` are names, too); `--only cost` what an answer costs compared with its bounds;
 * `--input <pattern>` selects the hostile inputs of `stretches`.
 * Prints tables. A run without `--only` also writes a picture to docs/images.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { codecTable } from './codec.ts';
import { printCosts } from './cost.ts';
import { crawlTable } from './crawl.ts';
import { docsReadingTable } from './docs-reading.ts';
import { largeDocsTable } from './large-docs.ts';
import { millionTurnsTable } from './million-turns.ts';
import { openStreamsTable } from './open-streams.ts';
import { picture } from './picture.ts';
import { plan } from './plan.ts';
import { reconnectsTable } from './reconnects.ts';
import { reportTable } from './report.ts';
import { dueEnd, type Outcome, run, type Scenario } from './scenario.ts';
import { printServiceStretches } from './service-stretches.ts';
import { servingTable } from './serving.ts';
import { printStretches } from './stretches.ts';
import { labelOf, notes, summary, table } from './table.ts';

/** Limit for all concurrent answers together, so that the load of the bench itself is not measured. */
const maxTokensPerSecond = 900;
/** How long a bot takes to start. */
const startMs = 4_000;

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, only: { type: 'string' }, input: { type: 'string' } },
});
const only = values.only === undefined ? undefined : new RegExp(values.only);
const startedAt = Date.now();
/** Numbers of pages. Reading 20,000 for the first time takes minutes. */
const largeSizes = only || values.full ? [300, 1_000, 5_000, 20_000] : [300, 1_000, 5_000];

if (isWanted('codec')) say(`${await codecTable()}\n`);
if (isWanted('serving')) say(`${await servingTable()}\n`);
if (isWanted('reading')) say(`${await docsReadingTable([1_000, 10_000])}\n`);
if (isWanted('large docs')) say(`${await largeDocsTable(largeSizes)}\n`);
if (isWanted('crawl')) say(`${await crawlTable(1_000)}\n`);
if (isWanted('report')) say(`${await reportTable()}\n`);
if (isWanted('reconnects')) say(`${await reconnectsTable()}\n`);
if (isWanted('stretches')) {
  await printStretches(say, values.input);
  await printServiceStretches(say, values.input);
}
// Takes minutes and gigabytes.
if ((only || values.full) && isWanted('million turns')) say(`${await millionTurnsTable(say)}\n`);
// Only on request, because several of its runs are also part of the others.
if (values.only === 'cost') await printCosts(say);
if (isWanted('open streams')) say(`${await openStreamsTable()}\n`);
const scenarios = plan(values.full).filter((scenario) => isWanted(nameOf(scenario)));
say(`${scenarios.length} runs, about ${Math.ceil(expectedMs(scenarios) / 60_000)} minutes\n`);
const outcomes = await runAll(scenarios);
for (const platform of ['slack', 'discord'] as const) {
  const onPlatform = outcomes.filter((outcome) => outcome.scenario.platform === platform);
  if (onPlatform.length > 0) say(`\n${platform}\n${table(onPlatform)}\n${notes(onPlatform)}`);
}
if (!only) writeFileSync(new URL('../../../docs/images/freshness.svg', import.meta.url), picture(outcomes));
say(`\n${((Date.now() - startedAt) / 1_000).toFixed(0)} s, load ${load()}`);

function isWanted(name: string): boolean {
  return !only || only.test(name);
}

/** Runs as many scenarios concurrently as `maxTokensPerSecond` allows. Results are in the order of the plan. */
async function runAll(scenarios: readonly Scenario[]): Promise<readonly Outcome[]> {
  const results = new Map<Scenario, Outcome>();
  const waiting = [...scenarios];
  /** When each running scenario has sent its answers; after that it only waits for rate limits, which is little work. */
  const sentAt = new Map<Scenario, number>();
  const running = new Set<Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    const busy = [...sentAt].reduce((sum, [scenario, at]) => sum + (at > Date.now() ? workOf(scenario) : 0), 0);
    const next = waiting.findIndex((candidate) => busy === 0 || busy + workOf(candidate) <= maxTokensPerSecond);
    const [scenario] = next === -1 ? [] : waiting.splice(next, 1);
    if (!scenario) {
      await Promise.race([...running, pause(500)]);
      continue;
    }
    sentAt.set(scenario, Date.now() + startMs + dueEnd(scenario.shape));
    const ended = run(scenario).then((outcome) => {
      results.set(scenario, outcome);
      printOutcome(outcome);
      sentAt.delete(scenario);
      running.delete(ended);
    });
    running.add(ended);
    await pause(startMs / 2);
  }
  return scenarios.flatMap((scenario) => results.get(scenario) ?? []);
}

/** Estimates how long `runAll` takes. A scenario that uses the whole budget runs alone; the last one may wait for its limits. */
function expectedMs(scenarios: readonly Scenario[]): number {
  const durations = scenarios.map((scenario) => {
    const share = Math.min(1, workOf(scenario) / maxTokensPerSecond);
    return Math.max(startMs / 2, share * (startMs + dueEnd(scenario.shape)));
  });
  return durations.reduce((sum, ms) => sum + ms, Math.max(0, ...scenarios.map(({ limitMs }) => limitMs)));
}

function workOf({ threads, shape }: Scenario): number {
  return threads * shape.perSecond;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function printOutcome(outcome: Outcome): void {
  const { firstMs, meanMs, lateMs, complete } = summary(outcome);
  const figures = [firstMs, meanMs, lateMs].map((ms) => (ms === undefined ? '-' : Math.round(ms)));
  say(
    `${nameOf(outcome.scenario)}: first ${figures[0]} mean ${figures[1]} late ${figures[2]} ms, ${complete} complete, ${outcome.limited} × 429, load ${load()}`,
  );
  for (const violation of new Set(outcome.violations)) say(`  ${violation}`);
}

function nameOf({ platform, bot, streaming, threads, shape, burst }: Scenario): string {
  return `${platform} ${labelOf({ bot, ...(streaming && { streaming }) })} C=${threads} ${shape.name} ${burst}`;
}

function load(): string {
  return loadavg()
    .map((average) => average.toFixed(1))
    .join(' ');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
