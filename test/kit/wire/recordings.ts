/**
 * The recorded response bodies of documentation assistants, with what a tolerant client should read in each. See
 * `about` in test/fixtures/assistant-streams/headers.json.
 */
import { readFileSync } from 'node:fs';

interface Expected {
  readonly text: string;
  /** Present when there is more than one block of text. */
  readonly textParts?: readonly string[];
  readonly encoding: 'v1' | 'v2' | 'none';
  readonly sources: readonly { readonly raw: string; readonly url: string; readonly title: string | null }[];
  readonly threadId: string | null;
  readonly threadKey: string | null;
  readonly finishReason: string | null;
  readonly error: string | null | { readonly status: number; readonly message: string | null };
  readonly aborted: boolean;
  readonly complete: boolean;
}

interface Entry {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly expected: Expected;
}

export interface Recording extends Entry {
  readonly name: string;
  readonly body: Buffer;
}

const folder = new URL('../../fixtures/assistant-streams/', import.meta.url);
const index: { readonly baseUrl: string; readonly files: Record<string, Entry> } = JSON.parse(
  readFileSync(new URL('headers.json', folder), 'utf8'),
);

/** The address of the docs site in the recordings. */
export const siteUrl = index.baseUrl;

export const recordings: readonly Recording[] = Object.entries(index.files).map(([name, entry]) => ({
  name,
  ...entry,
  body: readFileSync(new URL(name, folder)),
}));

/** The recordings whose body is a stream. */
export const streams = recordings.filter((recording) => recording.status === 200);

/** The recording of this name. */
export function recording(name: string): Recording {
  const found = recordings.find((recording) => recording.name === name);
  if (!found) throw new Error(`no recording ${name}`);
  return found;
}
