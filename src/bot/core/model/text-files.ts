/** Which attached files are small texts that can go along with a question. Pure. */
import type { AttachedFile } from './conversation.ts';

/** Limit for all files of a question together. */
export const maxBytes = 32 * 1024;
const maxFiles = 3;

/** Not in the list: files with names like `.env`, which contain secrets. */
const textName =
  /(?:^|\.)(?:adoc|bash|c|cc|cfg|conf|cpp|cs|css|csv|diff|dockerfile|ex|exs|gemspec|go|gradle|graphql|h|hpp|htm|html|ini|java|js|json|jsonc|jsonl|jsx|kt|kts|less|log|lua|makefile|md|mdx|markdown|mjs|cjs|ndjson|patch|php|pl|properties|proto|ps1|py|r|rb|rs|rst|sass|scala|scss|sh|sql|svelte|swift|tex|text|tf|toml|ts|tsv|tsx|txt|vue|xml|yaml|yml|zsh)$/i;
const textType = /^(?:text\/|application\/(?:json|xml|toml|yaml|x-yaml|x-sh|javascript|sql)\b)/i;

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
