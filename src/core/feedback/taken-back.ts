/** What stands in place of an answer that somebody who helps there took back: one line, and what is right. */
import type { Wording } from '../../wording/wording.ts';
import type { Turn } from '../model/conversation.ts';
import { emptyReply, type Reply, settle } from '../model/reply.ts';
import { type HandOverOptions, nameOf, plain } from './hand-over.ts';

/** `sentence`: where nobody knows any more who did. Fails with StoreError. */
export async function takenBackReply(
  { id, conversation }: Turn,
  sentence: string,
  wording: Wording,
  { store, platforms }: Pick<HandOverOptions, 'store' | 'platforms'>,
): Promise<Reply> {
  const correction = await store.findCorrection(id);
  const line = correction
    ? wording.say('takenBackBy', {
        name: plain(await nameOf(correction.person, conversation.thread, wording, platforms)),
      })
    : sentence;
  const said = correction?.comment?.replace(/^/gm, '> ');
  return settle({ ...emptyReply, wording, text: [`**${line}**`, ...(said === undefined ? [] : [said])].join('\n\n') });
}
