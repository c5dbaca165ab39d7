import { expect, test } from 'vitest';
import { toFront } from '../../../src/service/content/front-matter.ts';
import { parseSettings } from '../../../src/service/content/generators/settings.ts';
import { yamlValues } from '../../../src/service/content/yaml-values.ts';
import { expectLinear } from '../../fakes/linear.ts';

test.each(['? [a]\n: b', '{{a: b}: c}', 'a: &a [b]\n*a : c', '[{[a]: b}]'])(
  'maps and lists are no keys: %j',
  (text) => {
    expect(() => yamlValues(text)).toThrow('a key that is not a word');
  },
);

test('a word may be a key in any form', () => {
  expect(yamlValues('? a\n: b\n"c": d\n1: e\n: f\n')).toEqual({ a: 'b', c: 'd', 1: 'e', '': 'f' });
});

test.each(['? ', '? - ', '{? ', '\n', '\r\n', '[', '{', 'a: ', '&a ', '- '])(
  'settings in YAML that repeat %j are read in linear time',
  async (piece) => {
    await expectLinear(100_000, (chars) => {
      const text = piece.repeat(chars / piece.length);
      return [parseSettings('a.yml', `${text}x`), parseSettings('a.yml', `[a](${text}b c`)];
    });
  },
);

test('front matter with keys in keys is read in linear time', async () => {
  await expectLinear(8_000, (chars) => toFront(`---\na: b\n${'? '.repeat(chars / 2)}x\n---\n`));
});

test('settings in JSON with blank lines are read in linear time', async () => {
  await expectLinear(200_000, (chars) => parseSettings('a.json', `[${'\n'.repeat(chars)}x`));
});
