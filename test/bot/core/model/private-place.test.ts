/** Who may read words that come from several places. */
import { expect, it } from 'vitest';
import type { PlaceKind } from '../../../../src/bot/core/model/conversation.ts';
import { narrower, readersOf, strictest } from '../../../../src/bot/core/model/private-place.ts';
import { placeOf } from '../../../../src/bot/core/questions/place-of.ts';

const kinds = ['public', 'private', 'group', 'direct', undefined] as const;
const thread = { platform: 'slack', installation: 'T1', channel: 'C1', thread: '1.0' };

it('words from a place that not everyone may read are read by nobody elsewhere', () => {
  for (const here of kinds) {
    expect(strictest(here, [])).toBe(here);
    expect(strictest(here, ['public', 'public'])).toBe(here);
    for (const there of kinds.slice(1)) expect(readersOf(strictest(here, ['public', there]), thread)).toBe('nobody');
  }
});

it('words from two messages of one place are as private as the more private one', () => {
  const readers = ['everyone', 'members', 'nobody'];
  const rank = (kind: PlaceKind | undefined) => readers.indexOf(readersOf(kind, thread));
  for (const a of kinds) for (const b of kinds) expect(rank(narrower(a, b))).toBe(Math.max(rank(a), rank(b)));
});

it('a question’s place is asked of the platform for each place that it quotes', async () => {
  const places = {
    kindOf: async ({ channel }: { readonly channel: string }) =>
      (({ C1: 'public', C2: 'public', G1: 'private' }) as const)[channel],
  };
  const quoting = (...channels: readonly string[]) =>
    placeOf({ thread, quotedFrom: channels.map((channel) => ({ ...thread, channel })) }, places);
  expect(await quoting()).toBe('public');
  expect(await quoting('C2')).toBe('public');
  expect(await quoting('C2', 'G1')).toBe('direct');
  expect(await quoting('C9')).toBe('direct');
  expect(await quoting(...Array.from({ length: 200 }, (_, at) => `C${at}`))).toBe('direct');
});
