/**
 * Escapes untrusted text for Discord: it is shown as written, pings nobody and cannot fake a link.
 *
 * A backslash makes Discord's formatting characters literal. Mentions, `@everyone` and invites are also recognised after a
 * backslash by some clients and servers, so a zero-width space breaks them.
 */
import { foldLabel, misleads } from '../../../../kit/markdown/link-labels.ts';
import { sanitize } from '../../../../kit/markdown/sanitize.ts';

/** Zero-width space. Also separates two pieces of text that would otherwise form a token. */
export const zeroWidth = '\u200b';

/** Looks like a backtick but does not start code. Some clients do not support escaped backticks. */
const loneBacktick = '\u02cb';

/** `<` that starts a mention, emoji, timestamp, command or navigation token. */
const tokenStart = /<(?=[@#:]|\/(?![\w-]+>)|[a-z]+:|(?:customize|browse|guide|linked-roles)>)/gi;
const everybody = /@(?=everyone|here)/gi;
/**
 * URLs that join a server, add an app or redeem a gift. Clients and servers recognise them without a scheme, and also inside
 * other URLs. Source: Discord support "Invites 101", "Server Templates", "Gifting", read 2026-11-21.
 */
const invitation =
  /(discord(?:app)?)\.(?=(?:gg|io|me|li|new|gift)(?![\w-])|com\/+(?:invite|template|servers|gifts|(?:api\/+)?oauth2))/gi;
/** URLs that the client autolinks; trailing punctuation and brackets belong to the sentence. */
const address = /\bhttps?:\/\/[^\s<>]*[^\s<>.,:;!?'")\]*_~|`]/gi;
/** Schemes of URLs that must stay text. */
const bareScheme = /\b(https?|discord|steam):(?=\/\/)/gi;

/** Longer URLs leave no room for a sentence in a message. */
const maxUrlChars = 1_800;

/** Escapes text outside code. URLs in it stay links that show where they lead. */
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

/** Escapes the label of a link, in which a URL must not become a link of its own. */
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

/** Escapes line starts that Discord would read as a heading, quote, list or subtext. */
export function escapeLineStarts(text: string): string {
  return text
    .replace(/^([^\S\r\n\u2028\u2029]*)(#{1,3}|-#?|\+|>{1,3})(?=\s|$)/gm, '$1\\$2')
    .replace(/^([^\S\r\n\u2028\u2029]*\d+)\.(?=\s|$)/gm, '$1\\.');
}

/** Inline code, between as many backticks as it needs. */
export function toInlineCode(code: string): string {
  const line = sanitize(code)
    .replaceAll('\n', ' ')
    .replace(/``+/g, (run) => [...run].join(zeroWidth));
  if (line === '') return '';
  if (!line.includes('`')) return `\`${line}\``;
  return `\`\` ${line} \`\``;
}

/** A code block. Discord does not support longer fences, so a fence within the code is broken up. */
export function toCodeBlock(code: string, language = ''): string {
  const known = /^[a-z0-9_+\-.#]{1,30}$/i.test(language) ? language : '';
  const text = sanitize(code).replace(/`(?=``)/g, `\`${zeroWidth}`);
  return `\`\`\`${known}\n${text.trim() === '' ? zeroWidth : text}\n\`\`\``;
}

/**
 * The URL as it may appear between `<` and `>`, or undefined if it must not become a link: its scheme is not http(s), it has a
 * user name (which reads like a host), it is an invite, or it is too long.
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

/** Whether a label suggests a different destination. Labels that contain a URL count, because Discord shows no link for them. */
export function isMisleading(label: string, url: string): boolean {
  return foldLabel(label).includes('://') || misleads(label, new URL(url));
}
