/** A log that nobody reads, and one that keeps its lines. */
import type { Logger } from '../../src/core/ports.ts';

export const silent: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silent,
};

export interface Line {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: object;
  readonly phrase: string;
}

export function createKeptLog(): Logger & { readonly lines: Line[] } {
  const lines: Line[] = [];
  const log = (given: object): Logger => {
    const at = (level: Line['level']) => (fields: object, phrase: string) =>
      void lines.push({ level, fields: { ...given, ...fields }, phrase });
    return {
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      child: (more) => log({ ...given, ...more }),
    };
  };
  return { ...log({}), lines };
}
