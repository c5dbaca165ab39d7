/**
 * Foreign text made harmless for Slack's mrkdwn: plain text, and links that lead where they say. In: text, addresses.
 * Out: mrkdwn. Pure.
 * Source: docs.slack.dev messaging/formatting-message-text, 2026-11-21.
 */
import type { Nodes } from 'mdast';
import { misleads } from '../../../core/markdown/link-labels.ts';
import { sanitize } from '../../../core/markdown/sanitize.ts';

/** Schemes that people may be led to; Slack's own (`slack:`) opens things inside Slack. */
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Names that address everybody even without a token, where Slack is told to find them. */
const broadcast = /@(?=(?:here|channel|everyone|group)\b)/gi;

/** Text that Slack shows as it is, and in which no fence begins. */
export function escapeText(text: string): string {
  return sanitize(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(broadcast, parted)
    .replace(/`{3,}/g, (run) => [...run].join('\u200b'));
}

/** With an invisible joiner. */
const parted = '@\u2060';

/** Text put together from pieces, of which none but all together may address everybody. */
export function addressNobody(text: string): string {
  return text.replaceAll(broadcast, parted);
}

/** A link with its label, and with its true host where the label names another. What may not be linked is its label alone. */
export function link(url: string, label: string): string {
  const target = safeUrl(url);
  const text = escapeText(label).replaceAll(/\s+/g, ' ').trim();
  if (!target) return text;
  const address = encode(target.href);
  if (text === '' || label === url || label === target.href) return `<${address}>`;
  const real = misleads(label, target) ? ` (${escapeText(target.host || target.pathname)})` : '';
  return `<${address}|${text}>${real}`;
}

/** Slack has no languages: a tag would be shown as text. */
export function toCodeBlock(value: string): string {
  return `\`\`\`\n${escapeText(value)}\n\`\`\``;
}

/** The words of a node, without marks; `between` parts its pieces. */
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

/** Without a name and password, which are the oldest disguise of a host. */
export function safeUrl(url: string): URL | undefined {
  const parsed = URL.parse(url.trim());
  if (!parsed || !schemes.has(parsed.protocol)) return undefined;
  parsed.username = '';
  parsed.password = '';
  return parsed;
}

/** What would end the address inside `<address|label>`. `&` is one of the three that Slack wants escaped. */
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
