/** Converts a file of the page for the sandboxes. */
import type { UploadedFile } from './panel.ts';

export function decodeFile({ name, type, content }: UploadedFile): {
  readonly name: string;
  readonly content: Uint8Array;
  readonly mimetype?: string;
} {
  return { name, content: Buffer.from(content, 'base64'), ...(type !== '' && { mimetype: type }) };
}
