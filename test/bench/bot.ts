/**
 * A bot of the bench in a process of its own. In: which, and where it is to connect. Out: what it used. Effects: the process,
 * gone after `stop`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Settings, Use, Word } from './bots/child.ts';

export type BotName = 'docent' | 'plain' | 'chat-sdk';

export interface RunningBot {
  /** Since the start, and its event loop since it was asked last. */
  use(): Promise<Use>;
  stop(): Promise<void>;
}

/** Resolves when it listens. `flags`: of Node; by default what is held can be told from what could be freed. */
export async function startBot(name: BotName, settings: Settings, flags = ['--expose-gc']): Promise<RunningBot> {
  const child = fork(new URL(`./bots/${name}.ts`, import.meta.url), {
    env: { ...process.env, BENCH_BOT: JSON.stringify(settings) },
    execArgv: flags,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const bot: RunningBot = {
    async use() {
      child.send('use');
      const word = await heard(child, (each) => 'used' in each);
      if (!('used' in word)) throw new TypeError('a word that was not asked for');
      return word.used;
    },
    async stop() {
      child.send('stop', () => undefined);
      const hard = setTimeout(() => child.kill('SIGKILL'), 5_000);
      if (child.exitCode === null) await once(child, 'exit');
      clearTimeout(hard);
    },
  };
  try {
    await heard(child, (word) => 'ready' in word);
    return bot;
  } catch (error) {
    await bot.stop();
    throw error;
  }
}

function heard(child: ChildProcess, wanted: (word: Word) => boolean): Promise<Word> {
  return new Promise((resolve, reject) => {
    const onMessage = (word: unknown): void => {
      // Only bots/child.ts speaks on this channel.
      if (!wanted(word as Word)) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(word as Word);
    };
    const onExit = (code: number | null): void => reject(new Error(`the bot ended with ${code}`));
    child.on('message', onMessage);
    child.on('exit', onExit);
  });
}
