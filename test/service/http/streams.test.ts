import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Logger } from '../../../src/kit/base/logger.ts';
import type { AnswerEvent } from '../../../src/kit/wire/answer-event.ts';
import type { Responder } from '../../../src/service/answers/responder.ts';
import type { DocsServer } from '../../../src/service/service.ts';
import { asking, post, started, textOf } from '../asking.ts';
import { silent } from '../folder.ts';

const piece = 'x'.repeat(10_000);

/** Sends a word, then waits to be stopped; `ended` resolves with whether its signal aborted. */
function waiting(): { readonly respond: Responder; readonly ended: Promise<boolean> } {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  async function* respond(_: unknown, __: unknown, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    yield { type: 'text', block: 0, text: 'Well' };
    if (!signal.aborted) await once(signal, 'abort');
    resolve(signal.aborted);
  }
  return { respond, ended: promise };
}

async function* fail(): AsyncGenerator<AnswerEvent> {
  yield { type: 'text', block: 0, text: 'Well' };
  throw new Error('key sk-123 was refused');
}

/** Sends pieces until the reader leaves; `pieces` returns how many. */
function endless(): { readonly respond: Responder; pieces(): number; readonly ended: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let pieces = 0;
  async function* respond(): AsyncGenerator<AnswerEvent> {
    try {
      for (;;) {
        pieces += 1;
        yield { type: 'text', block: 0, text: piece };
        await setImmediate();
      }
    } finally {
      resolve();
    }
  }
  return { respond, pieces: () => pieces, ended: promise };
}

/** A client that sends its question and reads nothing. */
async function silentReader(server: DocsServer): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  const body = JSON.stringify(asking('Anything?'));
  const head = [
    'POST /v1/assistant/kettle/message HTTP/1.1',
    'host: x',
    `authorization: Bearer ${server.key}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

test('an answer is written no faster than it is read, and a client that reads nothing is disconnected', async () => {
  const talk = endless();
  const server = await started({ respond: talk.respond, idleMs: 300 });
  await silentReader(server);
  await talk.ended;
  // About as much as fits into the buffers between the two.
  expect(talk.pieces() * piece.length).toBeLessThan(20_000_000);
});

test('a client that disconnects during an answer ends it, even while the answer waits', async () => {
  const { respond, ended } = waiting();
  const server = await started({ respond });
  const leaving = new AbortController();
  const response = await post(server, asking('Anything?'), { signal: leaving.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  leaving.abort();
  expect(await ended).toBe(true);
  await reader?.closed.catch(() => undefined);
});

/** The fields that are logged at the end of each answer. */
function endings(): { readonly logger: Logger; readonly logged: object[] } {
  const logged: object[] = [];
  return { logged, logger: { ...silent, info: (fields: object) => void ('ended' in fields && logged.push(fields)) } };
}

test('the log contains how each answer ended, but none of its text', async () => {
  const { logger, logged } = endings();
  const { respond } = waiting();
  const short = await started({ respond, logger, answerMs: 20 });
  await (await post(short, asking('Anything?'))).text();
  const whole = await started({ logger });
  await (await post(whole, asking('How do I boil water?'))).text();
  const failing = await started({ logger, respond: fail });
  await (await post(failing, asking('Anything?'))).text();
  const figures = {
    domain: 'kettle',
    tookMs: expect.any(Number),
    sources: expect.any(Number),
    chars: expect.any(Number),
  };
  expect(logged).toEqual(['late', 'whole', 'failed'].map((ended) => ({ ...figures, ended })));
});

test.each(['v1', 'v2'] as const)('an answer that takes too long ends with an error in %s', async (version) => {
  const { respond } = waiting();
  const server = await started({ respond, answerMs: 50 });
  const stream = await (await post(server, asking('Anything?'), { version })).text();
  expect(stream).toContain('The answer took too long.');
  expect(stream).toContain('"finishReason":"error"');
});

test.each(['v1', 'v2'] as const)(
  'an answer that fails ends with an error in %s, without the message of the exception',
  async (version) => {
    const lines: string[] = [];
    const logger = {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (_: object, phrase: string) => void lines.push(phrase),
    };
    const server = await started({ respond: fail, logger });
    const response = await post(server, asking('Anything?'), { version });
    const stream = await response.text();
    expect(stream).toContain('The answer failed.');
    expect(stream).not.toContain('sk-123');
    expect(lines).toEqual(['answer failed']);
  },
);

test.each([
  [
    'v1',
    /\n3:"The service stopped the answer\."\ne:.*\n2:\[\{"type":"finish","threadId":"\w{26}"\}\]\nd:\{"finishReason":"error".*\n$/,
  ],
  ['v2', /\ndata: \{"type":"abort"\}\n\ndata: \[DONE\]\n\n$/],
] as const)('a stop ends an open answer and reports that in %s', async (version, end) => {
  const { respond } = waiting();
  const server = await started({ respond, stopMs: 20 });
  const response = await post(server, asking('Anything?'), { version });
  const stopped = server.stop();
  expect(await response.text()).toMatch(end);
  await stopped;
});

test('an answer keeps using its docs when they are replaced', async () => {
  const begun = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  async function* respond(_: unknown, { index }: Parameters<Responder>[1]): AsyncGenerator<AnswerEvent> {
    begun.resolve();
    await resumed.promise;
    yield { type: 'text', block: 0, text: `found ${index.search('boil water', 1).pages.length}` };
  }
  const server = await started({ respond });
  const response = await post(server, asking('Anything?'));
  await begun.promise;
  const headers = { authorization: `Bearer ${server.deployKey}` };
  const queued = await fetch(`${server.url}/v1/project/update/kettle`, { method: 'POST', headers });
  // The documented shape of the response.
  const { statusId } = (await queued.json()) as { statusId: string };
  const status = async (): Promise<string> =>
    (await fetch(`${server.url}/v1/project/update-status/${statusId}`, { headers })).text();
  await expect.poll(status, { interval: 10 }).toContain('"success"');
  resumed.resolve();
  expect(textOf(await response.text())).toBe('found 1');
});

test('500 concurrent answers are all complete, and take little memory', async () => {
  const all = Promise.withResolvers<void>();
  let open = 0;
  const words = Array.from({ length: 10 }, (_, at) => `word ${at} `);
  async function* respond(): AsyncGenerator<AnswerEvent> {
    open += 1;
    if (open === 500) all.resolve();
    await all.promise;
    for (const text of words) {
      yield { type: 'text', block: 0, text };
      await setImmediate();
    }
  }
  const server = await started({ respond });
  const before = process.memoryUsage().rss;
  const answers = Array.from({ length: 500 }, async () =>
    textOf(await (await post(server, asking('Anything?'))).text()),
  );
  expect(new Set(await Promise.all(answers))).toEqual(new Set([words.join('')]));
  // Includes the readers, which run in the same process.
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(300);
});
