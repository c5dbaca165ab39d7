/**
 * Bearer keys: made, and checked. In: a request's Authorization header. Out: who calls, or why not. A key is shown once,
 * when it is made; kept is only its hash.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StoredKey } from '../store/service/keys.ts';
import type { ServiceStore } from '../store/service/store.ts';
import { createUlid } from './ids.ts';

export { isName } from './ids.ts';

/** What a key is for: asking, or updating projects and reading their status. */
export const keyKinds = ['assistant', 'deploy'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** The organization of keys and projects that name none. */
export const defaultOrganization = 'default';

/** Who calls: the id of a key, and whose it is. */
export interface Caller {
  readonly id: string;
  readonly organization: string;
}

/** A caller, or a refusal with a sentence for whoever wrote the client. */
export type KeyCheck = Caller | { readonly status: 401 | 403; readonly sentence: string };

/** A key that the operator gave by other means than the store. Its organization is the default one. */
export interface ConfiguredKey {
  readonly kind: KeyKind;
  readonly key: string;
}

/** Checks the header `Authorization: Bearer …`. Fails with StoreError. */
export type CheckKey = (authorization: string | undefined, kind: KeyKind) => Promise<KeyCheck>;

/** A new key: 32 random bytes, the kind named before them so that people and scanners know what they found. */
export function createKey(kind: KeyKind): string {
  return `docent_${kind}_${randomBytes(32).toString('base64url')}`;
}

/** What is kept of a new key. `expiresAt` in milliseconds since 1970. */
export function toStoredKey(
  key: string,
  { kind, organization, expiresAt }: Pick<StoredKey, 'organization' | 'expiresAt'> & { readonly kind: KeyKind },
  now: number,
): StoredKey {
  const hash = digest(key).toString('hex');
  return { id: createUlid(now), kind, organization, hash, createdAt: now, expiresAt, revokedAt: undefined };
}

/** Given keys count beside the stored ones. */
export function createKeyCheck(given: readonly ConfiguredKey[], store: ServiceStore, now: () => number): CheckKey {
  const known = given.map(({ kind, key }) => ({ kind, hash: digest(key) }));
  return async (authorization, kind) => {
    const key = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
    if (key === undefined) return wrong;
    const hash = digest(key);
    // All are compared, each in the time that any other takes.
    const own = known.filter((each) => timingSafeEqual(each.hash, hash));
    if (own.length > 0) return own.some((each) => each.kind === kind) ? givenCaller(hash) : wrongKind(kind);
    return checkStored(await store.findKey(hash.toString('hex')), hash, kind, now());
  };
}

function givenCaller(hash: Buffer): Caller {
  return { id: `given-${hash.toString('hex', 0, 8)}`, organization: defaultOrganization };
}

const wrong: KeyCheck = { status: 401, sentence: 'The API key is missing or wrong.' };

function wrongKind(kind: KeyKind): KeyCheck {
  const sentence =
    kind === 'deploy'
      ? 'This API key may ask, not update projects: use a deploy key.'
      : 'This API key may update projects, not ask: use an assistant key.';
  return { status: 403, sentence };
}

function checkStored(stored: StoredKey | undefined, hash: Buffer, kind: KeyKind, now: number): KeyCheck {
  if (!stored || stored.revokedAt !== undefined || !timingSafeEqual(Buffer.from(stored.hash, 'hex'), hash))
    return wrong;
  if (stored.expiresAt !== undefined && stored.expiresAt <= now) {
    return {
      status: 401,
      sentence: `The API key expired on ${new Date(stored.expiresAt).toISOString().slice(0, 10)}.`,
    };
  }
  return stored.kind === kind ? { id: stored.id, organization: stored.organization } : wrongKind(kind);
}

/** What is compared and kept in place of a secret. */
export function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
