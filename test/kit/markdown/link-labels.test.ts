import { describe, expect, it } from 'vitest';
import { misleads } from '../../../src/kit/markdown/link-labels.ts';

const evil = new URL('https://evil.example/x');

describe('a label that reads like another host', () => {
  it.each([
    ['the name alone', 'paypal.com'],
    ['within a sentence', 'go to paypal.com now'],
    ['with a scheme', 'https://paypal.com/login'],
    ['with a scheme and a name of one word', 'http://intranet'],
    ['as a name before the real host', 'https://paypal.com@evil.example/'],
    ['a bracket after it', 'paypal.com(login)'],
    ['a well-known ending that looks like a call', 'paypal.com()'],
    ['a dot before it', '.paypal.com'],
    ['an at sign before it', '@paypal.com'],
    ['an e-mail address', 'help@paypal.com'],
    ['an underscore and a hyphen around it', '_paypal.com-'],
    ['an underscore in the name', 'paypal_.com'],
    ['a rare top-level domain', 'paypal.bank'],
    ['the top-level domain of a brand', 'accounts.google'],
    ['another rare top-level domain', 'paypal.inc'],
    ['a rare top-level domain and a path', 'paypal.bank/login'],
    ['www and no top-level domain', 'www.paypal'],
    ['an IP address', '192.0.2.7'],
    ['a hexadecimal IP address', '0x7f.1'],
    ['an octal IP address', '0177.0.0.1'],
    ['an IPv6 address', 'http://[::1]/'],
    ['an IPv6 address without a scheme', 'see [2001:db8::7]:8080'],
    ['this machine and a port', 'localhost:3000'],
    ['this machine and a path', 'localhost/admin'],
    ['a file extension and a path', 'paypal.sh/login'],
    ['full-width letters', 'ｐａｙｐａｌ．ｃｏｍ'],
    ['a Roman numeral in place of a letter', 'paypal.ⅽom'],
    ['Cyrillic letters in the ending', 'paypal.соm'],
    ['an invalid host name', 'xn--a.com'],
    ['an ending in punycode', 'paypal.xn--p1ai'],
    ['a name too long for a host', `paypal.com${'.a'.repeat(200)}.com`],
  ])('misleads: %s, %s', (_, label) => {
    expect(misleads(label, evil)).toBe(true);
  });

  it.each([
    ...'\u2024\uff0e\u3002\uff61\u00b7\u0387\ua4f8\u06d4\u0701\u30fb\uff65\u2027\u22c5\u2219\u166e\u02d9\u0660\u06f0\u2218\u25e6\u2e30\u0f0b\u0f0c\u{10a50}',
  ])('misleads with %j in place of a dot', (dot) => {
    expect(misleads(`paypal${dot}com`, evil)).toBe(true);
  });

  it.each([...'\u3164\u115f\uffa0\u200b\u2060\u00ad\u034f\ufe0f\u{e0020}\u180b\u0301'])(
    'misleads with the invisible character %j in it',
    (nothing) => {
      expect(misleads(`pay${nothing}pal.com`, evil)).toBe(true);
      expect(misleads(`paypal.com${nothing}`, evil)).toBe(true);
    },
  );
});

describe('a label that names no other host', () => {
  it.each([
    ['README.md', evil],
    ['console.log', evil],
    ['next.config.js', evil],
    ['array.map()', evil],
    ['v1.2.3', evil],
    ['1.2', evil],
    ['e.g. this one', evil],
    ['Wait… what?', evil],
    ['設定。次へ', evil],
    ['コンピュータ・プログラム', evil],
    ['evil.example', evil],
    ['www.evil.example/x', evil],
    ['https://evil.example/y', evil],
    ['docs.bank.com', new URL('https://docs.bank.com/')],
    ['bücher.example', new URL('https://bücher.example/')],
    ['help@bank.com', new URL('mailto:help@bank.com')],
    ['127.0.0.1', new URL('http://127.0.0.1:3000/')],
    ['localhost:3000', new URL('http://localhost:3000/')],
    ['[::1]:3000', new URL('http://[::1]:3000/')],
    ['Run it on localhost', evil],
    ['the flag 0x7f', evil],
    ['at [12:30]', evil],
    ['version 0.9 or 10.04', evil],
  ])('does not mislead: %s', (label, target) => {
    expect(misleads(label, target)).toBe(false);
  });

  it('is checked in linear time', () => {
    const labels = [
      'a.'.repeat(200_000),
      '.'.repeat(400_000),
      '_-'.repeat(200_000),
      '\u3002'.repeat(400_000),
      '0.'.repeat(200_000),
      '[:'.repeat(200_000),
    ];
    expect(labels.map((label) => misleads(label, evil))).toEqual(labels.map(() => false));
  });
});
