/**
 * A kept answer as a file: Markdown with front matter, which people edit and repositories keep, and which a documentation
 * service reads as a page. Pure.
 */
import { parseDocument, stringify } from 'yaml';
import { isObject, stringAt, valueAt } from '../../kit/base/json.ts';
import type { FoundPage } from '../core/model/source.ts';
import type { KeptAnswer } from '../core/ports/kept-answers.ts';

const fence = '---\n';
/** The parser takes time in proportion to the square of some texts. */
const maxFrontChars = 10_000;

export function toFile(kept: KeptAnswer): string {
  const {
    question: title,
    keptOn,
    place,
    text,
    groups,
    pages,
    consent,
    source,
    site,
    filter,
    staleSince: stale,
  } = kept;
  const front = {
    title,
    kind: 'answer',
    date: keptOn,
    consent,
    stale,
    source,
    site,
    filter,
    // What a documentation service reads of a page.
    version: stringAt(filter, 'version'),
    language: stringAt(filter, 'language'),
    workspace: `${place.platform}:${place.installation}`,
    pages: pages.length > 0 ? pages.map(({ url, title: name, digest }) => ({ url, title: name, digest })) : undefined,
    groups: groups.length > 0 ? groups : undefined,
  };
  return `${fence}${stringify(front, { lineWidth: 0 })}${fence}\n${text.trim()}\n`;
}

/** undefined: it is no kept answer, or one that lacks what decides who may read it. */
export function fromFile(written: string): KeptAnswer | undefined {
  const file = written.replaceAll('\r\n', '\n');
  const end = file.startsWith(fence) ? file.indexOf(`\n${fence}`, fence.length - 1) : -1;
  if (end === -1 || end > maxFrontChars) return undefined;
  const front = readFront(file.slice(fence.length, end + 1));
  const question = stringAt(front, 'title')?.trim();
  const keptOn = stringAt(front, 'date');
  const site = stringAt(front, 'site');
  const consent = stringAt(front, 'consent');
  const [platform = '', installation = ''] = stringAt(front, 'workspace')?.split(':') ?? [];
  const text = file.slice(end + 1 + fence.length).trim();
  const groups = groupsIn(valueAt(front, 'groups'));
  if (stringAt(front, 'kind') !== 'answer' || !question || text === '' || !isDay(keptOn)) return undefined;
  if (!site || !platform || (consent !== 'author' && consent !== 'confirmed') || !groups) return undefined;
  const source = stringAt(front, 'source');
  const filter = valueAt(front, 'filter');
  const stale = stringAt(front, 'stale');
  return {
    question,
    text,
    keptOn,
    consent,
    ...(source !== undefined && isWebAddress(source) && { source }),
    site,
    ...(isObject(filter) && { filter }),
    place: { platform, installation },
    pages: pagesIn(valueAt(front, 'pages')),
    ...(stale !== undefined && { staleSince: stale }),
    groups,
  };
}

/** Dates stay texts. undefined: it is not YAML. */
function readFront(text: string): unknown {
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false, uniqueKeys: false, schema: 'core' });
  try {
    return document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}

/** Everything else in the file stays as people wrote it. */
export function withStale(written: string, day: string): string {
  return written.replace(/^---\r?\n/, `$&stale: ${day}\n`);
}

function pagesIn(list: unknown): readonly FoundPage[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((page: unknown) => {
    const [url, title, digest] = ['url', 'title', 'digest'].map((field) => stringAt(page, field));
    if (url === undefined || !isWebAddress(url)) return [];
    return [{ path: url, url, ...(title !== undefined && { title }), ...(digest !== undefined && { digest }) }];
  });
}

/** undefined: it limits the readers in a way that cannot be read. */
function groupsIn(value: unknown): readonly string[] | undefined {
  const groups: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return groups.every((group) => typeof group === 'string') ? groups : undefined;
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}
