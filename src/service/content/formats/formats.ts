/**
 * All formats that Docent reads besides Markdown, and which files are in them: told from their name and their beginning,
 * cheaply, without a parser. Their converters are loaded when the first file of their kind is met.
 */
import type { Convert, Format } from './format.ts';

const loadRst = async (): Promise<Convert> => (await import('./rst/rst.ts')).fromRst;

export const formats: readonly Format[] = [
  {
    endings: ['.adoc', '.asciidoc'],
    load: async () => (await import('./asciidoc/asciidoc-page.ts')).asciidocToMarkdown,
  },
  { endings: ['.rst', '.rest'], load: loadRst },
  { endings: ['.txt'], isPage: looksLikeRst, load: loadRst },
  { endings: ['.html', '.htm'], isPage: isHtmlPage, load: async () => (await import('./html.ts')).fromHtml },
  {
    endings: ['.ipynb'],
    isSource: true,
    maxBytes: 30_000_000,
    load: async () => (await import('./notebook.ts')).fromNotebook,
  },
  {
    endings: ['.json', '.yaml', '.yml'],
    isPage: isApiDescription,
    hasParts: true,
    // The longest public ones have 12 MB.
    maxBytes: 15_000_000,
    load: async () => (await import('./api.ts')).fromApi,
  },
];

/** The format of a file. undefined: it is Markdown, or no documentation. */
export function formatOf(file: string): Format | undefined {
  const name = file.toLowerCase();
  return formats.find(({ endings }) => endings.some((ending) => name.endsWith(ending)));
}

/** The end of its name by which the format of a file is known. */
export function endingOf(file: string): string | undefined {
  const name = file.toLowerCase();
  return formatOf(file)?.endings.find((ending) => name.endsWith(ending));
}

const apiInJson =
  /^\s*\{\s*(?:"[$\w-]{1,50}"\s*:\s*(?:"[^"\n]{0,300}"|\{[^{}]{0,500}\})\s*,\s*){0,3}"(?:openapi|swagger|asyncapi)"\s*:\s*"[23]\./;
const apiInYaml = /^(?:openapi|swagger|asyncapi)[ \t]*:[ \t]*["']?[23]\.\d/m;
const ofTests = /(?:^|\/)(?:_[^/]*|tests?|__tests__|testdata|fixtures|node_modules)\//;

/**
 * Whether a file describes an API: with OpenAPI 3, Swagger 2 or AsyncAPI, as the first key or one of the first. Those that
 * tests use describe nothing.
 */
export function isApiDescription(head: string, file: string): boolean {
  if (ofTests.test(file)) return false;
  return file.toLowerCase().endsWith('.json') ? apiInJson.test(head.replace(/^\uFEFF/, '')) : apiInYaml.test(head);
}

/** Indexes and the like that generators add: lists of names that other pages explain. */
const htmlLists =
  /(?:^|\/)(?:genindex[\w-]*|py-modindex|modindex|search|404|index-all|allclasses[\w-]*|allpackages-index|[\w-]+-tree|constant-values|deprecated-list|serialized-form|help-doc|package-use|overview-frame|package-frame|[\w-]+-members|[\w-]+_source|dir_[\da-f]+|graph_legend|functions(?:_\w+)?|globals(?:_\w+)?|namespacemembers(?:_\w+)?|annotated|classes|hierarchy)\.html?$/i;
const htmlListFolders = /(?:^|\/)(?:class-use|index-files|_modules|_sources)\//;

/**
 * Whether an HTML file is a page of documentation: a whole document, or one that a generator puts into its layout: not a
 * template, not a redirect.
 */
export function isHtmlPage(head: string, file: string): boolean {
  if (htmlLists.test(file) || htmlListFolders.test(file)) return false;
  const isWhole = /<!doctype\s+html|<html\b|<body\b/i.test(head) || /^\uFEFF?---[ \t]*\r?\n/.test(head);
  const isRedirect = /<meta\s[^<>]{0,100}http-equiv=["']?refresh/i.test(head);
  return isWhole && !isRedirect && !/<frameset\b|<meta\s[^<>]{0,100}content=["'][^"'<>]{0,50}noindex/i.test(head);
}

/** Whether the beginning of a text file is reStructuredText: it has a title with a line under it. */
export function looksLikeRst(head: string): boolean {
  const lines = head.split('\n', 60);
  return lines.some((line, at) => {
    const under = lines[at + 1]?.trimEnd() ?? '';
    return (
      /^[\p{L}\p{N}`*:"'([]/u.test(line) &&
      under.length >= line.trimEnd().length &&
      /^([=\-~^"'#*+`:.])\1{2,}$/.test(under)
    );
  });
}
