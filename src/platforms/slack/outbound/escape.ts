/**
 * Makes foreign text harmless in Slack's mrkdwn: shown literally, and links that lead where they say.
 * Source: docs.slack.dev messaging/formatting-message-text, 2026-11-21.
 */
import type { Nodes } from 'mdast';
import { misleads } from '../../../core/markdown/link-labels.ts';
import { sanitize } from '../../../core/markdown/sanitize.ts';

/** Schemes that people may be led to; Slack's own (`slack:`) opens things inside Slack. */
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Names that notify everybody even without a token, where Slack is asked to link names. */
const broadcast = /@(?=(?:here|channel|everyone|group)\b)/gi;

/** Text that Slack shows literally, and in which no fence begins. */
export function escapeText(text: string): string {
  return sanitize(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(broadcast, parted)
    .replace(/`{3,}/g, (run) => [...run].join('\u200b'));
}

/** An at sign with an invisible joiner, which Slack does not read as a mention. */
const parted = '@\u2060';

/** One line for a place that shows no formatting; should Slack read any there, there is none to read. */
export function plainText(text: string): string {
  const line = sanitize(text).replaceAll(/\s+/g, ' ').trim();
  return addressNobody(line.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('](', '] ('));
}

/** For text joined from pieces that only together address everybody. */
export function addressNobody(text: string): string {
  return text.replaceAll(broadcast, parted);
}

/** A link, followed by its real host where the label reads like another. What may not be linked is only its label. */
export function link(url: string, label: string): string {
  const target = safeUrl(url);
  const text = escapeText(label).replaceAll(/\s+/g, ' ').trim();
  if (!target) return text;
  const address = encode(target.href);
  if (text === '' || label === url || label === target.href) return `<${address}>`;
  const real = misleads(label, target) ? ` (${escapeText(target.host || target.pathname)})` : '';
  return `<${address}|${text}>${real}`;
}

/** Without a language, which Slack would show as text. */
export function toCodeBlock(value: string): string {
  return `\`\`\`\n${escapeText(value)}\n\`\`\``;
}

/** A node's text without formatting; `between` separates its pieces. */
export function plain(node: Nodes, between = ''): string {
  const words: string[] = [];
  const open: Nodes[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if ('children' in next) open.push(...next.children.toReversed());
    else if ('value' in next) words.push(next.value);
    else if ('alt' in next) words.push(next.alt ?? '');
    else if (next.type === 'break') words.push(' ');
  }
  return words.join(between);
}

/** Without user name and password, which can pass for the host. undefined when it may not be linked. */
export function safeUrl(url: string): URL | undefined {
  const parsed = URL.parse(url.trim());
  if (!parsed || !schemes.has(parsed.protocol)) return undefined;
  parsed.username = '';
  parsed.password = '';
  return parsed;
}

/** Escapes what would end the address inside `<address|label>`. `&` is one of the three that Slack wants escaped. */
function encode(href: string): string {
  return href
    .replaceAll('|', '%7C')
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E')
    .replaceAll('`', '%60')
    .replaceAll(/\s/g, '%20')
    .replaceAll(broadcast, '%40')
    .replaceAll('&', '&amp;');
}
