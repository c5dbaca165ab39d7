/** The text that replaces an answer that a helper took back: one line, and the correction. */
import type { Wording } from '../../wording/wording.ts';
import type { Turn } from '../model/conversation.ts';
import { emptyReply, type Reply, settle } from '../model/reply.ts';
import type { Runtime } from '../runtime.ts';
import { nameOf, plain } from './hand-over.ts';

/** `sentence`: used if it is no longer stored who took it back. Fails with StoreError. */
export async function takenBackReply(
  { id, conversation }: Turn,
  sentence: string,
  wording: Wording,
  { store, platforms }: Pick<Runtime, 'store' | 'platforms'>,
): Promise<Reply> {
  const correction = await store.findCorrection(id);
  const line = correction
    ? wording.say('takenBackBy', {
        name: plain(await nameOf(correction.person, conversation.thread, wording, platforms)),
      })
    : sentence;
  const quote = correction?.comment?.replace(/^/gm, '> ');
  return settle({
    ...emptyReply,
    wording,
    text: [`**${line}**`, ...(quote === undefined ? [] : [quote])].join('\n\n'),
  });
}
