/**
 * The part of the system prompt that describes the docs: their product, site, versions, languages and contents, and the date.
 * Names only pages that the asker may see. Pure.
 */
import { dayOf } from '../../kit/base/wall-clock.ts';
import { productName } from '../answers/product.ts';
import { toSiteAddress } from '../content/addresses.ts';
import type { PageInfo } from '../content/page.ts';
import type { Reading } from '../search/ranking/corpus.ts';
import { type Edition, editionsOf } from '../search/ranking/editions.ts';
import { quoted } from './prompt.ts';
import { sizeOf } from './text-size.ts';

const maxNameChars = 100;
const maxContentsChars = 1_500;
/** How many titles stand for a folder. */
const maxTitles = 5;
/** Versions and languages beyond these are seldom asked for. */
const maxEditions = 8;

/** `withContents`: whether to name the parts of the docs; where all pages are shown, these say more. */
export function aboutDocs(reading: Reading, edition: Edition, now: number, withContents: boolean): string {
  const name = productName({ ...reading, pages: edition.docs });
  const { versions, languages } = editionsOf(edition.docs);
  const lines = [
    ...(name === undefined ? [] : [`The docs are those of ${quoted(JSON.stringify(name.slice(0, maxNameChars)))}.`]),
    ...(reading.siteUrl === undefined ? [] : [`They are published at ${reading.siteUrl} .`]),
    ...(versions.length === 0 ? [] : [`Their versions, newest first: ${listed(versions)}.`]),
    ...(languages.length === 0 ? [] : [`Their languages: ${listed(languages)}.`]),
    `Today is ${dayOf(now)}.`,
    ...(withContents ? [contentsOf(reading, edition)] : []),
  ];
  return lines.join('\n');
}

/** Front matter may say anything: only what looks like a version or a language stands among the instructions. */
const tag = /^[\w.-]{1,40}$/;

function listed(names: readonly string[]): string {
  const tags = names.filter((name) => tag.test(name));
  return JSON.stringify(tags.slice(0, maxEditions)).slice(1, -1);
}

/** The folders at the top with how many pages each has and the titles of a few. */
function contentsOf(reading: Reading, edition: Edition): string {
  const pages = reading.pages.filter(edition.isShown);
  const lines: string[] = [];
  let remaining = maxContentsChars;
  for (const [folder, inside] of Map.groupBy(pages, folderOf)) {
    const titles = inside.slice(0, maxTitles).map(({ title }) => title.slice(0, maxNameChars));
    const more = inside.length > maxTitles ? ' …' : '';
    const line = `${toSiteAddress(folder, reading.siteUrl)} (${inside.length}): ${titles.join(' · ')}${more}`;
    remaining -= sizeOf(line);
    if (remaining < 0) break;
    lines.push(line);
  }
  return `<page title="Contents: folders, how many pages each has, and some of their titles">\n${quoted(lines.join('\n'))}\n</page>`;
}

function folderOf({ path }: PageInfo): string {
  return /^\/[^/]*(?=\/)/.exec(path)?.[0] ?? '/';
}
