/** The OAuth flow through Slack's page and back, as a browser follows it, on a manual clock. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createInstallPages } from '../../../../../src/bot/platforms/slack/install/install-pages.ts';
import { createInstallationStore } from '../../../../../src/bot/store/installations/installations.ts';
import { english, Wording } from '../../../../../src/bot/wording/wording.ts';
import { createSlackSandbox } from '../../../../../src/sandbox/slack/sandbox.ts';
import { createManualClock } from '../../../../fakes/clock.ts';
import { silent } from '../../../../fakes/logger.ts';
import { engines, openStore, type TestEngine } from '../../../../kit/sql/engines.ts';

async function open() {
  const clock = createManualClock();
  const slack = await createSlackSandbox();
  const { database } = await openStore(engines[0] as TestEngine);
  const installations = createInstallationStore(database, 'slack', [randomBytes(32).toString('base64')]);
  const { clientId, clientSecret, apiUrl } = slack;
  const installing = { clientId, clientSecret, stateSecret: 'hard to guess indeed', installations };
  const installed: string[] = [];
  const pages = createInstallPages({
    installing,
    apiUrl,
    clock,
    logger: silent,
    onInstalled: (id) => installed.push(id),
  });
  const server = createServer((request, response) => pages[request.url?.split('?')[0] ?? '']?.(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    await slack.stop();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(base + path, { redirect: 'manual', headers, method });
  const begin = async () => {
    const page = await get('/slack/install');
    const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { cookie, back: `/slack/oauth_redirect${slack.oauth.approve(page.headers.get('location') ?? '')}` };
  };
  return { clock, slack, installations, installed, get, begin };
}

it('allows ten minutes between the two pages, and no more', async () => {
  const { clock, slack, installations, installed, get, begin } = await open();
  const [one, two] = [await begin(), await begin()];
  await clock.advance(9 * 60_000);
  expect((await get(one.back, { cookie: one.cookie })).status).toBe(200);
  expect(installed).toEqual([slack.teamId]);
  await clock.advance(2 * 60_000);
  const late = await get(two.back, { cookie: two.cookie });
  expect([late.status, await late.text()]).toEqual([400, expect.stringContaining(english.say('install.expired'))]);
  expect(await installations.list()).toEqual([{ id: slack.teamId, name: 'Example Docs', isReadable: true }]);
});

it('ends with a page in the browser’s language that is not cached, and accepts no method but GET', async () => {
  const { slack, get, begin, installations } = await open();
  const { back, cookie } = await begin();
  slack.faults.failNext('oauth.v2.access', { error: 'bad_client_secret' });
  const page = await get(back, { cookie, 'accept-language': 'de-AT,de;q=0.9' });
  expect([page.status, await page.text()]).toEqual([
    500,
    expect.stringContaining(new Wording('de').say('install.failed')),
  ]);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect((await get('/slack/install', {}, 'POST')).status).toBe(405);
  expect(await installations.list()).toEqual([]);
});
