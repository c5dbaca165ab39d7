/**
 * `docent doctor --live`: tries out in a channel of the operator what only the platform itself can tell, with their consent, and
 * removes what it posted.
 */
import { writeFile } from 'node:fs/promises';
import { isDocent } from '../../bot/app/doctor.ts';
import { wordingIn } from '../../bot/app/site-routing.ts';
import { draftsOf } from '../../bot/config/config.ts';
import { secretsIn, writeEnvFile } from '../../bot/config/env-file.ts';
import { loadConfig } from '../../bot/config/load.ts';
import { v } from '../../bot/config/variables.ts';
import { ConfigError, isPassing, PlatformError } from '../../bot/core/model/errors.ts';
import type { OperatorNotice } from '../../bot/core/ports/handlers.ts';
import { english } from '../../bot/wording/wording.ts';
import { type Clock, systemClock } from '../../kit/base/clock.ts';
import { maskSecrets } from '../../kit/masking/secrets-in-logs.ts';
import { countOf, printLine, summaryOf } from '../terminal/check-lines.ts';
import { type CommandIo, type ExitCode, UsageError } from '../terminal/command.ts';
import type { Finding, LiveCheck } from './checks.ts';
import { createNobody, createOnlooker, type Onlooker } from './onlooker.ts';
import { createPresses } from './presses.ts';
import { type Reported, toReport } from './report.ts';
import { settingFor } from './streaming-setting.ts';
import { createTrial, type Trial, toBody } from './trial.ts';
import { openTried, type TriedPlatform } from './tried-platform.ts';

export interface LiveOptions {
  /** Consents to everything that would be asked. */
  readonly isAgreed: boolean;
  /** Nobody is asked to press, to write or to look. */
  readonly isAlone: boolean;
}

/** `named`: `slack:C…` or `discord:…`. */
export async function tryLive(
  named: string | undefined,
  { isAgreed, isAlone }: LiveOptions,
  io: CommandIo,
  clock: Clock = systemClock,
): Promise<ExitCode> {
  const place = v.reportChannel.schema.safeParse(named ?? '');
  if (!place.success) throw new UsageError(`Which channel? Name ${v.reportChannel.expected}.`);
  const { platform: name, channel } = place.data;
  const read = await loadConfig(io.env);
  const config = read.ok ? read.config : (read.partial ?? {});
  const notices: OperatorNotice[] = [];
  const tellOperators = (notice: OperatorNotice): void => void notices.push(notice);
  const tried = await openTried(name, config, { clock, tellOperators });
  if (!tried) {
    io.err(name === 'slack' ? noSlack : noDiscord);
    return 2;
  }
  if (!isAgreed && !io.isInTerminal) {
    io.err('The trial asks before it posts, and this is not a terminal: agree with --yes.\n');
    return 2;
  }
  if (config.port && (await isDocent(config.host ?? '127.0.0.1', config.port))) {
    io.err(`A bot runs on port ${config.port}. Stop it for the trial: messages and presses would reach either.\n`);
    return 1;
  }
  const operator = createOnlooker(io, clock);
  operator.say(consent(tried.title, channel, isAlone));
  if (!isAgreed && !(await operator.asks('Go on?'))) {
    operator.say('Nothing was posted.');
    return 1;
  }
  const presses = createPresses({
    tellOperators,
    drafts: draftsOf(config),
    wordingFor: (thread, locale) => (config.routing ? wordingIn(config.routing.file, thread, locale) : english),
    ...(tried.withoutPresses !== undefined && { missing: tried.withoutPresses }),
  });
  const onlooker = isAlone ? createNobody(io) : operator;
  const begin = async (): Promise<Trial> => {
    const at = await tried.witness.place(channel);
    return createTrial({ ...tried, onlooker, presses, place: at, clock, signal: io.signal });
  };
  const connect = () => tried.platform.start(presses.handlers);
  const { reported, left } = await carryOut({ tried, connect, begin, notices, io });
  const checks = reported.map(({ found }) => found);
  operator.say(`\n${summaryOf(checks)}.`);
  const mask = maskSecrets(secretsIn(read.env));
  await writeReport(`docent-live-${name}.txt`, mask(toReport(tried.title, reported, left)), operator);
  const setting = settingFor(
    checks.flatMap(({ stream = [] }) => stream),
    config.slack?.streaming ?? {},
  );
  if (setting !== undefined && !io.signal.aborted) await offerSetting(setting, isAgreed, operator, io);
  return io.signal.aborted || countOf(checks, 'failed') > 0 ? 1 : 0;
}

const noSlack =
  'The trial uses the workspace of SLACK_BOT_TOKEN, and Slack is not set up with one: run docent setup slack.\n';
const noDiscord = 'Discord is not set up: run docent setup discord.\n';

function consent(title: string, channel: string, isAlone: boolean): string {
  const help = isAlone
    ? ''
    : ' It asks somebody to press a button, to attach a file and, on Slack, to watch; Enter skips each.';
  return `Docent will post some ten messages in the channel ${channel} on ${title}, change them many times, and delete them and
their thread again, in a few minutes.${help}
Stop the bot meanwhile, wherever it runs: messages and presses would reach either.`;
}

interface Undertaking {
  readonly tried: TriedPlatform;
  /** What the platform reported to the operators since the last check. */
  readonly notices: OperatorNotice[];
  readonly io: CommandIo;
  connect(): Promise<void>;
  begin(): Promise<Trial>;
}

const connects = {
  name: 'Connection',
  fact: 'Is Docent accepted, with all that it needs?',
  documented: 'docs/troubleshooting.md',
};
const opens = {
  name: 'Message and thread',
  fact: 'May Docent post in the channel and open a thread there?',
  documented: 'docs/threads.md',
};

/** Runs the checks and cleans up, whatever happens. `left`: how much is left. */
async function carryOut({
  tried,
  notices,
  io,
  connect,
  begin,
}: Undertaking): Promise<{ readonly reported: readonly Reported[]; readonly left: number }> {
  const { title, platform, witness, codeOf, checks } = tried;
  const reported: Reported[] = [];
  let trial: Trial | undefined;
  let left: readonly string[] = [];
  try {
    const isConnected = await attempt(connects, async () => {
      await connect();
      return notices.length > 0
        ? { state: 'warning', detail: `${title} accepts Docent, but something is missing` }
        : { state: 'ok', detail: `${title} accepts Docent` };
    });
    if (isConnected)
      await attempt(opens, async () => {
        trial = await begin();
        return open(trial);
      });
    const opened = trial;
    if (opened?.root !== undefined) for (const check of checks) await attempt(check, () => check.run(opened));
  } finally {
    if (trial) {
      io.out('Cleaning up …\n');
      left = await trial.cleanUp();
      for (const each of left) io.out(`! Left behind: ${each}\n`);
    }
    await platform.stop();
    witness.close();
  }
  return { reported, left: left.length };

  /** Returns whether it did not fail. */
  async function attempt(check: Omit<LiveCheck, 'run'>, act: () => Promise<Finding>): Promise<boolean> {
    if (io.signal.aborted) return false;
    const finding = await act().catch(toFailure);
    if (!finding) return false;
    const advice = notices.splice(0).map(({ detail }) => detail);
    const found = { name: check.name, ...finding, ...(advice.length > 0 && { remedy: advice.join(' ') }) };
    reported.push({ found, check });
    printLine(found, io);
    return finding.state !== 'failed';
  }

  /** undefined if the trial was interrupted. */
  function toFailure(error: unknown): Finding | undefined {
    if (io.signal.aborted) return undefined;
    if (error instanceof ConfigError)
      return { state: 'failed', detail: `${title} refuses it`, remedy: error.problems.join(' ') };
    if (!(error instanceof PlatformError)) throw error;
    const detail = `${title} ${isPassing(error) ? 'cannot do it now' : 'refuses it'} (${codeOf(error) ?? error.code})`;
    return { state: 'failed', detail, remedy: `look up “${error.code}” in docs/troubleshooting.md` };
  }
}

async function open(trial: Trial): Promise<Finding> {
  const { onlooker } = trial;
  const root = await trial.post(toBody('Docent tries out this channel (`docent doctor --live`).'));
  onlooker.say(`The trial is at ${trial.linkTo(root)}`);
  await trial.openThread(root);
  if (trial.hasThread) return { state: 'ok', detail: 'Docent may post there and open a thread' };
  return { state: 'warning', detail: 'Docent may post there and open no thread, so it replies in the channel' };
}

async function writeReport(file: string, report: string, { say }: Onlooker): Promise<void> {
  try {
    await writeFile(file, report);
    say(`Wrote ${file}, without names, ids and secrets: attach it to a bug report.`);
  } catch (error) {
    say(`! ${file} cannot be written (${codeIn(error)}). This is what it would say:\n\n${report}`);
  }
}

async function offerSetting(value: string, isAgreed: boolean, { say, asks }: Onlooker, io: CommandIo): Promise<void> {
  say(`What others see of a stream calls for SLACK_STREAMING=${value} (docs/slack-streaming.md).`);
  if (!isAgreed && !(await asks('Write that into .env?'))) return;
  try {
    await writeEnvFile('.env', { SLACK_STREAMING: value });
    say('Wrote it into .env. It applies from the next start on.');
  } catch (error) {
    say(`! .env cannot be written (${codeIn(error)}): set it yourself.`);
  }
  if ((io.env.SLACK_STREAMING ?? value) !== value)
    say('! SLACK_STREAMING is also set in the environment, which overrides .env: unset it there.');
}

function codeIn(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
