/**
 * The docs themselves, for tools that read rather than ask: `llms.txt` (every page with its address, by the proposal at
 * llmstxt.org), `llms-full.txt` (their whole text), and each page as Markdown at its path with `.md`. Only of projects whose
 * settings say so; what belongs to access groups needs a key of one of them.
 */
import type { Hono, MiddlewareHandler } from 'hono';
import { decoded } from '../content/addresses.ts';
import { toMarkdown } from '../content/markdown/sections.ts';
import type { Page, PageInfo } from '../content/page.ts';
import type { Site } from '../projects/site.ts';
import { addressOf, type Reading } from '../search/ranking/corpus.ts';
import { editionOf } from '../search/ranking/editions.ts';
import { type Admitted, nobodyIn } from './middleware.ts';
import { Refusal, refuseOtherMethods, servedBy, siteOf } from './requests.ts';

export interface DocsRouteOptions {
  readonly sites: ReadonlyMap<string, Site>;
  /** Lets requests without a key through where the project is public. */
  readonly admit: MiddlewareHandler<Admitted>;
  readonly turn: () => Promise<void>;
}

const docsPath = '/v1/docs/:domain/*';

export function addDocsRoutes(app: Hono, { sites, admit, turn }: DocsRouteOptions): void {
  app.get(docsPath, admit, (context) => {
    const caller = context.get('caller');
    const isOpen = caller.id === nobodyIn(caller.organization);
    const domain = context.req.param('domain');
    if (!sites.has(domain))
      throw new Refusal(404, 'Docs of this domain are not served as text: it needs llms in docs.yaml.');
    const site = siteOf(domain, caller, sites);
    const reading = servedBy(site);
    const { version, language } = context.req.query();
    const filter = { version, language, groups: caller.groups };
    const { isShown } = editionOf(reading.pages, { question: '', filter });
    const shown = reading.pages.flatMap((page, at) => (isShown(page) ? [{ page, at }] : []));
    const rest = context.req.path.slice(context.req.path.indexOf('/', '/v1/docs/'.length));
    if (rest === '/llms.txt') return textOf(contentsOf(shown, reading, site), turn, 'plain', isOpen);
    if (rest === '/llms-full.txt') return textOf(wholeTextOf(shown, reading), turn, 'plain', isOpen);
    const path = decoded(rest).replace(/\.md$/, '');
    const found = rest.endsWith('.md') ? shown.find(({ page }) => nameOf(page) === path) : undefined;
    const page = found && reading.index.at(found.at);
    if (!page) throw new Refusal(404, 'There is no such page: llms.txt lists all of them.');
    return textOf([markdownOf(page, reading)], turn, 'markdown', isOpen);
  });
  app.all(docsPath, refuseOtherMethods('GET, HEAD'));
}

/** Its path, with `/index` for the home page. */
function nameOf({ path }: PageInfo): string {
  return path === '/' ? '/index' : decoded(path);
}

interface Shown {
  readonly page: PageInfo;
  readonly at: number;
}

/** Links are relative, so that the file also works where a site passes requests on. */
function* contentsOf(shown: readonly Shown[], reading: Reading, { domain }: Site): Generator<string> {
  const home = shown.find(({ page }) => page.path === '/');
  const summary = home && reading.index.at(home.at)?.description;
  yield `# ${oneLine(reading.name ?? home?.page.title ?? domain)}\n`;
  if (summary) yield `\n> ${oneLine(summary)}\n`;
  const byFolder = Map.groupBy(shown, ({ page }) => page.path.split('/').slice(1, -1)[0] ?? '');
  const root = byFolder.get('') ?? [];
  byFolder.delete('');
  for (const [folder, pages] of [...(root.length > 0 ? [['', root] as const] : []), ...byFolder]) {
    yield `\n## ${folder === '' ? 'Docs' : oneLine(decoded(folder))}\n\n`;
    for (const { page, at } of pages) {
      const description = oneLine(reading.index.at(at)?.description ?? '');
      yield `- [${label(page.title)}](<.${nameOf(page)}.md>)${description === '' ? '' : `: ${description}`}\n`;
    }
  }
}

function* wholeTextOf(shown: readonly Shown[], reading: Reading): Generator<string> {
  for (const { at } of shown) {
    const page = reading.index.at(at);
    if (page) yield `${markdownOf(page, reading)}\n`;
  }
}

/** The whole page, with its address. */
export function markdownOf(page: Page, reading: Reading): string {
  const sections = page.sections.map(({ heading, level, blocks }) =>
    [...(level === 0 ? [] : [`${'#'.repeat(Math.max(2, level))} ${heading}`]), ...blocks.map(toMarkdown)].join('\n\n'),
  );
  const about = page.description === '' ? [] : [`> ${oneLine(page.description)}`];
  return `${[`# ${oneLine(page.title)}`, ...about, `Source: ${addressOf(page, reading)}`, ...sections].join('\n\n')}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function label(title: string): string {
  return oneLine(title).replace(/[[\]\\]/g, '\\$&');
}

/** Sent as it is read, one page in each turn of the event loop. */
function textOf(parts: Iterable<string>, turn: () => Promise<void>, kind: string, isOpen: boolean): Response {
  const rest = parts[Symbol.iterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await turn();
      const next = rest.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel: () => void rest.return?.(),
  });
  const cache = isOpen ? 'public, max-age=300' : 'private, max-age=300';
  return new Response(body, {
    headers: {
      'content-type': `text/${kind}; charset=utf-8`,
      'cache-control': cache,
      vary: 'authorization',
      'x-content-type-options': 'nosniff',
    },
  });
}
