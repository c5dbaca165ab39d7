import { expect, test } from 'vitest';
import { createProgress } from '../../../src/cli/terminal/progress.ts';

/** Reports a page every `ms`; returns the error output afterwards. */
function shown(isTerminal: boolean, pages: number, ms: number): string {
  let [text, time] = ['', 0];
  const err = (more: string): void => {
    text += more;
  };
  const overwrite = (line: string): void => err(`<${line}>`);
  const progress = createProgress({ err, ...(isTerminal && { overwrite }) }, () => time);
  for (let done = 1; done <= pages; done++) {
    time += ms;
    progress(done, pages);
  }
  return text;
}

test('a terminal shows one line that is overwritten, and cleared at the end', () => {
  expect(shown(true, 4, 60)).toBe('<Reading page 2 of 4><>');
});

test('elsewhere a line is printed every two seconds, without control characters', () => {
  expect(shown(false, 5, 1_000)).toBe('Reading page 2 of 5\nReading page 4 of 5\n');
});

test.each([true, false])('quick work prints nothing (terminal: %s)', (isTerminal) => {
  expect(shown(isTerminal, 50, 1)).toBe('');
});
