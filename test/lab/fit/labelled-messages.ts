/** Reads the labelled messages in test/fixtures/messages: those of each author, and those that are only used for scoring. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LabelledMessage {
  readonly isQuestion: boolean;
  readonly place: 'channel' | 'thread';
  readonly language: string;
  readonly text: string;
}

export const authors = ['author-1', 'author-2', 'author-3', 'author-4'] as const;

export function readMessages(name: (typeof authors)[number] | 'held-out'): readonly LabelledMessage[] {
  const file = join(import.meta.dirname, `../../fixtures/messages/${name}.tsv`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [label, place, language = '', text = ''] = line.split('\t');
      if (place !== 'channel' && place !== 'thread') throw new Error(`unknown place in: ${line}`);
      if (label !== 'question' && label !== 'none') throw new Error(`unknown label in: ${line}`);
      return { isQuestion: label === 'question', place, language, text: text.replaceAll('\\n', '\n') };
    });
}
