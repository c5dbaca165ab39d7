/** An unfinished reply with the text so far. */
import { emptyReply, type Reply } from '../../src/bot/core/model/reply.ts';

export function said(text: string): Reply {
  return { ...emptyReply, text };
}
