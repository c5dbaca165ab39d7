/**
 * Shows the progress of reading docs: one line that is overwritten on a terminal, an occasional plain line elsewhere.
 */
import type { CommandIo } from './command.ts';

const overwriteMs = 100;
const plainMs = 2_000;

/** `now` in milliseconds. */
export function createProgress(
  io: Pick<CommandIo, 'err' | 'overwrite'>,
  now: () => number = Date.now,
  act = 'Reading page',
): (done: number, of: number) => void {
  const everyMs = io.overwrite ? overwriteMs : plainMs;
  let shownAt = now();
  let isShown = false;
  return (done, of) => {
    if (done === of) {
      if (isShown) io.overwrite?.('');
      isShown = false;
      return;
    }
    if (now() - shownAt < everyMs) return;
    shownAt = now();
    isShown = true;
    const line = `${act} ${done} of ${of}`;
    if (io.overwrite) io.overwrite(line);
    else io.err(`${line}\n`);
  };
}
