/**
 * Whether a message that nobody addressed to Docent is a question for it. Logistic regression on named features and on the
 * message's words and characters; when it is in doubt it says no, because a needless answer in a channel is worse than a missing
 * one, which a mention brings. Weights: `npm run fit:messages`.
 */
import { messageFeatures } from './message-features.ts';
import { gramKinds, gramShare, gramsOf } from './message-grams.ts';
import weightsFile from './message-weights.json' with { type: 'json' };
import { type MessageWeights, readWeights } from './message-weights.ts';

export interface ChatMessage {
  readonly text: string;
  /** It mentions somebody else, or replies to somebody else's message. */
  readonly isToSomebody: boolean;
  /** It continues a thread that Docent answers in; there a few words are a question more often. */
  readonly isFollowUp: boolean;
}

/** A question is taken as one from this probability on. */
export const thresholds = { channel: 0.6, thread: 0.55 } as const;

/** Of the 3,075 questions that the weights are fitted on none is below it, and a third of the rest is. */
const asksNothing = 0.05;

const codeBlock = /```[\s\S]*?(?:```|$)/g;

const weights = readWeights(weightsFile);

export function isQuestion(message: ChatMessage): boolean {
  if (message.isToSomebody || !hasWords(message)) return false;
  return questionProbability(message) >= (message.isFollowUp ? thresholds.thread : thresholds.channel);
}

/** Thanks or chatter without any doubt, where everything else is for Docent. */
export function isSmallTalk(text: string): boolean {
  return questionProbability({ text, isToSomebody: false, isFollowUp: true }) < asksNothing && isOfKnownLanguage(text);
}

/** Words of a language that the weights are not fitted on weigh nothing, so that a short question of it looks like chatter. */
function isOfKnownLanguage(text: string): boolean {
  const { words, runs } = gramsOf(text, true, weights.commonWords);
  const isKnown =
    [...words].some((word) => weights.grams.words.has(word) && /\p{L}/u.test(word)) ||
    [...runs].some((run) => weights.grams.runs.has(run) && /^\p{L}{3}/u.test(run));
  return isKnown || !/\p{L}/u.test(text);
}

/** In a thread, code alone is what came of the answer; in a channel nobody knows what it is for. */
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
