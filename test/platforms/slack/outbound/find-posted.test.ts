/** Which message of a thread is ours: the search over Slack's client, against pages as Slack sends them. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/base/clock.ts';
import { createWebApi, fixedToken } from '../../../../src/platforms/slack/connection/web-api.ts';
import type { PostQuery } from '../../../../src/platforms/slack/outbound/find-posted.ts';
import { createPostSearch } from '../../../../src/platforms/slack/outbound/find-posted.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { silent } from '../../../fakes/logger.ts';
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
  ['the one that carries the key', reply, [[marked]], '2.1'],
  ['the newest of ours that grows', reply, [[ours, newer, ended]], '2.3'],
  ['the newest of ours that grows, on a later page', reply, [[ours], [newer], [ended]], '2.3'],
  ['none that is known as another message', { ...reply, others: ['2.3'] }, [[ours, newer]], '2.2'],
  ['none that another app makes grow', reply, [[foreign]], undefined],
  ['the one with the key before one that grows', reply, [[newer], [marked]], '2.1'],
  ['no answer that grows, for a question', question, [[ours]], undefined],
])('finds %s', async (_case, mark, pages, ts) => {
  expect(await createPostSearch(await apiOf(pages), systemClock).find(mark)).toBe(ts);
});

it.each([
  [4, '2.1'],
  [5, undefined],
])('looks through five pages at most: what comes after %i is %s', async (before, ts) => {
  const pages = [...Array.from({ length: before }, () => [foreign]), [marked]];
  expect(await createPostSearch(await apiOf(pages), systemClock).find(reply)).toBe(ts);
});

describe('where reading is limited to a page a minute', () => {
  const limited = expect.objectContaining({ code: 'unavailable', waitMs: 60_000 });
  const nothing = [{ ts: '1.9', ...by('ELSE') }];

  it('goes on where it was interrupted, and never fails as a limit of posting', async () => {
    const cursors: (string | null)[] = [];
    const clock = createManualClock();
    const search = createPostSearch(await apiOf([nothing, 'limit', [marked]], cursors), clock);
    await expect(search.find(reply)).rejects.toEqual(limited);
    await clock.advance(60_000);
    expect(await search.find(reply)).toBe('2.1');
    expect(cursors).toEqual([null, '1', '1']);
  });

  it('is over after two tries, without a result', async () => {
    const clock = createManualClock();
    const search = createPostSearch(await apiOf([nothing, 'limit', nothing, 'limit', [marked]]), clock);
    await expect(search.find(reply)).rejects.toEqual(limited);
    await clock.advance(60_000);
    await expect(search.find(reply)).rejects.toEqual(limited);
    await clock.advance(60_000);
    expect(await search.find(reply)).toBeUndefined();
  });

  it('is not over because Slack was away', async () => {
    const clock = createManualClock();
    const search = createPostSearch(await apiOf(['away', [marked]]), clock);
    await expect(search.find(reply)).rejects.toMatchObject({ code: 'unavailable' });
    await clock.advance(3_600_000);
    expect(await search.find(reply)).toBe('2.1');
  });
});

type Page = readonly object[] | 'limit' | 'away';

/** Slack answers so, one after the other. `cursors`: what was asked for. */
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
      response.writeHead(page === 'away' ? 503 : 429, { 'retry-after': '60' }).end();
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
