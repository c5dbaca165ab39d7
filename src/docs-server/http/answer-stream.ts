/**
 * Events of one answer -> the bytes of its body. In: what a responder says. Out: a stream with a sign of life in every pause
 * and a proper end whatever happens. It is read no faster than its reader reads.
 */
import type { AnswerEncoder, AnswerEvent } from '../../wire/answer-event.ts';

const utf8 = new TextEncoder();

/** Sent when nothing else was for that long, so that nobody on the way takes the connection for dead. */
const keepAliveMs = 15_000;

/** The body. Whoever cancels it ends the events. */
export function toBody(events: AsyncGenerator<AnswerEvent>, encoder: AnswerEncoder): ReadableStream<Uint8Array> {
  return ReadableStream.from(encoded(events, encoder));
}

async function* encoded(events: AsyncGenerator<AnswerEvent>, encoder: AnswerEncoder): AsyncGenerator<Uint8Array> {
  let finished = false;
  try {
    let next = events.next();
    for (;;) {
      const read = await within(keepAliveMs, next);
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

async function within<T>(waitMs: number, promise: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, waitMs, 'late');
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
