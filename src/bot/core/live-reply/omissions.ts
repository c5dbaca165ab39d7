/**
 * What is left out of a reply because the server's moderation refused it, and only that: first the addresses of links; if that
 * does not help, a message is halved until what it refuses is short, and that is left out. The platform does not say what it
 * refuses.
 */
import { english, type Wording } from '../../wording/wording.ts';
import type { Body } from '../model/body.ts';
import type { Reply } from '../model/reply.ts';
import type { ReplyLayout } from './reply-layout.ts';

/** After this many refusals, whole messages are left out. */
const maxHalved = 12;

export class Omissions {
  readonly #layout: Pick<ReplyLayout, 'shorten'>;
  /** By position of the message. */
  readonly #leftOut = new Map<number, 'links' | 'words'>();
  #refusals = 0;
  #told: { readonly from: Reply; readonly to: Reply } | undefined;

  constructor(layout: Pick<ReplyLayout, 'shorten'>) {
    this.#layout = layout;
  }

  /** Returns whether the message can show less; if not, it stays as it is, and the rest goes on in a new one. */
  refusedEdit(index: number, body: Body): boolean {
    this.#refusals += 1;
    if (!this.#leftOut.has(index) && hasLinks(body)) this.#leftOut.set(index, 'links');
    else this.#leftOut.delete(index);
    return this.#leftOut.has(index);
  }

  /** Returns whether less can be posted. */
  refusedPost(index: number, body: Body): boolean {
    this.#refusals += 1;
    const leftOut = this.#leftOut.get(index);
    if (leftOut === 'words') return false;
    if (!leftOut && hasLinks(body)) this.#leftOut.set(index, 'links');
    else if (this.#refusals <= maxHalved && this.#layout.shorten(body, 0.5)) this.#leftOut.delete(index);
    else this.#leftOut.set(index, 'words');
    return true;
  }

  /** Whether the message shows none of its share, so that more text must not be added to it. */
  isWithoutWords(index: number): boolean {
    return this.#leftOut.get(index) === 'words';
  }

  /** A settled reply says first that something was refused. */
  tell(reply: Reply): Reply {
    if (this.#refusals === 0 || !reply.settled) return reply;
    if (this.#told?.from !== reply)
      this.#told = { from: reply, to: { ...reply, notices: [toSentence(reply.wording), ...reply.notices] } };
    return this.#told.to;
  }

  without(bodies: readonly Body[]): readonly Body[] {
    return bodies.map((body, index) => {
      const leftOut = this.#leftOut.get(index);
      if (leftOut === 'links') return { ...body, unlinked: true };
      return leftOut === 'words' ? withoutWords(body) : body;
    });
  }
}

function withoutWords({ nearest: _, before: __, ...body }: Body): Body {
  const sentence = toSentence(body.wording);
  const notices = body.notices.includes(sentence) ? body.notices : [sentence, ...body.notices];
  return { ...body, markdown: '', sources: [], notices };
}

function toSentence(wording: Wording = english): string {
  return wording.say('moderated');
}

function hasLinks({ markdown, sources, before }: Body): boolean {
  return /:\/\/|\]\(|www\./.test(markdown) || before !== undefined || sources.some(({ url }) => url !== undefined);
}
