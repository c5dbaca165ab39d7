import { describe, expect, it } from 'vitest';
import { formsOf, type Sentence } from '../../../src/bot/wording/catalogue.ts';
import { en } from '../../../src/bot/wording/en.ts';
import { catalogueOf, languages } from '../../../src/bot/wording/languages.ts';

function placeholdersOf(sentence: Sentence): readonly string[] {
  const found = formsOf(sentence).flatMap((form) => form.match(/\{\w*\}/g) ?? []);
  return [...new Set(found)].toSorted();
}

describe.each(languages)('the sentences in %s', (language) => {
  const sentences: Readonly<Record<string, Sentence>> = catalogueOf(language);

  it('have the same keys as the English ones', () => {
    expect(Object.keys(sentences).toSorted()).toEqual(Object.keys(en).toSorted());
  });

  it('have the same placeholders as the English ones', () => {
    for (const [key, english] of Object.entries<Sentence>(en)) {
      expect([key, placeholdersOf(sentences[key] ?? '')]).toEqual([key, placeholdersOf(english)]);
    }
  });

  it('have all plural forms of the language if they depend on a number', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, english] of Object.entries<Sentence>(en)) {
      const sentence = sentences[key] ?? '';
      if (typeof english === 'string') expect([key, typeof sentence]).toEqual([key, 'string']);
      else if (typeof sentence !== 'string') {
        // French, Spanish and Portuguese have `many` for millions, for which `other` reads just as well.
        const wanted = pluralCategories.filter((category) => category !== 'many');
        expect(Object.keys(sentence)).toEqual(expect.arrayContaining(wanted));
      }
    }
  });

  /**
   * Sources: docs.slack.dev reference/views/modal-views (title, submit and close: 24), blocks/header-block (150); developer
   * docs "Components: Reference" (label: 45), "Application Commands" (name: 32, description: 100), 2026-11-23.
   */
  it("fit the platforms' forms and buttons", () => {
    const limits = {
      'form.title': 24,
      'form.send': 24,
      'form.cancel': 24,
      'form.keepTitle': 24,
      'form.keepSend': 24,
      'form.issueTitle': 24,
      'form.issueSend': 24,
      'draft.masked': 49,
      'draft.cut': 49,
      'keep.earlier': 80,
      'issue.earlier': 80,
      'issue.inPrivate': 100,
      'home.title': 150,
      'command.ask': 32,
      'command.keep': 32,
      'command.issue': 32,
      command: 100,
      form: 45,
      reason: 45,
      button: 40,
    };
    for (const [key, sentence] of Object.entries(sentences)) {
      const max =
        new Map(Object.entries(limits)).get(key) ?? new Map(Object.entries(limits)).get(key.split('.')[0] ?? '');
      for (const form of formsOf(sentence)) expect([key, form.length <= (max ?? 500)]).toEqual([key, true]);
    }
  });

  it('are single lines without surrounding spaces, with the same final punctuation as in English', () => {
    for (const [key, english] of Object.entries<Sentence>(en)) {
      for (const form of formsOf(sentences[key] ?? '')) {
        expect(form).toMatch(/^\S(?:.*\S)?$/);
        expect([key, /[.:?。：？]$/.test(form)]).toEqual([key, /[.:?]$/.test(formsOf(english)[0] ?? '')]);
      }
    }
  });
});
