import { expect, test } from 'vitest';
import { secretsIn } from '../../../src/bot/config/env-file.ts';
import { openLog } from '../../../src/cli/terminal/log-lines.ts';

test('control and invisible characters appear as code points on a terminal', () => {
  const lines: string[] = [];
  const logger = openLog({ out: (line) => void lines.push(line), isOutTerminal: true }, 'info', []);
  logger.info({ file: 'a\u001b[1m\u007f\u009b31m\u202e\u{e0041}é.md' }, 'page not served');
  expect(lines.join('')).toMatch(
    / page not served file="a\\u001b\[1m\\u\{7f\}\\u\{9b\}31m\\u\{202e\}\\u\{e0041\}é\.md"\n$/,
  );
});

test('no line holds the secrets of the environment', () => {
  const lines: string[] = [];
  const env = {
    DOCENT_MODEL_KEY: 'kettle-4711-blue',
    DATABASE_URL: 'postgres://me:pw@db/x',
    DOCENT_MODEL: 'tiny-model',
    NO_KEY: '',
  };
  const logger = openLog({ out: (line) => void lines.push(line), isOutTerminal: true }, 'error', secretsIn(env));
  logger.error({ file: 'kettle-4711-blue.md', at: 'postgres://me:pw@db/x', model: 'tiny-model' }, 'page not served');
  expect(lines.join('')).not.toMatch(/4711|me:pw/);
  expect(lines.join('')).toContain('tiny-model');
});
