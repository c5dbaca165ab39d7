/**
 * `npm run bench`: how fresh answers are, how fast streams are read, what it costs. In: `--full` for everything, or
 * `--only <pattern>` for the runs whose name matches (`codec`, `serving`, `large docs`, `open streams`, `reconnects`,
 * `million turns`, `report` and `stretches` are names, too); `--only cost` alone prints what an answer costs beside its bounds; `--input <pattern>` for the
 * hostile inputs of `stretches` whose name matches.
 * Out: tables on the terminal, and after a run of everything that is planned a picture in docs/images.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { codecTable } from './codec.ts';
import { printCosts } from './cost.ts';
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
import { notes, summary, table } from './table.ts';

/** Tokens a second of all answers that run at once, so that the bench itself is not what is measured. */
const maxTokensPerSecond = 900;
/** A bot listens after so long, and answers what it is asked first. */
const startMs = 4_000;

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, only: { type: 'string' }, input: { type: 'string' } },
});
const only = values.only === undefined ? undefined : new RegExp(values.only);
const startedAt = Date.now();
/** Pages; to read 20,000 for the first time takes minutes. */
const largeSizes = only || values.full ? [300, 1_000, 5_000, 20_000] : [300, 1_000, 5_000];

if (isWanted('codec')) say(`${await codecTable()}\n`);
if (isWanted('serving')) say(`${await servingTable()}\n`);
if (isWanted('large docs')) say(`${await largeDocsTable(largeSizes)}\n`);
if (isWanted('report')) say(`${await reportTable()}\n`);
if (isWanted('reconnects')) say(`${await reconnectsTable()}\n`);
if (isWanted('stretches')) {
  await printStretches(say, values.input);
  await printServiceStretches(say, values.input);
}
// It takes minutes and gigabytes.
if ((only || values.full) && isWanted('million turns')) say(`${await millionTurnsTable(say)}\n`);
// Several of its runs are among the others.
if (values.only === 'cost') await printCosts(say);
if (isWanted('open streams')) say(`${await openStreamsTable()}\n`);
const scenarios = plan(values.full).filter((each) => isWanted(nameOf(each)));
say(`${scenarios.length} runs, about ${Math.ceil(expectedMs(scenarios) / 60_000)} minutes\n`);
const outcomes = await runAll(scenarios);
for (const platform of ['slack', 'discord'] as const) {
  const those = outcomes.filter((outcome) => outcome.scenario.platform === platform);
  if (those.length > 0) say(`\n${platform}\n${table(those)}\n${notes(those)}`);
}
if (!only) writeFileSync(new URL('../../docs/images/freshness.svg', import.meta.url), picture(outcomes));
say(`\n${((Date.now() - startedAt) / 1_000).toFixed(0)} s, load ${load()}`);

function isWanted(name: string): boolean {
  return !only || only.test(name);
}

/** As many at once as is fair; in the order of the plan. */
async function runAll(scenarios: readonly Scenario[]): Promise<readonly Outcome[]> {
  const results = new Map<Scenario, Outcome>();
  const waiting = [...scenarios];
  /** When the answers of each run that goes on are sent: those that only wait for limits then are little work. */
  const sentAt = new Map<Scenario, number>();
  const running = new Set<Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    const busy = [...sentAt].reduce((sum, [scenario, at]) => sum + (at > Date.now() ? workOf(scenario) : 0), 0);
    const next = waiting.findIndex((each) => busy === 0 || busy + workOf(each) <= maxTokensPerSecond);
    const [scenario] = next === -1 ? [] : waiting.splice(next, 1);
    if (!scenario) {
      await Promise.race([...running, pause(500)]);
      continue;
    }
    sentAt.set(scenario, Date.now() + startMs + dueEnd(scenario.shape));
    const ended = run(scenario).then((outcome) => {
      results.set(scenario, outcome);
      tell(outcome);
      sentAt.delete(scenario);
      running.delete(ended);
    });
    running.add(ended);
    await pause(startMs / 2);
  }
  return scenarios.flatMap((each) => results.get(each) ?? []);
}

/** How long `runAll` takes: who has work for the whole machine runs alone, and the last one may wait for its limits. */
function expectedMs(scenarios: readonly Scenario[]): number {
  const shares = scenarios.map((each) => {
    const share = Math.min(1, workOf(each) / maxTokensPerSecond);
    return Math.max(startMs / 2, share * (startMs + dueEnd(each.shape)));
  });
  return shares.reduce((sum, each) => sum + each, Math.max(0, ...scenarios.map((each) => each.patienceMs)));
}

function workOf({ threads, shape }: Scenario): number {
  return threads * shape.perSecond;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function tell(outcome: Outcome): void {
  const { firstMs, meanMs, lateMs, whole } = summary(outcome);
  const figures = [firstMs, meanMs, lateMs].map((each) => (each === undefined ? '-' : Math.round(each)));
  say(
    `${nameOf(outcome.scenario)}: first ${figures[0]} mean ${figures[1]} late ${figures[2]} ms, ${whole} whole, ${outcome.limited} × 429, load ${load()}`,
  );
  for (const violation of new Set(outcome.violations)) say(`  ${violation}`);
}

function nameOf({ platform, bot, threads, shape, burst }: Scenario): string {
  return `${platform} ${bot} C=${threads} ${shape.name} ${burst}`;
}

function load(): string {
  return loadavg()
    .map((each) => each.toFixed(1))
    .join(' ');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
