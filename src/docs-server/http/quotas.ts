/**
 * Who asks too much. In: a key, its organization, an address. Out: how long to wait, or undefined. The uses are counted in
 * the store, so that all replicas share one limit.
 */
import { isIPv6 } from 'node:net';
import type { Limit, UseCounter } from '../../store/service/quotas.ts';
import type { Caller } from '../keys.ts';

/** How much is allowed. A window begins with its first use; a month has 30 days. */
export interface LimitSettings {
  readonly perKeyAndMonth: number;
  readonly perOrganizationAndHour: number;
  readonly perAddressAndDay: number;
}

/** As hosted services limit it. */
export const defaultLimits: LimitSettings = {
  perKeyAndMonth: 10_000,
  perOrganizationAndHour: 10_000,
  perAddressAndDay: 10_000,
};

/** One use too many: of what, and how long to wait. */
export interface QuotaExceeded {
  readonly of: 'key' | 'organization' | 'address';
  readonly waitMs: number;
}

/** Each counts one use. They fail with StoreError. */
export interface Quotas {
  /** Before anything else is looked at, so that keys cannot be guessed without end. */
  countRequest(address: string): Promise<QuotaExceeded | undefined>;
  /** For a question that will be answered. */
  countQuestion(caller: Caller): Promise<QuotaExceeded | undefined>;
}

const hourSeconds = 3_600;

/** `counterFor` is the store's. */
export function createQuotas(settings: LimitSettings, counterFor: (limit: Limit) => UseCounter): Quotas {
  const counters = {
    key: counterFor({ name: 'key', uses: settings.perKeyAndMonth, windowSeconds: 30 * 24 * hourSeconds }),
    organization: counterFor({
      name: 'organization',
      uses: settings.perOrganizationAndHour,
      windowSeconds: hourSeconds,
    }),
    address: counterFor({ name: 'address', uses: settings.perAddressAndDay, windowSeconds: 24 * hourSeconds }),
  };
  async function use(of: QuotaExceeded['of'], name: string): Promise<QuotaExceeded | undefined> {
    const counted = await counters[of].count(name);
    return counted.allowed ? undefined : { of, waitMs: counted.waitMs };
  }
  return {
    countRequest: (address) => use('address', networkOf(address)),
    // What is refused for the one costs the other nothing.
    async countQuestion({ id, organization }) {
      const excess = (await use('key', id)) ?? (await use('organization', organization));
      if (excess?.of === 'organization') await counters.key.giveBack(id);
      return excess;
    },
  };
}

/** The sentence of a 429. */
export function quotaSentence({ of }: QuotaExceeded): string {
  const whose = { key: 'This API key has', organization: 'This organization has', address: 'This address has' };
  return `${whose[of]} used up its requests for now. Retry-After says when there are more.`;
}

/**
 * The client's address: the connection's, or behind `proxies` trusted proxies the one that the outermost of them saw.
 * What a client wrote into X-Forwarded-For itself stands further left and is never looked at.
 */
export function clientAddress(
  connection: string | undefined,
  forwardedFor: string | undefined,
  proxies: number,
): string {
  const seen = [...(forwardedFor?.split(',') ?? []), connection ?? 'unknown'];
  const client = seen[Math.max(0, seen.length - 1 - proxies)]?.trim() ?? 'unknown';
  // Some proxies write a port behind it, and brackets around IPv6.
  const [, v6, v4] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(client) ?? [];
  return v6 ?? v4 ?? client;
}

/** An IPv6 client owns at least its /64, so that is what counts; IPv4 written as IPv6 counts as IPv4. */
function networkOf(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined || !isIPv6(address)) return v4 ?? address.slice(0, 100);
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
