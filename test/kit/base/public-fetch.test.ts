/** Requests that strangers steer: to the public internet, and to the address that was checked. */
import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/kit/base/clock.ts';
import {
  createPublicFetch,
  isPublicAddress,
  PrivateAddressError,
  type PublicFetchOptions,
  type PublicResponse,
} from '../../../src/kit/base/public-fetch.ts';

const request = { headers: {}, maxBytes: 1_000, signal: new AbortController().signal };

async function listening(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  // A server on a port has an address of this kind.
  return (server.address() as AddressInfo).port;
}

async function got(address: string, options: Partial<PublicFetchOptions> = {}): Promise<PublicResponse | unknown> {
  const fetch = createPublicFetch({ clock: systemClock, limitMs: 30_000, ...options });
  try {
    return await fetch.get(new URL(address), request);
  } catch (error) {
    return error instanceof TypeError ? error.cause : error;
  } finally {
    await fetch.close();
  }
}

/** A resolver whose answers are these, one after the other. */
function resolving(...answers: readonly (readonly string[])[]): typeof lookup {
  let asked = 0;
  const resolve = (_: string, __: object, done: (error: null, found: object[]) => void): void => {
    const found = answers[asked++] ?? [];
    done(
      null,
      found.map((address) => ({ address, family: 4 })),
    );
  };
  // The one form in which it is called.
  return resolve as typeof lookup;
}

it.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['255.255.255.255', '::1', '::', 'fe80::1', 'fe80::1%eth0', 'fd00::1', 'ff02::1', '::ffff:127.0.0.1'],
  ...['::ffff:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'not an address', ''],
])('%s is not an address of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['1.1.1.1', '172.32.0.1', '192.167.255.255', '2606:4700:4700::1111'])('%s is one', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  'http://127.0.0.1:8080/',
  'http://[::1]:8080/',
  'http://2130706433:8080/',
  'http://0x7f.1:8080/',
  'http://localhost:8080/',
])('refuses %s', async (address) => {
  expect(await got(address)).toBeInstanceOf(PrivateAddressError);
});

it('refuses a name that leads into a private network, also when it did not before', async () => {
  const port = await listening((_, response) => response.end('secret'));
  const resolve = resolving(['127.0.0.1'], ['10.0.0.1', '192.168.0.1'], ['1.1.1.1']);
  expect(await got(`http://docs.test:${port}/`, { resolve })).toBeInstanceOf(PrivateAddressError);
  expect(await got(`http://docs.test:${port}/`, { resolve })).toBeInstanceOf(PrivateAddressError);
});

it('reaches private addresses where that is allowed, follows no redirect, and expands no more than it may', async () => {
  const port = await listening(({ url }, response) => {
    if (url === '/moved') response.writeHead(302, { location: '/' }).end();
    else if (url === '/bomb')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000)));
    else response.writeHead(200, { 'content-encoding': 'gzip', etag: '"1"' }).end(gzipSync('text'));
  });
  const allowed = { allowsPrivate: true };
  const response = await got(`http://127.0.0.1:${port}/`, allowed);
  expect(response).toMatchObject({ status: 200, bytes: new Uint8Array(Buffer.from('text')) });
  expect(await got(`http://127.0.0.1:${port}/moved`, allowed)).toMatchObject({ status: 302 });
  expect(await got(`http://127.0.0.1:${port}/bomb`, allowed)).toBeInstanceOf(RangeError);
});
