/**
 * Foreign text made harmless for Slack's mrkdwn: plain text, and links that lead where they say. In: text, addresses.
 * Out: mrkdwn. Pure.
 * Source: docs.slack.dev messaging/formatting-message-text, 2026-11-21.
 */
import type { Nodes } from 'mdast';

/** Schemes that people may be led to; Slack's own (`slack:`) opens things inside Slack. */
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Characters that turn the direction of what follows, so that a text reads as another one; and controls. */
export const treacherous = /[[\p{Cc}--[\t\n]]\u202a-\u202e\u2066-\u2069]/gv;

/** Names that address everybody even without a token, where Slack is told to find them. An invisible joiner parts them. */
const broadcast = /@(?=(?:here|channel|everyone|group)\b)/gi;

/** A file's name is no host, though the net has domains like `.md` and `.sh`. */
const fileName = /^[\w.-]+\.(?:md|js|ts|py|rs|sh|go|rb|pl|cs)$/i;

/**
 * What reads like a host: `bank.com`, but not `console.log`. Domains of two letters, and longer ones that people know.
 */
const hostName =
  /^(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2}|com|net|org|info|biz|dev|app|edu|gov|mil|xyz|site|online|shop|cloud|page|link|top|tech)(?=[/:?#]|$)/iu;
const hostWithPath = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}\//u;

/** Text that Slack shows as it is, and in which no fence begins. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(treacherous, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(broadcast, '@\u2060')
    .replace(/`{3,}/g, (run) => [...run].join('\u200b'));
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
    .replaceAll('&', '&amp;');
}

/** Whether the label reads like an address of another host. Full-width letters and dots count as what they look like. */
export function misleads(label: string, target: URL): boolean {
  const words = label
    .normalize('NFKC')
    .replaceAll(/[\u3002\uff61]/g, '.')
    .replaceAll(treacherous, '')
    .split(/\s+/);
  return words.some((word) => {
    const host = hostIn(word);
    return host !== undefined && withoutWww(host) !== withoutWww(target.hostname);
  });
}

function hostIn(word: string): string | undefined {
  const bare = word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}/]+$/gu, '');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(bare)) return URL.parse(bare)?.hostname;
  const isHost = (hostName.test(bare) && !fileName.test(bare)) || hostWithPath.test(bare) || /^www\./i.test(bare);
  return isHost ? URL.parse(`https://${bare}`)?.hostname : undefined;
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
