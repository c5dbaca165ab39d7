/**
 * Runs a bot of the bench in its own process and measures what it uses. Effects: the process, ended by `stop`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Message, Settings, Use } from './bots/child.ts';

export type BotName = 'docent' | 'plain' | 'chat-sdk';

export interface RunningBot {
  /** What the bot has used since its start; event loop delay since the last call. */
  use(): Promise<Use>;
  stop(): Promise<void>;
}

/** Resolves when the bot is ready. `flags`: Node's; the default allows measuring memory after a garbage collection. */
export async function startBot(name: BotName, settings: Settings, flags = ['--expose-gc']): Promise<RunningBot> {
  const child = fork(new URL(`./bots/${name}.ts`, import.meta.url), {
    env: { ...process.env, BENCH_BOT: JSON.stringify(settings) },
    execArgv: flags,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const bot: RunningBot = {
    async use() {
      child.send('use');
      const message = await nextMessage(child, (candidate) => 'used' in candidate);
      if (!('used' in message)) throw new TypeError('an unexpected message');
      return message.used;
    },
    async stop() {
      child.send('stop', () => undefined);
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      if (child.exitCode === null) await once(child, 'exit');
      clearTimeout(killTimer);
    },
  };
  try {
    await nextMessage(child, (message) => 'ready' in message);
    return bot;
  } catch (error) {
    await bot.stop();
    throw error;
  }
}

function nextMessage(child: ChildProcess, matches: (message: Message) => boolean): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      // Only bots/child.ts sends on this channel.
      if (!matches(message as Message)) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(message as Message);
    };
    const onExit = (code: number | null): void => reject(new Error(`the bot ended with ${code}`));
    child.on('message', onMessage);
    child.on('exit', onExit);
  });
}
