/** Fits the message classifier on labelled messages. */

import { type MessageWeights, readWeights, toWeightsFile } from '../../../src/bot/core/questions/classify-message.ts';
import { messageFeatures } from '../../../src/bot/core/questions/message-features.ts';
import {
  byKind,
  type GramKind,
  type Grams,
  gramKinds,
  gramShare,
  gramsOf,
  wordsOf,
} from '../../../src/bot/core/questions/message-grams.ts';
import { fitDual, type SparseRows } from './dual-descent.ts';
import type { LabelledMessage } from './labelled-messages.ts';

const cost = 1;
/** Grams in fewer messages are ignored. */
const minMessages = 2;
const commonWordCount = 400;
/** Scales down the named features, since they overlap with the grams. */
const featureScale = 0.7;

/** The weights as the file has them, with rounded grams. */
export function fitMessages(messages: readonly LabelledMessage[]): MessageWeights {
  const commonWords = commonWordsOf(messages);
  const read = messages.map((message) => readMessage(message, commonWords));
  const columns = columnsOf(read);
  const rows = rowsOf(read, columns);
  const weights = fitDual(
    rows,
    messages.map(({ isQuestion }) => isQuestion),
    cost,
  );
  const features = [...columns.features].map(([name, at]) => {
    return [name, Number(((weights[at] ?? 0) * featureScale).toFixed(3))] as const;
  });
  const grams = byKind((kind) => new Map([...columns[kind]].map(([gram, at]) => [gram, weights[at] ?? 0])));
  const fitted = { commonWords, features: Object.fromEntries(features), grams };
  return readWeights(toWeightsFile(fitted));
}

interface ReadMessage {
  readonly features: Readonly<Record<string, number>>;
  readonly grams: Grams;
}

type Columns = Readonly<Record<GramKind | 'features', ReadonlyMap<string, number>>>;

function readMessage({ text, place }: LabelledMessage, commonWords: ReadonlySet<string>): ReadMessage {
  const isFollowUp = place === 'thread';
  return { features: { ...messageFeatures(text, isFollowUp) }, grams: gramsOf(text, isFollowUp, commonWords) };
}

/** The words in the most messages; ties are ordered alphabetically. */
function commonWordsOf(messages: readonly LabelledMessage[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { text } of messages)
    for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const inOrder = [...counts].toSorted(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1));
  return new Set(inOrder.slice(0, commonWordCount).map(([word]) => word));
}

function columnsOf(messages: readonly ReadMessage[]): Columns {
  let next = 0;
  const number = (names: readonly string[]) => new Map(names.map((name) => [name, next++]));
  const features = number(Object.keys(messageFeatures('', false)));
  const grams = byKind((kind) => {
    const counts = new Map<string, number>();
    for (const message of messages)
      for (const gram of message.grams[kind]) counts.set(gram, (counts.get(gram) ?? 0) + 1);
    return number([...counts].flatMap(([gram, count]) => (count >= minMessages ? [gram] : [])));
  });
  return { features, ...grams };
}

function rowsOf(messages: readonly ReadMessage[], columns: Columns): SparseRows {
  const starts = [0];
  const at: number[] = [];
  const values: number[] = [];
  const push = (column: number | undefined, value: number): void => {
    if (column === undefined || value === 0) return;
    at.push(column);
    values.push(value);
  };
  for (const { features, grams } of messages) {
    for (const [name, value] of Object.entries(features)) push(columns.features.get(name), featureScale * value);
    for (const kind of gramKinds) {
      const share = gramShare(grams[kind]);
      for (const gram of grams[kind]) push(columns[kind].get(gram), share);
    }
    starts.push(at.length);
  }
  const width = [...gramKinds, 'features' as const].reduce((sum, kind) => sum + columns[kind].size, 0);
  return { starts: Int32Array.from(starts), columns: Int32Array.from(at), values: Float64Array.from(values), width };
}
