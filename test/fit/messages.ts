/**
 * `npm run fit:messages`: fits the weights of the message classifier on the development messages and prints what ten-fold
 * cross-validation says of them. `--check` only compares. `--wrong` names the messages that it gets wrong.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type MessageWeights,
  questionProbability,
  thresholds,
  wordShare,
} from '../../src/core/manners/classify-message.ts';
import { messageFeatures } from '../../src/core/manners/message-features.ts';
import { wordsOf } from '../../src/core/manners/message-words.ts';
import { developmentMessages, type LabelledMessage } from './labelled-messages.ts';

const file = join(import.meta.dirname, '../../src/core/manners/message-weights.json');
const folds = 10;
/** In messages. */
const penalty = 2;
/** A word that fewer messages have says nothing. */
const minMessages = 2;
const steps = 300;

/** One message as indexes of weights and their values. */
type Row = readonly (readonly [at: number, value: number])[];

function isFollowUp({ place }: LabelledMessage): boolean {
  return place === 'thread';
}

function vocabularyOf(messages: readonly LabelledMessage[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const message of messages) {
    for (const word of wordsOf(message.text, isFollowUp(message))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].flatMap(([word, count]) => (count >= minMessages ? [word] : [])).toSorted();
}

/** Penalized logistic regression by accelerated gradient descent (FISTA; Beck and Teboulle 2009). */
function fitWeights(messages: readonly LabelledMessage[]): MessageWeights {
  const vocabulary = vocabularyOf(messages);
  const names = Object.keys(messageFeatures('', false));
  const at = new Map([...vocabulary, ...names].map((name, index) => [name, index]));
  const rows = messages.map((message): Row => {
    const words = [...wordsOf(message.text, isFollowUp(message))].filter((word) => at.has(word));
    const named = Object.entries(messageFeatures(message.text, isFollowUp(message)));
    const share = wordShare(words.length);
    return [
      ...words.map((word) => [at.get(word) ?? 0, share] as const),
      ...named.map(([name, value]) => [at.get(name) ?? 0, value] as const),
    ];
  });
  const labels = messages.map((message) => Number(message.isQuestion));
  const weights = descend(rows, labels, at.size);
  const rounded = (name: string): number => Number((weights[at.get(name) ?? 0] ?? 0).toFixed(3));
  return {
    features: Object.fromEntries(names.map((name) => [name, rounded(name)])),
    words: Object.fromEntries(vocabulary.map((word) => [word, rounded(word)]).filter(([, weight]) => weight !== 0)),
  };
}

function descend(rows: readonly Row[], labels: readonly number[], size: number): Float64Array {
  const rate = 1 / (penalty + 0.25 * squaredNorm(rows, size));
  let weights = new Float64Array(size);
  let ahead = new Float64Array(size);
  let momentum = 1;
  for (let step = 0; step < steps; step += 1) {
    const gradient = ahead.map((weight) => penalty * weight);
    for (const [index, row] of rows.entries()) {
      const sum = row.reduce((total, [at, value]) => total + value * (ahead[at] ?? 0), 0);
      const error = 1 / (1 + Math.exp(-sum)) - (labels[index] ?? 0);
      for (const [at, value] of row) gradient[at] = (gradient[at] ?? 0) + value * error;
    }
    const next = ahead.map((weight, at) => weight - rate * (gradient[at] ?? 0));
    const nextMomentum = (1 + Math.sqrt(1 + 4 * momentum ** 2)) / 2;
    ahead = next.map((weight, at) => weight + ((momentum - 1) / nextMomentum) * (weight - (weights[at] ?? 0)));
    weights = next;
    momentum = nextMomentum;
  }
  return weights;
}

/** The largest eigenvalue of the rows' second moments, by power iteration. */
function squaredNorm(rows: readonly Row[], size: number): number {
  let vector = new Float64Array(size).fill(1);
  let norm = 0;
  for (let step = 0; step < 50; step += 1) {
    const next = new Float64Array(size);
    for (const row of rows) {
      const sum = row.reduce((total, [at, value]) => total + value * (vector[at] ?? 0), 0);
      for (const [at, value] of row) next[at] = (next[at] ?? 0) + value * sum;
    }
    norm = Math.hypot(...next);
    vector = next.map((value) => value / norm);
  }
  return norm;
}

function isRight(message: LabelledMessage, weights: MessageWeights): boolean {
  const asked = { text: message.text, isToSomebody: false, isFollowUp: isFollowUp(message) };
  return questionProbability(asked, weights) >= thresholds[message.place] === message.isQuestion;
}

const messages = developmentMessages();
const wrong = Array.from({ length: folds }, (_, fold) => {
  const weights = fitWeights(messages.filter((_, at) => at % folds !== fold));
  return messages.filter((message, at) => at % folds === fold && !isRight(message, weights));
}).flat();
const fitted = `${JSON.stringify(fitWeights(messages), undefined, 1)}\n`;
const isSame = fitted === readFileSync(file, 'utf8');
if (process.argv.includes('--check')) {
  process.stdout.write(
    isSame ? 'The weights are those that these messages give.\n' : 'These messages give other weights.\n',
  );
  process.exitCode = isSame ? 0 : 1;
} else {
  writeFileSync(file, fitted);
  process.stdout.write(`Cross-validated: ${messages.length - wrong.length} of ${messages.length} right.\n`);
  if (process.argv.includes('--wrong'))
    for (const { isQuestion, place, text } of wrong)
      process.stdout.write(`${isQuestion ? 'question' : 'none'} ${place}: ${text}\n`);
}
