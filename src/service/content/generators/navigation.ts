/**
 * A site's own navigation (`docs.json`, `mint.json`). In: the file's JSON. Out: the listed pages with their titles and groups.
 * Pure. Source: mintlify.com/docs/settings, "Navigation" and "Hidden pages", read 2026-11-21.
 */

/** The entry of one page in the navigation. */
export interface Listed {
  readonly title: string | undefined;
  /** The groups and tabs that contain it, outermost first. */
  readonly groups: readonly string[];
  /** Of the part of the navigation that contains it. */
  readonly version?: string | undefined;
  readonly language?: string | undefined;
}

/** Listed pages by file, without extension or leading slash. */
export type Navigation = ReadonlyMap<string, Listed>;

/** What a part of the navigation says of all pages in it. */
type Part = Omit<Listed, 'title'>;

/** No real navigation is nested deeper. */
const maxDepth = 20;

/** The pages that the navigation lists, without hidden ones. undefined: it lists no page at all. */
export function toNavigation(json: unknown): Navigation | undefined {
  const listed = new Map<string, Listed>();
  visit(isRecord(json) ? json.navigation : undefined, { groups: [] }, 0);
  return listed.size === 0 ? undefined : listed;

  function visit(value: unknown, part: Part, depth: number): void {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) for (const entry of value) visitEntry(entry, part, depth);
    else if (isRecord(value)) visitEntry(value, part, depth);
  }

  function visitEntry(entry: unknown, part: Part, depth: number): void {
    if (typeof entry === 'string') add(entry, undefined, part);
    if (!isRecord(entry) || entry.hidden === true) return;
    const name = textOf(entry, ['group', 'tab', 'anchor', 'dropdown', 'product', 'menu', 'item']);
    const { groups, version = textOf(entry, ['version']), language = textOf(entry, ['language']) } = part;
    const inner = { groups: name === undefined ? groups : [...groups, name], version, language };
    const page = textOf(entry, ['page', 'path', 'file', 'root']);
    if (page !== undefined) add(page, textOf(entry, ['title', 'label', 'sidebarTitle']), inner);
    for (const field of Object.values(entry)) if (typeof field === 'object') visit(field, inner, depth + 1);
  }

  function add(page: string, title: string | undefined, { groups, version, language }: Part): void {
    if (/^[a-z][\w+.-]*:|^[A-Z]+ \//i.test(page)) return;
    const file = page.replace(/^\/+|(?<!\/)\/+$/g, '').replace(/\.mdx?$/i, '');
    if (file !== '' && !listed.has(file))
      listed.set(file, { title, groups, ...(version && { version }), ...(language && { language }) });
  }
}

/** The entry of a file in the navigation. undefined: it is not listed. */
export function listedAs(navigation: Navigation, file: string): Listed | undefined {
  const bare = file.replace(/\.[^./]+$/, '');
  return navigation.get(bare) ?? navigation.get(bare.replace(/\/?(?:index|readme)$/i, ''));
}

function textOf(entry: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = entry[key];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
