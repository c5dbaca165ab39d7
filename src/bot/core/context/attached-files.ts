/**
 * Attached files: small text files are read and sent along with the question as context. Files are chosen by name and size
 * before anything is read, and checked by their bytes afterwards.
 */
import type { AttachedFile, ThreadRef } from '../model/conversation.ts';
import type { Ask } from '../ports/assistant.ts';
import type { Platform } from '../ports/platform.ts';

/** Limit for all files of a question together. */
export const maxBytes = 32 * 1024;
const maxFiles = 3;
const maxNameChars = 200;

/** Not in the list: files with names like `.env`, which contain secrets. */
const textName =
  /(?:^|\.)(?:adoc|bash|c|cc|cfg|conf|cpp|cs|css|csv|diff|dockerfile|ex|exs|gemspec|go|gradle|graphql|h|hpp|htm|html|ini|java|js|json|jsonc|jsonl|jsx|kt|kts|less|log|lua|makefile|md|mdx|markdown|mjs|cjs|ndjson|patch|php|pl|properties|proto|ps1|py|r|rb|rs|rst|sass|scala|scss|sh|sql|svelte|swift|tex|text|tf|toml|ts|tsv|tsx|txt|vue|xml|yaml|yml|zsh)$/i;
const textType = /^(?:text\/|application\/(?:json|xml|toml|yaml|x-yaml|x-sh|javascript|sql)\b)/i;

export interface ReadFiles {
  readonly files: NonNullable<Ask['files']>;
  readonly unreadCount: number;
}

/** Never fails. */
export async function readAttachedFiles(
  attached: readonly AttachedFile[],
  thread: ThreadRef,
  { describeFile, readFile }: Pick<Platform, 'describeFile' | 'readFile'>,
): Promise<ReadFiles> {
  const known = await Promise.all(
    attached.map(async (file) => (file.id === undefined ? file : ((await describeFile?.(file, thread)) ?? file))),
  );
  const read = await Promise.all(
    smallTextFiles(known).map(async (file) => toText(file, await readFile?.(file, maxBytes, thread))),
  );
  const files = read.filter((file) => file !== undefined);
  return { files, unreadCount: attached.length - files.length };
}

/** The files that may be text and together are small enough. */
export function smallTextFiles(attached: readonly AttachedFile[]): readonly AttachedFile[] {
  const kept: AttachedFile[] = [];
  let bytes = 0;
  for (const file of attached) {
    const isText = textName.test(file.name) || textType.test(file.type ?? '');
    const size = file.bytes ?? maxBytes;
    if (!isText || kept.length === maxFiles || bytes + size > maxBytes) continue;
    bytes += size;
    kept.push(file);
  }
  return kept;
}

/** undefined if its bytes are not text, or if it is empty. */
function toText({ name }: AttachedFile, bytes: Uint8Array | undefined): { name: string; text: string } | undefined {
  const text = bytes && decoded(bytes);
  if (text === undefined || text.trim() === '') return undefined;
  return {
    name: name
      .replace(/\p{Cc}/gu, ' ')
      .slice(0, maxNameChars)
      .toWellFormed(),
    text,
  };
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
