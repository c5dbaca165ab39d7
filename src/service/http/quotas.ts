/**
 * The quotas of the assistant operation: per key, organization and client address; and of wrong keys, per client address.
 * They are counted in the store, so that all replicas share them.
 */
import { networkOf } from '../../kit/base/client-address.ts';
import type { Caller } from '../keys.ts';
import type { Limit, UseCounter } from '../store/store.ts';
import { Refusal } from './requests.ts';

/** The limits. Hours and days begin with their first use; months are those of the calendar, in UTC. */
export interface LimitSettings {
  readonly perKeyAndMonth: number;
  readonly perOrganizationAndHour: number;
  readonly perAddressAndDay: number;
}

/** The limits of hosted services. */
export const defaultLimits: LimitSettings = {
  perKeyAndMonth: 10_000,
  perOrganizationAndHour: 10_000,
  perAddressAndDay: 10_000,
};

/** The quota that is used up. */
export interface QuotaExceeded {
  readonly of: 'key' | 'organization' | 'address' | 'wrongKey';
  readonly waitMs: number;
}

/** Each fails with StoreError. */
export interface Quotas {
  /** Counts a request whose key is wrong, so that keys cannot be guessed endlessly. */
  countWrongKey(address: string): Promise<QuotaExceeded | undefined>;
  /** Counts a request whose key is right. */
  countAddress(address: string): Promise<QuotaExceeded | undefined>;
  /** Uncounts a request that was refused. */
  giveBackAddress(address: string): Promise<void>;
  /** Counts a question that will be answered. */
  countQuestion(caller: Pick<Caller, 'id' | 'organization'>): Promise<QuotaExceeded | undefined>;
}

const hourMs = 3_600_000;

/** The first millisecond of the next month in UTC. */
export function endOfMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** `counterFor` creates a counter of the store. */
export function createQuotas(settings: LimitSettings, counterFor: (limit: Limit) => UseCounter): Quotas {
  const { perKeyAndMonth, perOrganizationAndHour, perAddressAndDay } = settings;
  const inAnHour = (now: number): number => now + hourMs;
  const inADay = (now: number): number => now + 24 * hourMs;
  const counters = {
    key: counterFor({ name: 'key', uses: perKeyAndMonth, windowEnd: endOfMonth }),
    organization: counterFor({ name: 'organization', uses: perOrganizationAndHour, windowEnd: inAnHour }),
    address: counterFor({ name: 'address', uses: perAddressAndDay, windowEnd: inADay }),
    wrongKey: counterFor({ name: 'wrong-key', uses: perAddressAndDay, windowEnd: inADay }),
  };
  async function use(of: QuotaExceeded['of'], name: string): Promise<QuotaExceeded | undefined> {
    const counted = await counters[of].count(name);
    return counted.allowed ? undefined : { of, waitMs: counted.waitMs };
  }
  return {
    countWrongKey: (address) => use('wrongKey', networkOf(address)),
    countAddress: (address) => use('address', networkOf(address)),
    giveBackAddress: (address) => counters.address.giveBack(networkOf(address)),
    // A question that one quota refuses does not count towards the other.
    async countQuestion({ id, organization }) {
      const excess = (await use('key', id)) ?? (await use('organization', organization));
      if (excess?.of === 'organization') await counters.key.giveBack(id);
      return excess;
    },
  };
}

const reasons = {
  key: 'This API key has used up its quota for now.',
  organization: 'This organization has used up its quota for now.',
  address: 'This address has used up its quota for now.',
  wrongKey: 'The API key is missing or wrong, and this address has sent too many of these for now.',
} as const satisfies Record<QuotaExceeded['of'], string>;

export function toQuotaRefusal({ of, waitMs }: QuotaExceeded): Refusal {
  const sentence = `${reasons[of]} Retry-After says when to try again.`;
  return new Refusal(429, sentence, { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) });
}
