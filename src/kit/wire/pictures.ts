/**
 * Pictures in a message: `file` parts with their bytes in the request. A part that names an address elsewhere is not read,
 * since nobody knows whose address that is. Pure.
 */
import { stringAt } from '../base/json.ts';

export interface Picture {
  /** Untrusted text. */
  readonly name: string;
  readonly mediaType: string;
  readonly base64: string;
}

/** Of one question. */
export const maxPictures = 3;
/** Of all pictures of a question together: a few screenshots. */
export const maxPictureBytes = 2 * 1024 * 1024;
/** The same in a body. */
export const maxBase64Chars = Math.ceil(maxPictureBytes / 3) * 4;

/** How their bytes begin, in hexadecimal. */
const signatures: readonly (readonly [mediaType: string, signature: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
];

/** The kind of picture that bytes are, whatever their name says; undefined for all others. */
export function pictureTypeOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}

export function toFilePart({ name, mediaType, base64 }: Picture): object {
  return { type: 'file', mediaType, filename: name, url: `data:${mediaType};base64,${base64}` };
}

/** The pictures among the parts of a message, and how many could not be read. */
export function picturesIn(parts: readonly unknown[]): {
  readonly pictures: readonly Picture[];
  readonly unread: number;
} {
  const files = parts.filter((part) => stringAt(part, 'type') === 'file');
  const pictures: Picture[] = [];
  let left = maxPictureBytes;
  for (const file of files) {
    const picture = pictures.length < maxPictures ? toPicture(file, left) : undefined;
    if (!picture) continue;
    pictures.push(picture);
    left -= bytesOf(picture.base64);
  }
  return { pictures, unread: files.length - pictures.length };
}

function toPicture(part: unknown, maxBytes: number): Picture | undefined {
  const url = stringAt(part, 'url') ?? '';
  const [head] = /^data:[\w/+.-]{0,100};base64,/.exec(url) ?? [];
  const base64 = head === undefined ? (stringAt(part, 'data') ?? '') : url.slice(head.length);
  if (bytesOf(base64) > maxBytes || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const mediaType = pictureTypeOf(Buffer.from(base64.slice(0, 16), 'base64'));
  return mediaType === undefined ? undefined : { name: stringAt(part, 'filename') ?? '', mediaType, base64 };
}

function bytesOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4);
}
