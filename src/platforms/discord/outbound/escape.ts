/**
 * Text made harmless for Discord: what it says is shown as it stands, nobody is pinged, no link is forged. In: text of
 * people and models, addresses. Out: Discord's Markdown. Pure.
 *
 * A backslash makes Discord's marks literal. Its tokens (`<@id>`, `@everyone`, invite links) are looked for by servers and
 * clients in ways that a backslash does not stop everywhere, so a character without width breaks them.
 */
import { sanitize } from '../../../core/markdown/sanitize.ts';

/** A character without width. It also stands where two pieces of text meet that were apart, lest they join to a token. */
export const zeroWidth = '\u200b';

/** Looks like a backtick and begins no code: whoever does not know of backslashes would take other words for code. */
const loneBacktick = '\u02cb';

/** `<` that begins a mention, emoji, timestamp, command or navigation token. */
const tokenStart = /<(?=[@#:]|\/[^<>]*:|[a-z]+:|(?:customize|browse|guide|linked-roles)>)/gi;
const everybody = /@(?=everyone|here)/gi;
const invite = /(discord(?:app)?)\.(?=gg|io|me|li|com\/+invite)/gi;
/** Addresses that the client makes links of; a dot or bracket at their end belongs to the sentence. */
const address = /\bhttps?:\/\/[^\s<>]*[^\s<>.,:;!?'")\]*_~|`]/gi;
/** Addresses that are told as text. */
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
    .replace(invite, `$1${zeroWidth}.`)
    .replace(bareScheme, `$1${zeroWidth}:`);
}

/** A paragraph whose lines begin with what Discord would read as a heading, quote, list or small print. */
export function escapeLineStarts(text: string): string {
  return text.replace(/^(\s*)(#{1,3}|-#?|\+|>{1,3})(?=\s|$)/gm, '$1\\$2').replace(/^(\s*\d+)\.(?=\s|$)/gm, '$1\\.');
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
 * The address as it may stand between `<` and `>`, or undefined when it must not be a link: another scheme than http(s),
 * a name before the host (it dresses up as a host), an invitation, too long.
 */
export function toSafeUrl(raw: string): string | undefined {
  const url = URL.parse(raw);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  if (url.username !== '' || url.password !== '' || isInvite(url)) return undefined;
  const text = url.href.replace(
    /[<>()\\`|]|@(?=everyone|here)/gi,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return text.length <= maxUrlChars ? text : undefined;
}

function isInvite(url: URL): boolean {
  const host = url.hostname.replace(/^(www|ptb|canary)\./, '').replace(/\.$/, '');
  if (/^discord\.(gg|io|me|li)$/.test(host) || host === 'dsc.gg') return true;
  return /^discord(app)?\.com$/.test(host) && url.pathname.replace(/\/+/g, '/').startsWith('/invite');
}

/** Endings of hosts that people know, beside those of countries; and of files, which are no hosts. */
const hostEnding =
  /^(?:com|org|net|info|edu|gov|mil|int|biz|name|dev|app|cloud|page|web|site|online|store|shop|link|blog|tech|xyz|top|wiki|live|news|[a-z]{2})$/i;
const fileEnding = /^(?:js|ts|md|py|rs|go|sh|rb|cs|vb|kt|ex|hs|ml|pl|ps)$/i;
const hostLike = /(?<![\p{L}\p{N}.@-])(?:[\p{L}\p{N}-]+[.。．｡])+([\p{L}]{2,})(?![\p{L}\p{N}(])/gu;

/** Whether a label would make people believe that the link leads to another place than it does. */
export function pretends(label: string, url: string): boolean {
  const words = label.replace(/[\p{Cf}\p{Mn}]/gu, '');
  if (words.includes('://')) return true;
  const { hostname } = new URL(url);
  for (const [host, ending = ''] of words.matchAll(hostLike)) {
    const known = hostEnding.test(ending) ? !fileEnding.test(ending) : /[^a-z]/i.test(ending);
    if (known && bare(host) !== bare(hostname)) return true;
  }
  return false;
}

function bare(host: string): string {
  return host
    .normalize('NFKC')
    .replaceAll('。', '.')
    .toLowerCase()
    .replace(/^www\./, '');
}
