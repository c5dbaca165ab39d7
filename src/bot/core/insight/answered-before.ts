/** An earlier answer to the same question that helped somebody, so that readers find the thread in which it was given. */
import { inSlices, type Work } from '../../../kit/base/time-slices.ts';
import { type KeyWords, keyWordsOf, likeness, sameFrom } from '../../../kit/matching/question-likeness.ts';
import type { AnsweredQuestion } from '../model/asked-question.ts';
import type { Conversation, Question, Turn } from '../model/conversation.ts';
import { mayRead, type ReaderOptions } from '../people/readable-words.ts';
import { isOnSameDocs, type ProposalOptions } from './proposed-questions.ts';

export interface AnsweredBefore {
  /** To the answer. */
  readonly link: string;
  /** Milliseconds since 1970. */
  readonly answeredAt: number;
}

interface Asked extends Pick<Turn, 'timesAgain'> {
  readonly question: Pick<Question, 'text' | 'asker' | 'addressed' | 'files'>;
  readonly conversation: Pick<Conversation, 'thread' | 'assistantThread'>;
}

const sinceMs = 180 * 24 * 60 * 60_000;
/** Only so many marks are read, the newest, since an answer is waiting. */
const maxMarks = 300;

/**
 * Looks among the answers from the same docs that everyone in this workspace or server may read. Only a question that begins a
 * conversation is whole; who asks again wants another answer, and a question with files is about them. Never fails.
 */
export async function answeredBefore(
  { question, conversation, timesAgain }: Asked,
  { store, routing, platforms, clock, logger }: ProposalOptions & Pick<ReaderOptions, 'platforms'>,
): Promise<AnsweredBefore | undefined> {
  const isWhole = conversation.assistantThread === undefined && question.addressed !== 'follow_up';
  const { thread: here } = conversation;
  try {
    const words = keyWordsOf(question.text);
    const isOff = routing.routeFor(here).answeredBefore === 'off';
    if (isOff || words.length === 0 || !isWhole || timesAgain > 0 || question.files) return undefined;
    const helpful = await store.answeredSince(here, clock.now() - sinceMs, maxMarks, 'helpful');
    const others = helpful.filter(
      ({ thread }) =>
        (thread.channel !== here.channel || thread.thread !== here.thread) && isOnSameDocs(thread, here, routing),
    );
    const found = await inSlices(mostAlike(words, others));
    if (found?.link === undefined || !(await mayRead(question.asker, found.thread, platforms))) return undefined;
    return { link: found.link, answeredAt: found.answeredAt };
  } catch (error) {
    logger.warn({ err: error }, 'earlier answers not read');
    return undefined;
  }
}

/** `earlier`: the newest first, which is preferred. */
function* mostAlike(words: KeyWords, earlier: readonly AnsweredQuestion[]): Work<AnsweredQuestion | undefined> {
  let best: { readonly asked: AnsweredQuestion; readonly alike: number } | undefined;
  for (const asked of earlier) {
    const alike = likeness(words, keyWordsOf(asked.text));
    if (asked.link !== undefined && alike >= sameFrom && alike > (best?.alike ?? 0)) best = { asked, alike };
    yield;
  }
  return best?.asked;
}
