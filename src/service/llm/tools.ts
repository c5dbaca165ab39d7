/**
 * The tools of a language model: it searches the docs, reads on in a page, and lists pages. In: the model's calls. Out: pages as
 * text for the model, and its searches as events for the reader. What a tool shows of a page may be cited.
 */
import { jsonSchema, type ToolSet, tool } from 'ai';
import { isObject, stringAt } from '../../kit/base/json.ts';
import type { AnswerEvent, AnswerOutcome } from '../../kit/wire/answer-event.ts';
import { toFoundPages } from '../answers/extractive-responder.ts';
import { isAnswerable } from '../answers/refusal.ts';
import type { AnswerRequest } from '../answers/responder.ts';
import { addressOf, pageAt, type Reading } from '../search/ranking/corpus.ts';
import type { Edition } from '../search/ranking/editions.ts';
import { hybridSearch } from '../search/ranking/hybrid.ts';
import type { SearchResult } from '../search/ranking/search-result.ts';
import type { KnownLinks } from './known-links.ts';
import { type ShownPage, shownPages, toMaterial } from './material.ts';
import { quoted } from './prompt.ts';
import { sizeOf } from './text-size.ts';

/** The state of one answer with a model. */
export interface Progress {
  readonly links: KnownLinks;
  /** The results of the model's own searches, by the call's id. */
  readonly finds: Map<string, SearchResult>;
  /** How often the model called a tool. */
  calls: number;
  /** Whether any search so far found the docs answerable. */
  isAnswerable: boolean;
  /** How much more the tools may show. */
  toolsChars: number;
  /** What the model says that its reply is, if it does. */
  outcome: AnswerOutcome | undefined;
  /** The text that was shown. */
  shown: string;
}

/** Some models call many times in one step. */
const maxCalls = 8;
/** The most that one call shows. */
const maxResultChars = 12_000;
/** With less room left, a call shows nothing of use. */
const leastResultChars = 1_000;
const maxListChars = 4_000;
const maxTitleChars = 100;

/** The context of the tools. */
interface Tooled {
  readonly asked: AnswerRequest;
  readonly reading: Reading;
  /** The asker's: the model's words do not change it. */
  readonly edition: Edition;
  readonly turn: () => Promise<void>;
}

/** The tools of one answer; what they show is added to `progress`. */
export function toolsFor(progress: Progress, context: Tooled): ToolSet {
  const { asked, reading, edition, turn } = context;
  let before: Promise<unknown> = Promise.resolve();
  /** Calls run one after the other, which bounds all of them together: a model may make several at once. */
  const calling = (work: (maxChars: number) => string | Promise<string>): Promise<string> => {
    const called = before.then(async () => {
      progress.calls += 1;
      const maxChars = Math.min(maxResultChars, progress.toolsChars);
      if (progress.calls > maxCalls || maxChars < leastResultChars) return 'No more calls: answer from what you have.';
      await turn();
      const text = await work(maxChars);
      progress.toolsChars -= sizeOf(text);
      return text;
    });
    before = called.catch(() => undefined);
    return called;
  };
  const showing = (shown: readonly ShownPage[]): string => {
    progress.links.add(shown);
    return toMaterial(shown, reading);
  };
  return {
    search: tool({
      description: 'Searches the documentation. Returns the pages that fit best, with what they say.',
      inputSchema: inputOf<{ query: string }>({
        query: 'What to look for, in a few words of the documentation',
      }),
      execute: ({ query }, { toolCallId }) =>
        calling(async (maxChars) => {
          const found = await hybridSearch(reading, { ...asked, question: query, before: [] }, edition);
          progress.finds.set(toolCallId, found);
          progress.isAnswerable ||= isAnswerable(found);
          return showing(shownPages(found.pages, reading, maxChars));
        }),
    }),
    read: tool({
      description: 'Shows a page of the documentation, or one section of it with those beside it.',
      inputSchema: inputOf<{ address: string; section?: string }>(
        { address: 'The address of the page or section' },
        { section: 'The heading of the section, as it was named' },
      ),
      execute: ({ address, section }) =>
        calling((maxChars) => {
          const found = pageAt(address, reading, edition.isShown);
          if (!found) return 'There is no such page.';
          const { page, anchor } = found;
          const wanted = page.sections.filter(
            (one) => (anchor !== '' && one.anchor === anchor) || (section !== undefined && one.heading === section),
          );
          const sections = (wanted.length > 0 ? wanted : page.sections).map((one) => ({ section: one, score: 0 }));
          return showing(shownPages([{ page, sections }], reading, maxChars, maxResultChars));
        }),
    }),
    pages: tool({
      description: 'Lists pages of the documentation with their addresses.',
      inputSchema: inputOf<{ under?: string }>({}, { under: 'The address of a folder: only pages in it are listed' }),
      execute: ({ under = '' }) => calling(() => listOf(under, context)),
    }),
  };
}

/** A schema of strings. Input that does not match it reaches the model as a tool error. */
function inputOf<T>(required: Readonly<Record<string, string>>, optional: Readonly<Record<string, string>> = {}) {
  const properties = Object.entries({ ...required, ...optional }).map(
    ([name, description]) => [name, { type: 'string', description }] as const,
  );
  const names = properties.map(([name]) => name);
  const isInput = (value: unknown): value is T =>
    isObject(value) &&
    names.every((name) => typeof value[name] === 'string' || (value[name] === undefined && !(name in required)));
  return jsonSchema<T>(
    {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: Object.keys(required),
      additionalProperties: false,
    },
    {
      validate: (value) =>
        isInput(value)
          ? { success: true, value }
          : { success: false, error: new TypeError(`expected an object of strings: ${names.join(', ')}`) },
    },
  );
}

function listOf(under: string, { edition, reading }: Tooled): string {
  const folder = under.trim().replace(/\/$/, '');
  const isIn = (address: string): boolean => folder === '' || address === folder || address.startsWith(`${folder}/`);
  const pages = reading.pages.filter(
    (page) => (isIn(page.path) || isIn(addressOf(page, reading))) && edition.isShown(page),
  );
  const lines: string[] = [];
  let remaining = maxListChars;
  for (const page of pages) {
    const line = `${page.title.slice(0, maxTitleChars)} (${addressOf(page, reading)})`;
    remaining -= sizeOf(line) + 1;
    if (remaining < 0) break;
    lines.push(line);
  }
  const more = pages.length > lines.length ? `\n… and ${pages.length - lines.length} more` : '';
  return lines.length === 0
    ? 'There are no such pages.'
    : `<page title="List of pages">\n${quoted(lines.join('\n'))}${more}\n</page>`;
}

/** One of the model's own searches as readers see it. */
export function searchEvents(
  id: string,
  input: unknown,
  { finds }: Progress,
  reading: Reading,
): readonly AnswerEvent[] {
  const found = finds.get(id);
  if (!found) return [];
  const query = stringAt(input, 'query') ?? '';
  const call = `search-${[...finds.keys()].indexOf(id) + 2}`;
  return [
    { type: 'search', call, query },
    { type: 'found', call, pages: toFoundPages(found, reading) },
  ];
}
