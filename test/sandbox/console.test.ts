/** The console's routes, with both sandboxes behind them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import type { Patch, PlatformView } from '../../src/sandbox/view/panel.ts';
import { outline } from './view/outline.ts';

const ada = 'U0ADA00001';
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox();
});

afterEach(async () => {
  await sandbox.stop();
});

interface ServerSentEvent {
  readonly event: string;
  // The format depends on the kind of event; each test knows which one it waits for.
  readonly data: unknown;
}

/** The events that the page receives, until `enough`. */
async function listen(
  enough: (events: readonly ServerSentEvent[]) => boolean,
  act?: () => Promise<unknown>,
): Promise<readonly ServerSentEvent[]> {
  const ending = new AbortController();
  const response = await fetch(`${sandbox.url}events`, { signal: ending.signal });
  const events: ServerSentEvent[] = [];
  let rest = '';
  let acted = act === undefined;
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const [frames, last = ''] = [(rest + chunk).split('\n\n').slice(0, -1), (rest + chunk).split('\n\n').at(-1)];
    rest = last;
    events.push(...frames.map(readFrame));
    if (!acted && events.length > 0) await act?.();
    acted ||= events.length > 0;
    if (enough(events)) break;
  }
  ending.abort();
  return events;
}

function readFrame(frame: string): ServerSentEvent {
  const [, event = ''] = /^event: (.*)$/m.exec(frame) ?? [];
  const [, data = 'null'] = /^data: (.*)$/m.exec(frame) ?? [];
  return { event, data: JSON.parse(data) };
}

const patchesOf = (events: readonly ServerSentEvent[]) =>
  events.filter((one) => one.event === 'patch').map((one) => one.data as { platform: string; patch: Patch });
const messagesOf = (events: readonly ServerSentEvent[]) =>
  patchesOf(events).flatMap(({ platform, patch }) =>
    patch.kind === 'message' ? [{ platform, ...patch.message }] : [],
  );

async function act(
  platform: string,
  what: object,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<[number, unknown]> {
  const response = await fetch(`${sandbox.url}act/${platform}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(what),
  });
  return [response.status, await response.json()];
}

test('the page can only run its own script and connect to its own server', async () => {
  const response = await fetch(sandbox.url);
  const html = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
  expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  expect(policy).toContain("default-src 'none'");
  expect(html).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|<script src|<link|https?:\/\/(?!www\.w3\.org)/,
  );
});

test('another site can neither open the page under another host name nor act through it', async () => {
  const { port } = new URL(sandbox.url);
  const status = await new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path: '/', headers: { host: 'evil.example' } }, (response) =>
      resolve(response.resume().statusCode),
    ).end();
  });
  expect(status).toBe(421);
  expect(
    await act('slack', { kind: 'write', user: ada, room: 'C0GENERAL1', text: 'hi' }, { 'content-type': 'text/plain' }),
  ).toEqual([415, { error: 'JSON only.' }]);
  expect(sandbox.slack.messages('C0GENERAL1')).toEqual([]);
});

test('the page receives both platforms in full, with the members of each room', async () => {
  const [first] = await listen((events) => events.length === 1);
  const views = first?.data as PlatformView[];
  expect(views.map(({ platform, bot }) => [platform, bot])).toEqual([
    ['slack', sandbox.slack.botUserId],
    ['discord', sandbox.discord.botUserId],
  ]);
  const secret = views.map((view) => view.rooms.find((room) => ['docs-writers', 'maintainers'].includes(room.name)));
  const people = views.map((view) => new Map(view.people.map((person) => [person.id, person.name])));
  expect(secret.map((room, index) => room?.members?.map((id) => people[index]?.get(id)))).toEqual([
    ['ada', 'grace', 'docent'],
    ['ada', 'grace'],
  ]);
  expect(views.map((view) => view.rooms.find((room) => room.name === 'docs-help')?.hasBot)).toEqual([true, true]);
});

test('typed text is posted with names as mentions, and the page receives it', async () => {
  const discordAda = sandbox.discord.users.find((user) => user.name === 'ada')?.id ?? '';
  const channel = sandbox.discord.channels.find((one) => one.name === 'docs-help')?.id ?? '';
  const events = await listen(
    (so) => messagesOf(so).length === 2,
    async () => {
      await act('slack', { kind: 'write', user: ada, room: 'C0DOCSHELP', text: '@docent is <b> *bold*?' });
      await act('discord', { kind: 'write', user: discordAda, room: channel, text: '@docent is <b> **bold**?' });
    },
  );
  expect(messagesOf(events).map(({ platform, author, body }) => [platform, author, outline(body)])).toEqual([
    ['slack', ada, 'paragraph(person(@Docent) is <b> strong(bold)?)'],
    ['discord', discordAda, 'paragraph(person(@Docent) is <b> strong(bold)?)'],
  ]);
});

test('replies, edits, reactions and removals arrive as patches', async () => {
  const { ts } = await sandbox.slack.say({ channel: 'C0DOCSHELP', user: ada, text: 'root' });
  const id = `C0DOCSHELP/${ts}`;
  const events = await listen(
    (so) => patchesOf(so).length === 4,
    async () => {
      await act('slack', { kind: 'write', user: ada, room: 'C0DOCSHELP', thread: id, text: 'reply' });
      await act('slack', { kind: 'react', user: ada, message: id, name: 'eyes' });
      const reply = `C0DOCSHELP/${sandbox.slack.messages('C0DOCSHELP', ts).at(-1)?.ts}`;
      await act('slack', { kind: 'edit', user: ada, message: reply, text: 'better' });
      await act('slack', { kind: 'remove', user: ada, message: reply });
    },
  );
  expect(messagesOf(events)).toMatchObject([
    { thread: id, source: 'reply', edited: false },
    { id, reactions: [{ name: 'eyes', sign: '👀', users: [ada] }] },
    { thread: id, source: 'better', edited: true },
  ]);
  expect(patchesOf(events).at(-1)).toMatchObject({ platform: 'slack', patch: { kind: 'removed' } });
});

test('a refused action has the platform’s own error message', async () => {
  const write = (text: string, more: object = {}) =>
    act('slack', { kind: 'write', user: ada, room: 'C0DOCSHELP', text, ...more });
  expect(await write('/docs what?')).toEqual([400, { error: '/docs failed with the error "dispatch_failed"' }]);
  expect(await write('/docs what?', { thread: 'C0DOCSHELP/1.000001' })).toEqual([
    400,
    { error: '/docs is not supported in threads. Sorry!' },
  ]);
  expect(await write('/wish')).toEqual([400, { error: '/wish is not a valid command.' }]);
  expect(await act('irc', {})).toEqual([404, { error: 'No such platform.' }]);
  const response = await fetch(`${sandbox.url}commands/slack`);
  expect(await response.json()).toMatchObject([{ name: '/docs' }, { name: '/deploy' }, { name: '/docs-report' }]);
});

test('a forum post opens a thread', async () => {
  const discordAda = sandbox.discord.users.find((user) => user.name === 'ada')?.id ?? '';
  const forum = sandbox.discord.channels.find((one) => one.kind === 'forum')?.id ?? '';
  await act('discord', { kind: 'post', user: discordAda, room: forum, title: 'How?', text: 'Tell me.' });
  const [thread] = sandbox.discord.threads(forum);
  expect(sandbox.discord.messages(thread?.id ?? '').map((message) => message.content)).toEqual(['Tell me.']);
});

test('the settings connect a bot to both platforms on this machine only', () => {
  const { environment, slack, discord } = sandbox;
  expect(environment).toEqual({
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/$/),
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api$/),
    DISCORD_GUILD_ID: discord.guildId,
  });
});

test("every person's initials are readable on their avatar", () => {
  const page = readFileSync(new URL('../../src/sandbox/console.html', import.meta.url), 'utf8');
  const share = Number(/color-mix\(in srgb, #' \+ person\.colour \+ ' (\d+)%, #000\)/.exec(page)?.[1]) / 100;
  const light = Number(/\.avatar \{[^}]*rgba\(255, 255, 255, (\.\d+)\)/.exec(page)?.[1]);
  const people = [...sandbox.slack.users, ...sandbox.discord.users];
  expect(people.length).toBeGreaterThan(5);
  for (const { colour } of people) {
    // At the avatar's lightest point.
    const shown = channelsOf(colour).map((channel) => channel * share * (1 - light) + light);
    expect([colour, 1.05 / (luminanceOf(shown) + 0.05) >= 4.5]).toEqual([colour, true]);
  }
});

/** Each from 0 to 1. */
function channelsOf(colour: string): readonly number[] {
  return [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
}

/** Source: www.w3.org/TR/WCAG22/#dfn-relative-luminance, read 2026-11-23. */
function luminanceOf(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
