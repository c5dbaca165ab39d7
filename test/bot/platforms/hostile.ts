/**
 * The texts of test/fixtures/hostile.yaml, and the checks that every rendering of them must pass. Mentions and links are read
 * by the sandbox, hosts in labels by this file, so nothing here is shared with the renderers.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { createLayout, layOutReply } from '../../../src/bot/core/layout/layout.ts';
import type { Body, Fits } from '../../../src/bot/core/model/body.ts';
import { emptyReply } from '../../../src/bot/core/model/reply.ts';
import { type Step, withStep } from '../../../src/bot/core/model/step.ts';
import { createAnswerText } from '../../../src/bot/docs-api/answer-text.ts';
import { english } from '../../../src/bot/wording/wording.ts';
import type { RenderedNode } from '../../../src/sandbox/view/rendered.ts';
import { body } from './contract/world.ts';

type Written = string | { readonly repeat: string; readonly times: number; readonly end: string };

/** The texts, by group. */
export function hostileTexts(): readonly (readonly [group: string, texts: readonly string[]])[] {
  const file = readFileSync(new URL('../../fixtures/hostile.yaml', import.meta.url), 'utf8');
  // The file is ours; if its shape is wrong, the tests that read it fail.
  const groups = parse(file) as Record<string, readonly Written[]>;
  return Object.entries(groups).map(([group, texts]) => [group, texts.map(toText)]);
}

function toText(written: Written): string {
  return typeof written === 'string' ? written : written.repeat.repeat(written.times) + written.end;
}

/** Longer texts are not embedded in others, and are cut at fewer places. */
const maxShortChars = 300;

/** The text alone, and embedded in other Markdown. */
export function placesOf(text: string): readonly string[] {
  if (text.length > maxShortChars) return [text];
  const line = text.replaceAll('\n', ' ');
  return [
    text,
    `**${text}**`,
    `- one\n- ${text.replaceAll('\n', '\n  ')}`,
    `| a | b |\n|---|---|\n| 1 | ${line} |\n| ${line} | ${'wide '.repeat(15)} |`,
    `### ${line}`,
    `[${line}](https://docs.example/x)`,
    text.replaceAll(/^/gm, '> '),
    `a \`${line}\` b`,
    `\`\`\`\n${text}\n\`\`\``,
    `one${text}two${text}`,
  ];
}

/** A search for the text that found pages with it as title, path and URL. */
export function stepsOf(text: string): readonly Step[] {
  const pages = [{ path: text, title: text, url: 'https://docs.example/' }, { path: text }, { path: 'x', url: text }];
  return withStep([], { call: 'a', query: text, pages }, english);
}

/** Bodies with the text below the answer: as a notice, as title, path and URL of sources, and as a search query. */
export function beneathOf(text: string): readonly Body[] {
  const sources = [{ path: text, title: text, url: 'https://docs.example/' }, { path: text }, { path: 'x', url: text }];
  return [
    body('Text.', { notices: [text] }),
    ...sources.map((source) => body('', { sources: [source] })),
    body('', { steps: stepsOf(text) }),
  ];
}

/** The bodies of a streaming text at some of its prefixes. Short texts have more of them, and are settled at the end. */
export function* grown(
  written: string,
  fits: Fits,
): Generator<{ readonly bodies: readonly Body[]; readonly text: string }> {
  const answer = createAnswerText(() => undefined);
  const text = answer.push(written) + answer.end();
  const step = Math.ceil(text.length / (text.length > maxShortChars ? 3 : 40));
  const grow = createLayout(fits);
  for (let end = 1; end < text.length; end += step) {
    const prefix = text.slice(0, end);
    yield { bodies: grow({ ...emptyReply, text: prefix }), text: prefix };
  }
  if (text.length <= maxShortChars) yield { bodies: layOutReply({ ...emptyReply, text, settled: true }, fits), text };
}

/** No text may reverse its direction, hide characters or stack combining marks. */
export function expectPlain(shown: string): void {
  expect(shown.trim()).not.toBe('');
  expect(shown.isWellFormed()).toBe(true);
  expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\ufffe\uffff]|(?![\t\n])\p{Cc}|\p{M}{9}/u);
}

export function expectClosed(shown: string): void {
  expect(shown.split('```').length % 2, 'fences are closed').toBe(1);
}

/** Mentions nobody, and each link's label names no other host, unless the real one follows. */
export function expectHarmless(nodes: readonly RenderedNode[]): void {
  for (const [at, node] of nodes.entries()) {
    expect(node.kind).not.toBe('mention');
    if (node.kind === 'table') for (const cell of node.rows.flat()) expectHarmless(cell);
    if (node.kind === 'link') expectHonest(node.url, wordsOf(node.children), wordsOf(nodes.slice(at + 1)));
    if ('children' in node) expectHarmless(node.children);
  }
}

function expectHonest(address: string, label: string, after: string): void {
  if (label === address) return;
  const url = new URL(address);
  expect(['http:', 'https:', 'mailto:']).toContain(url.protocol);
  expect(`${url.username}${url.password}`, 'credentials in a URL').toBe('');
  const leads = url.hostname.replace(/^www\./, '') || url.pathname.replace(/^.*@/, '');
  const hosts = hostsIn(label).filter((host) => host !== leads);
  if (hosts.length > 0 && !after.startsWith(` (${url.host || url.pathname})`))
    expect({ label, address, after }).toBe('honest');
}

/** Words that read like a host, however they are disguised. */
function hostsIn(label: string): readonly string[] {
  const bare = label
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Mn}]/gu, '')
    .replaceAll(/[。｡]/g, '.');
  const found = bare.toLowerCase().match(/(?:[\p{L}\p{N}-]+\.)+(?:com|gg)(?![\p{L}\p{N}])/gu) ?? [];
  return found.map((host) => host.replace(/^www\./, ''));
}

function wordsOf(nodes: readonly RenderedNode[]): string {
  return nodes.map((node) => ('children' in node ? wordsOf(node.children) : 'text' in node ? node.text : '')).join('');
}
