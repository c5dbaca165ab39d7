/** Expiring tokens, against the simulated Slack and each database. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PlatformError } from '../../../../../src/bot/core/model/errors.ts';
import type { InstallationStore } from '../../../../../src/bot/core/ports/installation-store.ts';
import { InstalledToken } from '../../../../../src/bot/platforms/slack/connection/installed-token.ts';
import { renewTokens } from '../../../../../src/bot/platforms/slack/connection/renew-tokens.ts';
import { createSlackClient } from '../../../../../src/bot/platforms/slack/connection/web-api.ts';
import { isTokenRefused } from '../../../../../src/bot/platforms/slack/errors.ts';
import { createInstallationStore } from '../../../../../src/bot/store/installations/installations.ts';
import { StoreError } from '../../../../../src/kit/sql/store-errors.ts';
import { createSlackSandbox } from '../../../../../src/sandbox/slack/sandbox.ts';
import { createManualClock } from '../../../../fakes/clock.ts';
import { silent } from '../../../../fakes/logger.ts';
import { engines, openStore, type TestEngine } from '../../../../kit/sql/engines.ts';

const hourMs = 3_600_000;
const newKey = (): string => randomBytes(32).toString('base64');
const authorizeUrl = 'https://slack.com/oauth/v2/authorize?client_id=1&scope=chat:write';

async function open(engine: TestEngine) {
  const clock = createManualClock();
  const slack = await createSlackSandbox({ clock });
  onTestFinished(() => slack.stop());
  const { database } = await openStore(engine);
  const key = newKey();
  const installations = createInstallationStore(database, 'slack', [key]);
  const withNewKey = createInstallationStore(database, 'slack', [newKey(), key]);
  slack.oauth.rotate(true);
  const code = new URLSearchParams(slack.oauth.approve(authorizeUrl)).get('code') ?? '';
  const { token, refreshToken = '', expiresInS = 0 } = slack.app.grants.exchange(code);
  const tokens = { token, refreshToken, expiresAt: clock.now() + expiresInS * 1_000 };
  await installations.save({ id: slack.teamId, tokens });
  const events: string[] = [];
  const process = (store: InstallationStore = installations): InstalledToken =>
    new InstalledToken({
      id: slack.teamId,
      installations: store,
      clock,
      logger: silent,
      renew: (refresh) => renewTokens(refresh, slack, { apiUrl: slack.apiUrl, logger: silent, clock }),
      onGone: () => events.push('gone'),
      onNotRenewed: (error) => events.push(`not renewed: ${error.code}`),
    });
  const works = async (given: string): Promise<boolean> =>
    (await createSlackClient(given, { apiUrl: slack.apiUrl, logger: silent, clock }).auth.test()).ok;
  const renewals = (): number => slack.calls.filter(({ method }) => method === 'oauth.v2.access').length;
  return { clock, slack, installations, withNewKey, token, process, works, renewals, events };
}

describe.each(engines)('a token that expires, on $name', (engine) => {
  it('is renewed two hours before by one of two processes, and both keep working', async () => {
    const { clock, token, process, works, renewals } = await open(engine);
    const [one, two] = [process(), process()];
    expect([await one.token(), await two.token()]).toEqual([token, token]);
    await clock.advance(9 * hourMs);
    expect([await one.token(), renewals()]).toEqual([token, 0]);
    await clock.advance(hourMs);
    const during = await Promise.all([one.token(), two.token(), one.token()]);
    expect(renewals()).toBe(1);
    for (const current of during) expect(await works(current)).toBe(true);
    await clock.advance(60_000);
    const after = [await one.token(), await two.token()];
    expect(new Set([token, ...after]).size).toBe(2);
    expect(renewals()).toBe(1);
    for (const hours of [9, 1, 9, 1]) {
      await clock.advance(hours * hourMs);
      expect(await works(await two.token())).toBe(true);
    }
  });
});

describe('a token that expires', () => {
  it('stays in use in an old process when a newer one re-encrypts it with a new key', async () => {
    const { clock, slack, withNewKey, token, process, works, events } = await open(engines[0] as TestEngine);
    const [old, replaced] = [process(), process(withNewKey)];
    expect(await old.token()).toBe(token);
    await withNewKey.reseal(clock.now());
    await clock.advance(60_000);
    expect([await old.token(), await replaced.token()]).toEqual([token, token]);
    await clock.advance(10 * hourMs);
    expect(await works(await replaced.token())).toBe(true);
    expect(await works(await old.token())).toBe(true);
    expect(events).toEqual([]);
    // A process that starts only now cannot decrypt it.
    await expect(process().token()).rejects.toMatchObject({ code: 'unavailable' });
    expect(slack.calls.filter(({ method }) => method === 'oauth.v2.access')).toHaveLength(1);
  });

  it('is used until it expires while Slack does not renew it, and the operator is notified', async () => {
    const { clock, slack, token, process, events } = await open(engines[0] as TestEngine);
    slack.faults.failNext('oauth.v2.access', { error: 'invalid_refresh_token' }, 1_000);
    const one = process();
    await clock.advance(10 * hourMs);
    expect(await one.token()).toBe(token);
    expect(events).toEqual(['not renewed: forbidden']);
    await clock.advance(2 * hourMs);
    await expect(one.token()).rejects.toMatchObject({ code: 'unavailable' });
    slack.faults.clear();
    await clock.advance(60_000);
    expect(await one.token()).not.toBe(token);
  });

  it.each([
    ['invalid_refresh_token', true],
    ['token_revoked', true],
    ['bad_client_secret', false],
  ])(
    'counts as rejected after it expires only if Slack rejects the refresh token itself: %s (%s)',
    async (error, isRefused) => {
      const { clock, slack, process } = await open(engines[0] as TestEngine);
      slack.faults.failNext('oauth.v2.access', { error });
      await clock.advance(13 * hourMs);
      const failure: unknown = await process()
        .token()
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'unavailable' });
      expect(isTokenRefused(failure)).toBe(isRefused);
    },
  );

  it('is stored later, without another renewal, when the database fails after Slack renewed it', async () => {
    const { clock, slack, installations, token, process, works, renewals, events } = await open(
      engines[0] as TestEngine,
    );
    let failures = 2;
    const endRotation: InstallationStore['endRotation'] = async (...rotation) => {
      failures -= 1;
      if (failures >= 0) throw new StoreError();
      return installations.endRotation(...rotation);
    };
    const one = process({ ...installations, endRotation });
    await clock.advance(10 * hourMs);
    const renewed = await one.token();
    expect([renewed === token, await works(renewed), renewals()]).toEqual([false, true, 1]);
    for (const failed of [true, false]) {
      await clock.advance(40_000);
      expect([await one.token(), renewals()]).toEqual([renewed, 1]);
      const stored = await installations.find(slack.teamId);
      expect(stored).toMatchObject({ tokens: { token: failed ? token : renewed } });
    }
    await clock.advance(10 * hourMs);
    expect(await works(await one.token())).toBe(true);
    expect([renewals(), events]).toEqual([2, []]);
  });

  it('is stored even if it is re-encrypted while Slack renews it', async () => {
    const { clock, slack, installations, token, process, renewals } = await open(engines[0] as TestEngine);
    const beginRotation: InstallationStore['beginRotation'] = async (of, ...times) => {
      const isOurs = await installations.beginRotation(of, ...times);
      await installations.save(of);
      return isOurs;
    };
    const one = process({ ...installations, beginRotation });
    await clock.advance(10 * hourMs);
    const renewed = await one.token();
    await clock.advance(60_000);
    expect([await one.token(), renewals()]).toEqual([renewed, 1]);
    expect(renewed).not.toBe(token);
    expect(await installations.find(slack.teamId)).toMatchObject({ tokens: { token: renewed } });
  });

  it('is read again after a rejection, and stays in use while the database is down', async () => {
    const { clock, slack, installations, token, process, events } = await open(engines[0] as TestEngine);
    let isAway = false;
    const find: InstallationStore['find'] = async (id) => {
      if (isAway) throw new StoreError();
      return installations.find(id);
    };
    const one = process({ ...installations, find });
    expect(await one.token()).toBe(token);
    isAway = true;
    await clock.advance(hourMs);
    expect(await one.token()).toBe(token);
    isAway = false;
    await installations.save({ id: slack.teamId, tokens: { token: 'xoxb-anew' } });
    one.refused();
    expect(await one.token()).toBe('xoxb-anew');
    await installations.remove(slack.teamId, (await installations.find(slack.teamId)) ?? 'unreadable');
    one.refused();
    await expect(one.token()).rejects.toBeInstanceOf(PlatformError);
    expect(events).toEqual(['gone']);
  });
});
