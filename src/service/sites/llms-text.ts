/** llms.txt and llms-full.txt, as llmstxt.org and the generators that write them have it. Pure, in linear time. */

/** A page in llms-full.txt. */
export interface TextPage {
  /** As written: absolute or rooted. */
  readonly address: string;
  readonly markdown: string;
}

const link = /\[[^[\]\n]{0,500}\]\(\s{0,10}([^\s()<>]{1,2000})\s{0,10}\)/g;

/** The files and pages that an llms.txt lists, as written. */
export function linksIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(link)].map(([, address = '']) => address))];
}

/** `# Title` and `Source: https://…` or `URL: /path` on the next line, as Mintlify and Fumadocs write it. */
const source = /^(?:Source|URL):[ \t]+(\S{1,2000})[ \t]*$/;
/** `# Title (/path)`, as Fumadocs writes it now. */
const titled = /^#[ \t]+(\S[^\n]{0,500}?)[ \t]+\((\/[^\s()]{0,2000}|https?:\/\/[^\s()]{1,2000})\)[ \t]*$/;
/** Front matter with `url`, as plugins of VitePress write it. */
const field = /^url:[ \t]+["']?([^\s"']{1,2000})["']?[ \t]*$/;

/** The pages of an llms-full.txt that have an address. Empty: it does not say where its texts are from. */
export function pagesIn(text: string): readonly TextPage[] {
  const lines = text.split(/\r\n?|\n/);
  const pages: { readonly address: string; readonly lines: string[] }[] = [];
  let isCode = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    const start = isCode ? undefined : startAt(lines, at);
    if (start) {
      pages.push({ address: start.address, lines: [...start.lines] });
      at += start.length - 1;
    } else pages.at(-1)?.lines.push(line);
  }
  return pages.map(({ address, lines: own }) => ({ address, markdown: own.join('\n').trim() }));
}

interface Start {
  readonly address: string;
  readonly lines: readonly string[];
  /** How many lines it takes. */
  readonly length: number;
}

function startAt(lines: readonly string[], at: number): Start | undefined {
  const line = lines[at] ?? '';
  if (line === '---') return frontAt(lines, at);
  if (!line.startsWith('# ')) return undefined;
  const [, address] = source.exec(lines[at + 1] ?? '') ?? [];
  if (address !== undefined) return { address, lines: [line, ''], length: 2 };
  const [, title, path] = titled.exec(line) ?? [];
  return path === undefined ? undefined : { address: path, lines: [`# ${title}`], length: 1 };
}

/** Longer ones are rules between paragraphs. */
const maxFrontLines = 20;

function frontAt(lines: readonly string[], at: number): Start | undefined {
  const front = lines.slice(at + 1, at + maxFrontLines);
  const end = front.indexOf('---');
  const address = front.slice(0, Math.max(0, end)).flatMap((line) => field.exec(line)?.[1] ?? [])[0];
  return address === undefined ? undefined : { address, lines: [], length: end + 2 };
}
