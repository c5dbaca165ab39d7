/** Creates and checks Bearer keys. A key is shown once, when it is created; only its hash is stored. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { dayOf } from '../kit/base/wall-clock.ts';
import { createUlid } from './ids.ts';
import type { StoredKey } from './store/keys.ts';
import type { ServiceStore } from './store/store.ts';

export { isName } from './ids.ts';

/** What a key is for: questions, updating projects and reading their status, or reading what people asked. */
export const keyKinds = ['assistant', 'deploy', 'messages'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** The kinds of which a service without any creates temporary ones. */
export const startKinds = ['assistant', 'deploy'] as const satisfies readonly KeyKind[];
export type StartKind = (typeof startKinds)[number];

/** The organization of keys and projects without one. */
export const defaultOrganization = 'default';

/** The holder of a valid key. */
export interface Caller {
  /** The key's id. */
  readonly id: string;
  readonly organization: string;
  /** The access groups whose pages it may read, besides those for everybody. */
  readonly groups: readonly string[];
}

/** A caller, or a refusal with a sentence for the client's developer. */
export type KeyCheck = Caller | { readonly status: 401 | 403; readonly sentence: string };

/** A key from the environment or created at startup, in addition to those in the store. Of the default organization. */
export interface ConfiguredKey {
  readonly kind: KeyKind;
  readonly key: string;
}

/** Checks the header `Authorization: Bearer …`. Fails with StoreError. */
export type CheckKey = (authorization: string | undefined, kind: KeyKind) => Promise<KeyCheck>;

/** 32 random bytes, prefixed by the kind, so that people and secret scanners recognize a key. */
export function createKey(kind: KeyKind): string {
  return `docent_${kind}_${randomBytes(32).toString('base64url')}`;
}

/** What is decided about a key when it is created. */
export interface NewKey extends Pick<StoredKey, 'organization' | 'expiresAt'>, Partial<Pick<StoredKey, 'groups'>> {
  readonly kind: KeyKind;
}

/** The stored form of a new key. `expiresAt` in milliseconds since 1970. */
export function toStoredKey(
  key: string,
  { kind, organization, expiresAt, groups = [] }: NewKey,
  now: number,
): StoredKey {
  const hash = digest(key).toString('hex');
  return { id: createUlid(now), kind, organization, groups, hash, createdAt: now, expiresAt, revokedAt: undefined };
}

/** Configured keys are valid in addition to the stored ones. */
export function createKeyCheck(configured: readonly ConfiguredKey[], store: ServiceStore, now: () => number): CheckKey {
  const known = configured.map(({ kind, key }) => ({ kind, hash: digest(key) }));
  return async (authorization, kind) => {
    const key = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
    if (key === undefined) return wrongKey;
    const hash = digest(key);
    // All are compared, in constant time.
    const own = known.filter((entry) => timingSafeEqual(entry.hash, hash));
    if (own.some((entry) => entry.kind === kind)) return configuredCaller(hash);
    if (own[0]) return wrongKind(own[0].kind, kind);
    return checkStored(await store.findKey(hash.toString('hex')), hash, kind, now());
  };
}

function configuredCaller(hash: Buffer): Caller {
  return { id: `given-${hash.toString('hex', 0, 8)}`, organization: defaultOrganization, groups: [] };
}

const wrongKey: KeyCheck = { status: 401, sentence: 'The API key is missing or wrong.' };

/** The purposes of keys, and what to use for each. */
const purposes: Readonly<Record<KeyKind, readonly [string, string]>> = {
  assistant: ['questions', 'an assistant key'],
  deploy: ['updating projects', 'a deploy key'],
  messages: ['reading messages', 'a messages key'],
};

function wrongKind(kind: string, wanted: KeyKind): KeyCheck {
  const [purpose, key] = purposes[wanted];
  const own = keyKinds.find((known) => known === kind);
  const sentence = `This API key is for ${own ? purposes[own][0] : 'something else'}, not for ${purpose}: use ${key}.`;
  return { status: 403, sentence };
}

function checkStored(stored: StoredKey | undefined, hash: Buffer, kind: KeyKind, now: number): KeyCheck {
  if (!stored || stored.revokedAt !== undefined || !timingSafeEqual(Buffer.from(stored.hash, 'hex'), hash))
    return wrongKey;
  if (stored.expiresAt !== undefined && stored.expiresAt <= now) {
    return {
      status: 401,
      sentence: `The API key expired on ${dayOf(stored.expiresAt)}.`,
    };
  }
  const { id, organization, groups } = stored;
  return stored.kind === kind ? { id, organization, groups } : wrongKind(stored.kind, kind);
}

/** The hash that is stored and compared instead of a secret. */
export function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
