/**
 * What reading and writing a stream costs compared with the `ai` package, and what laying out a streaming answer costs. Each
 * figure is the best of several rounds, which hardly depends on the load of the machine.
 */
import { JsonToSseTransformStream, parseJsonEventStream, uiMessageChunkSchema } from 'ai';
import { createLayout } from '../../../src/bot/core/layout/layout.ts';
import { emptyReply } from '../../../src/bot/core/model/reply.ts';
import { fits } from '../../../src/bot/platforms/slack/outbound/render.ts';
import { createUiMessageStreamDecoder, createUiMessageStreamEncoder } from '../../../src/kit/wire/ui-message-stream.ts';
import { quick, tokensOf } from './script.ts';
import { aligned } from './table.ts';

const rounds = 12;
/** Answers per round. */
const answers = 10;
const tokens = tokensOf(quick);

export async function codecTable(): Promise<string> {
  const body = writeOurs();
  const write = [await best(async () => writeOurs()), await best(writeTheirs)] as const;
  const read = [await best(async () => readOurs(body)), await best(() => readTheirs(body))] as const;
  const layout = await best(async () => layOut());
  return aligned([
    [`${tokens.length} tokens, v2`, 'ours', '`ai`', 'ratio'],
    ['write', ms(write[0]), ms(write[1]), (write[0] / write[1]).toFixed(2)],
    ['read', ms(read[0]), ms(read[1]), (read[0] / read[1]).toFixed(2)],
    ['lay out after every token', ms(layout), '', ''],
  ]);
}

function writeOurs(): string {
  const encoder = createUiMessageStreamEncoder({ messageId: 'm' });
  let body = encoder.encode({ type: 'step' });
  for (const text of tokens) body += encoder.encode({ type: 'text', block: 0, text });
  return body + encoder.encode({ type: 'finish', reason: 'stop' }) + encoder.end();
}

async function writeTheirs(): Promise<string> {
  const chunks = new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'start', messageId: 'm' });
      controller.enqueue({ type: 'text-start', id: '0' });
      for (const delta of tokens) controller.enqueue({ type: 'text-delta', id: '0', delta });
      controller.enqueue({ type: 'text-end', id: '0' });
      controller.enqueue({ type: 'finish' });
      controller.close();
    },
  });
  let body = '';
  for await (const text of chunks.pipeThrough(new JsonToSseTransformStream())) body += text;
  return body;
}

function readOurs(body: string): number {
  const decoder = createUiMessageStreamDecoder();
  return piecesOf(body).reduce((count, piece) => count + decoder.push(piece).length, 0) + decoder.end().length;
}

async function readTheirs(body: string): Promise<void> {
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of piecesOf(body)) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  let count = 0;
  for await (const part of parseJsonEventStream({ stream: bytes, schema: uiMessageChunkSchema }))
    count += part.success ? 1 : 0;
  if (count === 0) throw new Error('nothing was read');
}

/** Pieces as a network delivers them: about one event each. */
function piecesOf(body: string): readonly string[] {
  return body.match(/[\s\S]{1,80}/g) ?? [];
}

function layOut(): void {
  const layOutReply = createLayout(fits);
  let text = '';
  for (const token of tokens) {
    text += token;
    layOutReply({ ...emptyReply, text });
  }
}

/** Milliseconds per answer, in the fastest round. */
async function best(act: () => Promise<unknown>): Promise<number> {
  let bestMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    for (let answer = 0; answer < answers; answer += 1) await act();
    bestMs = Math.min(bestMs, (performance.now() - startedAt) / answers);
  }
  return bestMs;
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}
