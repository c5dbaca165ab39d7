/** The logger of a command: JSON lines, or readable lines on a terminal. */

import type { RootLogger } from '../../kit/base/logger.ts';
import { createLogger } from '../../kit/log/log.ts';
import type { CommandIo } from './command.ts';

/** `secrets`: what no line may contain. */
export function openLog(
  io: Pick<CommandIo, 'out' | 'isOutTerminal'>,
  level: string,
  secrets: readonly string[],
): RootLogger {
  const destination = { write: (line: string) => io.out(toReadable(line)) };
  return createLogger({ level, secrets, ...(io.isOutTerminal && { destination }) });
}

/** `{"level":"info","time":"…","pages":3,"msg":"docs read"}` -> `20:15:00 docs read pages=3` */
function toReadable(line: string): string {
  // Every line of the logger is an object with these fields.
  const { level, time, msg, ...fields } = JSON.parse(line) as { level: string; time: string; msg: string };
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${toWord(value)}`);
  const at = new Date(time).toTimeString().slice(0, 'hh:mm:ss'.length);
  return `${[at, ...(level === 'info' ? [] : [level]), msg, ...shown].join(' ')}\n`;
}

/** Quoted unless it is a plain word. Control and format characters are escaped. */
function toWord(value: unknown): string {
  if (typeof value === 'string' && /^[\w./:-]+$/.test(value)) return value;
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}
