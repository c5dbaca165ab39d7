/**
 * The live tokens of a posted message: those that notify people or open something. Anything that Slack does not document
 * counts as live, so that a test which finds none can be trusted.
 * Source: messaging/formatting-message-text, 2026-11-21.
 */

import { isObject, type Json, type JsonObject } from '../../json.ts';
import type { Message } from './message.ts';
import { unescapeText } from './shapes.ts';

/** One text of a message, with the rules by which Slack parses it. */
export interface Surface {
  readonly text: string;
  readonly dialect: 'mrkdwn' | 'markdown' | 'plain';
  /** Whether plain @here, @group and #channel are live as well. */
  readonly auto: boolean;
}

export interface Token {
  readonly kind: 'broadcast' | 'group' | 'person' | 'channel' | 'special' | 'link';
  /** As written in the text. */
  readonly token: string;
  /** Links only. */
  readonly url?: string;
  /** The label of a link, if it is not its URL. */
  readonly label?: string;
}

type Content = Pick<Message, 'text' | 'blocks'> & { readonly autoLinks?: Message['autoLinks'] };

const slackToken = /<([@#!]?)([^<>|]+)(?:\|([^<>]*))?>/g;
/** Labels stop at the next opening bracket and addresses match whole: with more alternatives, matching would be cubic. */
const markdownLink = /!?\[((?:[^[\]\\]|\\.)*)\]\(\s*(?!\s)<?([^)\s>]+)(?![^)\s>])>?[^)]*\)/g;
const bareLink = /\bhttps?:\/\/[^\s<>|)\]"'`]+/g;
const plainBroadcast = /(?<![\w.])@(?:here|channel|everyone)\b/gi;

/** Every text of a message: its blocks', and its own, which is used for notifications and screen readers. */
export function surfacesOf(content: Content): Surface[] {
  const own: Surface = { text: content.text, dialect: 'mrkdwn', auto: (content.autoLinks ?? 'none') !== 'none' };
  return [own, ...(content.blocks ?? []).flatMap(blockSurfaces)];
}

export function tokensIn(surface: Surface): Token[] {
  if (surface.dialect === 'plain') return [];
  const found = [...surface.text.matchAll(slackToken)].map(readToken).filter((token) => token !== undefined);
  if (surface.dialect === 'markdown') found.push(...markdownLinks(surface.text));
  if (surface.auto || surface.dialect === 'markdown') found.push(...bareLinks(surface.text));
  if (surface.auto)
    found.push(...[...surface.text.matchAll(plainBroadcast)].map(([token]): Token => ({ kind: 'broadcast', token })));
  return found;
}

/** The URLs that a message links to, each once. */
export function linksIn(content: Content): string[] {
  const urls = surfacesOf(content).flatMap((surface) =>
    [...tokensIn(surface), ...bareLinks(surface.text)].flatMap(({ url }) => url ?? []),
  );
  return [...new Set(urls.filter((url) => /^https?:/i.test(url)))];
}

function blockSurfaces(block: JsonObject): Surface[] {
  if (block.type === 'task_card') return taskTexts(block).map((text) => ({ text, dialect: 'markdown', auto: true }));
  if (block.type === 'markdown') return [{ text: String(block.text ?? ''), dialect: 'markdown', auto: false }];
  return textObjects(block);
}

function taskTexts({ title, sources }: JsonObject): string[] {
  const pages = Array.isArray(sources) ? sources.filter(isObject) : [];
  return [title, ...pages.map(({ text }) => text)].map((text) => String(text ?? ''));
}

/** Text objects and rich text elements, at any depth; the latter as the tokens they represent. */
function textObjects(value: Json): Surface[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => textObjects(item));
  if (!isObject(value)) return [];
  const token = richElementToken(value);
  if (token) return [{ text: token, dialect: 'mrkdwn', auto: false }];
  if (value.type === 'mrkdwn')
    return [{ text: String(value.text ?? ''), dialect: 'mrkdwn', auto: value.verbatim !== true }];
  if (typeof value.text === 'string') return [{ text: value.text, dialect: 'plain', auto: false }];
  return Object.values(value).flatMap((inner) => textObjects(inner));
}

/** The token that a rich text element represents. */
export function richElementToken(element: JsonObject): string | undefined {
  if (element.type === 'user') return `<@${element.user_id}>`;
  if (element.type === 'usergroup') return `<!subteam^${element.usergroup_id}>`;
  if (element.type === 'broadcast') return `<!${element.range}>`;
  if (element.type === 'channel') return `<#${element.channel_id}>`;
  if (element.type === 'link') return `<${element.url}${typeof element.text === 'string' ? `|${element.text}` : ''}>`;
  return undefined;
}

function readToken(match: RegExpMatchArray): Token | undefined {
  const [token, mark = '', target = '', label] = match;
  if (mark === '@') return { kind: 'person', token };
  if (mark === '#') return { kind: 'channel', token };
  if (mark === '!') return { kind: specialKind(target), token };
  if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  return { kind: 'link', token, url: unescapeText(target), ...(label ? { label: unescapeText(label) } : {}) };
}

function specialKind(target: string): Token['kind'] {
  if (/^(here|channel|everyone|group)$/i.test(target)) return 'broadcast';
  return target.toLowerCase().startsWith('subteam^') ? 'group' : 'special';
}

/** Stops at the last closing bracket, since the rest would be searched for one from each link that starts there. */
function markdownLinks(text: string): Token[] {
  return [...text.slice(0, text.lastIndexOf(')') + 1).matchAll(markdownLink)].map(readMarkdownLink);
}

function readMarkdownLink(match: RegExpMatchArray): Token {
  const [token, label = '', url = ''] = match;
  return { kind: 'link', token, url, label };
}

function bareLinks(text: string): Token[] {
  return [...text.matchAll(bareLink)].map(([token]) => ({ kind: 'link', token, url: token }));
}
