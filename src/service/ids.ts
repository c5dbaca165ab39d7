/** Ids that the service makes (ULIDs), and names that operators choose. */
import { randomBytes } from 'node:crypto';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 26 characters that sort by time: 48 bits of milliseconds, 80 random bits. Source: github.com/ulid/spec, read 2026-11-21. */
export function createUlid(now: number): string {
  const time = Array.from({ length: 10 }, (_, at) => crockford.charAt(Math.floor(now / 32 ** (9 - at)) % 32));
  const random = [...randomBytes(16)].map((byte) => crockford.charAt(byte % 32));
  return [...time, ...random].join('');
}

/** Whether a client's id has the form of ours. Others are not looked up: databases reject some strings. */
export function isUlid(id: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id);
}

/** Whether it is a valid name of a project, domain or organization, which becomes part of addresses and file names. */
export function isName(name: string): boolean {
  return /^\w[\w.-]{0,99}$/.test(name);
}
