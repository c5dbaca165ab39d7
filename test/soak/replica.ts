/**
 * A replica: `docent start` in a process of its own, killed and started again. In: settings. Out: what its log says.
 * Effects: processes, ended with `stop`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DiscordSandbox } from '../../src/sandbox/discord/sandbox.ts';
import type { SlackSandbox } from '../../src/sandbox/slack/sandbox.ts';

type Line = Readonly<Record<string, unknown>>;

export interface Replica {
  /** Resolves when it listens. */
  start(): Promise<void>;
  /** As the machine does when it has no memory left. Gives the id that it had. */
  kill(): Promise<number>;
  /** Asks it to end; gives its exit code. */
  stop(): Promise<number | null>;
  /** Asks it to end, and once more while it does; gives its exit code. */
  stopAtOnce(): Promise<number | null>;
  /** What /readyz of its present life says. */
  readyz(): Promise<{
    readonly status: number;
    readonly parts: Readonly<Record<string, { readonly detail?: string }>>;
  }>;
  /** Lines of error, of every life. */
  errors(): readonly Line[];
  /** What its processes wrote past the log, and with what they ended when nobody asked. */
  readonly surprises: readonly string[];
}

const door = join(import.meta.dirname, '../../src/docent.js');

/** The world that a replica lives in. */
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
    // Info and debug would be all of the memory.
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
