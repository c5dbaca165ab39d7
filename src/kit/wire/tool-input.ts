/**
 * What an assistant says in the input of a tool part: a question back with options, or a place to get help. No vendor documents
 * the shapes; these are the ones that public clients read. Pure.
 */
import { isObject, stringAt, valueAt } from '../base/json.ts';
import type { AnswerEvent } from './answer-event.ts';

const maxOptions = 25;
const maxQuestionChars = 1_000;
const maxOptionChars = 200;
const maxUrlChars = 2_000;

/** `name`: the tool's. Empty for any other part. */
export function readToolInput(name: string, input: unknown): readonly AnswerEvent[] {
  const asked = [input, ...listAt(input, 'questions').slice(0, maxOptions)].flatMap(toAsk);
  if (asked.length > 0 || !/support|contact|escalat/i.test(name)) return asked;
  const url = stringAt(input, 'url') ?? stringAt(input, 'link') ?? stringAt(input, 'href');
  const title = bounded(stringAt(input, 'title') ?? stringAt(input, 'label'), maxOptionChars);
  return url === undefined || url.length > maxUrlChars
    ? []
    : [{ type: 'contact', page: { path: url, ...(title !== undefined && { title }) } }];
}

function toAsk(value: unknown): readonly AnswerEvent[] {
  const question = bounded(stringAt(value, 'question'), maxQuestionChars);
  const options = listAt(value, 'options')
    .slice(0, maxOptions)
    .flatMap((option) => bounded(labelOf(option), maxOptionChars) ?? []);
  if (question === undefined || options.length === 0) return [];
  return [{ type: 'ask', question, options: [...new Set(options)] }];
}

/** The label is what a reader chooses and says; a value may be an id. */
function labelOf(option: unknown): string | undefined {
  if (typeof option === 'string') return option;
  return isObject(option) ? (stringAt(option, 'label') ?? stringAt(option, 'value')) : undefined;
}

/** On one line. undefined if there is nothing to read. */
function bounded(text: string | undefined, maxChars: number): string | undefined {
  const line = text
    ?.slice(0, maxChars)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line === '' ? undefined : line;
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const list = valueAt(value, key);
  return Array.isArray(list) ? list : [];
}
