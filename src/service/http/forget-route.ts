/**
 * The forget operation, which hosted services do not have: deletes the threads of a site in which a fingerprint asked. Any
 * assistant key of the site's organization may call it.
 */
import type { Hono, MiddlewareHandler } from 'hono';
import { forgetBodySchema } from '../../kit/wire/api.ts';
import type { Site } from '../projects/site.ts';
import type { ServiceStore } from '../store/store.ts';
import type { Admitted } from './middleware.ts';
import { readBody, refuseOtherMethods, siteOf } from './requests.ts';

export interface ForgetRouteOptions {
  readonly sites: ReadonlyMap<string, Site>;
  readonly admit: MiddlewareHandler<Admitted>;
  readonly store: ServiceStore;
}

export const forgetPath = '/v1/assistant/:domain/forget';

export function addForgetRoute(app: Hono, { sites, admit, store }: ForgetRouteOptions): void {
  app.post(forgetPath, admit, async (context) => {
    const caller = context.get('caller');
    const { domain, organization } = siteOf(context.req.param('domain'), caller, sites);
    const { fp } = await readBody(context, forgetBodySchema);
    return context.json({ threads: await store.forget({ domain, organization, owner: caller.id }, fp) });
  });
  app.all(forgetPath, refuseOtherMethods('POST'));
}
