/**
 * Updates the links between pages when some pages change. In: the known links, and the new and changed pages. Out: the
 * citations of each page whose inbound links may have changed. Pure.
 */

/** A sentence with a link. */
export interface Citation {
  /** The path of the page that the link leads to, or comes from. */
  readonly path: string;
  readonly sentence: string;
}

/** The links from a page and to it. */
export interface PageLinks {
  /** As written, each once, and where it leads: a site path with its anchor, or null if it is broken. */
  readonly hrefs: readonly (readonly [href: string, target: string | null])[];
  readonly cites: readonly Citation[];
  readonly citedBy: readonly Citation[];
}

/** The links of one page, before or after the change. */
export interface CitingPage {
  readonly path: string;
  readonly cites: readonly Citation[];
}

/** The known citations of pages. */
export interface KnownCitations {
  /** undefined: there was no such page. */
  citedBy(path: string): readonly Citation[] | undefined;
  /** All citations in unchanged pages. */
  kept(): Iterable<CitingPage>;
}

/** By path, the citations of each page where they may have changed, and of the pages in `added`, whose paths are new. */
export function changedCitations(
  before: readonly CitingPage[],
  after: readonly CitingPage[],
  added: ReadonlySet<string>,
  known: KnownCitations,
): ReadonlyMap<string, readonly Citation[]> {
  const replaced = new Set(before.map(({ path }) => path));
  const cited = new Map<string, Citation[]>([...added].map((path) => [path, []]));
  if (added.size > 0) {
    for (const { path, cites } of known.kept()) {
      for (const { path: to, sentence } of cites) if (added.has(to)) cited.get(to)?.push({ path, sentence });
    }
  }
  for (const { path: to } of before.flatMap(({ cites }) => cites)) citationsOf(to);
  for (const { path, cites } of after) {
    for (const { path: to, sentence } of cites) citationsOf(to).push({ path, sentence });
  }
  return cited;

  function citationsOf(path: string): Citation[] {
    const own = cited.get(path) ?? (known.citedBy(path) ?? []).filter((citation) => !replaced.has(citation.path));
    cited.set(path, own);
    return own;
  }
}

/** The summary of its citations that is part of a page. */
export function summarized(citedBy: readonly Citation[]): { linkedFrom: number; citedAs: readonly string[] } {
  return {
    linkedFrom: new Set(citedBy.map(({ path }) => path)).size,
    citedAs: [...new Set(citedBy.map(({ sentence }) => sentence))],
  };
}
