/** All formats that Docent reads besides Markdown. Their converters are loaded when the first file of their kind is met. */
import { isApiDescription, maxApiBytes } from './api-description.ts';
import type { Convert, Format } from './format.ts';
import { isHtmlPage } from './html-page.ts';
import { looksLikeRst } from './rst-text.ts';

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
    maxBytes: maxApiBytes,
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
