import { expect, it } from 'vitest';
import { sourcesBeside } from '../../../../src/bot/core/layout/linked-sources.ts';
import { scan } from '../../../../src/kit/markdown/block-scanner.ts';

const page = { path: '/start', title: 'Start', url: 'https://docs.example/start' };

function isListed(text: string): boolean {
  return sourcesBeside([page], text, scan(text)).length > 0;
}

it.each([
  'See [the guide](https://docs.example/start).',
  'See [the guide](<https://docs.example/start/#install> "Start").',
  'See `npx docent` and [the guide](https://docs.example/start).',
  'See [the guide][1].\n\n[1]: https://docs.example/start',
  'See <https://docs.example/start>.',
  'See https://docs.example/start.',
  '- **https://docs.example/start**',
])('a source that the text links is not listed again: %s', (text) => {
  expect(isListed(text)).toBe(false);
});

it.each([
  'See the guide.',
  'See [the guide](https://docs.example/start/more).',
  'Run `curl https://docs.example/start`.',
  '```\ncurl https://docs.example/start\n```',
])('a source that the text does not link is listed: %s', (text) => {
  expect(isListed(text)).toBe(true);
});

it('a source without an address is always listed', () => {
  expect(sourcesBeside([{ path: '/a' }], '[a](/a)', scan('[a](/a)'))).toHaveLength(1);
});
