/** Which message of a thread is found, against pages as Slack sends them. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createWebApi, fixedToken } from '../../../../../src/bot/platforms/slack/connection/web-api.ts';
import { createPostSearch, type PostQuery } from '../../../../../src/bot/platforms/slack/outbound/find-posted.ts';
import { systemClock } from '../../../../../src/kit/base/clock.ts';
import { createManualClock } from '../../../../fakes/clock.ts';
import { silent } from '../../../../fakes/logger.ts';
import { addressOf } from '../world.ts';

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await server?.[Symbol.asyncDispose]();
});

const self = { userId: 'UOURS', botId: 'BOURS' };
const reply: PostQuery = {
  channel: 'C1',
  root: '1.000001',
  type: 'docent_reply',
  key: 'k:0',
  since: 0,
  streamedBy: self,
};
const { streamedBy: _, ...question } = { ...reply, type: 'docent_question' };

const marked = { ts: '2.1', ...by('OURS'), metadata: { event_type: 'docent_reply', event_payload: { key: 'k:0' } } };
const ours = { ts: '2.2', ...by('OURS'), streaming_state: 'in_progress' };
const newer = { ...ours, ts: '2.3' };
const ended = { ...ours, ts: '2.4', streaming_state: 'completed' };
const foreign = { ts: '2.5', ...by('ELSE'), streaming_state: 'in_progress' };

function by(name: string): object {
  return { user: `U${name}`, bot_id: `B${name}` };
}

it.each<[string, PostQuery, readonly (readonly object[])[], string | undefined]>([
  ['the message with the key', reply, [[marked]], '2.1'],
  ['our newest streaming message', reply, [[ours, newer, ended]], '2.3'],
  ['our newest streaming message on a later page', reply, [[ours], [newer], [ended]], '2.3'],
  ['no message that is known to be another one', { ...reply, others: ['2.3'] }, [[ours, newer]], '2.2'],
  ['no streaming message of another app', reply, [[foreign]], undefined],
  ['the message with the key rather than a streaming one', reply, [[newer], [marked]], '2.1'],
  ['no streaming message when looking for a question', question, [[ours]], undefined],
])('finds %s', async (_case, query, pages, ts) => {
  expect(await createPostSearch(await apiOf(pages), systemClock).find(query)).toBe(ts);
});

it.each([
  [4, '2.1'],
  [5, undefined],
])('reads at most five pages: after %i pages it finds %s', async (before, ts) => {
  const pages = [...Array.from({ length: before }, () => [foreign]), [marked]];
  expect(await createPostSearch(await apiOf(pages), systemClock).find(reply)).toBe(ts);
});

describe('a search limited to one page a minute', () => {
  const limited = expect.objectContaining({ code: 'unavailable', waitMs: 60_000 });
  const nothing = [{ ts: '1.9', ...by('ELSE') }];

  it('resumes where it was interrupted, and never fails as rate-limited', async () => {
    const cursors: (string | null)[] = [];
    const clock = createManualClock();
    const search = createPostSearch(await apiOf([nothing, 'limit', [marked]], cursors), clock);
    await expect(search.find(reply)).rejects.toEqual(limited);
    await clock.advance(60_000);
    expect(await search.find(reply)).toBe('2.1');
    expect(cursors).toEqual([null, '1', '1']);
  });

  it('gives up after two attempts, without a result', async () => {
    const clock = createManualClock();
    const search = createPostSearch(await apiOf([nothing, 'limit', nothing, 'limit', [marked]]), clock);
    await expect(search.find(reply)).rejects.toEqual(limited);
    await clock.advance(60_000);
    await expect(search.find(reply)).rejects.toEqual(limited);
    await clock.advance(60_000);
    expect(await search.find(reply)).toBeUndefined();
  });

  it('does not give up because of an outage of Slack', async () => {
    const clock = createManualClock();
    const search = createPostSearch(await apiOf(['down', [marked]]), clock);
    await expect(search.find(reply)).rejects.toMatchObject({ code: 'unavailable' });
    await clock.advance(3_600_000);
    expect(await search.find(reply)).toBe('2.1');
  });
});

type Page = readonly object[] | 'limit' | 'down';

/** Slack's responses in order. `cursors` records the cursors of the requests. */
async function apiOf(
  pages: readonly Page[],
  cursors: (string | null)[] = [],
): Promise<ReturnType<typeof createWebApi>> {
  const left = [...pages];
  let read = 0;
  server = createServer(async (request, response) => {
    cursors.push(new URLSearchParams(await text(request)).get('cursor'));
    const page = left.shift() ?? [];
    if (typeof page === 'string') {
      response.writeHead(page === 'down' ? 503 : 429, { 'retry-after': '60' }).end();
      return;
    }
    read += 1;
    const next_cursor = left.length > 0 ? `${read}` : '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, messages: page, response_metadata: { next_cursor } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api = createWebApi({
    tokens: fixedToken('xoxb-1'),
    apiUrl: `${addressOf(server)}/api/`,
    logger: silent,
    clock: systemClock,
  });
  api.open();
  return api;
}
