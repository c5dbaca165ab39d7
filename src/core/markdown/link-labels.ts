/**
 * Whether a link's label reads like the address of another host; decided here for all platforms. A platform that shows such
 * a link shows the real host beside it. Linear in the label.
 */
import tlds from 'tlds' with { type: 'json' };

/** Invisible characters, and marks that only decorate a letter. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Mn}]/gu;
/** Full stops and middle dots of all scripts that pass for the dot of a host, as far as NFKC leaves them. */
const dots =
  /[\u00b7\u02d9\u0589\u0660\u06d4\u06f0\u0701\u0702\u1362\u1427\u166e\u16eb\u1803\u1809\u2022\u2027\u2218\u2219\u22c5\u25e6\u2cf9\u2cfe\u2e30\u2e31\u2e33\u2e3c\u3002\u30fb\ua4f8\ua60e\ua6f3\ua78f\u{10101}\u{10a50}\u{1d16d}]/gu;

const topLevelDomains: ReadonlySet<string> = new Set(tlds);
/** Extensions of source files that are top-level domains too: `README.md` is a file unless a path follows. */
const fileEnding = /^(?:md|js|ts|py|rs|sh|go|rb|pl|cs)$/;
/** After these an opening bracket is not a function call, as it is in `array.map()`. */
const neverMethods: ReadonlySet<string> = new Set(['com', 'net', 'org']);
/** Letters with an upper case outside ASCII: scripts that have them (Cyrillic, Greek …) have look-alikes of Latin letters. */
const lookAlike = /[[\p{Lu}\p{Ll}]--[a-z]]/v;
const ipAddress = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** The longest name in the DNS. */
const maxHostChars = 253;

/** The label as people perceive it: compatibility characters folded, invisible ones removed, every dot a `.`. */
export function foldLabel(label: string): string {
  // NFKC takes one of them apart, and makes others of half-width forms.
  const folded = label.replaceAll(dots, '.').normalize('NFKC');
  return folded.replaceAll(invisible, '').replaceAll(dots, '.').toLowerCase();
}

/** Whether the label contains what reads like an address of another host than the one that `target` leads to. */
export function misleads(label: string, target: URL): boolean {
  const text = foldLabel(label);
  const real = hostOf(target);
  return [...text.matchAll(/[\p{L}\p{N}._-]+/gu)].some(({ 0: run, index }) => {
    const [name = ''] = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(run) ?? [];
    const hasScheme = text.slice(0, index).endsWith('://');
    if (name === '' || !(hasScheme || readsAsHost(name, text.slice(index + run.length)))) return false;
    const host = name.length > maxHostChars ? undefined : URL.parse(`https://${name}`)?.hostname;
    return host === undefined || withoutWww(host) !== real;
  });
}

/** Whether a dotted name is a host and not, for instance, a file or a method; `after` is the text that follows it. */
export function readsAsHost(name: string, after: string): boolean {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  if (ending === name) return false;
  if (name.startsWith('www.') || ipAddress.test(name)) return true;
  if (after.startsWith('/')) return ending.length > 1;
  if (after.startsWith('()') && !neverMethods.has(ending)) return false;
  return (
    ending.startsWith('xn--') || lookAlike.test(ending) || (topLevelDomains.has(ending) && !fileEnding.test(ending))
  );
}

/** The host; of an e-mail address, its domain. */
function hostOf({ hostname, pathname }: URL): string {
  return withoutWww(
    hostname || (URL.parse(`https://${pathname.slice(pathname.lastIndexOf('@') + 1)}`)?.hostname ?? ''),
  );
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
