/** A file of the page as the sandboxes take it. */
import type { UploadedFile } from './panel.ts';

export function decodeFile({ name, type, content }: UploadedFile): {
  readonly name: string;
  readonly content: Uint8Array;
  readonly mimetype?: string;
} {
  return { name, content: Buffer.from(content, 'base64'), ...(type !== '' && { mimetype: type }) };
}
