import { expect, onTestFinished, test, vi } from 'vitest';
import type { AnswerEvent } from '../../../src/kit/wire/answer-event.ts';
import { createDataStreamEncoder } from '../../../src/kit/wire/data-stream.ts';
import { createUiMessageStreamEncoder } from '../../../src/kit/wire/ui-message-stream.ts';
import { toBody } from '../../../src/service/http/assistant-route.ts';

test.each([
  ['v1', createDataStreamEncoder, '\n'],
  ['v2', createUiMessageStreamEncoder, ': keep-alive\n\n'],
])('a %s answer sends a keep-alive every 15 seconds of silence', async (_, createEncoder, keepAlive) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const thought = Promise.withResolvers<void>();
  async function* events(): AsyncGenerator<AnswerEvent> {
    await thought.promise;
    yield { type: 'step' };
  }
  const body = toBody(events(), createEncoder({ messageId: 'm' })).pipeThrough(new TextDecoderStream());
  const read: string[] = [];
  const whole = (async () => {
    for await (const piece of body) read.push(piece);
  })();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(read).toEqual([]);
  await vi.advanceTimersByTimeAsync(15_001);
  expect(read).toEqual([keepAlive, keepAlive]);
  thought.resolve();
  await whole;
  expect(read.slice(2).join('')).toContain('"m"');
});
