import { expect, test } from 'vitest';
import { openLog } from '../../../src/cli/terminal/log-lines.ts';

test('control and invisible characters appear as code points on a terminal', () => {
  const lines: string[] = [];
  const logger = openLog({ out: (line) => void lines.push(line), isOutTerminal: true }, 'info');
  logger.info({ file: 'a\u001b[1m\u007f\u009b31m\u202e\u{e0041}é.md' }, 'page not served');
  expect(lines.join('')).toMatch(
    / page not served file="a\\u001b\[1m\\u\{7f\}\\u\{9b\}31m\\u\{202e\}\\u\{e0041\}é\.md"\n$/,
  );
});
