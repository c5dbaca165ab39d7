/**
 * Actions on the app as a whole: installing it in a workspace, and removing it. Source: reference/events/app_uninstalled,
 * tokens_revoked; 2026-11-23.
 */
import type { Delivery } from '../socket-mode/delivery.ts';
import { botUserId } from '../world/seed.ts';
import { Refusal } from '../world/validation.ts';
import type { Workspace } from '../world/workspace.ts';
import type { Grants } from './grants.ts';

export type OAuthActions = ReturnType<typeof createOAuthActions>;

export function createOAuthActions(grants: Grants, { team }: Workspace, delivery: Delivery) {
  return { approve, uninstall, revokeTokens, rotate };

  /** Presses Allow on Slack's page. Returns the query that Slack adds to the redirect address. */
  function approve(authorizeUrl: string): string {
    const asked = new URL(authorizeUrl).searchParams;
    if (!asked.get('client_id') || !asked.get('scope')) throw new Refusal('invalid_client_id');
    return `?${new URLSearchParams({ code: grants.approve(team), state: asked.get('state') ?? '' })}`;
  }

  function uninstall(): void {
    revokeTokens();
    delivery.sendEvent({ scope: 'chat:write', event: { type: 'app_uninstalled' } });
  }

  /** Slack also sends this event before the one for a removal. */
  function revokeTokens(): void {
    grants.revoke(team);
    delivery.sendEvent({
      scope: 'chat:write',
      event: { type: 'tokens_revoked', tokens: { oauth: [], bot: [botUserId] } },
    });
  }

  /** Sets whether tokens of later installations expire, in every workspace. */
  function rotate(on: boolean): void {
    grants.rotates = on;
  }
}
