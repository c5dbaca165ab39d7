/**
 * Docent as an operator starts it: with the flags of the package's script, from sources or from the bundle. Usage is read from
 * its own metrics. Effects: the process, ended by `stop`; for the bundle, dist is rebuilt.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stage } from './stages.ts';

export interface OperatedBot {
  /** CPU since the start, and current memory. */
  use(): Promise<{ readonly cpuMs: number; readonly residentBytes: number }>;
  stop(): Promise<void>;
}

/** What the bot connects to. A platform that is undefined is not configured. */
export interface Places {
  readonly slack?: Stage['settings'] | undefined;
  readonly discord?: Stage['settings'] | undefined;
  readonly assistantUrl: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Resolves when the bot is listening. `folder`: for its database. `checkout`: the version that runs, this one by default. */
export async function startAsOperator(
  from: 'sources' | 'bundle',
  folder: string,
  { slack, discord, assistantUrl }: Places,
  checkout = root,
): Promise<OperatedBot> {
  if (from === 'bundle') execFileSync(process.execPath, ['build.ts'], { cwd: checkout, stdio: 'ignore' });
  const program = join(checkout, from === 'bundle' ? 'dist' : 'src', 'docent.js');
  const running = spawn(process.execPath, [...startFlags(), program, 'start'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      ...(slack && { SLACK_BOT_TOKEN: slack.token, SLACK_APP_TOKEN: slack.appToken, SLACK_API_URL: slack.apiUrl }),
      ...(discord && {
        DISCORD_TOKEN: discord.token,
        DISCORD_GUILD_ID: discord.guildId,
        DISCORD_API_URL: discord.apiUrl,
      }),
      ASSISTANT_URL: assistantUrl,
      ASSISTANT_DOMAIN: 'docs',
      ASSISTANT_API_KEY: 'key',
      DATABASE_URL: `sqlite:${join(folder, 'docent.db')}`,
      HOST: '127.0.0.1',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await portOf(running);
  return {
    async use() {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const metric = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
      return {
        cpuMs: metric('process_cpu_seconds_total') * 1_000,
        residentBytes: metric('process_resident_memory_bytes'),
      };
    },
    async stop() {
      running.kill();
      if (running.exitCode === null) await once(running, 'exit');
    },
  };
}

/** The flags with which `npm start` starts Node. */
export function startFlags(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return String(scripts.start).match(/(?<= )--\S+/g) ?? [];
}

/** Keeps reading the output after the port is known, so that the process never blocks on a full pipe. */
async function portOf(running: ChildProcess): Promise<number> {
  let text = '';
  return new Promise((resolve, reject) => {
    running.stdout?.on('data', (piece) => {
      if (text === '' || !portIn(text)) text += piece;
      const port = portIn(text);
      if (port !== undefined) resolve(port);
    });
    running.on('exit', (code) => reject(new Error(`the bot ended with ${code}: ${text}`)));
  });
}

function portIn(text: string): number | undefined {
  const port = /^(?=.*"listening").*"port":(\d+)/m.exec(text)?.[1];
  return port === undefined ? undefined : Number(port);
}
