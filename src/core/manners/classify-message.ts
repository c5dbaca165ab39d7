/**
 * Whether a message that nobody addressed to Docent is a question for it. Logistic regression on named features and on the
 * message's words; when it is in doubt it says no, because a needless answer in a channel is worse than a missing one, which a
 * mention brings. Weights: `npm run fit:messages`.
 */
import { messageFeatures } from './message-features.ts';
import weights from './message-weights.json' with { type: 'json' };
import { wordsOf } from './message-words.ts';

export interface ChatMessage {
  readonly text: string;
  /** It mentions somebody else, or replies to somebody else's message. */
  readonly isToSomebody: boolean;
  /** It continues a thread that Docent answers in; there a few words are a question more often. */
  readonly isFollowUp: boolean;
}

export interface MessageWeights {
  readonly features: Readonly<Record<string, number>>;
  /** Words that no development message has, or only one, weigh nothing. */
  readonly words: Readonly<Record<string, number>>;
}

/** A question is taken as one from this probability on. */
export const thresholds = { channel: 0.6, thread: 0.45 } as const;
/** How much all words of a message together may say beside one feature. */
const wordScale = 3;

export function isQuestion(message: ChatMessage): boolean {
  if (message.isToSomebody || !/\p{L}/u.test(message.text)) return false;
  return questionProbability(message) >= (message.isFollowUp ? thresholds.thread : thresholds.channel);
}

export function questionProbability({ text, isFollowUp }: ChatMessage, fitted: MessageWeights = weights): number {
  const words = [...wordsOf(text, isFollowUp)].filter((word) => Object.hasOwn(fitted.words, word));
  const features = messageFeatures(text, isFollowUp);
  const named = Object.entries(features).reduce((sum, [name, value]) => sum + value * (fitted.features[name] ?? 0), 0);
  const spoken = words.reduce((sum, word) => sum + (fitted.words[word] ?? 0), 0) * wordShare(words.length);
  return 1 / (1 + Math.exp(-named - spoken));
}

/** Of one word among so many: long messages count as much as short ones. */
export function wordShare(count: number): number {
  return wordScale / Math.sqrt(Math.max(1, count));
}
