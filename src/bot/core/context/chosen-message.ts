/** A message that a helper chose, as a draft takes it up: without names, addresses and secrets. */
import { within } from '../../../kit/base/clock.ts';
import { maskSensitive } from '../../../kit/masking/mask.ts';
import type { PlainKey } from '../../wording/catalogue.ts';
import type { ThreadRef } from '../model/conversation.ts';
import { withoutPeople } from '../model/people.ts';
import type { Source } from '../model/source.ts';
import { isHelper } from '../people/admission.ts';
import type { ChosenMessage } from '../ports/drafting.ts';
import type { Platform } from '../ports/platform.ts';
import type { Presser } from '../ports/presses.ts';
import { placeOf } from '../questions/place-of.ts';
import type { Runtime } from '../runtime.ts';

/** Slack opens a form within three seconds only. */
const earlierMs = 1_000;

export type ChosenOptions = Pick<Runtime, 'store' | 'routing' | 'clock'>;

export interface CleanText {
  readonly text: string;
  readonly isMasked: boolean;
}

export interface ReadChosen {
  /** Of an answer of ours. */
  readonly turn?: string;
  readonly isPublic: boolean;
  /** What it answers; empty if that is not known. */
  readonly question: CleanText;
  /** What it says; never empty. */
  readonly answer: CleanText;
  /** The pages that an answer of ours cites. */
  readonly sources: readonly Source[];
}

/** A key says why the helper gets no draft. Fails with StoreError. */
export async function readChosen(
  chosen: ChosenMessage,
  platform: Platform,
  options: ChosenOptions,
): Promise<ReadChosen | PlainKey> {
  const { said, posted } = chosen;
  const presser = { by: said.asker, ...(said.groups && { groups: said.groups }) };
  const refusal = await refusalOf(presser, said.thread, platform, options);
  if (refusal) return refusal;
  const [ours, place] = await Promise.all([options.store.findAnswer(posted), placeOf(said, platform.places)]);
  if (ours?.isOpen) return 'press.running';
  const answered = ours?.isAsked ? ours : undefined;
  const answer = clean(answered?.answer ?? said.text);
  if (answer.text === '') return 'draft.noText';
  return {
    ...(answered && { turn: answered.turn }),
    isPublic: place === 'public' && (answered === undefined || answered.place === 'public'),
    question: clean(answered?.question ?? (await questionBefore(chosen, platform, options))),
    answer,
    sources: answered?.sources ?? [],
  };
}

/** Why this person may make no drafts there; undefined for helpers. */
export async function refusalOf(
  { by, groups }: Presser,
  thread: ThreadRef,
  platform: Platform,
  { routing }: Pick<ChosenOptions, 'routing'>,
): Promise<PlainKey | undefined> {
  const route = routing.routeFor(thread);
  if (route.mode === 'off') return 'refused.off';
  const asker = { asker: by, thread, ...(groups && { groups }) };
  return (await isHelper(asker, route, platform)) ? undefined : 'draft.notStaff';
}

/** Without names, addresses and secrets. */
export function clean(written: string): CleanText {
  const masked = maskSensitive(written);
  return { text: withoutPeople(masked).trim(), isMasked: masked !== written };
}

/** What the message answers: the question that opened its thread; empty if that cannot be read. */
async function questionBefore(
  { said, root }: ChosenMessage,
  platform: Platform,
  { store, clock }: ChosenOptions,
): Promise<string> {
  if (root === undefined) return '';
  const asked = await store.findTurn({ id: root, thread: said.thread });
  if (asked) return asked.text;
  const earlier = await within(platform.threads?.earlierIn(said.thread, said) ?? Promise.resolve([]), earlierMs, clock);
  return Array.isArray(earlier) ? (earlier[0]?.text ?? '') : '';
}
