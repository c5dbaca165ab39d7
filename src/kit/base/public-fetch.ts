/**
 * Requests to addresses that strangers may choose: they reach the public internet and nothing else. A name is resolved once, its
 * addresses are checked, and the connection is made to the address that was checked, so a name cannot change in between.
 */
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, fetch } from 'undici';
import type { Clock } from './clock.ts';
import { readAtMost, withDeadline } from './http-call.ts';

/** An address that is not on the public internet. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

export interface PublicRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** Of the body, decompressed. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface PublicResponse {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly bytes: Uint8Array;
}

export interface PublicFetch {
  /** Follows no redirects. Fails as fetch does, and as `fetchWithin` does when it takes too long or is too long. */
  get(url: URL, request: PublicRequest): Promise<PublicResponse>;
  close(): Promise<void>;
}

export interface PublicFetchOptions {
  readonly clock: Clock;
  readonly limitMs: number;
  /** Whether addresses of this machine and its network are reached, too. Default: false. */
  readonly allowsPrivate?: boolean;
  /** Default: the system's resolver. */
  readonly resolve?: typeof lookup;
}

export function createPublicFetch(options: PublicFetchOptions): PublicFetch {
  const { clock, limitMs, allowsPrivate = false, resolve = lookup } = options;
  const agent = new Agent({ allowH2: false, ...(!allowsPrivate && { connect: { lookup: publicLookup(resolve) } }) });
  return {
    get: (url, { headers, maxBytes, signal }) =>
      withDeadline(clock, limitMs, async (limit) => {
        // No lookup is made for an address in numbers.
        const host = url.hostname.replace(/^\[|\]$/g, '');
        if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError(host);
        const response = await fetch(url, {
          headers,
          dispatcher: agent,
          redirect: 'manual',
          signal: AbortSignal.any([signal, limit]),
        });
        return {
          status: response.status,
          header: (name) => response.headers.get(name) ?? undefined,
          bytes: new Uint8Array(await readAtMost(response.body, maxBytes)),
        };
      }),
    close: () => agent.close(),
  };
}

function publicLookup(resolve: typeof lookup): LookupFunction {
  return (host, { all, ...options }, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      const allowed = error ? [] : found.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (!first) done(error ?? new PrivateAddressError(host), '');
      else if (all) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special4.check(address);
  return family === 6 && !special6.check(address.replace(/%.*$/, ''), 'ipv6');
}

/** Source: the special-purpose address registries of iana.org (RFC 6890), read 2026-11-28. */
const special4 = blockList(
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3`,
  'ipv4',
);
/** Only 2000::/3 is assigned to the internet. A list of its own: `::/3` would hold every address of version 4, too. */
const special6 = blockList('::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20', 'ipv6');

function blockList(networks: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks.split(/\s+/)) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
