/**
 * The search tool of a language model. In: the model's tool calls. Out: pages as text for the model, and as events for the
 * reader.
 */
import { jsonSchema, tool } from 'ai';
import type { AnswerEvent } from '../../kit/wire/answer-event.ts';
import { toFoundPages } from '../answers/extractive-responder.ts';
import { isAnswerable } from '../answers/refusal.ts';
import type { AnswerRequest } from '../answers/responder.ts';
import type { Reading } from '../search/ranking/corpus.ts';
import { hybridSearch } from '../search/ranking/hybrid.ts';
import type { SearchResult } from '../search/ranking/search-result.ts';
import type { KnownLinks } from './known-links.ts';
import { shownPages, toMaterial } from './material.ts';
import type { Outcome } from './outcome.ts';

/** The state of one answer with a model. */
export interface Progress {
  readonly links: KnownLinks;
  /** The results of the model's own searches, by the call's id. */
  readonly finds: Map<string, SearchResult>;
  /** How often the model searched. */
  searches: number;
  /** Whether any search so far found the docs answerable. */
  isAnswerable: boolean;
  /** How much more the model's own searches may show it. */
  toolsChars: number;
  /** What the model says that its reply is, if it does. */
  outcome: Outcome | undefined;
  /** The text that was shown. */
  shown: string;
}

/** The most that one search shows. */
const maxResultChars = 12_000;
/** With less room left, a search shows nothing of use. */
const leastResultChars = 1_000;

/** Some models search many times in one step; the results must fit into their context window. */
const maxSearches = 6;

/** The context of the tool's searches. */
interface Searched {
  readonly asked: AnswerRequest;
  readonly reading: Reading;
  readonly turn: () => Promise<void>;
}

/** The tool with which a model searches; results are added to `progress`. */
export function searchTool(progress: Progress, { asked, reading, turn }: Searched) {
  return tool({
    description: 'Searches the documentation. Returns the pages that fit best, with what they say.',
    inputSchema: jsonSchema<{ query: string }>({
      type: 'object',
      properties: { query: { type: 'string', description: 'What to look for, in a few words of the documentation' } },
      required: ['query'],
      additionalProperties: false,
    }),
    execute: async ({ query }, { toolCallId }) => {
      progress.searches += 1;
      if (progress.searches > maxSearches || progress.toolsChars < leastResultChars)
        return 'No more searches: answer from what you have.';
      await turn();
      const found = await hybridSearch(reading, { ...asked, question: query, before: [] });
      const shown = shownPages(found.pages, reading, Math.min(maxResultChars, progress.toolsChars));
      const text = toMaterial(shown, reading);
      progress.toolsChars -= text.length;
      progress.links.add(shown);
      progress.finds.set(toolCallId, found);
      progress.isAnswerable ||= isAnswerable(found);
      return text;
    },
  });
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
  const query = typeof input === 'object' && input !== null && 'query' in input ? String(input.query) : '';
  const call = `search-${[...finds.keys()].indexOf(id) + 2}`;
  return [
    { type: 'search', call, query },
    { type: 'found', call, pages: toFoundPages(found, reading) },
  ];
}
