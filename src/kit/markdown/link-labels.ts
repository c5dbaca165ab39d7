/**
 * Detects link labels that read like the address of another host, for all platforms. Such a link is shown with its real host
 * beside it. Linear in the length of the label.
 */
import tlds from 'tlds' with { type: 'json' };

/** Invisible characters and combining marks. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Mn}]/gu;
/** Full stops and middle dots of all scripts that pass for the dot in a host name, unless NFKC already replaces them. */
const dots =
  /[\u00b7\u02d9\u0589\u0660\u06d4\u06f0\u0701\u0702\u0f0b\u1362\u1427\u166e\u16eb\u1803\u1809\u2022\u2027\u2218\u2219\u22c5\u25e6\u2cf9\u2cfe\u2e30\u2e31\u2e33\u2e3c\u3002\u30fb\ua4f8\ua60e\ua6f3\ua78f\u{10101}\u{10a50}\u{1d16d}]/gu;

const topLevelDomains: ReadonlySet<string> = new Set(tlds);
/** File extensions that are also top-level domains: `README.md` is a file unless a path follows. */
const fileEnding = /^(?:md|js|ts|py|rs|sh|go|rb|pl|cs)$/;
/** After these, `()` is not a method call, unlike in `array.map()`. */
const neverMethods: ReadonlySet<string> = new Set(['com', 'net', 'org']);
/** Cased letters outside ASCII: scripts with upper and lower case (Cyrillic, Greek …) have look-alikes of Latin letters. */
const lookAlike = /[[\p{Lu}\p{Ll}]--[a-z]]/v;
const ipAddress = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** As browsers also read them: four numbers, some octal, or two and more, some hexadecimal. `24.04` is a version. */
const oddIpAddress = /^(?:0?\d{1,3}(?:\.0?\d{1,3}){3}|(?=.*0x)(?:0x[\da-f]*|\d+)(?:\.(?:0x[\da-f]*|\d+)){1,3})$/;
const ipv6Address = /\[[\da-f:.]{2,45}\]/g;
/** Maximum length of a name in the DNS. */
const maxHostChars = 253;

/** The label as people perceive it: compatibility characters folded, invisible ones removed, every dot a `.`. */
export function foldLabel(label: string): string {
  // Twice, since NFKC decomposes one of these dots, and produces others from half-width forms.
  const folded = label.replaceAll(dots, '.').normalize('NFKC');
  return folded.replaceAll(invisible, '').replaceAll(dots, '.').toLowerCase();
}

/** Whether the label contains something that reads like the address of a host other than the target's. */
export function misleads(label: string, target: URL): boolean {
  const text = foldLabel(label);
  const real = hostOf(target);
  const names = [...text.matchAll(/[\p{L}\p{N}._-]+/gu)].flatMap(({ 0: run, index }) => {
    const [name = ''] = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(run) ?? [];
    const hasScheme = text.slice(0, index).endsWith('://');
    return name !== '' && (hasScheme || isAddress(name, text.slice(index + run.length))) ? [name] : [];
  });
  const misled = names.some((name) => {
    const host = name.length > maxHostChars ? undefined : URL.parse(`https://${name}`)?.hostname;
    return host === undefined || withoutWww(host) !== real;
  });
  return misled || [...text.matchAll(ipv6Address)].some(([name]) => isOtherIpv6(name, real));
}

/** Without a scheme; a host of one word only if it is this machine and a port or path follows. */
function isAddress(name: string, after: string): boolean {
  if (name === 'localhost') return /^(?::\d|\/)/.test(after);
  return oddIpAddress.test(name) || readsAsHost(name, after);
}

/** Times in brackets are no addresses. */
function isOtherIpv6(name: string, real: string): boolean {
  const host = URL.parse(`https://${name}`)?.hostname;
  return host !== undefined && host !== real;
}

/** Whether a dotted name reads as a host, and not as, say, a file or a method. `after`: the text that follows it. */
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

/** The host of a URL, or the domain of a `mailto:` address. */
function hostOf({ hostname, pathname }: URL): string {
  return withoutWww(
    hostname || (URL.parse(`https://${pathname.slice(pathname.lastIndexOf('@') + 1)}`)?.hostname ?? ''),
  );
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
