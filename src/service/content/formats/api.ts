/** Turns a description of an API into pages: one about the API, one for each operation and each schema. Pure. */
import { isObject, parseJson } from '../../../kit/base/json.ts';
import { yamlValues } from '../yaml-values.ts';
import type { ApiPage } from './api-pages.ts';
import { asyncApiPages } from './asyncapi.ts';
import type { Convert } from './format.ts';
import { openApiPages } from './openapi.ts';

export const fromApi: Convert = async (source, { file }) => {
  const pages = toApiPages(source, file.toLowerCase().endsWith('.json'));
  if (pages === undefined) return { reason: 'It is not an API description that can be read.' };
  const parts = pages.map(({ name, title, description, keywords, markdown, dropped }) => ({
    name,
    markdown,
    ...(dropped && { dropped }),
    front: { title, ...(description !== '' && { description }), ...(keywords.length > 0 && { keywords }) },
  }));
  return { markdown: '', parts };
};

const maxPageChars = 300_000;
/** Of all pages: any number of them may show the same values of the description. */
const maxChars = 100_000_000;

/** undefined: it is not a description that can be read, or its pages are too long. */
export function toApiPages(source: string, isJson: boolean): readonly ApiPage[] | undefined {
  const api = isJson ? parseJson(source) : yamlOf(source);
  if (!isObject(api)) return undefined;
  const isOpenApi = api.openapi !== undefined || api.swagger !== undefined;
  if (!isOpenApi && api.asyncapi === undefined) return undefined;
  const pages: ApiPage[] = [];
  let left = maxChars;
  for (const page of isOpenApi ? openApiPages(api) : asyncApiPages(api)) {
    const markdown = page.markdown.slice(0, maxPageChars);
    left -= markdown.length;
    if (left < 0) return undefined;
    pages.push({ ...page, markdown });
  }
  return pages;
}

function yamlOf(source: string): unknown {
  try {
    return yamlValues(source);
  } catch {
    // The parser's message quotes the file.
    return undefined;
  }
}
