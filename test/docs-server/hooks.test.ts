// @vitest-environment jsdom
/** The official chat hooks, as applications use them, against the running service: what each major version sees. */
import { useChat as useChat7 } from '@ai-sdk/react';
import { DefaultChatTransport as Transport7 } from 'ai';
import { useChat as useChat4 } from 'ai-react-v4';
import { useChat as useChat5 } from 'ai-react-v5';
import { useChat as useChat6 } from 'ai-react-v6';
import { DefaultChatTransport as Transport5 } from 'ai-v5';
import { DefaultChatTransport as Transport6 } from 'ai-v6';
import { act, createElement, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type DocsServer, startDocsServer } from '../../src/docs-server/server.ts';
import { silent, siteFolder } from './folder.ts';

let server: DocsServer;

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});

beforeEach(async () => {
  server = await startDocsServer({ docsDir: siteFolder, domain: 'kettle', port: 0, logger: silent });
  return () => server.stop();
});

const roots: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const unmount of roots.splice(0)) await unmount();
});

/** The one thing of the browser that these tests touch themselves. */
declare const document: { createElement(tag: 'div'): Parameters<typeof createRoot>[0] };

function Probe({ onRender }: { readonly onRender: () => void }): ReactElement | null {
  onRender();
  return null;
}

/** What a hook gives at its newest rendering. */
async function rendered<T>(useHook: () => T): Promise<() => T> {
  const seen: T[] = [];
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(createElement(Probe, { onRender: () => seen.push(useHook()) })));
  roots.push(() => act(async () => root.unmount()));
  return () => {
    const newest = seen.at(-1);
    if (newest === undefined) throw new Error('not rendered');
    return newest;
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

test('the hook of ai 4 shows a refusal as an error', async () => {
  const chat = await rendered(() => useChat4({ ...requestOf('v1', 'wrong'), onError: () => {} }));
  await act(async () => {
    await chat().append({ role: 'user', content: question });
  });
  expect(chat().error?.message).toBe('{"error":"The API key is missing or wrong."}');
});

/** What the hooks of ai 5 and later have in common, as far as these tests look. */
interface Chat {
  readonly status: string;
  readonly error: Error | undefined;
  readonly messages: readonly { readonly metadata?: unknown; readonly parts: readonly object[] }[];
  sendMessage(message: { text: string }): Promise<void>;
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

test.each(versions)('the hook of ai %i shows a refusal as an error', async (_, useChat) => {
  const chat = await rendered(() => useChat('wrong'));
  await act(async () => {
    await chat().sendMessage({ text: question });
  });
  expect(chat().status).toBe('error');
  expect(chat().error?.message).toContain('The API key is missing or wrong.');
});
