/** Workspaces that install the app, through Slack's own SDK. */
import { WebClient } from '@slack/web-api';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSlackSandbox } from '../../../../src/sandbox/slack/sandbox.ts';
import { createManualClock } from '../../../fakes/clock.ts';

const authorizeUrl = 'https://slack.com/oauth/v2/authorize?client_id=1234567890.1234567890&scope=chat:write&state=s';

describe('oauth in the sandbox', () => {
  it('gives each workspace its own token, and none for a used code', async () => {
    const { first, second, exchange } = await open();
    const [a, b] = [
      await exchange(first.oauth.approve(authorizeUrl)),
      await exchange(second.oauth.approve(authorizeUrl)),
    ];
    expect([await teamOf(first.apiUrl, a.token), await teamOf(first.apiUrl, b.token)]).toEqual([
      'T0DOCENT01',
      'T0SECOND01',
    ]);
    const query = second.oauth.approve(authorizeUrl);
    await exchange(query);
    await expect(exchange(query)).rejects.toThrow('invalid_code');
    second.oauth.revokeTokens();
    await expect(teamOf(first.apiUrl, b.token)).rejects.toThrow('token_revoked');
    expect(await teamOf(first.apiUrl, a.token)).toBe('T0DOCENT01');
  });

  it('lets tokens of an app with rotation expire, and accepts a refresh token once', async () => {
    const { first, clock, exchange, refresh } = await open();
    first.oauth.rotate(true);
    const before = await exchange(first.oauth.approve(authorizeUrl));
    expect(before).toMatchObject({ expiresIn: 43_200 });
    const next = await refresh(before.refreshToken);
    await expect(refresh(before.refreshToken)).rejects.toThrow('invalid_refresh_token');
    expect(await teamOf(first.apiUrl, before.token)).toBe('T0DOCENT01');
    await refresh(next.refreshToken);
    await expect(teamOf(first.apiUrl, before.token)).rejects.toThrow('token_revoked');
    await clock.advance(43_200_000);
    await expect(teamOf(first.apiUrl, next.token)).rejects.toThrow('token_expired');
  });
});

async function open() {
  const clock = createManualClock();
  const first = await createSlackSandbox({ clock });
  const team = { id: 'T0SECOND01', name: 'Second', domain: 'second' };
  const second = await createSlackSandbox({ clock, team, beside: first });
  onTestFinished(async () => {
    await second.stop();
    await first.stop();
  });
  const client = new WebClient(undefined, { slackApiUrl: first.apiUrl });
  const app = { client_id: first.clientId, client_secret: first.clientSecret };
  const exchange = async (query: string) =>
    toTokens(await client.oauth.v2.access({ ...app, code: new URLSearchParams(query).get('code') ?? '' }));
  const refresh = async (refresh_token: string) =>
    toTokens(await client.oauth.v2.access({ ...app, grant_type: 'refresh_token', refresh_token }));
  return { first, second, clock, exchange, refresh };
}

function toTokens({
  access_token,
  refresh_token,
  expires_in,
}: Awaited<ReturnType<WebClient['oauth']['v2']['access']>>) {
  return { token: access_token ?? '', refreshToken: refresh_token ?? '', expiresIn: expires_in };
}

async function teamOf(apiUrl: string, token: string): Promise<string | undefined> {
  return (await new WebClient(token, { slackApiUrl: apiUrl }).auth.test()).team_id;
}
