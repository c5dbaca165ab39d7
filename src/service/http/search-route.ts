/**
 * The search operation: returns the pages nearest to a query, best first, even if the docs do not answer it. It counts only
 * towards the address quota.
 */
import type { Hono, MiddlewareHandler } from 'hono';
import { searchBodySchema } from '../../kit/wire/api.ts';
import { toSearchResults } from '../../kit/wire/search-call.ts';
import { toNearestPages } from '../answers/extractive-responder.ts';
import type { Site } from '../projects/site.ts';
import { hybridSearch } from '../search/ranking/hybrid.ts';
import type { Admitted } from './middleware.ts';
import { filterOf, readBody, refuseOtherMethods, servedBy, siteOf } from './requests.ts';

export interface SearchRouteOptions {
  readonly sites: ReadonlyMap<string, Site>;
  readonly admit: MiddlewareHandler<Admitted>;
  /** Resolves when it is this search's turn: one per turn of the event loop. */
  readonly turn: () => Promise<void>;
}

export const searchPath = '/v1/search/:domain';

const maxPages = 20;

export function addSearchRoute(app: Hono, { sites, admit, turn }: SearchRouteOptions): void {
  app.post(searchPath, admit, async (context) => {
    const caller = context.get('caller');
    const reading = servedBy(siteOf(context.req.param('domain'), caller, sites));
    const { query: question, pageSize, filter } = await readBody(context, searchBodySchema);
    await turn();
    const limit = Math.min(pageSize, maxPages);
    const found = await hybridSearch(reading, { question, before: [], limit, filter: filterOf(caller, filter) });
    return context.json(toSearchResults(toNearestPages(found, reading)));
  });
  app.all(searchPath, refuseOtherMethods('POST'));
}
