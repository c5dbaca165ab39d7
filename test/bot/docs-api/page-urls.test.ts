import { describe, expect, test } from 'vitest';
import { createToUrl } from '../../../src/bot/docs-api/page-urls.ts';
import { siteUrl, streams } from '../../kit/wire/recordings.ts';

describe('a URL of the docs site', () => {
  test('matches the sources of the recordings', () => {
    const toUrl = createToUrl(siteUrl);
    const sources = streams.flatMap((recording) => recording.expected.sources);
    expect(sources.length).toBeGreaterThan(10);
    expect(sources.map(({ raw }) => toUrl(raw))).toEqual(sources.map(({ url }) => url));
  });

  test.each([
    ['/guides/a', 'https://docs.example/guides/a'],
    ['guides/a', 'https://docs.example/guides/a'],
    ['//elsewhere.example/a', undefined],
    ['/guides/index', 'https://docs.example/guides'],
    ['index', 'https://docs.example/'],
    ['/index#top', 'https://docs.example/#top'],
    ['/guides/index?x=1#top', 'https://docs.example/guides?x=1#top'],
    ['/index-of-things', 'https://docs.example/index-of-things'],
    ['/a b/ü', 'https://docs.example/a%20b/%C3%BC'],
    ['/../../etc', 'https://docs.example/etc'],
    ['/\\elsewhere.example/a', 'https://docs.example//elsewhere.example/a'],
    ['@elsewhere.example', 'https://docs.example/@elsewhere.example'],
    ['https://other.example/a#b', 'https://other.example/a#b'],
    ['http://other.example', 'http://other.example/'],
    ['https://docs.example@elsewhere.example/', undefined],
    ['javascript:alert(1)', undefined],
    ['mailto:a@docs.example', undefined],
    ['https://', undefined],
  ])('is %s -> %s', (path, url) => {
    expect(createToUrl('https://docs.example')(path)).toBe(url);
    expect(createToUrl('https://docs.example/')(path)).toBe(url);
  });

  test.each([
    ['/guides/a', 'https://example.com/docs/guides/a'],
    ['/docs/guides/a', 'https://example.com/docs/guides/a'],
    ['docs/guides/a', 'https://example.com/docs/guides/a'],
    ['/docs#top', 'https://example.com/docs#top'],
    ['/docsearch', 'https://example.com/docs/docsearch'],
  ])('on a site with a path is %s -> %s', (path, url) => {
    expect(createToUrl('https://example.com/docs/')(path)).toBe(url);
  });

  test.each([
    ['/guides/a', undefined],
    ['guides/a', undefined],
    ['https://other.example/a', 'https://other.example/a'],
  ])('without a site is %s -> %s', (path, url) => {
    expect(createToUrl(undefined)(path)).toBe(url);
  });
});
