/** Which attached files go along with a question: small texts, and pictures that an assistant may be shown. Pure. */
import { maxPictureBytes, maxPictures } from '../../../kit/wire/pictures.ts';
import type { AttachedFile, Question } from './conversation.ts';

/** Limit for all files of a question together. */
export const maxTextBytes = 32 * 1024;
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
    const size = file.bytes ?? maxTextBytes;
    if (!isText || kept.length === maxFiles || bytes + size > maxTextBytes) continue;
    bytes += size;
    kept.push(file);
  }
  return kept;
}

const pictureName = /\.(?:avif|bmp|gif|heic|heif|jpe?g|png|svg|tiff?|webp)$/i;
/** What models look at. */
const shownName = /\.(?:gif|jpe?g|png|webp)$/i;
const shownType = /^image\/(?:gif|jpeg|png|webp)\b/i;

export function isPicture({ name, type = '' }: AttachedFile): boolean {
  return /^image\//i.test(type) || pictureName.test(name);
}

/** Those of a kind that models look at, and together small enough. */
export function smallPictures(attached: readonly AttachedFile[]): readonly AttachedFile[] {
  const kept: AttachedFile[] = [];
  let bytes = 0;
  for (const file of attached) {
    const { name, type } = file;
    const size = file.bytes ?? 0;
    const isShown = type === undefined ? shownName.test(name) : shownType.test(type);
    if (!isShown || kept.length === maxPictures || bytes + size > maxPictureBytes) continue;
    bytes += size;
    kept.push(file);
  }
  return kept;
}

/**
 * Without a word beside them, text files are the question, and so are pictures in a message to Docent, if they are looked at:
 * people also post pictures that ask nothing.
 */
export function withFilesAsText(question: Question, takesPictures: boolean): Question {
  const { text, wish, files = [], addressed } = question;
  if (text !== '' || wish) return question;
  const looksAt = takesPictures && addressed !== 'follow_up' && addressed !== 'auto';
  const asked = [...smallTextFiles(files), ...(looksAt ? smallPictures(files) : [])];
  return asked.length === 0 ? question : { ...question, text: asked.map(({ name }) => name).join(', ') };
}

/** Whether a message is nothing but text files: a pasted log, or a question too long for a message, arrives like that. */
export function isTextFilesAlone({ text, files = [] }: Pick<Question, 'text' | 'files'>): boolean {
  const names = smallTextFiles(files).map(({ name }) => name);
  return names.length > 0 && (text === '' || text === names.join(', '));
}
