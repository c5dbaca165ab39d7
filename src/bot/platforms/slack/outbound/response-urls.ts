/**
 * Replies over a response URL, where we may not post: for the asker only, or for the whole channel. A response URL returns no
 * message ref. A command's cannot replace a message, so newer text is posted below; a button's replaces the button's message.
 */
import type { MessageRef, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { isPrivatePlace } from '../../../core/model/private-place.ts';
import type { WebApi } from '../connection/web-api.ts';
import type { Content } from './render.ts';

/** The ref of every message posted to a response URL. */
export const response: MessageRef = 'response';

export interface ResponseUrls {
  /** Fails with PlatformError. */
  post(thread: ThreadRef, content: Content, options?: { readonly replaces: boolean }): Promise<MessageRef>;
  /** Shows only the asker that the question is being looked up. Ignores failures of Slack. */
  showWorking(responseUrl: string, text: string): Promise<void>;
}

export function createResponseUrls(api: WebApi): ResponseUrls {
  return {
    async post(thread, { text, blocks }, { replaces } = { replaces: false }) {
      if (thread.address === undefined) throw new PlatformError('thread_gone');
      const forAsker = isPrivatePlace(thread);
      await api.respond(thread.address, { text, forAll: !forAsker, replaces, ...(forAsker && { blocks }) });
      return response;
    },
    async showWorking(responseUrl, text) {
      try {
        await api.respond(responseUrl, { text, forAll: false });
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
      }
    },
  };
}
