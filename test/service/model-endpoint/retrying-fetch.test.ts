import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../../src/kit/base/clock.ts';
import { createRetryingFetch } from '../../../src/service/model-endpoint/retrying-fetch.ts';

/** An endpoint that is always busy, and the number of its requests. */
async function busyEndpoint(retryAfter: string | undefined): Promise<{ readonly url: string; count(): number }> {
  let count = 0;
  const server = createServer((_, response) => {
    count += 1;
    response.writeHead(503, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // A server that listens on a port has an AddressInfo.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count };
}

/** A clock on which every wait ends immediately, and the waits. */
function skippingClock(): Clock & { readonly waits: readonly number[] } {
  const waits: number[] = [];
  let time = 0;
  return {
    waits,
    now: () => time,
    async wait(waitMs) {
      waits.push(waitMs);
      time += waitMs;
    },
  };
}

test.each([
  ['0', [1_000, 1_000, 2_000, 4_000]],
  [new Date(-3_600_000).toUTCString(), [1_000, 1_000, 2_000, 4_000]],
  [undefined, [500, 1_000, 2_000, 4_000]],
  ['3', [3_000, 3_000, 3_000]],
])(
  'an endpoint that stays busy with Retry-After %j is tried a few times, with growing pauses',
  async (after, waits) => {
    const endpoint = await busyEndpoint(after);
    const clock = skippingClock();
    const response = await createRetryingFetch(10_000, clock)(endpoint.url);
    expect([response.status, clock.waits, endpoint.count()]).toEqual([503, waits, waits.length + 1]);
  },
);

test('a wait that exceeds the limit is not started', async () => {
  const endpoint = await busyEndpoint('11');
  const clock = skippingClock();
  await createRetryingFetch(10_000, clock)(endpoint.url);
  expect([clock.waits, endpoint.count()]).toEqual([[], 1]);
});

test('a request that is aborted during a pause fails as fetch does', async () => {
  const endpoint = await busyEndpoint('0');
  const leaving = new AbortController();
  const clock: Clock = { now: () => 0, wait: async () => leaving.abort() };
  const request = createRetryingFetch(10_000, clock)(endpoint.url, { signal: leaving.signal });
  await expect(request).rejects.toHaveProperty('name', 'AbortError');
  expect(endpoint.count()).toBe(1);
});
