/** robots.txt, by the examples of RFC 9309 and what sites write beside it. */
import { expect, it } from 'vitest';
import { parseRobots } from '../../../src/service/sites/robots.ts';
import { expectLinear } from '../../fakes/linear.ts';

it.each([
  ['User-agent: *\nDisallow: /a', '/ab', false],
  ['User-agent: *\nDisallow: /a', '/b', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['User-agent: *\nAllow: /page\nDisallow: /*.htm', '/page.htm', false],
  ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
  ['User-agent: *\nDisallow: /*.gif$', '/a.gif', false],
  ['User-agent: *\nDisallow: /*.gif$', '/a.gif?x', true],
  ['User-agent: *\nDisallow: /a*b*c$', '/a-b-b-c', false],
  ['User-agent: *\nDisallow: /a$', '/a', false],
  ['User-agent: *\nDisallow: /a$', '/ab', true],
  ['User-agent: *\nDisallow: /*ab$', '/a', true],
  ['User-agent: *\nDisallow:', '/a', true],
  ['User-agent: *\nDisallow: /\n\nUser-agent: docent\nDisallow: /x', '/a', true],
  ['User-agent: a\nUser-agent: Docent/1.0\nDisallow: / # all of it', '/a', false],
  ['User-agent: docent\nDisallow: /a\nUser-agent: other\nDisallow: /b\nUser-agent: docent\nDisallow: /c', '/c', false],
  ['user-agent : *\r\nDISALLOW : /a', '/a', false],
  ['<!doctype html><title>Not found</title>', '/a', true],
])('%j says of %s: %s', (text, path, isAllowed) => {
  expect(parseRobots(text, 'docent').allows(path)).toBe(isAllowed);
});

it('reads the pause and the sitemaps', () => {
  const { delayMs, sitemaps } = parseRobots(
    'Sitemap: https://a.example/1.xml\nUser-agent: *\nCrawl-delay: 1.5\nSitemap: /2.xml',
    'docent',
  );
  expect({ delayMs, sitemaps }).toEqual({ delayMs: 1_500, sitemaps: ['https://a.example/1.xml', '/2.xml'] });
  expect(parseRobots('User-agent: *\nCrawl-delay: soon', 'docent').delayMs).toBeUndefined();
});

it('takes linear time', async () => {
  await expectLinear(400_000, (size) =>
    parseRobots(`User-agent: *\nDisallow: /${'*a'.repeat(20)}\n`.repeat(size / 50), 'x'),
  );
  await expectLinear(1_000_000, (size) => parseRobots(`Disallow: ${'*'.repeat(size)}`, 'x').allows('/a'));
});
