/** Every pure function of ours that reads text of others: each must take time in proportion to the text. */

import { retryAfterMs } from '../../src/base/retry-after.ts';
import { atOnce } from '../../src/base/time-slices.ts';
import { bareExcerpt, excerpt } from '../../src/core/layout/excerpt.ts';
import { layOutReply } from '../../src/core/layout/layout.ts';
import { collectDefinitions, withAddresses } from '../../src/core/layout/link-references.ts';
import { appendOnlyPrefix } from '../../src/core/live-reply/append-only.ts';
import { scan } from '../../src/core/markdown/block-scanner.ts';
import { closeOpen, shownEnd } from '../../src/core/markdown/hold-back.ts';
import { scanInline } from '../../src/core/markdown/inline-scanner.ts';
import { parseMarkdown, parseQuestion } from '../../src/core/markdown/parse.ts';
import { sanitize } from '../../src/core/markdown/sanitize.ts';
import type { Body } from '../../src/core/model/body.ts';
import { emptyReply } from '../../src/core/model/reply.ts';
import { toSuggestions } from '../../src/core/model/suggestions.ts';
import { createAnswerText } from '../../src/docs-api/answer-text.ts';
import { createCalloutReader } from '../../src/docs-api/callouts.ts';
import { createToUrl } from '../../src/docs-api/page-urls.ts';
import { createPartReader } from '../../src/docs-api/stream-parts.ts';
import { readSuggestions } from '../../src/docs-api/suggestions.ts';
import { toAnswer } from '../../src/docs-server/answers/answer.ts';
import { foldedCode } from '../../src/docs-server/answers/code-snippet.ts';
import { toPassages } from '../../src/docs-server/answers/passages.ts';
import { toSitePath } from '../../src/docs-server/content/addresses.ts';
import { withIncludes } from '../../src/docs-server/content/includes.ts';
import { withoutMarks } from '../../src/docs-server/content/markdown/code-marks.ts';
import { readLiteral } from '../../src/docs-server/content/markdown/literals.ts';
import { type Section, toSections } from '../../src/docs-server/content/markdown/sections.ts';
import { toNavigation } from '../../src/docs-server/content/navigation.ts';
import type { Page } from '../../src/docs-server/content/page.ts';
import { clientAddress } from '../../src/docs-server/http/quotas.ts';
import { createLinkGuard } from '../../src/docs-server/llm/link-guard.ts';
import { toPagesText } from '../../src/docs-server/llm/prompt.ts';
import { isFollowUp, toQuery } from '../../src/docs-server/search/query/query.ts';
import { createSearchIndex } from '../../src/docs-server/search/ranking/search.ts';
import { maskSensitive } from '../../src/masking/mask.ts';
import { toReadable } from '../../src/platforms/discord/inbound/messages/events.ts';
import { toDialect } from '../../src/platforms/discord/outbound/dialect.ts';
import * as discordEscape from '../../src/platforms/discord/outbound/escape.ts';
import * as discord from '../../src/platforms/discord/outbound/render.ts';
import { insertNames, mentions, readText } from '../../src/platforms/slack/inbound/inbound-text.ts';
import * as slackEscape from '../../src/platforms/slack/outbound/escape.ts';
import { toSurface } from '../../src/platforms/slack/outbound/markdown-surface.ts';
import { renderMarkdown } from '../../src/platforms/slack/outbound/mrkdwn.ts';
import * as slack from '../../src/platforms/slack/outbound/render.ts';
import type { AnswerEvent } from '../../src/wire/answer-event.ts';
import { createAnswerReader } from '../../src/wire/answer-reader.ts';
import { errorMessage } from '../../src/wire/api.ts';
import { readPage } from './page-reader.ts';

/** One function, and what it makes of the text does not matter. */
export type Reader = (text: string) => unknown;

const siteUrl = 'https://docs.example';
const toUrl = createToUrl(siteUrl);

/** By the folder of src that the function is in, and its name. */
export const readers: Readonly<Record<string, Reader>> = {
  masking: (text) => maskSensitive(text),
  'docs-server page.md': (text) => readPage(text, false),
  'docs-server page.mdx': (text) => readPage(text, true),
  'docs-server code': (text) => [withoutMarks(text), foldedCode(text, ['install', 'a'])],
  'docs-server included': (text) => withIncludes('<Snippet file="a.md" />\n\n<<< a.md#a', 'b.md', async () => text),
  'docs-server imported': (text) => withIncludes(`import Aa from './a.mdx'\n${text}`, 'b.md', async () => 'a'),
  'docs-server passages': (text) => sectionsOf(text).map(toPassages),
  'docs-server literal': (text) => readLiteral(text),
  'docs-server search and answer': searchAndAnswer,
  'docs-server question': (text) => [toQuery(text), isFollowUp(text)],
  // File names are decoded from bytes.
  'docs-server path': (text) => toSitePath(text.toWellFormed(), { keepNumbers: false, slug: text }),
  'docs-server navigation': (text) => toNavigation({ navigation: [{ group: text, pages: [text, `${text}.md`] }] }),
  'docs-server link guard': (text) => guarded([text]),
  'docs-server link guard, in pieces': (text) => guarded(inPieces(text)),
  'docs-server client address': (text) => clientAddress(undefined, text, 1),
  'wire v1': (text) =>
    answerOf('text/plain', `0:${JSON.stringify(text)}\n9:${JSON.stringify({ args: text })}\n${text}`),
  'wire v2': (text) =>
    answerOf('text/event-stream', `data: ${JSON.stringify({ type: 'text-delta', delta: text })}\n\n${text}`),
  'wire unknown': (text) => answerOf('text/plain', text),
  'wire unknown, in pieces': (text) => answerOf('text/plain', ...inPieces(text)),
  'wire v1, in pieces': (text) => answerOf('text/plain', '0:""\n', ...inPieces(text)),
  'wire v2, in pieces': (text) => answerOf('text/event-stream', 'data: ', ...inPieces(text)),
  'wire error': (text) => errorMessage(JSON.stringify({ error: { message: text } })),
  'docs-api text': (text) => answerText([text]),
  'docs-api text, in pieces': (text) => answerText(inPieces(text)),
  'docs-api parts': (text) => partsOf(inPieces(text).map((each) => ({ type: 'text', block: 0, text: each }))),
  'docs-api blocks': (text) => partsOf(inPieces(text).map((each, block) => ({ type: 'text', block, text: each }))),
  'docs-api mixed blocks': (text) =>
    partsOf(inPieces(text).map((each, at) => ({ type: 'text', block: at % 2, text: each }))),
  'docs-api pages': (text) => {
    const pages = inPieces(text).map((each, at) => ({ path: `${each}${at}` }));
    return partsOf([{ type: 'found', call: 'a', pages }, ...pages.map((page) => ({ type: 'source' as const, page }))]);
  },
  'docs-api suggestions': (text) => toSuggestions(readSuggestions(text)),
  'docs-api address': (text) => [toUrl(text), toUrl(`/${text}`)],
  'base retry after': (text) => retryAfterMs(text, 0),
  'core clean': (text) => sanitize(text),
  'core asides': (text) => {
    const asides = createCalloutReader();
    return [...inPieces(text).map((each) => asides.push(each)), asides.end()];
  },
  'core scan': (text) => scan(text),
  'core inline': (text) => scanInline(text, false),
  'core parse': (text) => parseMarkdown(text),
  'core parse question': (text) => parseQuestion(text),
  'core hold back': (text) => [shownEnd(text), closeOpen(text)],
  'core excerpt': (text) => {
    const lines = scan(text);
    const middle = Math.floor(text.length / 2);
    return [excerpt(text, lines, middle, text.length), bareExcerpt(text, lines, middle, text.length)];
  },
  'core layout': (text) =>
    layOutReply({ ...emptyReply, text, settled: true }, ({ markdown }) => markdown.length <= 4_000),
  'core lasting': (text) => appendOnlyPrefix(bodyOf(closeOpen(text), text.length), text),
  'core references': (text) =>
    withAddresses(text, new Map([...collectDefinitions(scan(text)), ['a', 'https://a.example']])),
  'slack inbound': (text) => [mentions(text, 'U1'), readText(text, 'U1'), insertNames(text, new Map())],
  'slack escapes': (text) => [
    slackEscape.escapeText(text),
    slackEscape.addressNobody(text),
    slackEscape.link('https://a.example', text),
    slackEscape.toCodeBlock(text),
    slackEscape.safeUrl(text),
  ],
  'slack mrkdwn': (text) => renderMarkdown(text),
  'slack surface': (text) => toSurface(text),
  'slack question': (text) => slack.renderQuestion('a', text),
  'slack fits': (text) => slack.fits(bodyOf(text)),
  'discord inbound': (text) => toReadable(text, [], { channel: () => undefined, role: () => undefined }),
  'discord escapes': (text) => [
    discordEscape.escapeText(text),
    discordEscape.escapeMarks(text),
    discordEscape.escapeLineStarts(text),
    discordEscape.toInlineCode(text),
    discordEscape.toCodeBlock(text),
    discordEscape.toSafeUrl(text),
  ],
  'discord dialect': (text) => toDialect(parseMarkdown(text)),
  'discord question': (text) => [discord.renderQuestion(text), discord.toTitle(text)],
};

/** As long as the words that a model writes at a time. */
function inPieces(text: string): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / 7) }, (_, at) => text.slice(at * 7, at * 7 + 7));
}

function guarded(pieces: readonly string[]): string {
  const guard = createLinkGuard({
    toLink: (href) => (href.length % 2 === 0 ? href : undefined),
    showAddress: (address) => (address.length % 2 === 0 ? 'linked' : 'dropped'),
  });
  return pieces.map((each) => atOnce(guard.push(each))).join('') + atOnce(guard.end());
}

function answerText(pieces: readonly string[]): string {
  const text = createAnswerText(toUrl);
  return pieces.map((each) => text.push(each)).join('') + text.end() + text.suggestions();
}

function answerOf(type: string, ...body: readonly string[]): unknown {
  const reader = createAnswerReader((name) => (name === 'content-type' ? type : undefined));
  return [...body.map((each) => reader.push(new TextEncoder().encode(each))), reader.end()];
}

/** As they come from a network: each by itself. */
function partsOf(events: readonly AnswerEvent[]): unknown {
  const reader = createPartReader(toUrl, {});
  return [events.map((event) => reader.read([event])), reader.end()];
}

function bodyOf(markdown: string, to = markdown.length): Body {
  return { markdown, from: 0, to, sources: [], notices: [] };
}

/** The text as each kind of block, and as a whole page. */
function sectionsOf(text: string): readonly Section[] {
  const about = { heading: text, anchor: 'a', level: 2, trail: [text] };
  return [
    ...atOnce(toSections(text, 'Page')),
    { ...about, blocks: [{ kind: 'prose', text }] },
    { ...about, blocks: [{ kind: 'list', text: `- ${text}`, ordered: false }] },
    { ...about, blocks: [{ kind: 'table', text: `| a |\n| - |\n${text}` }] },
    { ...about, blocks: [{ kind: 'code', text, language: 'js', title: text }] },
  ];
}

function searchAndAnswer(text: string): unknown {
  const page: Page = {
    file: 'kettle.md',
    path: '/kettle',
    title: 'Kettle',
    description: 'The kettle',
    keywords: [],
    facets: { groups: [] },
    sections: sectionsOf(text),
    linkedFrom: 0,
    citedAs: [text],
  };
  const index = createSearchIndex([page]);
  const found = index.search('What is the kettle?', 8);
  const reading = { pages: [page], problems: [], index, siteUrl };
  return [
    toAnswer({ ...found, answerability: 1 }, () => '/kettle'),
    toPagesText(found.pages, reading),
    index.search(text, 8),
  ];
}
