/** Renews a workspace's expiring token. Source: docs.slack.dev reference/methods/oauth.v2.access, 2026-11-23. */

import { PlatformError } from '../../../core/model/errors.ts';
import type { Tokens } from '../../../core/ports/installation-store.ts';
import { toPlatformError } from '../errors.ts';
import { createSlackClient, type WebApiOptions } from './web-api.ts';

export interface AppCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Fails with PlatformError. */
export async function renewTokens(
  refreshToken: string,
  { clientId, clientSecret }: AppCredentials,
  access: Pick<WebApiOptions, 'apiUrl' | 'logger' | 'clock'>,
): Promise<Tokens> {
  const client = { client_id: clientId, client_secret: clientSecret };
  const grant = { grant_type: 'refresh_token' as const, refresh_token: refreshToken };
  try {
    const got = await createSlackClient(undefined, access).oauth.v2.access({ ...client, ...grant });
    const { access_token: token, refresh_token: next, expires_in: expiresInS } = got;
    if (token === undefined) throw new PlatformError('unavailable', { arrived: 'unknown' });
    return {
      token,
      ...(next !== undefined && { refreshToken: next }),
      ...(expiresInS !== undefined && { expiresAt: access.clock.now() + expiresInS * 1_000 }),
    };
  } catch (error) {
    throw toPlatformError(error);
  }
}
