/**
 * A replica: `docent start` in its own process, which can be killed and restarted. In: settings. Out: what it logs.
 * Effects: processes, ended with `stop`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import type { SlackSandbox } from '../../../src/sandbox/slack/sandbox.ts';
import { killWithParent } from '../../fakes/end-with-parent.ts';

type Line = Readonly<Record<string, unknown>>;

export interface Replica {
  /** Resolves when it is listening. */
  start(): Promise<void>;
  /** Kills it as the machine does when it runs out of memory. Returns its process id. */
  kill(): Promise<number>;
  /** Asks it to stop. Returns its exit code. */
  stop(): Promise<number | null>;
  /** Asks it to stop, and again while it is stopping. Returns its exit code. */
  stopAtOnce(): Promise<number | null>;
  /** The response of its current /readyz. */
  readyz(): Promise<{
    readonly status: number;
    readonly parts: Readonly<Record<string, { readonly detail?: string }>>;
  }>;
  /** Error lines of all its runs. */
  errors(): readonly Line[];
  /** Output of its processes outside the log, and exit codes that were not requested. */
  readonly surprises: readonly string[];
}

const door = join(import.meta.dirname, '../../../src/docent.js');

/** The environment of a replica. */
export interface Surroundings {
  readonly slack: Pick<SlackSandbox, 'botToken' | 'appToken' | 'apiUrl'>;
  readonly discord: Pick<DiscordSandbox, 'token' | 'apiUrl'>;
  readonly service: { readonly url: string };
}

export function settingsFor({ slack, discord, service }: Surroundings, database: string): Record<string, string> {
  return {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    ASSISTANT_URL: service.url,
    ASSISTANT_DOMAIN: 'docs',
    ASSISTANT_API_KEY: 'key',
    DATABASE_URL: database,
    HOST: '127.0.0.1',
    PORT: '0',
    SHUTDOWN_GRACE_SECONDS: '10',
  };
}

export function createReplica(settings: Readonly<Record<string, string>>, cwd: string): Replica {
  const lines: Line[] = [];
  const surprises: string[] = [];
  let child: ChildProcess | undefined;
  let wanted = false;
  let port: unknown;
  let stopping = Promise.withResolvers<void>();

  return {
    start,
    kill,
    stop,
    stopAtOnce,
    readyz,
    errors: () => lines.filter((line) => line.level === 'error'),
    surprises,
  };

  async function start(): Promise<void> {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const started = spawn(process.execPath, [door, 'start'], { cwd, env: { PATH, NODE_COMPILE_CACHE, ...settings } });
    child = started;
    killWithParent(started);
    wanted = true;
    const listening = Promise.withResolvers<void>();
    let rest = '';
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) take(JSON.parse(part), listening.resolve);
    });
    started.stderr.setEncoding('utf8').on('data', (text: string) => void surprises.push(text));
    started.on('exit', (code, signal) => {
      if (!wanted) return;
      surprises.push(`ended by itself with ${code ?? signal}`);
      listening.reject(new Error('a replica ended before it listened'));
    });
    await listening.promise;
  }

  function take(line: Line, listens: () => void): void {
    // Keeping info and debug lines would use too much memory.
    if (line.level === 'error' || line.level === 'warn') lines.push(line);
    if (line.msg === 'stopping') stopping.resolve();
    if (line.msg !== 'listening') return;
    port = line.port;
    listens();
  }

  async function readyz(): ReturnType<Replica['readyz']> {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    return { status: response.status, parts: JSON.parse(await response.text()).parts };
  }

  async function kill(): Promise<number> {
    const pid = child?.pid ?? 0;
    await end('SIGKILL');
    return pid;
  }

  async function stop(): Promise<number | null> {
    return end('SIGTERM');
  }

  async function stopAtOnce(): Promise<number | null> {
    stopping = Promise.withResolvers<void>();
    const ended = stop();
    await stopping.promise;
    child?.kill('SIGTERM');
    return ended;
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    wanted = false;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill(signal);
    const [code] = await exited;
    return code;
  }
}
