/**
 * Opens the thread of a question that has no message of its own: a command's under a new message that shows the question, a
 * button's in the thread where it was pressed. That message is found again by its key, so that it is posted only once.
 */
import { BoundedCache } from '../../../../kit/base/bounded-cache.ts';
import type { OpenNotice, Question, ThreadRef } from '../../../core/model/conversation.ts';
import { english, type Wording } from '../../../wording/wording.ts';
import { type Opening, readOpening } from '../inbound/commands.ts';
import { threadRef } from '../inbound/events.ts';
import type { People } from '../inbound/people.ts';
import { type ChatCalls, questionMetadata } from './chat-calls.ts';
import { escapeText } from './escape.ts';
import type { PostSearch } from './find-posted.ts';
import { renderLookingUp, renderQuestion } from './render.ts';
import type { ResponseUrls } from './response-urls.ts';
import { isPlaceRefused, isThread, privatePlace, rootOf } from './thread-refs.ts';

export interface ThreadOpener {
  open(question: Question, wording?: Wording): Promise<{ readonly thread: ThreadRef; readonly notice?: OpenNotice }>;
  /** A question without a message has just arrived in this process, so nothing has been posted for it yet. */
  onUnposted(questionId: string): void;
}

export interface ThreadOpenerOptions {
  readonly chat: ChatCalls;
  readonly search: PostSearch;
  readonly responses: ResponseUrls;
  readonly people: People;
}

const maxQuestions = 1_000;

export function createThreadOpener({ chat, search, responses, people }: ThreadOpenerOptions): ThreadOpener {
  const unposted = new BoundedCache<string, true>(maxQuestions);
  /** The ts of each question's message, by question id. */
  const posted = new BoundedCache<string, string>(maxQuestions);

  return {
    onUnposted: (questionId) => void unposted.set(questionId, true),

    async open(question, wording = english) {
      const { thread, opens } = question;
      if (opens === undefined) return { thread };
      const opening = readOpening(opens);
      if (opening.isPrivate && opening.responseUrl !== undefined) return { thread: privatePlace(question, opening) };
      const isNew = unposted.has(question.id);
      try {
        const message = (await find(question)) ?? (await post(question, opening, wording));
        posted.set(question.id, message);
        return { thread: isThread(thread) ? thread : threadRef(thread.installation, thread.channel, message) };
      } catch (error) {
        if (opening.responseUrl === undefined || !isPlaceRefused(error)) throw error;
        if (isNew && !opening.isShared)
          await responses.showWorking(opening.responseUrl, renderLookingUp(question.text, wording));
        return { thread: privatePlace(question, opening), notice: 'private_only' };
      }
    },
  };

  async function find({ id, thread, askedAt }: Question): Promise<string | undefined> {
    const known = posted.get(id);
    if (known !== undefined || unposted.delete(id)) return known;
    const { event_type: type } = questionMetadata(id);
    return search.find({ channel: thread.channel, root: rootOf(thread), type, key: id, since: askedAt });
  }

  /** A command's author is mentioned, so that they follow the thread; a user who pressed a button already follows it. */
  async function post({ id, thread, text }: Question, opening: Opening, wording: Wording): Promise<string> {
    const user = `<@${opening.user}>`;
    const name = opening.mentions ? user : escapeText(await people.resolveNames(user));
    const title = wording.sayEscaped(escapeText, opening.isShared ? 'sharedBy' : 'askedBy', { name });
    const shown = opening.isRoot
      ? wording.sayEscaped(escapeText, 'askedAboutThis', { name })
      : renderQuestion(title, await people.resolveNames(text));
    const content = { text: shown, blocks: [] };
    return (await chat.post(thread.channel, rootOf(thread), content, questionMetadata(id))).ts;
  }
}
