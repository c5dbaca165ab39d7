/**
 * `npm run upgrade [-- --from REVISION]`: what docs/upgrade.md promises of the last tag. Its version answers in the simulated
 * Slack, then this one continues the thread with the same database, then that one again ("Go back"). Without a tag there is
 * nothing to upgrade from. Exit code 1 if a question stays unanswered.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askAtOnce } from './bench/ask-at-once.ts';
import { startAsOperator } from './bench/operator.ts';
import { quick } from './bench/script.ts';
import { startService } from './bench/service.ts';
import { slackStage } from './bench/stages.ts';

const here = join(import.meta.dirname, '../..');
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: here, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** The newest tag before this commit; undefined if there is none. */
function lastTag(): string | undefined {
  const [tag] = git('tag', '--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-version:refname', 'v*').split('\n');
  return tag || undefined;
}

/** Starts the bot of a checkout on the database in `folder`; resolves to whether it started and answered all of three questions. */
async function answers(checkout: string, folder: string, first: number): Promise<boolean> {
  const places = { slack: stage.settings, assistantUrl: service.url };
  const bot = await startAsOperator('sources', folder, places, checkout).catch(() => undefined);
  const complete = bot ? await askAtOnce(stage, 3, first) : 0;
  await bot?.stop();
  return complete === 3;
}

const { values } = parseArgs({ options: { from: { type: 'string' } } });
const from = values.from ?? lastTag();
if (from === undefined) {
  say('No tag is older than this commit: there is nothing to upgrade from.');
  process.exit();
}
const folder = mkdtempSync(join(tmpdir(), 'docent-upgrade-'));
const before = join(folder, 'before');
git('worktree', 'add', '--quiet', '--detach', before, from);
execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: before, stdio: 'ignore' });
const [stage, service] = [await slackStage(0.5), await startService(quick, () => undefined)];
const steps = [
  [from, before],
  ['this version, on its database', here],
  [`${from} again`, before],
] as const;
try {
  for (const [index, [name, checkout]] of steps.entries()) {
    const isGood = await answers(checkout, folder, index * 3);
    say(`${name}: ${isGood ? 'answered' : 'did NOT answer'}`);
    if (!isGood) process.exitCode = 1;
  }
} finally {
  await Promise.all([stage.stop(), service.stop()]);
  git('worktree', 'remove', '--force', before);
  rmSync(folder, { recursive: true, force: true });
}
