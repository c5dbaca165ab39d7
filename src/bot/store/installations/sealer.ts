/**
 * Encrypts stored secrets with AES-256-GCM and a fresh 96-bit nonce each time. The owner of a secret is authenticated
 * with it, so that a ciphertext copied to another row cannot be decrypted there.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

interface Key {
  /** Identifies the key in ciphertexts without revealing it. */
  readonly id: string;
  readonly bytes: Buffer;
}

export interface Opened {
  readonly text: string;
  /** Whether it was encrypted with the newest key. */
  readonly isCurrent: boolean;
}

export class Sealer {
  readonly #keys: readonly Key[];
  readonly #newest: Key;

  /** Keys are 32 bytes in base64. The first encrypts, all decrypt. Fails with TypeError if there is none. */
  constructor(keys: readonly string[]) {
    this.#keys = keys.map(toKey);
    const [newest] = this.#keys;
    if (!newest) throw new TypeError('at least one encryption key is required');
    this.#newest = newest;
  }

  seal(text: string, belongsTo: string): string {
    const { id, bytes } = this.#newest;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, bytes, nonce).setAAD(Buffer.from(belongsTo));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `v1.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  }

  /** Returns undefined if it was encrypted with an unknown key, was tampered with, or belongs to something else. */
  open(sealed: string, belongsTo: string): Opened | undefined {
    const [, keyId, payload = ''] = /^v1\.([\da-f]+)\.([\w-]+)$/.exec(sealed) ?? [];
    const key = this.#keys.find(({ id }) => id === keyId);
    const bytes = Buffer.from(payload, 'base64url');
    if (!key || bytes.length < nonceBytes + tagBytes) return undefined;
    const decipher = createDecipheriv(algorithm, key.bytes, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
      return { text: text.toString(), isCurrent: key === this.#newest };
    } catch {
      return undefined;
    }
  }
}

function toKey(base64: string): Key {
  const bytes = Buffer.from(base64, 'base64');
  return { id: createHash('sha256').update('docent key id:').update(bytes).digest('hex').slice(0, 12), bytes };
}
