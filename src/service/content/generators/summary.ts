/** `SUMMARY.md`, the list of pages of mdBook and GitBook. In: its text. Out: the pages by file, with titles and groups. Pure. */
import { posix } from 'node:path';
import type { Listed } from './navigation.ts';

/** A target begins and ends with what is not blank: runs of blanks are read once. */
const entry =
  /\[([^\]\n]{1,300})\]\([ \t]*<?([^\s()<>](?:[^()<>\n]{0,498}?[^\s()<>])?)>?(?:[ \t]+(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?[ \t]*\)/g;

/** `folder`: that of the summary. */
export function toSummary(text: string, folder: string): ReadonlyMap<string, Listed> {
  const listed = new Map<string, Listed>();
  let group: readonly string[] = [];
  for (const line of text.split('\n')) {
    const heading = /^#{1,3}\s+(\S.*)$/.exec(line)?.[1];
    if (heading !== undefined) group = /^(?:summary|table of contents)$/i.test(heading.trim()) ? [] : [heading.trim()];
    for (const [, title = '', target = ''] of line.matchAll(entry)) {
      if (/^[a-z][\w+.-]*:/i.test(target)) continue;
      const file = posix.normalize(posix.join(folder, decoded(target.split('#', 1)[0] ?? '')));
      if (file !== folder && !listed.has(file))
        listed.set(file, { title: title.replace(/\\(.)/g, '$1').replace(/`/g, ''), groups: group });
    }
  }
  return listed;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
