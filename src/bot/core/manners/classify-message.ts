/**
 * Whether a message that is not addressed to Docent is a question for it. Logistic regression on named features and on the
 * message's words and characters. In doubt it is not, because a needless answer in a channel is worse than a missing one,
 * which a mention can still get. Weights: `npm run fit:messages`.
 */
import { messageFeatures } from './message-features.ts';
import { gramKinds, gramShare, gramsOf } from './message-grams.ts';
import weightsFile from './message-weights.json' with { type: 'json' };
import { type MessageWeights, readWeights } from './message-weights.ts';

export interface ChatMessage {
  readonly text: string;
  /** It mentions or replies to somebody else. */
  readonly isToSomebody: boolean;
  /** It is in a thread that Docent answers in, where a few words are more often a question. */
  readonly isFollowUp: boolean;
}

/** A message counts as a question from this probability on. */
export const thresholds = { channel: 0.6, thread: 0.55 } as const;

/** None of the 3,075 questions that the weights were fitted on is below this, but a third of the other messages is. */
const maxSmallTalk = 0.05;

const codeBlock = /```[\s\S]*?(?:```|$)/g;

const weights = readWeights(weightsFile);

export function isQuestion(message: ChatMessage): boolean {
  if (message.isToSomebody || !hasWords(message)) return false;
  return questionProbability(message) >= (message.isFollowUp ? thresholds.thread : thresholds.channel);
}

/** Whether it is clearly thanks or chatter, for places where everything else is for Docent. */
export function isSmallTalk(text: string): boolean {
  return questionProbability({ text, isToSomebody: false, isFollowUp: true }) < maxSmallTalk && isInKnownLanguage(text);
}

/** Words of a language that the weights were not fitted on have no weight, so a short question in it looks like chatter. */
function isInKnownLanguage(text: string): boolean {
  const { words, runs } = gramsOf(text, true, weights.commonWords);
  const isKnown =
    [...words].some((word) => weights.grams.words.has(word) && /\p{L}/u.test(word)) ||
    [...runs].some((run) => weights.grams.runs.has(run) && /^\p{L}{3}/u.test(run));
  return isKnown || !/\p{L}/u.test(text);
}

/** In a thread, code alone shows what came of the answer; in a channel its purpose is unknown. */
function hasWords({ text, isFollowUp }: ChatMessage): boolean {
  return /\p{L}/u.test(isFollowUp ? text : text.replace(codeBlock, ''));
}

export function questionProbability({ text, isFollowUp }: ChatMessage, fitted: MessageWeights = weights): number {
  const grams = gramsOf(text, isFollowUp, fitted.commonWords);
  let score = 0;
  for (const [name, value] of Object.entries(messageFeatures(text, isFollowUp)))
    score += value * (fitted.features[name] ?? 0);
  for (const kind of gramKinds) {
    const share = gramShare(grams[kind]);
    for (const gram of grams[kind]) score += share * (fitted.grams[kind].get(gram) ?? 0);
  }
  return 1 / (1 + Math.exp(-score));
}
