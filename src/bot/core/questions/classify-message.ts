/**
 * Whether a message that is not addressed to Docent is a question for it. Logistic regression on named features and on the
 * message's words and characters. In doubt it is not, because a needless answer in a channel is worse than a missing one,
 * which a mention can still get. Weights: `npm run fit:messages`.
 */

import { messageFeatures } from './message-features.ts';
import { byKind, type GramKind, gramKinds, gramSeparator, gramShare, gramsOf } from './message-grams.ts';
import weightsFile from './message-weights.json' with { type: 'json' };

export interface MessageWeights {
  /** The words that frames keep. */
  readonly commonWords: ReadonlySet<string>;
  readonly features: Readonly<Record<string, number>>;
  readonly grams: Readonly<Record<GramKind, ReadonlyMap<string, number>>>;
}

export interface WeightsFile {
  readonly commonWords: string;
  readonly features: Readonly<Record<string, number>>;
  /** By kind and weight, in steps of `weightStep`. */
  readonly grams: Readonly<Record<GramKind, Readonly<Record<string, string>>>>;
}

const weightStep = 0.15;

export function readWeights({ commonWords, features, grams }: WeightsFile): MessageWeights {
  const read = (kind: GramKind) =>
    Object.entries(grams[kind]).flatMap(([steps, names]) =>
      names.split(gramSeparator).map((name) => [name, Number(steps) * weightStep] as const),
    );
  return {
    commonWords: new Set(commonWords.split(gramSeparator)),
    features,
    grams: byKind((kind) => new Map(read(kind))),
  };
}

/**
 * Rounds the weights of grams to steps and sorts everything, so that the same weights result in the same file. Runs that cut
 * an emoji in half are left out, since not every JSON parser accepts them.
 */
export function toWeightsFile({ commonWords, features, grams }: MessageWeights): WeightsFile {
  const write = (kind: GramKind) => {
    const whole = [...grams[kind].keys()].filter((name) => name.isWellFormed());
    const names = Map.groupBy(whole, (name) => Math.round((grams[kind].get(name) ?? 0) / weightStep));
    names.delete(0);
    const inOrder = [...names].toSorted(([one], [other]) => one - other);
    return Object.fromEntries(inOrder.map(([steps, group]) => [`${steps}`, group.toSorted().join(gramSeparator)]));
  };
  return { commonWords: [...commonWords].join(gramSeparator), features, grams: byKind(write) };
}

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
const maxSmallTalk = 0.025;

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
