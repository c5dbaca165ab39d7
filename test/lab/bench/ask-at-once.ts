/** Asks several questions at once and waits until all answers are complete. */
import { lettersOf, quick, tokensOf } from './script.ts';
import type { Stage } from './stages.ts';

const timeoutMs = 100_000;

/**
 * Asks for `count` answers, numbered from `first`. Resolves to the number of complete answers when all are complete or the
 * time is over: a peer may lose words to a rate limit.
 */
export async function askAtOnce(stage: Stage, count: number, first = 0): Promise<number> {
  const shown = new Map<string, string>();
  stage.watch((thread, text) => void shown.set(thread, text));
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  const threads = await Promise.all(numbers.map((number) => stage.ask(`How is it set? #${number}`)));
  const endAt = Date.now() + timeoutMs;
  const answers = numbers.map((number) => lettersOf(tokensOf(quick, number).join('')));
  const isComplete = (thread: string, index: number): boolean =>
    lettersOf(shown.get(thread) ?? '').includes(answers[index] ?? '');
  while (!threads.every(isComplete) && Date.now() < endAt) await pause(100);
  await pause(1_000);
  return threads.filter(isComplete).length;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
