import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AssistantError } from '../../../src/bot/core/model/errors.ts';
import { emptyReply, fold, type Part, type Reply } from '../../../src/bot/core/model/reply.ts';
import type { Ask } from '../../../src/bot/core/ports/assistant.ts';
import { type AssistantOptions, createAssistant, type DocsAssistant } from '../../../src/bot/docs-api/assistant.ts';
import { recording, recordings, siteUrl, streams } from '../../kit/wire/recordings.ts';
import { replay, startService } from './service.ts';

const question: Ask = { fp: 'slack:T:U', messages: [{ id: 'm1', role: 'user', text: 'How?', at: 1 }] };

function createClient(url: string, options: Partial<AssistantOptions> = {}): DocsAssistant {
  const client = createAssistant({ url, domain: 'kilnhaus', apiKey: 'key', apiVersion: 'v1', ...options });
  onTestFinished(() => client.close());
  return client;
}

interface Outcome {
  readonly parts: readonly Part[];
  readonly reply: Reply;
  readonly code: string | undefined;
  readonly error: AssistantError | undefined;
}

async function ask(client: DocsAssistant, signal = new AbortController().signal, asked = question): Promise<Outcome> {
  const parts: Part[] = [];
  let error: AssistantError | undefined;
  try {
    for await (const part of client.ask(asked, signal)) parts.push(part);
  } catch (reason) {
    if (!(reason instanceof AssistantError)) throw reason;
    error = reason;
  }
  return { parts, reply: parts.reduce(fold, emptyReply), code: error?.code, error };
}

async function askService(
  answer: (response: ServerResponse) => unknown,
  options: Partial<AssistantOptions> = {},
): Promise<Outcome> {
  const service = await startService(answer);
  return ask(createClient(service.url, options));
}

function threadOf(parts: readonly Part[]): object | undefined {
  return parts.findLast((part) => part.type === 'thread')?.thread;
}

describe('a question', () => {
  test('is posted to the domain with the key, in the format of the API version', async () => {
    const service = await startService(replay(recording('v1-plain.txt')));
    await ask(createClient(`${service.url}/discovery`));
    await ask(createClient(service.url, { apiVersion: 'v2', domain: 'a/b', filter: { version: '2' } }));
    expect(service.received).toMatchObject([
      {
        method: 'POST',
        path: '/discovery/v1/assistant/kilnhaus/message',
        headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
        body: { fp: 'slack:T:U', messages: [{ id: 'm1', role: 'user', content: 'How?' }], retrievalPageSize: 5 },
      },
      { path: '/v2/assistant/a%2Fb/message', body: { messages: [{ id: 'm1' }], filter: { version: '2' } } },
    ]);
  });

  test('carries the thread and its key', async () => {
    const service = await startService(replay(recording('v1-plain.txt')));
    const client = createClient(service.url);
    const answer = client.ask({ ...question, thread: { id: 'T', key: 'K' } }, new AbortController().signal);
    for await (const _ of answer);
    expect(service.received).toMatchObject([{ body: { threadId: 'T', threadKey: 'K' } }]);
  });
});

describe('a recorded answer', () => {
  // Two recordings contain a suggestions block, and have their own test below.
  const untouched = streams.filter(({ name }) => !name.includes('plain'));

  test.each(streams)('$name yields the expected sources, thread and end', async (made) => {
    const { expected, headers } = made;
    const { reply, parts, code } = await askService(replay(made), { siteUrl });
    const sources = expected.sources.map(({ raw, url, title }) => ({ path: raw, url, ...(title && { title }) }));
    expect(reply.sources).toEqual(sources);
    expect(threadOf(parts)).toEqual(
      expected.threadId === null
        ? undefined
        : { id: expected.threadId, ...(headers['x-thread-key'] && { key: headers['x-thread-key'] }) },
    );
    const reason = parts.find((part) => part.type === 'finish')?.reason;
    expect(reason).toBe(expected.complete ? (expected.finishReason ?? 'stop') : undefined);
    expect(code).toBe(expected.complete ? undefined : 'cut_off');
  });

  test.each(untouched)('$name yields the expected text', async (made) => {
    expect((await askService(replay(made))).reply.text).toBe(made.expected.text);
  });

  test.each(streams)('$name yields the same reply when it arrives in small pieces', async (made) => {
    const whole = await askService(replay(made), { siteUrl });
    const pieces = await askService(
      async (response) => {
        response.writeHead(made.status, made.headers);
        const size = Math.ceil(made.body.length / 40);
        for (let at = 0; at < made.body.length; at += size) {
          response.write(made.body.subarray(at, at + size));
          await new Promise((resolve) => setImmediate(resolve));
        }
        response.end();
      },
      { siteUrl },
    );
    expect([pieces.reply, pieces.code]).toEqual([whole.reply, whole.code]);
  });

  test.each(['v1-plain.txt', 'v2-plain-ai5.txt'])(
    '%s yields its suggestions separately, and absolute links',
    async (name) => {
      const made = recording(name);
      const { reply } = await askService(replay(made), { siteUrl });
      const text = made.expected.text
        .replace(/```suggestions\n.*?```\n/s, '')
        .replace('[Safety](/reference/safety ', `[Safety](${siteUrl}/reference/safety `);
      expect(reply.text).toBe(text);
      expect(reply.text).not.toContain('suggestions');
      expect(reply.suggestions).toEqual(['Edit a schedule', 'Connect a controller']);
    },
  );

  test('reports a search before its results', async () => {
    const { parts } = await askService(replay(recording('v1-tool-search.txt')));
    const types = parts.map(({ type }) => type);
    expect([...new Set(types)]).toEqual(['thread', 'text', 'search', 'source', 'finish']);
  });

  test.each([
    ['v1-tool-search', 'pair a controller 配對'],
    ['v1-rich', 'pairing'],
    ['v2-tool-search-ai6', 'pair a controller 配對'],
    ['v2-rich-ai7', 'pairing'],
  ])('in %s reports what it searched for and found', async (name, query) => {
    const { reply } = await askService(replay(recording(`${name}.txt`)), { siteUrl });
    expect(reply.steps).toMatchObject([{ title: `Searched the docs for “${query}”` }]);
    const [page] = reply.steps?.[0]?.pages ?? [];
    expect([page?.title, page?.url?.replace(/#.*/, '')]).toEqual(['Controllers', `${siteUrl}/reference/controllers`]);
  });

  test('has sources without URLs if there is no site', async () => {
    const { reply } = await askService(replay(recording('v2-tool-search-ai6.txt')));
    expect(reply.sources).toEqual([
      { path: '/reference/controllers', title: 'Controllers' },
      { path: 'troubleshooting/pairing', title: 'Pairing errors · 404 & E17' },
      { path: 'https://docs.kilnhaus.example/guides/schedules', url: 'https://docs.kilnhaus.example/guides/schedules' },
    ]);
  });

  test('keeps the service’s own words for the operator', async () => {
    const { error } = await askService(replay(recording('v1-error-mid.txt')));
    expect(error?.cause).toMatchObject({ message: expect.stringContaining('upstream model overloaded') });
    expect(error?.message).toBe('assistant: cut_off');
  });
});

describe('a refused question', () => {
  const refused = recordings.filter((each) => each.status !== 200);
  const codes: Record<number, string> = {
    400: 'rejected',
    401: 'unauthorized',
    402: 'out_of_credits',
    404: 'not_found',
    429: 'rate_limited',
    502: 'unavailable',
  };

  test.each(refused)('$name yields no part, only its code', async (made) => {
    const { parts, error } = await askService(replay(made));
    expect(parts).toEqual([]);
    expect(error).toMatchObject({ code: codes[made.status], status: made.status });
    expect(error?.waitMs).toBe(made.status === 429 ? 17_000 : undefined);
  });

  test.each([302, 308, 405, 409, 415])(
    'with status %i is for a maintainer, because rephrasing does not help',
    async (status) => {
      const service = await startService((response) => response.writeHead(status, { location: '/' }).end());
      const { error } = await ask(createClient(service.url));
      expect(error).toMatchObject({ code: 'malformed', status });
    },
  );

  test('is asked once', async () => {
    const service = await startService((response) => response.writeHead(503).end());
    await ask(createClient(service.url));
    expect(service.received).toHaveLength(1);
  });
});

describe('a response that is not an answer', () => {
  const html = '<!DOCTYPE html><p>0:"not text"</p>';
  const note =
    'data: {"type":"start-step"}\n\ndata: {"type":"data-note","data":{},"transient":true}\n\ndata: {"type":"finish"}\n\n';
  test.each([
    ['a web page', { 'content-type': 'text/html' }, html, 'malformed'],
    ['a web page without a type', {}, html, 'malformed'],
    ['JSON', { 'content-type': 'application/json' }, '{"message":"Try later"}', 'malformed'],
    ['prose', { 'content-type': 'text/plain' }, 'Try again later.', 'malformed'],
    ['a stream of which nothing can be read', { 'x-vercel-ai-data-stream': 'v1' }, 'what?\nno\n', 'malformed'],
    ['nothing', {}, '', 'cut_off'],
    ['a search and an end', {}, 'f:{"messageId":"m"}\nd:{"finishReason":"stop"}\n', 'empty'],
    ...(
      [
        ['a widget', '{"type":"tool-input-available","toolCallId":"c","toolName":"showPlans","input":{"plans":[]}}'],
        ['a file', '{"type":"file","url":"https://x.example/a.png","mediaType":"image/png"}'],
        ['a part of data', '{"type":"data-chart","data":{"rows":[]}}'],
        ['a part that nobody knows', '{"type":"hologram"}'],
      ] as const
    ).map(([name, part]): [string, Record<string, string>, string, string] => [
      `${name} alone`,
      { 'x-vercel-ai-ui-message-stream': 'v1' },
      `data: {"type":"start-step"}\n\ndata: ${part}\n\ndata: {"type":"finish"}\n\n`,
      'not_shown',
    ]),
    ['a file of v1 alone', {}, 'f:{"messageId":"m"}\nk:{"data":""}\nd:{"finishReason":"stop"}\n', 'not_shown'],
    ['a note alone', { 'x-vercel-ai-ui-message-stream': 'v1' }, note, 'empty'],
    ['an error part', {}, '3:"An error occurred."\n', 'unavailable'],
  ])('but %s is reported by its code', async (_, headers, body, code) => {
    const outcome = await askService((response) => response.writeHead(200, headers).end(body));
    expect(outcome.code).toBe(code);
    expect(outcome.reply.text).toBe('');
  });

  test('is abandoned as soon as that is clear', async () => {
    const service = await startService((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).write(html),
    );
    expect((await ask(createClient(service.url))).code).toBe('malformed');
    await service.received[0]?.closed;
  });
});

describe('an answer that is cut off', () => {
  const half = 'f:{"messageId":"m"}\n0:"Half an (ans';

  test('keeps its text and the thread', async () => {
    const { reply, parts, code } = await askService((response) => {
      response.writeHead(200, { 'x-thread-id': 'T', 'x-thread-key': 'K' });
      response.write('0:"Half an "\n0:"(answer"\n0:"lost', () => response.destroy());
    });
    expect([reply.text, threadOf(parts), code]).toEqual(['Half an (answer', { id: 'T', key: 'K' }, 'cut_off']);
  });

  test('times out after a silence', async () => {
    const { code, reply } = await askService((response) => response.write(`${half}wer"\n`), { idleMs: 1_000 });
    expect([code, reply.text]).toEqual(['timed_out', 'Half an (answer']);
  });

  test('times out before its first byte', async () => {
    expect((await askService(() => undefined, { firstByteMs: 60 })).code).toBe('timed_out');
  });

  test('is complete if that happens after its end', async () => {
    const { code, reply, parts } = await askService((response) => {
      response.write('0:"Whole."\nd:{"finishReason":"stop"}\n', () => response.destroy());
    });
    expect([code, reply.text, parts.at(-1)?.type]).toEqual([undefined, 'Whole.', 'finish']);
  });
});

describe('an answer that is no longer wanted', () => {
  test('is cancelled by the signal, which closes the connection and raises no error', async () => {
    const service = await startService((response) => response.write('0:"Half"\n'));
    const stop = new AbortController();
    const parts: Part[] = [];
    for await (const part of createClient(service.url).ask(question, stop.signal)) {
      parts.push(part);
      stop.abort();
    }
    expect(parts).toEqual([{ type: 'text', text: 'Half' }]);
    await service.received[0]?.closed;
  });

  test('is cancelled while the service is silent', async () => {
    const service = await startService(() => undefined);
    const stop = new AbortController();
    const outcome = ask(createClient(service.url), stop.signal);
    while (service.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    expect((await outcome).code).toBeUndefined();
    await service.received[0]?.closed;
  });

  test('is cancelled when its reader stops, at the thread or in the text', async () => {
    for (const type of ['thread', 'text']) {
      const service = await startService((response) => {
        response.writeHead(200, { 'x-thread-id': 'T' }).write('0:"Half"\n');
      });
      const parts = createClient(service.url).ask(question, new AbortController().signal);
      for await (const part of parts) if (part.type === type) break;
      await service.received[0]?.closed;
    }
  });

  test('is not requested if the signal is already aborted', async () => {
    const service = await startService(replay(recording('v1-plain.txt')));
    expect((await ask(createClient(service.url), AbortSignal.abort())).parts).toEqual([]);
    expect(service.received).toEqual([]);
  });
});

test('twenty simultaneous answers do not mix', async () => {
  let count = 0;
  const service = await startService(async (response) => {
    count += 1;
    const mine = count;
    response.writeHead(200, { 'x-thread-id': `T${mine}` });
    for (let piece = 0; piece < 5; piece += 1) {
      response.write(`0:"${mine} "\n`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end('d:{"finishReason":"stop"}\n');
  });
  const client = createClient(service.url);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => ask(client)));
  for (const { reply, parts } of outcomes) {
    const thread = parts.find((part) => part.type === 'thread')?.thread.id;
    expect(reply.text).toBe(`${thread?.slice(1)} `.repeat(5));
  }
});

test('an answer that arrives in one piece is read over many turns of the event loop', async () => {
  const body = `${'0:"word "\n'.repeat(40_000)}d:{"finishReason":"stop"}\n`;
  const service = await startService((response) => response.writeHead(200).end(body));
  let turn = 0;
  let timer = setImmediate(function count() {
    turn += 1;
    timer = setImmediate(count);
  });
  const turns = new Set<number>();
  for await (const _ of createClient(service.url).ask(question, new AbortController().signal)) turns.add(turn);
  clearImmediate(timer);
  expect(turns.size).toBeGreaterThan(body.length / 8_192);
});

describe('the check of an assistant', () => {
  test.each([
    [400, 'ready'],
    [422, 'ready'],
    [429, 'ready'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'not_found'],
    [502, 'unreachable'],
  ])('asks no question, and reads status %i as %s', async (status, found) => {
    const service = await startService((response) => response.writeHead(status).end());
    expect(await createClient(service.url).check()).toBe(found);
    expect(service.received.map(({ method, body }) => ({ method, body }))).toEqual([{ method: 'POST', body: {} }]);
  });

  test('reports an address where nothing listens as unreachable', async () => {
    expect(await createClient('http://127.0.0.1:9').check()).toBe('unreachable');
  });
});

describe('the version of the API, if it is to be found', () => {
  interface Asked {
    readonly path: string;
    readonly isCheck: boolean;
  }

  /** A service whose paths respond with these statuses to a check, and with an answer in their encoding to a question. */
  async function startVersions(statuses: { v1: number; v2: number }) {
    const asked: Asked[] = [];
    const service = await startService((response) => {
      const { path = '', body } = service.received.at(-1) ?? {};
      const version = path.startsWith('/v2') ? 'v2' : 'v1';
      const isCheck = Object.keys(body ?? {}).length === 0;
      asked.push({ path: path.slice(0, 3), isCheck });
      if (!isCheck && statuses[version] === 400)
        return replay(recording(version === 'v2' ? 'v2-plain-ai5.txt' : 'v1-plain.txt'))(response);
      return response.writeHead(statuses[version], { location: '/', 'content-type': 'text/html' }).end('<p>');
    });
    const client = createClient(service.url, { apiVersion: 'auto', pictures: true });
    return { client, asked, statuses, received: service.received };
  }

  const check = (path: string): Asked => ({ path, isCheck: true });
  const questionTo = (path: string): Asked => ({ path, isCheck: false });

  test('is v2 where the service has it, and is kept', async () => {
    const { client, asked } = await startVersions({ v1: 400, v2: 400 });
    expect([client.version, client.takesPictures]).toEqual([undefined, true]);
    await ask(client);
    expect((await ask(client)).code).toBeUndefined();
    expect(asked).toEqual([check('/v2'), questionTo('/v2'), questionTo('/v2')]);
    expect([client.version, client.takesPictures]).toEqual(['v2', true]);
  });

  describe('a question with a picture', () => {
    const withPicture: Ask = {
      ...question,
      pictures: [{ name: 'a.png', mediaType: 'image/png', base64: 'iVBORw0KGgo=' }],
    };
    const askWithPicture = (client: DocsAssistant) => ask(client, undefined, withPicture);
    const unseen = { type: 'pictures_unseen' };
    const questionsIn = (received: readonly { readonly body: unknown }[]): readonly string[] =>
      received.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes('"messages"'));

    test('takes it along in v2, even if it is the first one, or the version is found again', async () => {
      const { client, received } = await startVersions({ v1: 400, v2: 400 });
      for (const turn of [0, 1]) {
        expect(client.takesPictures).toBe(true);
        expect((await askWithPicture(client)).parts).not.toContainEqual(unseen);
        expect(questionsIn(received)[turn]).toContain('image/png');
      }
    });

    test('says that it was not seen where the service turns out to have only v1', async () => {
      const { client, received, statuses } = await startVersions({ v1: 400, v2: 404 });
      expect((await askWithPicture(client)).parts[0]).toEqual(unseen);
      statuses.v2 = 400;
      statuses.v1 = 404;
      expect((await askWithPicture(client)).parts).not.toContainEqual(unseen);
      statuses.v1 = 400;
      statuses.v2 = 404;
      expect((await askWithPicture(client)).parts[0]).toEqual(unseen);
      expect(questionsIn(received).map((body) => body.includes('image/png'))).toEqual([
        false,
        false,
        true,
        true,
        false,
      ]);
      expect((await ask(client)).parts).not.toContainEqual(unseen);
    });
  });

  test.each([404, 405, 401, 403, 302, 200])('is v1 where v2 has no path, which responds with %i', async (v2) => {
    const { client, asked } = await startVersions({ v1: 400, v2 });
    expect(await client.check()).toBe('ready');
    expect((await ask(client)).reply.text).not.toBe('');
    expect(asked).toEqual([check('/v2'), check('/v1'), questionTo('/v1')]);
    expect([client.version, client.takesPictures]).toEqual(['v1', false]);
  });

  test.each([
    [401, 404, 'unauthorized'],
    [404, 401, 'unauthorized'],
    [404, 404, 'not_found'],
    [503, 400, 'unavailable'],
    [429, 400, 'rate_limited'],
  ])('is not found where v2 responds with %i and v1 with %i: the question fails as %s', async (v2, v1, code) => {
    const { client } = await startVersions({ v1, v2 });
    expect((await ask(client)).code).toBe(code);
    expect(client.version).toBeUndefined();
  });

  test('is found again when a question fails for want of a path, and the question is sent once more', async () => {
    const { client, asked, statuses } = await startVersions({ v1: 400, v2: 400 });
    await client.check();
    statuses.v2 = 404;
    expect((await ask(client)).code).toBeUndefined();
    expect(asked).toEqual([check('/v2'), questionTo('/v2'), check('/v2'), check('/v1'), questionTo('/v1')]);
  });

  test('stays if the service still has it: what failed is the question', async () => {
    const service = await startService((response) => {
      const isCheck = Object.keys(service.received.at(-1)?.body ?? {}).length === 0;
      response.writeHead(isCheck ? 400 : 404).end();
    });
    const client = createClient(service.url, { apiVersion: 'auto' });
    expect((await ask(client)).code).toBe('not_found');
    expect(service.received.map(({ path }) => path?.slice(0, 3))).toEqual(['/v2', '/v2', '/v2']);
    expect(client.version).toBe('v2');
  });

  test('is found again for the next question after a response that is no answer', async () => {
    const service = await startService((response) => {
      const isCheck = Object.keys(service.received.at(-1)?.body ?? {}).length === 0;
      response.writeHead(isCheck ? 400 : 200, { 'content-type': 'text/html' }).end('<p>');
    });
    const client = createClient(service.url, { apiVersion: 'auto' });
    expect((await ask(client)).code).toBe('malformed');
    expect(client.version).toBeUndefined();
  });

  test('is given up with the question', async () => {
    const service = await startService(() => undefined);
    const stop = new AbortController();
    const outcome = ask(createClient(service.url, { apiVersion: 'auto' }), stop.signal);
    while (service.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect((await outcome).code).toBeUndefined();
    await service.received[0]?.closed;
  });
});
