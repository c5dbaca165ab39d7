/**
 * Makes untrusted text harmless in Slack's mrkdwn: text is shown literally, and links lead where they claim to.
 * Source: docs.slack.dev messaging/formatting-message-text, 2026-11-21.
 */
import type { Nodes } from 'mdast';
import { misleads } from '../../../../kit/markdown/link-labels.ts';
import { sanitize } from '../../../../kit/markdown/sanitize.ts';

/** URL schemes that may be linked. Slack's own, `slack:`, opens things inside Slack. */
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Whole words that notify everyone even without a token, when Slack links names. Nothing invisible gets into `@hono/node`. */
const broadcast = /(?<![\p{L}\p{N}._%+-])@(?=(?:here|channel|everyone|group)(?![\p{L}\p{N}_]))/giu;

/** Text that Slack shows literally and that cannot open a code fence. */
export function escapeText(text: string): string {
  return sanitize(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(broadcast, brokenAt)
    .replace(/`{3,}/g, (run) => [...run].join('\u200b'));
}

/** An at sign followed by an invisible joiner, which Slack does not read as a mention. */
const brokenAt = '@\u2060';

/** One line for a place that shows no formatting, harmless even if Slack did interpret formatting there. */
export function plainText(text: string): string {
  const line = sanitize(text).replaceAll(/\s+/g, ' ').trim();
  return breakBroadcasts(line.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('](', '] ('));
}

/** For joined text whose pieces mention everyone only in combination. */
export function breakBroadcasts(text: string): string {
  return text.replaceAll(broadcast, brokenAt);
}

/** A link, followed by its real host if the label looks like a different one. An unsafe URL leaves only the label. */
export function link(url: string, label: string): string {
  const target = safeUrl(url);
  const text = escapeText(label).replaceAll(/\s+/g, ' ').trim();
  if (!target) return text;
  const address = encode(target.href);
  if (text === '' || label === url || label === target.href) return `<${address}>`;
  const real = misleads(label, target) ? ` (${escapeText(target.host || target.pathname)})` : '';
  return `<${address}|${text}>${real}`;
}

/** Omits the language, which Slack would show as text. */
export function toCodeBlock(value: string): string {
  return `\`\`\`\n${escapeText(value)}\n\`\`\``;
}

/** A node's text without formatting, its pieces joined by `between`. */
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

/** Strips the user name and password, which can look like the host. undefined when the URL may not be linked. */
export function safeUrl(url: string): URL | undefined {
  const parsed = URL.parse(url.trim());
  if (!parsed || !schemes.has(parsed.protocol)) return undefined;
  parsed.username = '';
  parsed.password = '';
  return parsed;
}

/** Escapes what would end the address in `<address|label>`, and `&`, one of the three characters that Slack wants escaped. */
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
