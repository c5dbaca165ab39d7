/**
 * Whether a message that nobody addressed to Docent is a question for it. Logistic regression on named features; when it is in
 * doubt it says no, because a needless answer in a channel is worse than a missing one, which a mention brings.
 */
import { type MessageFeatures, messageFeatures } from './message-features.ts';
import weights from './message-weights.json' with { type: 'json' };

export interface ChatMessage {
  readonly text: string;
  /** It mentions somebody else, or replies to somebody else's message. */
  readonly isToSomebody: boolean;
  /** It continues a thread that Docent answers in; there a few words are a question more often. */
  readonly isFollowUp: boolean;
}

/** A question is taken as one from this probability on, chosen so that silence errs less: `npm run fit:messages`. */
export const thresholds = { channel: 0.6, thread: 0.35 } as const;

export function isQuestion(message: ChatMessage): boolean {
  if (message.isToSomebody) return false;
  return questionProbability(message) >= (message.isFollowUp ? thresholds.thread : thresholds.channel);
}

export function questionProbability({ text, isFollowUp }: ChatMessage): number {
  const features = messageFeatures(text, isFollowUp);
  const sum = Object.entries(weights).reduce(
    (total, [name, weight]) => total + weight * (features[name as keyof MessageFeatures] ?? 0),
    0,
  );
  return 1 / (1 + Math.exp(-sum));
}
