/** Which attached files are pictures, and which of them an assistant may be shown. Pure. */
import { maxPictureBytes, maxPictures } from '../../../kit/wire/pictures.ts';
import type { AttachedFile, Question } from './conversation.ts';
import { smallTextFiles } from './text-files.ts';

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
