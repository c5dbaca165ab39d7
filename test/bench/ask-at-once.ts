/** Several people ask at once, and read until all answers stand there. */
import { lettersOf, quick, tokensOf } from './script.ts';
import type { Stage } from './stages.ts';

const patienceMs = 100_000;

/**
 * The answers of these numbers, which begin with `first`. Resolves when all of them stand there whole, or the patience is over,
 * to how many do: a peer may lose words to a limit.
 */
export async function askAtOnce(stage: Stage, count: number, first = 0): Promise<number> {
  const shown = new Map<string, string>();
  stage.watch((thread, text) => void shown.set(thread, text));
  const numbers = Array.from({ length: count }, (_, each) => first + each);
  const threads = await Promise.all(numbers.map((number) => stage.ask(`How is it set? #${number}`)));
  const endAt = Date.now() + patienceMs;
  const answers = numbers.map((number) => lettersOf(tokensOf(quick, number).join('')));
  const isWhole = (thread: string, each: number): boolean =>
    lettersOf(shown.get(thread) ?? '').includes(answers[each] ?? '');
  while (!threads.every(isWhole) && Date.now() < endAt) await pause(100);
  await pause(1_000);
  return threads.filter(isWhole).length;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
