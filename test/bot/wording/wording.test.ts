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
    expect(new Wording('en', { 'handover.card': 'For {name}' }).say('handover.card', { name: 'Ada' })).toBe('For Ada');
    expect(new Wording('en', { 'sources.inline': 'Pages:' }).say('sources.inline', { count: 1 })).toBe('Pages:');
  });

  it('selects the form of a sentence by its count, and formats numbers for its language', () => {
    const said = [1, 2, 12_345].map((count) => english.say('filesUnread', { count }));
    expect(said).toEqual([
      expect.stringContaining('an attached file:'),
      expect.stringContaining('2 attached files:'),
      expect.stringContaining('12,345 attached files:'),
    ]);
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
