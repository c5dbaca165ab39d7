/** All formats that Docent reads besides Markdown. Their converters are loaded when the first file of their kind is met. */
import type { Format } from './format.ts';
import { isHtmlPage } from './html-page.ts';

export const formats: readonly Format[] = [
  { endings: ['.html', '.htm'], isPage: isHtmlPage, load: async () => (await import('./html.ts')).fromHtml },
  { endings: ['.ipynb'], isSource: true, load: async () => (await import('./notebook.ts')).fromNotebook },
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
