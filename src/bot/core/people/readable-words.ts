/** Which words of private channels a person finds in a report: those of channels that they are in, or of all if a setting says so. */

import { type AskedQuestion, type PrivateChannels, withoutWords } from '../model/asked-question.ts';
import type { ThreadRef } from '../model/conversation.ts';
import type { People } from '../ports/platform.ts';
import { orPlatformError } from './membership.ts';

/** Only so many places are looked up, the newest, since the reader is waiting. */
const maxPlaces = 1_000;

export interface ReaderOptions {
  readonly routing: PrivateChannels;
  readonly platforms: readonly { readonly name: string; readonly people?: Pick<People, 'mayRead'> }[];
}

/** What one person may read. If a platform does not answer, the words are left out. */
export async function readableBy(
  asked: readonly AskedQuestion[],
  person: string,
  { routing: { privateChannels }, platforms }: ReaderOptions,
): Promise<readonly AskedQuestion[]> {
  if (privateChannels) return asked;
  const places = new Map(asked.flatMap(({ onlyIn }) => (onlyIn ? [[toKey(onlyIn), onlyIn]] : [])));
  const readable = new Set<string>();
  for (const [key, place] of [...places].slice(-maxPlaces))
    if (await mayRead(person, place, platforms)) readable.add(key);
  return asked.map((question) =>
    question.onlyIn && !readable.has(toKey(question.onlyIn)) ? withoutWords(question) : question,
  );
}

/** Whether a person can read that place now. If its platform does not answer, they cannot. */
export async function mayRead(
  person: string,
  place: ThreadRef,
  platforms: ReaderOptions['platforms'],
): Promise<boolean> {
  const platform = platforms.find(({ name }) => name === place.platform && person.startsWith(`${name}:`));
  return (await orPlatformError(async () => platform?.people?.mayRead(person, place) ?? false)) === true;
}

function toKey({ platform, installation, channel, thread }: ThreadRef): string {
  return JSON.stringify([platform, installation, channel, thread]);
}
