/**
 * Replies over a command's response URL, where we may not post: for the asker alone, or for all in the channel.
 * A response URL returns no message, so what was posted through it cannot be edited; the asker's own copy can be replaced.
 */
import { BoundedCache } from '../../../base/bounded-cache.ts';
import type { MessageRef, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { isPrivatePlace } from '../../../core/model/private-place.ts';
import type { WebApi } from '../connection/web-api.ts';
import type { Content } from './render.ts';
import { replacesFirst } from './thread-refs.ts';

/** Stands for whatever was posted to a response URL. */
export const response: MessageRef = 'response';
/** What the asker sees until the answer comes. */
const working = '_Reading the docs…_';
const maxPlaces = 1_000;

export interface ResponseUrls {
  /** Fails with PlatformError. */
  post(thread: ThreadRef, content: Content): Promise<MessageRef>;
  /** What all can see is followed by the newer text; what the asker alone sees is replaced by it. */
  edit(thread: ThreadRef, content: Content): Promise<void>;
  /** Never fails for Slack's sake: a working indicator is not worth a failure. */
  showWorking(responseUrl: string): Promise<void>;
}

export function createResponseUrls(api: WebApi): ResponseUrls {
  /** Private places in which this process said more than that it is at work. */
  const answered = new BoundedCache<string, true>(maxPlaces);

  return {
    post,
    async edit(thread, content) {
      answered.delete(thread.thread);
      await post(thread, content);
    },
    async showWorking(responseUrl) {
      try {
        await api.respond(responseUrl, { text: working, forAll: false, replaces: true });
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
      }
    },
  };

  async function post(thread: ThreadRef, { text, blocks }: Content): Promise<MessageRef> {
    if (thread.address === undefined) throw new PlatformError('thread_gone');
    const forAsker = isPrivatePlace(thread);
    // The first answer replaces the working indicator, or what a process before us said.
    const replaces = replacesFirst(thread) && !answered.has(thread.thread);
    await api.respond(thread.address, { text, forAll: !forAsker, replaces, ...(forAsker && { blocks }) });
    if (forAsker) answered.set(thread.thread, true);
    return response;
  }
}
