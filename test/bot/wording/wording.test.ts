import { describe, expect, it } from 'vitest';
import { toLanguage } from '../../../src/bot/wording/languages.ts';
import { english, Wording } from '../../../src/bot/wording/wording.ts';

describe('a wording', () => {
  it('replaces placeholders with facts', () => {
    expect(english.say('stoppedBy', { name: 'Ada', again: 'Ask again' })).toBe(
      'Stopped here by Ada; the person who asked can get the rest with “Ask again”.',
    );
  });

  it('inserts a fact unchanged, even if it looks like a placeholder or a replacement pattern', () => {
    expect(english.say('askedBy', { name: '{name} $& $1' })).toBe('{name} $& $1 asked:');
  });

  it('prefers the sentence of an operator to its own', () => {
    expect(new Wording('en', { askedBy: 'A question of {name}:' }).say('askedBy', { name: 'Ada' })).toBe(
      'A question of Ada:',
    );
  });

  it('selects the form of a sentence by its count, and formats numbers for its language', () => {
    const counted = { one: '{count} name', other: '{count} names' };
    const wording = new Wording('en', { askedBy: counted });
    const say = (count: number): string => {
      const facts = { name: 'Ada', count };
      return wording.say('askedBy', facts);
    };
    expect([say(1), say(2), say(12_345)]).toEqual(['1 name', '2 names', '12,345 names']);
  });
});

describe("a platform's locale", () => {
  it.each([
    ['en-GB', 'en'],
    ['en_US', 'en'],
    ['tlh', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    ['constructor', 'en'],
  ])('%s selects %s', (locale, language) => {
    expect(toLanguage(locale)).toBe(language);
  });
});
