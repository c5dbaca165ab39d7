/** The part of `docent.yaml` that replaces a few of Docent's own sentences: language -> key -> sentence. */
import { z } from 'zod';
import { formsOf, placeholdersIn } from '../../wording/catalogue.ts';
import { en } from '../../wording/en.ts';
import { languages } from '../../wording/languages.ts';
import { type Overrides, settable } from '../../wording/settable.ts';

const keys = Object.keys(settable) as (keyof Overrides)[];

const line = z.string().trim().min(1, 'expected text').regex(/^.*$/, 'expected one line');

function sentence(key: keyof Overrides) {
  const { shown, maxChars } = settable[key];
  const known = placeholdersIn(en[key]);
  return line
    .superRefine((text, context) => {
      const message = problemOf(text, known, maxChars);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .optional()
    .describe(`${shown}. Default: ${formsOf(en[key]).at(-1)}`);
}

function problemOf(text: string, known: readonly string[], maxChars: number): string | undefined {
  if (text.length > maxChars) return `expected at most ${maxChars} characters`;
  const used = placeholdersIn(text);
  const unknown = used.find((name) => !known.includes(name));
  const available = known.length === 0 ? '' : `; available: ${known.map((name) => `{${name}}`).join(', ')}`;
  if (unknown !== undefined) return `there is no placeholder {${unknown}} here${available}`;
  const missing = known.find((name) => !used.includes(name));
  return missing === undefined ? undefined : `expected the placeholder {${missing}}`;
}

const sentences = z
  .strictObject(Object.fromEntries(keys.map((key) => [key, sentence(key)])))
  .meta({ id: 'sentences', description: 'Sentences by their keys' });

export const wordingSchema = z
  .strictObject(Object.fromEntries(languages.map((language) => [language, sentences.optional()])))
  .describe("A few of Docent's own sentences in your words, by language and key");
