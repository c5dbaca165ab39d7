import { describe, expect, it } from 'vitest';
import { SiteRouting } from '../../../src/bot/app/site-routing.ts';
import type { Routing } from '../../../src/bot/config/config.ts';
import { loadRouting, noRouting } from '../../../src/bot/config/routing/load.ts';
import type { AssistantConfig } from '../../../src/bot/config/site-settings.ts';
import type { DocsAssistant } from '../../../src/bot/docs-api/assistant.ts';
import { createFakeMetrics } from '../../fakes/assistant.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { createKeptLog } from '../../fakes/logger.ts';

const signal = new AbortController().signal;
const question = { fp: 'fp', messages: [] };

function site(domain: string): AssistantConfig {
  const times = { firstByteMs: 1, idleMs: 1, totalMs: 1 };
  return { url: 'https://a.example', domain, apiKey: 'k', apiVersion: 'v1', retrievalPageSize: 5, ...times };
}

function routing(text: string, ...names: readonly string[]): Routing {
  const loaded = loadRouting(text);
  const { file } = loaded.ok ? loaded.routing : noRouting;
  return {
    file,
    sites: new Map(names.map((name) => [name, site(name)])),
    defaultSite: names[0] ?? '',
    projects: new Map(),
  };
}

/** Opened assistants, whose answers end when the test decides. */
function world(first: Routing) {
  const opened: string[] = [];
  const closed: string[] = [];
  const gate = Promise.withResolvers<void>();
  const open = ({ domain }: AssistantConfig): DocsAssistant => {
    opened.push(domain);
    return {
      async *ask() {
        yield { type: 'text', text: domain };
        await gate.promise;
        yield { type: 'finish', reason: 'stop' };
      },
      check: async () => (domain === 'wrong' ? 'unauthorized' : 'ready'),
      version: 'v1',
      isThere: async () => true,
      forget: async () => (domain === 'hosted' ? 'unsupported' : domain === 'away' ? 'failed' : { threads: 1 }),
      close: async () => void closed.push(domain),
    };
  };
  const log = createKeptLog();
  return {
    routes: new SiteRouting({
      routing: first,
      clock: createManualClock(),
      logger: log,
      metrics: createFakeMetrics(),
      open,
    }),
    opened,
    closed,
    gate,
    log,
  };
}

const thread = { platform: 'slack', installation: 'T1', channel: 'C1', thread: '1.0' };

describe('the sites', () => {
  it('have one assistant each, which a changed file keeps if their settings are unchanged', () => {
    const { routes, opened } = world(routing('', 'a', 'b'));
    const before = routes.routeFor(thread).assistant;
    routes.replace(routing('slack: { mode: auto }', 'a', 'b', 'c'));
    expect(opened).toEqual(['a', 'b', 'c']);
    expect(routes.routeFor(thread)).toMatchObject({ mode: 'auto', site: 'a' });
    expect(routes.routeFor(thread).assistant).toBe(before);
  });

  it('keep fallback assistants and their state unless one of the two assistants changes', () => {
    const behind = (text: string, domain = 'a'): Routing => ({
      ...routing(text),
      sites: new Map([
        ['a', { ...site(domain), fallback: 'b' }],
        ['b', site('b')],
      ]),
      defaultSite: 'a',
    });
    const { routes } = world(behind(''));
    const before = routes.assistantOf('a');
    routes.replace(behind('slack: { mode: auto }'));
    expect(routes.assistantOf('a')).toBe(before);
    routes.replace(behind('', 'other'));
    expect(routes.assistantOf('a')).not.toBe(before);
  });

  it('share an account if they share service and key, without revealing either', () => {
    const { sites, ...rest } = routing('', 'a', 'b');
    const other = { ...site('c'), apiKey: 'of-its-own' };
    const { routes } = world({ ...rest, sites: new Map([...sites, ['c', other]]) });
    const accounts = ['a', 'b', 'c'].map((name) => routes.assistantOf(name)?.account);
    expect(accounts[0]).toBe(accounts[1]);
    expect(accounts[2]).not.toBe(accounts[0]);
    expect(accounts.join()).not.toMatch(/of-its-own|a\.example/);
    const services = ['a', 'b', 'c'].map((name) => routes.assistantOf(name)?.service);
    expect(new Set(services).size).toBe(1);
    expect(accounts).not.toContain(services[0]);
  });

  it('are closed after their last answer when the file no longer names them', async () => {
    const { routes, closed, gate } = world(routing('', 'a', 'b'));
    const answer = routes.routeFor(thread).assistant.ask(question, signal)[Symbol.asyncIterator]();
    expect(await answer.next()).toMatchObject({ value: { text: 'a' } });
    routes.replace(routing('', 'b'));
    expect(routes.assistantOf('a')).toBeUndefined();
    expect(routes.routeFor(thread).site).toBe('b');
    expect(closed).toEqual([]);
    gate.resolve();
    expect(await answer.next()).toMatchObject({ value: { type: 'finish' } });
    await answer.next();
    await routes.close();
    expect(closed).toEqual(['a', 'b']);
  });

  it('narrow the search by the filters of the rules', () => {
    const text = 'sites: { a: {} }\nslack: { filter: { version: v2 }, channels: { C1: { filter: { language: en } } } }';
    const { routes } = world(routing(text, 'a'));
    expect(routes.routeFor(thread).filter).toEqual({ version: 'v2', language: 'en' });
    expect(routes.routeFor({ ...thread, platform: 'discord' })).not.toHaveProperty('filter');
  });

  it('with a wrong address, key or domain are logged, each once', async () => {
    const { routes, log } = world(routing('', 'a', 'wrong'));
    await routes.checkNewSites();
    routes.replace(routing('slack: { mode: auto }', 'wrong', 'a'));
    await routes.checkNewSites();
    expect(log.lines).toMatchObject([
      { level: 'warn', phrase: 'site check failed', fields: { site: 'wrong', found: 'unauthorized' } },
    ]);
  });
});

it('limits questions to the budgets that the service has for a month, hour and day, with an empty routing file as without one', () => {
  const thread = { platform: 'slack', installation: 'T1', channel: 'C1', thread: '' };
  const budgets = { siteMonth: 10_000, organizationHour: 10_000, addressDay: 10_000 };
  const without = { ...routing('', 'docs'), file: noRouting.file };
  for (const each of [without, routing('', 'docs'), routing('{}', 'docs'), routing('limits: {}', 'docs')])
    expect(world(each).routes.routeFor(thread).limits).toEqual(budgets);
  const off = 'limits: { siteMonth: off, organizationHour: off, addressDay: off }';
  expect(world(routing(off, 'docs')).routes.routeFor(thread).limits).toEqual({});
});

it('a person is forgotten only when every site has forgotten them', async () => {
  expect(await world(routing('', 'a', 'b')).routes.forget('fp')).toBe(true);
  const hosted = world(routing('', 'a', 'hosted'));
  expect([await hosted.routes.forget('fp'), hosted.log.lines]).toEqual([false, []]);
  const away = world(routing('', 'away'));
  expect(await away.routes.forget('fp')).toBe(false);
  expect(away.log.lines).toMatchObject([{ phrase: 'person not forgotten by the service' }]);
});
