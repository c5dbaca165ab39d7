/** Bodies, questions and titles as Discord shows them, and whether a body fits one message. Pure. */

import { parseMarkdown, parseQuestion } from '../../../core/markdown/parse.ts';
import type { Body } from '../../../core/model/body.ts';
import type { Source } from '../../../core/model/source.ts';
import { english } from '../../../wording/wording.ts';
import { toDialect } from './dialect.ts';
import { escapeMarks, isMisleading, toSafeUrl } from './escape.ts';
import { toPlainText } from './plain.ts';

/**
 * Characters of one message, counted in UTF-16 units; Discord counts code points, which are never more.
 * Source: developer docs "Resources: Message, Create Message", read 2026-11-21.
 */
export const maxMessageChars = 2_000;
/** A longer body never fits, and is not rendered to find that out. */
const maxMarkdownChars = 12_000;
/** Source: developer docs "Resources: Channel, Start Thread from Message" (name: 1-100 characters), read 2026-11-21. */
const maxTitleChars = 100;
const maxSourceTitleChars = 80;
/** Of a question that does not fit, so much is shown. */
const maxQuestionChars = 900;
/** A title is found in the beginning of a question; parsing all of one that somebody made to be slow takes most of a second. */
const maxTitleSourceChars = 400;

/** A message's content, never empty. A body is rendered to see whether it fits, and again when it is sent. */
export function render(body: Body): string {
  const known = rendered.get(body);
  if (known !== undefined) return known;
  const content = toContent(body);
  rendered.set(body, content);
  return content;
}

const rendered = new WeakMap<Body, string>();

function toContent(body: Body): string {
  const text = trimmed(toDialect(parseMarkdown(body.markdown)));
  const notices = body.notices.map((notice) => escapeMarks(notice.replace(/\s+/g, ' ')).trim());
  if (text === '' && body.sources.length === 0) return notices.join('\n') || renderStep(body) || '…';
  const under = [...renderSources(body), ...notices].map((line) => `-# ${line}`);
  return [text, ...under].filter((line) => line !== '').join('\n');
}

/** The newest search, in small print: no part of the answer. */
function renderStep({ steps = [] }: Body): string {
  const step = steps.at(-1);
  return step ? `-# ${escapeMarks(step.title)} …` : '';
}

/** Without what Discord itself trims, so that its response can be compared with what was sent. */
function trimmed(text: string): string {
  // The look-behind keeps this linear: a run of blanks is tried from its first blank alone.
  return text.replace(/^[\s\u200b]+|(?<![\s\u200b])[\s\u200b]+$/g, '');
}

/** Limit of an ephemeral message. Discord refuses a longer one; our own sentences hardly ever reach it. */
export function renderMarkdown(markdown: string): string {
  const rendered = trimmed(toDialect(parseMarkdown(markdown))) || '…';
  if (rendered.length <= maxMessageChars) return rendered;
  const whole = rendered.slice(0, maxMessageChars - 2);
  return `${whole.slice(0, whole.lastIndexOf('\n'))}\n…`;
}

/** Whether the body is within the limit of one message. */
export function fits(body: Body): boolean {
  return body.markdown.length <= maxMarkdownChars && render(body).length <= maxMessageChars;
}

/** The question of a command, quoted where its answer is to be seen. */
export function renderQuestion(text: string): string {
  if (text.length <= maxMessageChars) {
    const quoted = toDialect(parseQuestion(inQuote(text))) || '> …';
    if (quoted.length <= maxMessageChars) return quoted;
  }
  return `> ${escapeMarks(cut(toOneLine(text.slice(0, maxMessageChars)), maxQuestionChars)) || '…'}`;
}

function inQuote(text: string): string {
  return text.replace(/^/gm, '> ');
}

/** A thread's name: the question in one line, without marks and pings. */
export function toTitle(text: string): string {
  const words = toOneLine(toPlainText(parseQuestion(text.slice(0, maxTitleSourceChars))));
  return cut(words, maxTitleChars) || 'Question';
}

function toOneLine(text: string): string {
  return (
    text
      .replace(/<(?:[@#:][^>\n]{0,100}|\/[^>\n:]{0,100}:\d{1,20})>/g, ' ')
      .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
      // Format characters are dropped, but for the joiner of emoji.
      .replace(/(?!\u200d)\p{Cf}/gu, '')
      .trim()
  );
}

function renderSources({ sources, nearest, wording = english }: Body): readonly string[] {
  if (sources.length === 0) return [];
  const heading = nearest ? wording.say('nearest.heading') : wording.say('sources.inline', { count: sources.length });
  return [`**${escapeMarks(heading)}** ${sources.map(renderSource).join(' · ')}`];
}

/** Without an address, the path says where the page is. */
function renderSource(source: Source): string {
  const title = cut(toOneLine(source.title ?? ''), maxSourceTitleChars);
  const url = source.url === undefined ? undefined : toSafeUrl(source.url);
  if (!url) return escapeMarks(title && title !== source.path ? `${title} (${source.path})` : source.path);
  const label = escapeMarks(title || cut(source.path, maxSourceTitleChars))
    .replaceAll('[', '(')
    .replaceAll(']', ')');
  return label === '' || isMisleading(title, url) ? `${title ? `${label} ` : ''}<${url}>` : `[${label}](<${url}>)`;
}

/** At most `maxChars` UTF-16 units, without half a surrogate pair, at the end of a word where one is near. */
function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, '');
  const word = head.lastIndexOf(' ');
  return `${(word > maxChars * 0.7 ? head.slice(0, word) : head).trimEnd()}…`;
}
