import { describe, expect, it } from 'vitest';
import { maskSecrets } from '../../../src/kit/masking/secrets-in-logs.ts';
import { expectLinear } from '../../fakes/linear.ts';

const mask = maskSecrets(['admin-key-of-ours', 'short']);

describe('a log line', () => {
  it.each([
    ['pushing with admin-key-of-ours now', 'pushing with [removed] now'],
    ['token xoxb-1234567890-abc', 'token [removed]'],
    ['ghp_abcdefghijklmnopqrst1234', '[removed]'],
    ['npm_abcdefghijklmnopqrst1234', '[removed]'],
    ['id AKIAABCDEFGHIJKLMNOP', 'id [removed]'],
    ['mint_dsc_abcdefghijklmnop123', '[removed]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF', '[removed]'],
    ['Authorization: Bearer abcdefghijklmnop', 'Authorization: [removed]'],
    ['API_KEY=hunter22 next', 'API_KEY=[removed] next'],
    ['{"password": "hunter22"}', '{"password": "[removed]"}'],
    ['GET /?token=abcd1234&page=2', 'GET /?token=[removed]&page=2'],
    ['https://ada:hunter22@git.example/docs.git', 'https://ada:[removed]@git.example/docs.git'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc', '[removed]'],
  ])('“%s” is shown without its secret', (line, shown) => {
    expect(mask(line)).toBe(shown);
  });

  it.each(['Compiled 120 pages in 3.2 s', 'a short line', 'error TS2304: Cannot find name “tokens”.', 'key: ok'])(
    '“%s” is shown unchanged',
    (line) => {
      expect(mask(line)).toBe(line);
    },
  );

  it.each(['a-', 'key', 'https://', '-----BEGIN ', 'eyJ', 'eyJ-', 'eyJaaaaaaaa-', ' ', 'token='])(
    'with many “%s” is read in linear time',
    async (piece) => {
      await expectLinear(100_000, (size) => mask(piece.repeat(size / piece.length)));
    },
  );
});
