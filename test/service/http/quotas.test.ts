import { expect, onTestFinished, test } from 'vitest';
import { clientAddress } from '../../../src/kit/base/client-address.ts';
import { createQuotas, defaultLimits } from '../../../src/service/http/quotas.ts';
import { openServiceStore } from '../../../src/service/store/store.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { asking, post, started } from '../asking.ts';
import { silent } from '../folder.ts';

test.each([
  ['perKeyAndMonth', 'This API key has used up'],
  ['perOrganizationAndHour', 'This organization has used up'],
  ['perAddressAndDay', 'This address has used up'],
])('a request over %s is refused with a Retry-After', async (name, sentence) => {
  const server = await started({ limits: { ...defaultLimits, [name]: 2 } });
  for (const question of ['one?', 'two?']) await (await post(server, asking(question))).text();
  const refused = await post(server, asking('three?'));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toEqual({ error: expect.stringContaining(sentence) });
});

/** The statuses of questions sent one after the other, and the body of the last response. */
async function statusesOf(
  server: Parameters<typeof post>[0],
  bodies: readonly object[],
): Promise<readonly [readonly number[], string]> {
  const statuses: number[] = [];
  let last = '';
  for (const body of bodies) {
    const response = await post(server, body);
    statuses.push(response.status);
    last = await response.text();
  }
  return [statuses, last];
}

test('a refused question counts neither for its key nor for its address', async () => {
  const server = await started({ limits: { ...defaultLimits, perKeyAndMonth: 1, perAddressAndDay: 2 } });
  const bodies = [
    {},
    asking('a', { threadId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
    asking('right?'),
    asking('again?'),
    asking('again?'),
  ];
  const [statuses, last] = await statusesOf(server, bodies);
  expect(statuses).toEqual([400, 404, 200, 429, 429]);
  expect(last).toContain('This API key');
});

test('updates and their status do not count for the address', async () => {
  const server = await started({ limits: { ...defaultLimits, perAddressAndDay: 1 } });
  const headers = { authorization: `Bearer ${server.deployKey}` };
  const update = async (): Promise<number> =>
    (await fetch(`${server.url}/v1/project/update/kettle`, { method: 'POST', headers })).status;
  const status = async (): Promise<number> =>
    (await fetch(`${server.url}/v1/project/update-status/none`, { headers })).status;
  expect([await update(), await status(), await update(), await status()]).toEqual([202, 404, 202, 404]);
  expect((await statusesOf(server, [asking('one?'), asking('two?')]))[0]).toEqual([200, 429]);
});

test('the monthly quota of a key follows calendar months in UTC', async () => {
  const clock = createManualClock(Date.parse('2026-12-31T23:59:00Z'));
  const store = await openServiceStore('sqlite::memory:', clock);
  onTestFinished(() => store.close());
  const quotas = createQuotas({ ...defaultLimits, perKeyAndMonth: 1 }, store.counterFor);
  const ask = () => quotas.countQuestion({ id: 'a', organization: 'x' });
  expect([await ask(), await ask()]).toEqual([undefined, { of: 'key', waitMs: 60_000 }]);
  await clock.advance(60_000);
  expect([await ask(), await ask()]).toEqual([undefined, { of: 'key', waitMs: 31 * 24 * 3_600_000 }]);
});

test('a question that the key’s quota refuses does not count for the organization, and vice versa', async () => {
  const store = await openServiceStore('sqlite::memory:');
  onTestFinished(() => store.close());
  const settings = { ...defaultLimits, perKeyAndMonth: 2, perOrganizationAndHour: 3 };
  const limits = createQuotas(settings, store.counterFor);
  const refusedFor = async (id: string, organization: string): Promise<string | undefined> =>
    (await limits.countQuestion({ id, organization }))?.of;
  const greedy = [await refusedFor('a', 'x'), await refusedFor('a', 'x'), await refusedFor('a', 'x')];
  expect([...greedy, await refusedFor('a', 'x')]).toEqual([undefined, undefined, 'key', 'key']);
  const others = [await refusedFor('b', 'x'), await refusedFor('b', 'x'), await refusedFor('b', 'x')];
  expect(others).toEqual([undefined, 'organization', 'organization']);
  expect([await refusedFor('b', 'y'), await refusedFor('b', 'y')]).toEqual([undefined, 'key']);
});

test('wrong keys are limited for each address, and never use up the questions of a right key there', async () => {
  const server = await started({ limits: { ...defaultLimits, perAddressAndDay: 2 } });
  const statusWith = async (key: string): Promise<number> => {
    const response = await post(server, asking('a'), { key });
    await response.text();
    return response.status;
  };
  const guesses = await Promise.all(['a', 'b', 'c', server.deployKey].map(statusWith));
  expect(guesses.filter((status) => status === 429)).toHaveLength(2);
  expect([await statusWith('d'), await statusWith(server.key), await statusWith(server.key)]).toEqual([429, 200, 200]);
  expect(await statusWith(server.key)).toBe(429);
});

test('wrong keys for updates are limited, too, and a right one is not', async () => {
  const server = await started({ limits: { ...defaultLimits, perAddressAndDay: 1 } });
  const statusWith = async (key: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${server.url}/v1/project/update/kettle`, { method: 'POST', headers })).status;
  };
  expect([await statusWith('a'), await statusWith('b'), await statusWith(server.deployKey)]).toEqual([401, 429, 202]);
});

test.each([
  [0, 1],
  [1, 0],
])('with %i trusted proxies, X-Forwarded-For is warned about %i times', async (trustedProxies, count) => {
  const warned: string[] = [];
  const logger = { ...silent, warn: (_: object, phrase: string) => void warned.push(phrase) };
  const { url, key } = await started({ trustedProxies, logger });
  for (const address of ['1.1.1.1', '1.1.1.2']) {
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address };
    await (await fetch(`${url}/v1/assistant/kettle/message`, { method: 'POST', headers })).text();
  }
  const ignored = 'X-Forwarded-For ignored: all clients behind the proxy share one quota';
  expect(warned.filter((phrase) => phrase === ignored)).toHaveLength(count);
});

test.each([
  ['no trusted proxy', '10.0.0.1', '1.1.1.1', 0, '10.0.0.1'],
  ['one proxy', '10.0.0.1', '1.1.1.1', 1, '1.1.1.1'],
  ['one proxy and a client that forges the header', '10.0.0.1', 'forged, 1.1.1.1', 1, '1.1.1.1'],
  ['two proxies', '10.0.0.1', 'forged, 1.1.1.1, 10.0.0.2', 2, '1.1.1.1'],
  ['a proxy that appends the port', '10.0.0.1', '1.1.1.1:4711', 1, '1.1.1.1'],
  ['a proxy that appends the port to IPv6', '10.0.0.1', '[2001:db8::1]:4711', 1, '2001:db8::1'],
  ['a proxy that writes IPv6', '10.0.0.1', '2001:db8::1', 1, '2001:db8::1'],
  ['fewer proxies than configured', '10.0.0.1', undefined, 3, '10.0.0.1'],
])('the client’s address is determined with %s', (_, connection, header, proxies, address) => {
  expect(clientAddress(connection, header, proxies)).toBe(address);
});

test('behind a trusted proxy each IPv4 client and each IPv6 network has its own quota', async () => {
  const server = await started({ limits: { ...defaultLimits, perAddressAndDay: 1 }, trustedProxies: 1 });
  const from = async (address: string): Promise<number> => {
    const headers = { authorization: 'Bearer x', 'x-forwarded-for': address };
    const response = await fetch(`${server.url}/v1/assistant/kettle/message`, { method: 'POST', headers });
    await response.text();
    return response.status;
  };
  expect([await from('1.1.1.1'), await from('1.1.1.2'), await from('1.1.1.1')]).toEqual([401, 401, 429]);
  expect([await from('2001:db8::1'), await from('2001:db8:0:0:ff::2'), await from('2001:db8:0:1::1')]).toEqual([
    401, 429, 401,
  ]);
  expect(await from('::ffff:1.1.1.2')).toBe(429);
});
