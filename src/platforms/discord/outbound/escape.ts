/**
 * Foreign text made harmless for Discord: it shows as it is written, pings nobody and forges no link.
 *
 * A backslash makes Discord's marks literal. Its tokens (`<@id>`, `@everyone`, invitations) are looked for by servers and
 * clients in ways that a backslash does not stop everywhere, so a zero-width character breaks them.
 */
import { foldLabel, misleads } from '../../../core/markdown/link-labels.ts';
import { sanitize } from '../../../core/markdown/sanitize.ts';

/** Also separates two pieces of text that would otherwise join into a token. */
export const zeroWidth = '\u200b';

/** Looks like a backtick and begins no code: some clients do not know an escaped one. */
const loneBacktick = '\u02cb';

/** `<` that begins a mention, emoji, timestamp, command or navigation token. */
const tokenStart = /<(?=[@#:]|\/(?![\w-]+>)|[a-z]+:|(?:customize|browse|guide|linked-roles)>)/gi;
const everybody = /@(?=everyone|here)/gi;
/**
 * Addresses that join a server, add an app or open a gift, which clients and servers find without a scheme, and inside of
 * other addresses too. Source: Discord support "Invites 101", "Server Templates", "Gifting", read 2026-11-21.
 */
const invitation =
  /(discord(?:app)?)\.(?=(?:gg|io|me|li|new|gift)(?![\w-])|com\/+(?:invite|template|servers|gifts|(?:api\/+)?oauth2))/gi;
/** Addresses that the client makes links of; a dot or bracket at their end belongs to the sentence. */
const address = /\bhttps?:\/\/[^\s<>]*[^\s<>.,:;!?'")\]*_~|`]/gi;
/** Schemes of addresses that stay text. */
const bareScheme = /\b(https?|discord|steam):(?=\/\/)/gi;

/** Longer addresses are not worth their place in a message. */
const maxUrlChars = 1_000;

/** Text outside code, shown literally; addresses in it stay links that say where they lead. */
export function escapeText(text: string): string {
  let shown = '';
  let from = 0;
  for (const match of text.matchAll(address)) {
    const url = toSafeUrl(match[0]);
    shown += escapeMarks(text.slice(from, match.index)) + (url ? `<${url}>` : escapeMarks(match[0]));
    from = match.index + match[0].length;
  }
  return shown + escapeMarks(text.slice(from));
}

/** Text within the label of a link, where an address may be no link of its own. */
export function escapeMarks(text: string): string {
  return sanitize(text)
    .replace(/[\\*_~|]/g, '\\$&')
    .replaceAll('`', loneBacktick)
    .replace(/\](?=\()/g, `]${zeroWidth}`)
    .replace(tokenStart, `<${zeroWidth}`)
    .replace(everybody, `@${zeroWidth}`)
    .replace(invitation, `$1${zeroWidth}.`)
    .replace(bareScheme, `$1${zeroWidth}:`);
}

/** A paragraph whose lines begin with what Discord would read as a heading, quote, list or small print. */
export function escapeLineStarts(text: string): string {
  return text
    .replace(/^([^\S\r\n\u2028\u2029]*)(#{1,3}|-#?|\+|>{1,3})(?=\s|$)/gm, '$1\\$2')
    .replace(/^([^\S\r\n\u2028\u2029]*\d+)\.(?=\s|$)/gm, '$1\\.');
}

/** Code in one line, between as many backticks as it needs. */
export function toInlineCode(code: string): string {
  const line = sanitize(code)
    .replaceAll('\n', ' ')
    .replace(/``+/g, (run) => [...run].join(zeroWidth));
  if (line === '') return '';
  if (!line.includes('`')) return `\`${line}\``;
  return `\`\` ${line} \`\``;
}

/** Code in its own block. Discord knows no longer fence, so a fence within the code is broken. */
export function toCodeBlock(code: string, language = ''): string {
  const known = /^[a-z0-9_+\-.#]{1,30}$/i.test(language) ? language : '';
  const text = sanitize(code).replace(/`(?=``)/g, `\`${zeroWidth}`);
  return `\`\`\`${known}\n${text.trim() === '' ? zeroWidth : text}\n\`\`\``;
}

/**
 * The address as it may stand between `<` and `>`, or undefined when it must not be a link: another scheme than http(s), a
 * name before the host (which reads like a host), an invitation, too long.
 */
export function toSafeUrl(raw: string): string | undefined {
  const url = URL.parse(raw);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  if (url.username !== '' || url.password !== '' || isInvitation(url)) return undefined;
  const text = url.href
    .replace(/[<>()\\`|]|@(?=everyone|here)/gi, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(invitation, '$1%2E');
  return text.length <= maxUrlChars ? text : undefined;
}

function isInvitation(url: URL): boolean {
  const host = url.hostname.replace(/^(www|ptb|canary)\./, '').replace(/\.$/, '');
  return host === 'dsc.gg' || `${host}${url.pathname}`.search(invitation) === 0;
}

/** Whether a label would make people believe that the link leads elsewhere. Discord shows no link whose label is an address. */
export function isMisleading(label: string, url: string): boolean {
  return foldLabel(label).includes('://') || misleads(label, new URL(url));
}
