/**
 * `npm run fit:messages`: fits the weights of the message classifier on the development messages and prints what ten-fold
 * cross-validation says of them. `--check` only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { thresholds } from '../../src/core/manners/classify-message.ts';
import { messageFeatures } from '../../src/core/manners/message-features.ts';
import { type LabelledMessage, readMessages } from './labelled-messages.ts';
import { type Example, fitLogistic } from './regression.ts';

const file = join(import.meta.dirname, '../../src/core/manners/message-weights.json');
const folds = 10;
const penalty = 2;

const messages = readMessages('development');
const names = Object.keys(featuresOf(messages[0]))
  .filter((name) => name !== 'bias')
  .concat('bias');

function featuresOf(message: LabelledMessage | undefined): Readonly<Record<string, number>> {
  return { ...messageFeatures(message?.text ?? '', message?.place === 'thread') };
}

function toExample(message: LabelledMessage): Example {
  const features = featuresOf(message);
  return { features: names.map((name) => features[name] ?? 0), isPositive: message.isQuestion, weight: 1 };
}

function chance(weights: readonly number[], message: LabelledMessage): number {
  const sum = toExample(message).features.reduce((total, value, at) => total + value * (weights[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}

const wrong = Array.from({ length: folds }, (_, fold) => {
  const weights = fitLogistic(messages.filter((_, at) => at % folds !== fold).map(toExample), penalty);
  return messages
    .filter((_, at) => at % folds === fold)
    .map((message) => ({ message, p: chance(weights, message) }))
    .filter(({ message, p }) => p >= thresholds[message.place] !== message.isQuestion);
}).flat();

const weights = fitLogistic(messages.map(toExample), penalty);
const fitted = `${JSON.stringify(Object.fromEntries(names.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(4))])), undefined, 2)}\n`;
const isSame = fitted === readFileSync(file, 'utf8');
if (process.argv.includes('--check')) {
  process.stdout.write(
    isSame ? 'The weights are those that these messages give.\n' : `These messages give:\n${fitted}`,
  );
  process.exitCode = isSame ? 0 : 1;
} else {
  writeFileSync(file, fitted);
  process.stdout.write(`Cross-validated: ${messages.length - wrong.length} of ${messages.length} right.\n`);
  for (const { message, p } of wrong)
    process.stdout.write(
      `${p.toFixed(2)} ${message.isQuestion ? 'question' : 'none'} ${message.place} ${message.language}: ${message.text}\n`,
    );
}
