/**
 * The oauth.* methods, with which workspaces install the app. Source: docs.slack.dev reference/methods/oauth.v2.access,
 * 2026-11-23.
 */
import type { JsonObject } from '../../json.ts';
import { type Methods, method } from '../web-api/methods/method.ts';
import { appId, botUserId } from '../world/seed.ts';
import { Refusal } from '../world/validation.ts';
import type { Granted, Grants } from './grants.ts';

export const clientId = '1234567890.1234567890';
export const clientSecret = 'sandbox-client-secret';

export function createOAuthMethods(grants: Grants, scopes: readonly string[]): Methods {
  return {
    'oauth.v2.access': method({
      tier: 'tier4',
      token: 'none',
      types: {
        client_id: 'string!',
        client_secret: 'string!',
        code: 'string',
        redirect_uri: 'string',
        grant_type: 'string',
        refresh_token: 'string',
      },
      run({ client_id, client_secret, code = '', grant_type, refresh_token = '' }) {
        if (client_id !== clientId) throw new Refusal('invalid_client_id');
        if (client_secret !== clientSecret) throw new Refusal('bad_client_secret');
        const granted = grant_type === 'refresh_token' ? grants.refresh(refresh_token) : grants.exchange(code);
        return toResponse(granted, scopes);
      },
    }),
  };
}

function toResponse({ team, token, refreshToken, expiresInS }: Granted, scopes: readonly string[]): JsonObject {
  const { id, name, organization } = team;
  const isOrganization = organization !== undefined;
  return {
    access_token: token,
    token_type: 'bot',
    scope: scopes.join(','),
    bot_user_id: botUserId,
    app_id: appId,
    team: isOrganization ? null : { id, name },
    enterprise: isOrganization ? { id: organization, name } : null,
    is_enterprise_install: isOrganization,
    authed_user: { id: 'U0ADA00001' },
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(expiresInS !== undefined && { expires_in: expiresInS }),
  };
}
