/** The body of an answer: encoded events, with a keep-alive in every long pause. Cancelling the body ends the events. */
import { type Clock, systemClock, within } from '../../kit/base/clock.ts';
import type { AnswerEncoder, AnswerEvent } from '../../kit/wire/answer-event.ts';

const utf8 = new TextEncoder();

/** Proxies close connections that are idle for longer. */
const keepAliveMs = 15_000;

export function toBody(
  events: AsyncGenerator<AnswerEvent>,
  encoder: AnswerEncoder,
  clock: Clock = systemClock,
): ReadableStream<Uint8Array> {
  return ReadableStream.from(encoded(events, encoder, clock));
}

async function* encoded(
  events: AsyncGenerator<AnswerEvent>,
  encoder: AnswerEncoder,
  clock: Clock,
): AsyncGenerator<Uint8Array> {
  let finished = false;
  try {
    let next = events.next();
    for (;;) {
      const read = await within(next, keepAliveMs, clock);
      if (read === 'late') {
        yield utf8.encode(encoder.keepAlive);
        continue;
      }
      if (read.done) break;
      const text = encoder.encode(read.value);
      if (text !== '') yield utf8.encode(text);
      next = events.next();
    }
    finished = true;
  } finally {
    if (!finished) await events.return(undefined);
  }
  const end = encoder.end();
  if (end !== '') yield utf8.encode(end);
}
