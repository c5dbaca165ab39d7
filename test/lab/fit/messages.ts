/**
 * `npm run fit:messages`: fits the weights of the message classifier to the development messages, and prints its accuracy on
 * each author when fitted to the others, by language and by threshold. `--check` only compares the weights. `--wrong` lists
 * the misclassified messages.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { questionProbability, thresholds, toWeightsFile } from '../../../src/bot/core/questions/classify-message.ts';
import { authors, type LabelledMessage, readMessages } from './labelled-messages.ts';
import { fitMessages } from './message-fitting.ts';

const file = join(import.meta.dirname, '../../../src/bot/core/questions/message-weights.json');
const languages = ['en', 'de', 'es', 'fr', 'ja', 'pt'];

interface Scored {
  readonly message: LabelledMessage;
  readonly probability: number;
}

type Threshold = (message: LabelledMessage) => number;

function inUse({ place }: LabelledMessage): number {
  return thresholds[place];
}

/** Scores each author's messages with weights fitted to the messages of the other authors. */
function scoredWithoutAuthor(): ReadonlyMap<string, readonly Scored[]> {
  const messages = new Map(authors.map((author) => [author, readMessages(author)]));
  const scored = authors.map((author) => {
    const weights = fitMessages([...messages].flatMap(([other, theirs]) => (other === author ? [] : theirs)));
    const own = (messages.get(author) ?? []).map((message) => {
      const asked = { text: message.text, isToSomebody: false, isFollowUp: message.place === 'thread' };
      return { message, probability: questionProbability(asked, weights) };
    });
    return [author, own] as const;
  });
  return new Map(scored);
}

function figures(scored: readonly Scored[], threshold: Threshold = inUse): string {
  const taken = scored.filter(({ message, probability }) => probability >= threshold(message));
  const questions = scored.filter(({ message }) => message.isQuestion);
  const rightly = taken.filter(({ message }) => message.isQuestion).length;
  const right = scored.length - (taken.length - rightly) - (questions.length - rightly);
  const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1).padStart(5);
  return [
    `${scored.length}`.padStart(5),
    `right ${percent(right, scored.length)}`,
    `precision ${percent(rightly, taken.length)}`,
    `recall ${percent(rightly, questions.length)}`,
  ].join('  ');
}

function report(): string {
  const byAuthor = scoredWithoutAuthor();
  const all = [...byAuthor.values()].flat();
  const english = all.filter(({ message }) => message.language === 'en');
  const ofAuthors = [...byAuthor].map(([author, scored]) => {
    return `${author} en  ${figures(scored.filter(({ message }) => message.language === 'en'))}`;
  });
  const ofLanguages = languages.map((language) => {
    return `${language}  ${figures(all.filter(({ message }) => message.language === language))}`;
  });
  const curve = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((at) => `en from ${at}  ${figures(english, () => at)}`);
  const wrong = all.filter(({ message, probability }) => probability >= inUse(message) !== message.isQuestion);
  const named = wrong.map(({ message, probability }) => {
    const { isQuestion, place, language, text } = message;
    return `${isQuestion ? 'question' : 'none'} ${place} ${language} ${probability.toFixed(2)}: ${text.replaceAll('\n', '\\n')}`;
  });
  const lines = [...ofAuthors, ...ofLanguages, ...curve, ...(process.argv.includes('--wrong') ? named : [])];
  return `Each author by the weights of the others:\n${lines.join('\n')}\n`;
}

const fitted = `${JSON.stringify(toWeightsFile(fitMessages(authors.flatMap(readMessages))), undefined, 2)}\n`;
if (process.argv.includes('--check')) {
  const isSame = fitted === readFileSync(file, 'utf8');
  process.stdout.write(
    isSame ? 'These messages result in the same weights.\n' : 'These messages result in different weights.\n',
  );
  process.exitCode = isSame ? 0 : 1;
} else {
  writeFileSync(file, fitted);
  process.stdout.write(report());
}
