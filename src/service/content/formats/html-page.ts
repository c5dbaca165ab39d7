/** Which HTML files are pages of documentation, from their beginning and their name: cheap, without a parser. Pure. */

/** Indexes and the like that generators add: lists of names that other pages explain. */
const lists =
  /(?:^|\/)(?:genindex[\w-]*|py-modindex|modindex|search|404|index-all|allclasses[\w-]*|allpackages-index|[\w-]+-tree|constant-values|deprecated-list|serialized-form|help-doc|package-use|overview-frame|package-frame|[\w-]+-members|[\w-]+_source|dir_[\da-f]+|graph_legend|functions(?:_\w+)?|globals(?:_\w+)?|namespacemembers(?:_\w+)?|annotated|classes|hierarchy)\.html?$/i;
const listFolders = /(?:^|\/)(?:class-use|index-files|_modules|_sources)\//;

/** A whole document, or one that a generator puts into its layout: not a template, not a redirect. */
export function isHtmlPage(head: string, file: string): boolean {
  if (lists.test(file) || listFolders.test(file)) return false;
  const isWhole = /<!doctype\s+html|<html\b|<body\b/i.test(head) || /^\uFEFF?---[ \t]*\r?\n/.test(head);
  const isRedirect = /<meta\s[^<>]{0,100}http-equiv=["']?refresh/i.test(head);
  return isWhole && !isRedirect && !/<frameset\b|<meta\s[^<>]{0,100}content=["'][^"'<>]{0,50}noindex/i.test(head);
}
