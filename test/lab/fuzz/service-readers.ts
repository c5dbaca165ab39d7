/**
 * What the documentation service reads: pages and site files, requests, and what a model writes. Asciidoctor takes quadratic
 * time for long runs of blanks, and is not here: convert-in-thread bounds its time.
 */

import { toPrintable } from '../../../src/cli/terminal/printable.ts';
import { clientAddress } from '../../../src/kit/base/client-address.ts';
import { atOnce } from '../../../src/kit/base/time-slices.ts';
import { smallTalkIn } from '../../../src/kit/matching/small-talk.ts';
import { toAnswer } from '../../../src/service/answers/answer.ts';
import { toLine } from '../../../src/service/answers/passage-line.ts';
import { toPassages } from '../../../src/service/answers/passages.ts';
import { encoded } from '../../../src/service/content/addresses.ts';
import { toApiPages } from '../../../src/service/content/formats/api.ts';
import { isApiDescription, isHtmlPage, looksLikeRst } from '../../../src/service/content/formats/formats.ts';
import { fromHtml } from '../../../src/service/content/formats/html.ts';
import { notebookToMarkdown } from '../../../src/service/content/formats/notebook.ts';
import { toMarkdown } from '../../../src/service/content/formats/rst/rst.ts';
import { toFront } from '../../../src/service/content/front-matter.ts';
import { toNavigation } from '../../../src/service/content/generators/navigation.ts';
import { ignoredBy, quotedSetting } from '../../../src/service/content/generators/paths.ts';
import { parseSettings } from '../../../src/service/content/generators/settings.ts';
import { toSummary } from '../../../src/service/content/generators/summary.ts';
import { partOf } from '../../../src/service/content/include-parts.ts';
import { withIncludes } from '../../../src/service/content/includes.ts';
import { withoutMarks } from '../../../src/service/content/markdown/code-marks.ts';
import { readLiteral } from '../../../src/service/content/markdown/literals.ts';
import { type Section, toSections } from '../../../src/service/content/markdown/sections.ts';
import { type Page, sentenceAround } from '../../../src/service/content/page.ts';
import { facetsOf } from '../../../src/service/content/page-metadata.ts';
import { toPageQuestion, toSampleQuestion } from '../../../src/service/content/page-question.ts';
import { createKnownLinks } from '../../../src/service/llm/known-links.ts';
import { createLinkGuard } from '../../../src/service/llm/link-guard.ts';
import { shownPages, toMaterial } from '../../../src/service/llm/material.ts';
import { toHistory, toUserMessage } from '../../../src/service/llm/prompt.ts';
import { sizesFor } from '../../../src/service/llm/sizes.ts';
import { defaultModelLimits, toOutgoing } from '../../../src/service/model-endpoint/settings.ts';
import { analyzerOf } from '../../../src/service/search/index/analyzer.ts';
import { isFollowUp } from '../../../src/service/search/query/query.ts';
import type { Reading } from '../../../src/service/search/ranking/corpus.ts';
import { retrieve } from '../../../src/service/search/ranking/request-search.ts';
import { createSearchIndex } from '../../../src/service/search/ranking/search.ts';
import { readPage } from './page-reader.ts';
import { inPieces, type Readers, upTo } from './reader.ts';

/** Limit of an included file and of a site file: `maxIncludeBytes` in content/files. A page may be five times as long. */
const maxPageChars = 1_000_000;
/** Limit of a request body: `maxBodyBytes` in http/middleware. */
const maxBodyChars = 1_000_000;
/** Limit of a file path, on any system. */
const maxPathChars = 4_096;
/** Node refuses longer headers. */
const maxHeaderChars = 16_384;
/** The default limit of llm-responder for what a model writes. */
const maxModelChars = defaultModelLimits.maxOutputTokens * 8;

export const serviceReaders: Readers = {
  ...upTo(maxPageChars, {
    'docs-server page.md': (text) => readPage(text, false),
    'docs-server page.mdx': (text) => readPage(text, true),
    'docs-server page.rst': (text) =>
      atOnce(
        toMarkdown(text, { file: 'a.rst', root: '', variables: new Map(), find: () => ({ path: 'b', text: 'b' }) }),
      ),
    'docs-server page.html': (text) => [
      fromHtml(text, foreignPlace, {}),
      fromHtml(`<main><p>${text}</p><table><tr><td>${text}</td></tr></table><pre>${text}</pre></main>`, foreignPlace, {
        a: 1,
      }),
    ],
    'docs-server page.ipynb': (text) => {
      const outputs = [{ output_type: 'stream', text }, { data: { 'text/html': text, 'text/plain': [text] } }];
      const cells = ['markdown', 'code', 'raw'].map((cell_type) => ({ cell_type, source: text, outputs }));
      return notebookToMarkdown(JSON.stringify({ cells, metadata: { kernelspec: { language: text } } }));
    },
    'docs-server OpenAPI': (text) => toApiPages(JSON.stringify(openApiOf(text)), true),
    'docs-server AsyncAPI': (text) => toApiPages(JSON.stringify(asyncApiOf(text)), true),
    'docs-server kind of a file': (text) => [
      isApiDescription(text, 'a.json'),
      isApiDescription(text, 'a.yaml'),
      isApiDescription(`{"info":${text}`, 'a.json'),
      isHtmlPage(text, 'a.html'),
      looksLikeRst(text),
    ],
    'docs-server site settings': (text) => [
      ...['a.toml', 'a.json', 'a.yml'].map((name) => parseSettings(name, text)),
      parseSettings('a.json', `[\n${text}`),
      ignoredBy(text)('a/b.md'),
      quotedSetting(text, 'a'),
    ],
    'docs-server code': (text) => withoutMarks(text),
    'docs-server imported': (text) => withIncludes(`import Aa from './a.mdx'\n${text}`, 'b.md', including('a')),
    'docs-server passages': (text) =>
      sectionsOf(text)
        .flatMap(toPassages)
        .map((passage) => toLine(passage)),
    'docs-server words in other languages': (text) =>
      ['de', 'fr', 'ru', 'tr'].map((tag) => analyzerOf(tag).stemsIn(text)),
    'docs-server literal': (text) => readLiteral(text),
    'docs-server title': (text) => [
      toSampleQuestion(text),
      toPageQuestion('', [text]),
      facetsOf('a.md', { version: text, language: text }),
    ],
    'docs-server citation': (text) => sentenceAround(text, text.length / 2),
    'docs-server search and answer': searchAndAnswer,
    'docs-server known links': (text) => {
      const { found, reading } = searched(text);
      const links = createKnownLinks(reading);
      links.add(shownPages(found.pages, reading, 32_000));
      return [links.toLink(text, text, text), links.showAddress(text, text)];
    },
    'docs-server page that a model reads': (text) => {
      const reading = readingOf(text);
      const page = reading.index.at(0);
      if (!page) throw new TypeError('the page is not in the index');
      const sections = page.sections.map((section) => ({ section, score: 0 }));
      return toMaterial(shownPages([{ page, sections }], reading, 12_000, 12_000), reading);
    },
    'cli printable': (text) => toPrintable(text),
    'docs-server included': (text) => withIncludes('<Snippet file="a.md" />\n\n<<< a.md#a', 'b.md', including(text)),
    'docs-server part of an include': (text) => [partOf(text, 'a', undefined), partOf(text, undefined, text)],
    'docs-server front matter': (text) => [
      toFront(text),
      toFront(`---\n${text}\n---\n`),
      toFront(`+++\n${text}\n+++\n`),
    ],
    'docs-server summary': (text) => toSummary(text, 'src'),
    'docs-server navigation': (text) => toNavigation({ navigation: [{ group: text, pages: [text, `${text}.md`] }] }),
  }),
  ...upTo(maxBodyChars, {
    'docs-server request': (text) => {
      const asked = {
        question: text,
        before: [text],
        context: [text, text],
        currentPath: text.slice(0, 200),
        limit: 5,
      };
      return [
        retrieve(kettle, asked),
        isFollowUp(text),
        smallTalkIn(text, 'en'),
        toOutgoing(toUserMessage(asked, sizes), {}),
      ];
    },
    'docs-server conversation': (text) =>
      toHistory(
        inPieces(text, 500).map((each) => ({ role: 'user', text: each })),
        2_000,
      ),
  }),
  // File names are well-formed, since they are decoded from bytes.
  ...upTo(maxPathChars, {
    'docs-server path': (text) => encoded(text.toWellFormed()),
  }),
  ...upTo(maxHeaderChars, { 'docs-server client address': (text) => clientAddress(undefined, text, 1) }),
  // Up to 2,000 characters wait unread (link-guard.ts), so growth is linear only in answers far longer than those of a model.
  ...upTo(
    16 * maxModelChars,
    {
      'docs-server link guard, in pieces': (text) => guarded(inPieces(text)),
      // The responder passes on this much at a time, however long a chunk is.
      'docs-server link guard, in chunks': (text) => guarded(inPieces(text, 500)),
    },
    4 * maxModelChars,
  ),
};

const foreignPlace = { file: 'a', read: async () => undefined, folders: [], variables: new Map() };

/** The text in each place where a description has words or names. */
function schemaOf(text: string): unknown {
  const field = { type: text, description: text, enum: [text], pattern: text, default: text };
  return { title: text, description: text, required: [text], properties: { [text]: field }, example: { a: text } };
}

function openApiOf(text: string): unknown {
  const schema = schemaOf(text);
  const parameters = [{ name: text, in: text, description: text, schema }];
  const responses = { 200: { description: text, content: { [text]: { schema } } } };
  const get = { summary: text, description: text, operationId: text, tags: [text], parameters, responses };
  const info = { title: text, description: text, version: text };
  const servers = [{ url: text }];
  return { openapi: '3.0.0', info, servers, paths: { [text]: { get } }, components: { schemas: { [text]: schema } } };
}

function asyncApiOf(text: string): unknown {
  const schema = schemaOf(text);
  const message = { title: text, summary: text, contentType: text, headers: schema, payload: schema };
  const channel = { address: text, parameters: { [text]: { description: text } }, messages: { [text]: message } };
  const operation = {
    action: 'send',
    summary: text,
    channel: { $ref: '#/channels/a' },
    bindings: { [text]: { a: text } },
  };
  const servers = { [text]: { host: text, protocol: text, description: text } };
  const channels = { a: channel, [text]: { subscribe: { message: { payload: { $ref: `#/${text}` } } } } };
  return { asyncapi: '3.0.0', info: { title: text }, servers, channels, operations: { [text]: operation } };
}

function including(text: string) {
  return { read: async () => text, folders: [''], fileNamed: () => 'a.md' };
}

function guarded(pieces: readonly string[]): string {
  const guard = createLinkGuard({
    toLink: (href) => (href.length % 2 === 0 ? href : undefined),
    showAddress: (address) => (address.length % 2 === 0 ? 'linked' : 'dropped'),
  });
  return pieces.map((each) => atOnce(guard.push(each))).join('') + atOnce(guard.end());
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

function readingOf(text: string): Reading {
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
  return { pages: [page], problems: [], index: createSearchIndex([page]), siteUrl: 'https://docs.example' };
}

function searched(text: string) {
  const reading = readingOf(text);
  return { reading, found: reading.index.search('What is the kettle?', 8) };
}

function searchAndAnswer(text: string): unknown {
  const { found, reading } = searched(text);
  return [
    toAnswer({ ...found, answerability: 1 }, () => '/kettle'),
    toMaterial(shownPages(found.pages, reading, 32_000), reading),
  ];
}

const sizes = sizesFor({ url: '', model: '' }, defaultModelLimits);
const kettle = readingOf('The kettle listens on its port.');
