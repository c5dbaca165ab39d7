/** A reply as far as its text has come. */
import { emptyReply, type Reply } from '../../src/core/model/reply.ts';

export function said(text: string): Reply {
  return { ...emptyReply, text };
}
