// @vitest-environment jsdom
/** The official chat hooks of each major version, used as in applications, against a running service. */

import { useChat as useChat7 } from '@ai-sdk/react';
import { DefaultChatTransport as Transport7 } from 'ai';
import { useChat as useChat4 } from 'ai-react-v4';
import { useChat as useChat5 } from 'ai-react-v5';
import { useChat as useChat6 } from 'ai-react-v6';
import { DefaultChatTransport as Transport5 } from 'ai-v5';
import { DefaultChatTransport as Transport6 } from 'ai-v6';
import { act, createElement, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurns } from '../../src/kit/base/time-slices.ts';
import { createExtractResponder } from '../../src/service/answers/extractive-responder.ts';
import type { Responder } from '../../src/service/answers/responder.ts';
import { type DocsServer, startDocsServer } from '../../src/service/service.ts';
import { silent, siteFolder } from './folder.ts';

let server: DocsServer;
/** Resolves when the answer that `talking` started has been stopped. */
let stopped: PromiseWithResolvers<void>;

/** "fail" fails after some words, "wait" waits after them to be stopped; other questions are answered from the docs. */
const talking: Responder = async function* (asked, reading, signal) {
  const { question } = asked;
  if (question !== 'fail' && question !== 'wait') {
    const stopping = new AbortController().signal;
    yield* createExtractResponder({ turn: createTurns(), pieceDelayMs: 0, stopping })(asked, reading, signal);
    return;
  }
  yield { type: 'text', block: 0, text: 'Some words' };
  if (question === 'fail') throw new Error('not for the reader');
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  stopped.resolve();
};

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stopped = Promise.withResolvers();
  server = await startDocsServer({ docsDir: siteFolder, domain: 'kettle', port: 0, logger: silent, respond: talking });
  return () => server.stop();
});

const roots: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const unmount of roots.splice(0)) await unmount();
});

/** The only part of the DOM that these tests use directly. */
declare const document: { createElement(tag: 'div'): Parameters<typeof createRoot>[0] };

function Probe({ onRender }: { readonly onRender: () => void }): ReactElement | null {
  onRender();
  return null;
}

/** Returns what the hook returned at the last rendering. */
async function rendered<T>(useHook: () => T): Promise<() => T> {
  const seen: T[] = [];
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(Probe, { onRender: () => seen.push(useHook()) })));
  roots.push(() => act(async () => root.unmount()));
  return () => {
    const latest = seen.at(-1);
    if (latest === undefined) throw new Error('not rendered');
    return latest;
  };
}

function requestOf(
  version: 'v1' | 'v2',
  key = server.key,
): { api: string; headers: Record<string, string>; body: object } {
  return {
    api: `${server.url}/${version}/assistant/kettle/message`,
    headers: { authorization: `Bearer ${key}` },
    body: { fp: 'reader-1' },
  };
}

const question = 'How do I boil water?';

/** A question and a follow-up that makes sense only after it, which sends the thread of the first answer. */
function followUp(): readonly (readonly [string, (named: unknown) => { readonly threadId?: string }])[] {
  // Each hook keeps the data of the finish event: an object with the thread's id.
  const threadOf = (named: unknown) => ({ threadId: (named as { readonly threadId: string }).threadId });
  return [
    ['What is E_TIMEOUT?', () => ({})],
    ['and should I retry it?', threadOf],
  ];
}

const ulid = /^[0-9A-HJKMNP-TV-Z]{26}$/;

test('the hook of ai 4 shows text, sources, the search and the thread', async () => {
  const chat = await rendered(() => useChat4({ ...requestOf('v1'), sendExtraMessageFields: true }));
  await act(async () => {
    await chat().append({ role: 'user', content: question });
  });
  const { messages, data, status, error } = chat();
  const parts = messages.at(-1)?.parts ?? [];
  expect([status, error]).toEqual(['ready', undefined]);
  expect(messages.at(-1)?.content).toContain('call `boilWater` with the number of litres');
  expect(parts.flatMap((part) => (part.type === 'source' ? [part.source.url] : []))).toContain('/guides/start');
  expect(parts.flatMap((part) => (part.type === 'tool-invocation' ? [part.toolInvocation] : []))).toMatchObject([
    {
      toolName: 'search',
      state: 'result',
      args: { query: question },
      result: { results: expect.arrayContaining([expect.objectContaining({ path: '/guides/start' })]) },
    },
  ]);
  expect(data).toEqual([{ type: 'finish', threadId: expect.stringMatching(ulid) }]);
});

test('the hook of ai 4 gets an answer to a first question that names a thread of its own', async () => {
  const request = requestOf('v1');
  const chat = await rendered(() => useChat4({ ...request, body: { ...request.body, threadId: '__LOCALID_1' } }));
  await act(async () => {
    await chat().append({ role: 'user', content: question });
  });
  expect(chat().error).toBeUndefined();
  expect(chat().data).toEqual([{ type: 'finish', threadId: expect.stringMatching(ulid) }]);
});

test('the hook of ai 4 continues its thread while sending the whole conversation', async () => {
  const chat = await rendered(() => useChat4(requestOf('v1')));
  for (const [content, body] of followUp()) {
    await act(async () => {
      await chat().append({ role: 'user', content }, { body: body(chat().data?.at(-1)) });
    });
  }
  expect([chat().status, chat().error]).toEqual(['ready', undefined]);
  expect(chat().messages.at(-1)?.content).toContain('E_TIMEOUT');
  const [first, second] = chat().data ?? [];
  expect(second).toEqual(first);
});

test('the hook of ai 4 shows a refusal as an error', async () => {
  const chat = await rendered(() => useChat4({ ...requestOf('v1', 'wrong'), onError: () => {} }));
  await act(async () => {
    await chat().append({ role: 'user', content: question });
  });
  expect(chat().error?.message).toBe('{"error":"The API key is missing or wrong."}');
});

test('the hook of ai 4 keeps the text and shows the error of an answer that fails', async () => {
  const chat = await rendered(() => useChat4({ ...requestOf('v1'), onError: () => {} }));
  await act(async () => {
    await chat().append({ role: 'user', content: 'fail' });
  });
  const { status, error, messages } = chat();
  expect([status, error?.message, messages.at(-1)?.content]).toEqual(['error', 'The answer failed.', 'Some words']);
});

test('the hook of ai 4 stops an answer and keeps its text', async () => {
  const chat = await rendered(() => useChat4(requestOf('v1')));
  await act(async () => {
    const asked = chat().append({ role: 'user', content: 'wait' });
    await expect.poll(() => chat().messages.at(-1)?.content).toBe('Some words');
    chat().stop();
    await asked;
  });
  await stopped.promise;
  expect([chat().status, chat().error, chat().messages.at(-1)?.content]).toEqual(['ready', undefined, 'Some words']);
});

/** The common part of the hooks of ai 5 and later that these tests use. */
interface Chat {
  readonly status: string;
  readonly error: Error | undefined;
  readonly messages: readonly { readonly metadata?: unknown; readonly parts: readonly object[] }[];
  sendMessage(message: { text: string }, options?: { body?: object }): Promise<void>;
  stop(): Promise<void>;
}

const versions: readonly (readonly [number, (key?: string) => Chat])[] = [
  [5, (key) => useChat5({ transport: new Transport5(requestOf('v2', key)) })],
  [6, (key) => useChat6({ transport: new Transport6(requestOf('v2', key)) })],
  [7, (key) => useChat7({ transport: new Transport7(requestOf('v2', key)) })],
];

test.each(versions)('the hook of ai %i shows text, sources, the search and the thread', async (_, useChat) => {
  const chat = await rendered(() => useChat());
  await act(async () => {
    await chat().sendMessage({ text: question });
  });
  const { status, error, messages } = chat();
  const answer = messages.at(-1);
  expect([status, error]).toEqual(['ready', undefined]);
  expect(answer?.metadata).toEqual({ threadId: expect.stringMatching(ulid) });
  expect(answer?.parts).toContainEqual(
    expect.objectContaining({
      type: 'text',
      text: expect.stringContaining('call `boilWater` with the number of litres'),
    }),
  );
  expect(answer?.parts).toContainEqual(expect.objectContaining({ type: 'source-url', url: '/guides/start' }));
  expect(answer?.parts).toContainEqual(
    expect.objectContaining({
      type: 'tool-search',
      state: 'output-available',
      input: { query: question },
      output: { type: 'search', results: expect.arrayContaining([expect.objectContaining({ path: '/guides/start' })]) },
    }),
  );
});

test.each(versions)(
  'the hook of ai %i continues its thread while sending the whole conversation',
  async (_, useChat) => {
    const chat = await rendered(() => useChat());
    for (const [text, body] of followUp()) {
      await act(async () => {
        await chat().sendMessage({ text }, { body: body(chat().messages.at(-1)?.metadata) });
      });
    }
    const { status, error, messages } = chat();
    expect([status, error]).toEqual(['ready', undefined]);
    const [, first, , second] = messages;
    expect(second?.parts).toContainEqual(
      expect.objectContaining({ type: 'text', text: expect.stringContaining('E_TIMEOUT') }),
    );
    expect(second?.metadata).toEqual(first?.metadata);
  },
);

test.each(versions)('the hook of ai %i shows a refusal as an error', async (_, useChat) => {
  const chat = await rendered(() => useChat('wrong'));
  await act(async () => {
    await chat().sendMessage({ text: question });
  });
  expect(chat().status).toBe('error');
  expect(chat().error?.message).toContain('The API key is missing or wrong.');
});

const someWords = expect.objectContaining({ type: 'text', text: 'Some words' });

test.each(versions)(
  'the hook of ai %i keeps the text and shows the error of an answer that fails',
  async (_, useChat) => {
    const chat = await rendered(() => useChat());
    await act(async () => {
      await chat().sendMessage({ text: 'fail' });
    });
    expect([chat().status, chat().error?.message]).toEqual(['error', 'The answer failed.']);
    expect(chat().messages.at(-1)?.parts).toContainEqual(someWords);
  },
);

test.each(versions)('the hook of ai %i stops an answer and keeps its text', async (_, useChat) => {
  const chat = await rendered(() => useChat());
  // As in a browser, outside of `act`.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const asked = chat().sendMessage({ text: 'wait' });
  await expect.poll(() => chat().messages.at(-1)?.parts).toContainEqual(someWords);
  await chat().stop();
  await asked;
  await stopped.promise;
  await expect.poll(() => [chat().status, chat().error]).toEqual(['ready', undefined]);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  expect(chat().messages.at(-1)?.parts).toContainEqual(someWords);
});
