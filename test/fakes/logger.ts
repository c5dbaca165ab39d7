/** A logger that discards its lines, and one that keeps them. */
import type { RootLogger } from '../../src/kit/base/logger.ts';

export const silent: RootLogger = {
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

export function createKeptLog(): RootLogger & { readonly lines: Line[] } {
  const lines: Line[] = [];
  const log = (bound: object): RootLogger => {
    const at = (level: Line['level']) => (fields: object, phrase: string) =>
      void lines.push({ level, fields: { ...bound, ...fields }, phrase });
    return {
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      child: (more) => log({ ...bound, ...more }),
    };
  };
  return { ...log({}), lines };
}
