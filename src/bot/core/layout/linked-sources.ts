/** Which sources a text links already, so that they are not listed below it again. Pure, in linear time. */
import type { Line } from '../../../kit/markdown/block-scanner.ts';
import { addressOfPage, type Source } from '../model/source.ts';

/** The destination of a link or of its definition, or an address of its own. */
const address = /(\](?:\(|:[ \t]?)<?|<)?(https?:\/\/[^\s<>()`"]+)/g;
/** What follows an address in a sentence. */
const sentenceEnd = /[.,;:!?*_~'\]]$/;

/** The sources that the text does not link. A section of a page counts as the page. */
export function sourcesBeside(sources: readonly Source[], text: string, lines: readonly Line[]): readonly Source[] {
  if (sources.length === 0) return sources;
  const linked = new Set(
    lines.filter(({ fence }) => !fence).flatMap((line) => linkedIn(text.slice(line.start, line.end))),
  );
  return sources.filter(({ url }) => url === undefined || !linked.has(addressOfPage(url)));
}

function linkedIn(line: string): readonly string[] {
  const code = line.indexOf('`');
  return [...line.matchAll(address)].flatMap(({ 1: open, 2: url = '', index }) => {
    // An address in inline code is no link; links beside code are.
    if (open === undefined && code !== -1 && index > code) return [];
    return [addressOfPage(open === undefined ? trimmed(url) : url)];
  });
}

function trimmed(url: string): string {
  let end = url.length;
  while (sentenceEnd.test(url.charAt(end - 1))) end -= 1;
  return url.slice(0, end);
}
