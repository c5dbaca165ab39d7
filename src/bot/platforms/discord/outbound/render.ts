/** Renders bodies, questions and thread titles for Discord, and checks whether a body fits one message. Pure. */

import { headOf, shorten } from '../../../../kit/base/shorten.ts';
import { parseMarkdown, parseQuestion } from '../../../../kit/markdown/parse.ts';
import { type Body, inOneLine, separator } from '../../../core/model/body.ts';
import { maxNameChars, nameOf, type Source } from '../../../core/model/source.ts';
import { english } from '../../../wording/wording.ts';
import { toDialect } from './dialect.ts';
import { escapeMarks, isMisleading, toSafeUrl } from './escape.ts';
import { labelled } from './inline.ts';

/**
 * Limit of one message in UTF-16 code units. Discord counts code points, which are never more.
 * Source: developer docs "Resources: Message, Create Message", read 2026-11-21.
 */
export const maxMessageChars = 2_000;
/** A longer body never fits, so it is not rendered to find out. */
const maxMarkdownChars = 12_000;
/** How much is shown of a question that does not fit. */
const maxQuestionChars = 900;

/** A message's content, never empty. Cached, because a body is rendered to see whether it fits, and again to send it. */
export function render(body: Body): string {
  const known = rendered.get(body);
  if (known !== undefined) return known;
  const content = toContent(body);
  rendered.set(body, content);
  return content;
}

const rendered = new WeakMap<Body, string>();

function toContent(body: Body): string {
  const text = trimmed(toDialect(parseMarkdown(body.markdown), body.unlinked));
  const sentences = body.notices.map((notice) => escapeMarks(notice.replace(/\s+/g, ' ')).trim());
  if (text === '' && body.sources.length === 0) return sentences.join(' ') || renderStep(body) || '…';
  // In italics, which no title has, so that none can pass for a sentence of Docent.
  const italic = sentences.filter((sentence) => sentence !== '').map((sentence) => `*${sentence}*`);
  const before = body.before ? renderSource(body.before, body.unlinked) : '';
  const under = inOneLine(body, [renderSources(body), before], italic).map((line) => `-# ${line}`);
  return [text, ...under].filter((line) => line !== '').join('\n');
}

/** The newest search, in small print, as it is not part of the answer. */
function renderStep({ steps = [] }: Body): string {
  const step = steps.at(-1);
  return step ? `-# ${escapeMarks(step.title)} …` : '';
}

/** Trims what Discord itself trims, so that its response can be compared with what was sent. */
function trimmed(text: string): string {
  // The lookbehind keeps this linear: each run of blanks is tried only from its first one.
  return text.replace(/^[\s\u200b]+|(?<![\s\u200b])[\s\u200b]+$/g, '');
}

/** Cut to fit one message, because Discord refuses longer ones. Our own sentences hardly ever reach the limit. */
export function renderMarkdown(markdown: string): string {
  const rendered = trimmed(toDialect(parseMarkdown(markdown))) || '…';
  if (rendered.length <= maxMessageChars) return rendered;
  const head = headOf(rendered, maxMessageChars - 2);
  return `${head.slice(0, head.lastIndexOf('\n'))}\n…`;
}

/** Whether the body fits one message. */
export function fits(body: Body): boolean {
  return body.markdown.length <= maxMarkdownChars && render(body).length <= maxMessageChars;
}

/** A question, quoted above its answer. */
export function renderQuestion(text: string): string {
  if (text.length <= maxMessageChars) {
    const quoted = toDialect(parseQuestion(inQuote(text))) || '> …';
    if (quoted.length <= maxMessageChars) return quoted;
  }
  return `> ${escapeMarks(shorten(toOneLine(text.slice(0, maxMessageChars)), maxQuestionChars)) || '…'}`;
}

function inQuote(text: string): string {
  return text.replace(/^/gm, '> ');
}

/** Without mentions and format characters. */
export function toOneLine(text: string): string {
  return (
    text
      .replace(/<(?:[@#:][^>\n]{0,100}|\/[^>\n:]{0,100}:\d{1,20})>/g, ' ')
      .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
      // Drop format characters except the joiner of emoji and the non-joiner of Persian and others.
      .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
      .trim()
  );
}

function renderSources({ sources, nearest, unlinked, wording = english }: Body): string {
  if (sources.length === 0) return '';
  const heading = nearest
    ? wording.say(nearest === 'site' ? 'site.heading' : 'nearest.heading')
    : wording.say('sources.inline', { count: sources.length });
  return `**${escapeMarks(heading)}** ${sources.map((source) => renderSource(source, unlinked)).join(separator)}`;
}

function renderSource(source: Source, unlinked?: true): string {
  const title = shorten(toOneLine(nameOf(source)), maxNameChars);
  const url = source.url === undefined || unlinked ? undefined : toSafeUrl(source.url);
  if (!url) return escapeMarks(title);
  const label = escapeMarks(title).replaceAll('[', '(').replaceAll(']', ')');
  return label === '' || isMisleading(title, url) ? `${title ? `${label} ` : ''}<${url}>` : labelled(label, url);
}
