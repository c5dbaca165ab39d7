/** The part of `docent.yaml` that replaces Docent's own sentences: language -> key -> sentence. */
import { z } from 'zod';
import { formsOf, type Key, placeholdersIn, type Sentence } from '../../wording/catalogue.ts';
import { en } from '../../wording/en.ts';
import { languages } from '../../wording/languages.ts';
import { maxCharsOf } from '../../wording/limits.ts';
import { nearestOf } from '../nearest.ts';

const keys = Object.keys(en) as Key[];

const form = z.string().trim().min(1, 'expected text').regex(/^.*$/, 'expected one line');
const forms = z.strictObject({
  zero: form.optional(),
  one: form.optional(),
  two: form.optional(),
  few: form.optional(),
  many: form.optional(),
  other: form,
});

/** It selects the plural form, so a form may omit it. */
const optional = 'count';

function sentence(key: Key) {
  const english: Sentence = en[key];
  const isPlural = typeof english !== 'string';
  const known = [...new Set([...placeholdersIn(english), ...(isPlural ? [optional] : [])])];
  const expected = `expected text${isPlural ? ', or its forms: one, other' : ''}`;
  return (isPlural ? z.union([form, forms], { error: expected }) : form)
    .superRefine((replacement: Sentence, context) => {
      for (const text of formsOf(replacement)) {
        const message = problemOf(text, known, maxCharsOf(key));
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      }
    })
    .optional()
    .describe(typeof english === 'string' ? english : english.other);
}

function problemOf(text: string, known: readonly string[], maxChars: number): string | undefined {
  if (text.length > maxChars) return `expected at most ${maxChars} characters`;
  const used = placeholdersIn(text);
  const unknown = used.find((name) => !known.includes(name));
  if (unknown !== undefined) return `there is no placeholder {${unknown}} here${hint(unknown, known)}`;
  const missing = known.find((name) => name !== optional && !used.includes(name));
  return missing === undefined ? undefined : `expected the placeholder {${missing}}`;
}

function hint(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const nearest = nearestOf(name, known);
  return nearest === undefined
    ? `; available: ${known.map((placeholder) => `{${placeholder}}`).join(', ')}`
    : `; did you mean {${nearest}}?`;
}

const sentences = z
  .strictObject(Object.fromEntries(keys.map((key) => [key, sentence(key)])))
  .meta({ id: 'sentences', description: 'Sentences by their keys' });

export const wordingSchema = z
  .strictObject(Object.fromEntries(languages.map((language) => [language, sentences.optional()])))
  .describe("Docent's own sentences in your words, by language and key");
