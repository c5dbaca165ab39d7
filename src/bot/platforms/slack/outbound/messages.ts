/**
 * Posts, edits and removes the messages of replies.
 *
 * A post carries its key as metadata. If Slack's response was lost, the thread is searched before the post is retried, so that
 * it is not posted twice.
 */
import { randomUUID } from 'node:crypto';
import { BoundedCache } from '../../../../kit/base/bounded-cache.ts';
import type { Clock } from '../../../../kit/base/clock.ts';
import { type Body, withoutUnreachable } from '../../../core/model/body.ts';
import type { MessageRef, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import { isPrivatePlace, toShareName } from '../../../core/model/private-place.ts';
import type {
  Buttons,
  EarlierPost,
  Note,
  Notices,
  Platform,
  PostedAt,
  Privately,
} from '../../../core/ports/platform.ts';
import type { Self } from '../inbound/events.ts';
import { type ChatCalls, type Posted, replyMetadata } from './chat-calls.ts';
import { escapeText } from './escape.ts';
import type { PostQuery, PostSearch } from './find-posted.ts';
import { type Content, maxChars, toContent } from './render.ts';
import { type ResponseUrls, response } from './response-urls.ts';
import { isPlaceRefused, privateQuestion, replacesPressed, rootOf } from './thread-refs.ts';

export interface MessagesOptions {
  readonly chat: ChatCalls;
  readonly search: PostSearch;
  readonly responses: ResponseUrls;
  readonly clock: Clock;
  self(): Self;
  /** Called when one of our messages appears in a thread. */
  posted(thread: ThreadRef): void;
}

export interface Messages extends Pick<Platform, 'post' | 'edit' | 'remove'> {
  readonly buttons: Buttons;
  readonly notices: Notices;
  readonly privately: Privately;
  /** Records that the message with this key may or may not have been posted. */
  doubted(key: string): void;
}

const maxDoubted = 1_000;

export function createMessages({ chat, search, responses, clock, self, posted }: MessagesOptions): Messages {
  /** When each post with an unknown outcome was first attempted. */
  const doubtful = new BoundedCache<string, number>(maxDoubted);

  return {
    post,
    edit,
    remove,
    buttons: { remove: removeButtons },
    notices: { tell, postTo, notify },
    privately: { tell: tellPrivately },
    doubted,
  };

  function doubted(key: string): void {
    doubtful.set(key, doubtful.get(key) ?? clock.now());
  }

  async function post(thread: ThreadRef, body: Body, key: string, earlier?: EarlierPost): Promise<MessageRef> {
    const content = renderWhole(thread, body);
    if (isPrivatePlace(thread))
      return responses.post(thread, content, { replaces: key.endsWith(':0') && replacesPressed(thread) });
    const since = doubtful.get(key) ?? earlier?.since;
    const known = await find(thread, key, since, { streamedBy: self(), others: earlier?.others ?? [] });
    if (known !== undefined) {
      await editFound(thread, known, body);
      doubtful.delete(key);
      return known;
    }
    try {
      const { ts } = await postAt({ ...thread, thread: rootOf(thread) ?? '' }, content, key);
      posted(thread);
      return ts;
    } catch (error) {
      if (thread.address === undefined || !isPlaceRefused(error)) throw error;
      return responses.post(thread, content);
    }
  }

  async function editFound(thread: ThreadRef, found: MessageRef, body: Body): Promise<void> {
    try {
      await edit(thread, found, body);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'edit_refused') throw error;
      throw new PlatformError('edit_refused', { cause: error, found });
    }
  }

  /** Posts the note in the thread of its message. */
  async function notify({ thread, message, person, body, key, since }: Note): Promise<void> {
    const content = toContent({ ...body, ...(person !== undefined && { mention: person }) });
    if (message === response) {
      await responses.post(thread, content);
      return;
    }
    const place = { ...thread, thread: rootOf(thread) ?? message };
    if ((await find(place, key, doubtful.get(key) ?? since)) === undefined) await postAt(place, content, key);
  }

  async function tell(recipient: string, text: string): Promise<void> {
    await postAt(placeOf(recipient), { text: escapeText(text), blocks: [] }, randomUUID());
  }

  /** Direct messages are not searched, since their channel is known only from a post's response. */
  async function postTo(recipient: string, body: Body, key: string, earlier?: EarlierPost): Promise<PostedAt> {
    const place = placeOf(recipient);
    if (!/^[UW]/.test(place.channel)) return { thread: place, message: await post(place, body, key, earlier) };
    const { channel, ts } = await postAt(place, toContent(body), key);
    return { thread: { ...place, channel }, message: ts };
  }

  /** A user's id stands for the direct messages with that user. */
  function placeOf(recipient: string): ThreadRef {
    const channel = recipient.slice(recipient.lastIndexOf(':') + 1);
    return { platform: 'slack', installation: self().teamId ?? '', channel, thread: '' };
  }

  async function postAt({ channel, thread }: ThreadRef, content: Content, key: string): Promise<Posted> {
    try {
      const posted = await chat.post(channel, thread === '' ? undefined : thread, content, replyMetadata(key));
      doubtful.delete(key);
      return posted;
    } catch (error) {
      if (error instanceof PlatformError && error.arrived === 'unknown') doubted(key);
      throw error;
    }
  }

  async function tellPrivately(person: string, thread: ThreadRef, text: string): Promise<void> {
    await chat.postFor(person.slice(person.lastIndexOf(':') + 1), thread.channel, rootOf(thread), escapeText(text));
  }

  async function find(
    thread: ThreadRef,
    key: string,
    since: number | undefined,
    streamed: Pick<PostQuery, 'streamedBy' | 'others'> = {},
  ): Promise<MessageRef | undefined> {
    if (since === undefined) return undefined;
    const { event_type: type } = replyMetadata(key);
    return search.find({ channel: thread.channel, root: rootOf(thread), type, key, since, ...streamed });
  }

  async function edit(thread: ThreadRef, message: MessageRef, body: Body): Promise<void> {
    const content = renderWhole(thread, body);
    // The response URL belongs to the button under the message.
    if (message === response)
      await responses.post(thread, content, { replaces: isPrivatePlace(thread) && body.from === 0 });
    else await chat.update(thread.channel, message, content);
  }

  async function remove(thread: ThreadRef, message: MessageRef): Promise<void> {
    if (message !== response) await chat.remove(thread.channel, message);
  }

  async function removeButtons(thread: ThreadRef, message: MessageRef): Promise<void> {
    if (message !== response) await chat.removeButtons(thread.channel, rootOf(thread), message);
  }
}

/** The name under which a complete private answer can be shared. */
function shareNameOf(thread: ThreadRef, { shareable }: Body): string | undefined {
  const question = privateQuestion(thread);
  return question === undefined || shareable === undefined ? undefined : toShareName(question, shareable);
}

function renderWhole(thread: ThreadRef, body: Body): Content {
  const content = isPrivatePlace(thread)
    ? toContent(withoutUnreachable(body), shareNameOf(thread, body))
    : toContent(body);
  // Slack would accept a longer post, but refuse every edit of it.
  if (content.text.length > maxChars) throw new PlatformError('too_long');
  return content;
}
