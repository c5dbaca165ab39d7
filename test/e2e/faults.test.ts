import { describe, expect, it } from 'vitest';
import type { Key } from '../../src/bot/wording/catalogue.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces, type Scripted } from './assistant-service.ts';
import { openWorld, type World } from './world.ts';

/** Asks one question on each platform. Returns what is shown once both turns have ended. */
async function askBoth(
  world: World,
  text = 'A question?',
): Promise<{ slack: readonly string[]; discord: readonly string[] }> {
  const { slack, discord } = world;
  const channel = world.slackChannel('docs-help');
  const said = { channel, user: world.slackUser('ada'), text: `<@${slack.botUserId}> ${text}` };
  const { ts } = await slack.say(said);
  const place = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
  const { id } = await discord.say({ ...place, text: `<@${discord.botUserId}> ${text}` });
  await until(() => turns(world).length === 2);
  return { slack: world.slackShows(channel, ts), discord: world.discordShows(id) };
}

function turns(world: World): readonly object[] {
  return world.log.lines.filter((line) => line.phrase === 'turn ended').map((line) => line.fields);
}

function nobodyPinged({ slack, discord }: World): void {
  expect(slack.pings()).toEqual([]);
  expect(discord.pings()).toEqual([]);
  // A working indicator that an earlier process may have left is removed blindly …
  expect(slack.violations.filter((each) => !each.detail.startsWith('no_reaction'))).toEqual([]);
  // … and a thread that it opened is found by opening it again.
  expect(discord.violations.filter((each) => !each.detail.includes('160004'))).toEqual([]);
}

const page = '<!doctype html><title>502 Bad Gateway</title><script>alert(1)</script>';

describe('a service that fails', () => {
  it.each<[string, Scripted, Extract<Key, `${'noAnswer' | 'cutAnswer'}.${string}`>]>([
    ['401', { refuse: { status: 401, body: '{"error":"bad key"}' } }, 'noAnswer.unauthorized'],
    ['402', { refuse: { status: 402, body: '{"error":"no credits"}' } }, 'noAnswer.out_of_credits'],
    ['400', { refuse: { status: 400, body: '{"error":"no"}' } }, 'noAnswer.rejected'],
    ['404', { refuse: { status: 404, body: '' } }, 'noAnswer.not_found'],
    [
      '429 for an hour',
      { refuse: { status: 429, body: '', headers: { 'retry-after': '3600' } } },
      'noAnswer.rate_limited',
    ],
    ['a proxy page', { refuse: { status: 200, body: page } }, 'noAnswer.malformed'],
    ['a cut stream', { pieces: pieces('Half of the'), ends: 'cut' }, 'cutAnswer.cut_off'],
    ['a stalled stream', { pieces: pieces('Half of the'), ends: 'stalled' }, 'cutAnswer.timed_out'],
    ['a broken connection', { pieces: pieces('Half of the'), ends: 'broken' }, 'cutAnswer.cut_off'],
    ['no word', { sources: [{ path: '/x' }] }, 'noAnswer.empty'],
    ['a widget alone', { tool: { toolName: 'showPlans', args: { plans: ['Free'] } } }, 'noAnswer.not_shown'],
  ])('with %s leaves one plain sentence below what was already shown', async (_, scripted, key) => {
    const world = await openWorld(() => scripted, { clock: createFastClock(10) });
    // One stalls for this long; the others fail immediately.
    await world.startBot({ assistant: { ...world.assistant, idleMs: 3_000 } });
    const shows = await askBoth(world);
    const sentence = english.say(key);
    const [where, code] = key.split('.');
    for (const texts of [shows.slack, shows.discord]) {
      expect(texts).toHaveLength(1);
      expect(texts[0]).toContain(sentence);
      expect(texts[0]).not.toMatch(/<script|Bad Gateway|bad key/);
      if (where === 'cutAnswer') expect(texts[0]).toMatch(/^Half of the/);
      // What is shown on the site alone can be read there.
      if (code === 'not_shown') expect(texts[0]).toContain('https://docs.example');
    }
    expect(turns(world)).toMatchObject([
      { state: 'failed', code },
      { state: 'failed', code },
    ]);
    nobodyPinged(world);
  });

  it.each([500, 503, 429])('once with %i is retried before anything is shown', async (status) => {
    let failures = 2;
    const refusal = { refuse: { status, body: page } };
    const world = await openWorld(
      () => {
        failures -= 1;
        return failures >= 0 ? refusal : { pieces: pieces('Now it works.') };
      },
      { clock: createFastClock(10) },
    );
    await world.startBot();
    const shows = await askBoth(world);
    expect(shows.slack).toEqual(['Now it works.']);
    expect(shows.discord).toEqual(['Now it works.']);
  });

  it('to recognise its own thread gets a new one once', async () => {
    const world = await openWorld((asked, index) =>
      asked.threadId ? { refuse: { status: 404, body: '' } } : { pieces: pieces('Fine.'), threadId: `t${index}` },
    );
    await world.startBot();
    const channel = world.slackChannel('docs-help');
    const said = { channel, user: world.slackUser('ada') };
    const { ts } = await world.slack.say({ ...said, text: `<@${world.slack.botUserId}> One?` });
    await until(() => turns(world).length === 1);
    await world.slack.say({ ...said, text: 'Two?', thread: ts });
    await until(() => turns(world).length === 2);
    expect(world.slackShows(channel, ts)).toEqual(['Fine.', 'Fine.']);
    expect(world.service.asked.map((asked) => asked.threadId)).toEqual([undefined, 't0', undefined]);
  });
});

describe('an answer that is hard to show', () => {
  const table = `| n | name |\n| --- | --- |\n${Array.from({ length: 60 }, (_, row) => `| ${row} | row-${row} |`).join('\n')}`;
  const long = Array.from({ length: 500 }, (_, index) => `Sentence ${index} says something about it.`).join(' ');

  it.each<[string, string, readonly string[]]>([
    ['20,000 characters', long, ['Sentence 0 ', 'Sentence 250 ', 'Sentence 499 ']],
    ['one word of 10,000 characters', 'x'.repeat(10_000), []],
    ['a table of 60 rows', table, ['row-0', 'row-31', 'row-59']],
    ['nested fences', '````md\n```js\nlet a = 1;\n```\n````\n\nThe end.', ['let a = 1;', 'The end.']],
    ['a fence longer than a message', `\`\`\`ts\n${'const a = 1;\n'.repeat(400)}\`\`\`\n\nThe end.`, ['The end.']],
  ])('because of %s is shown completely, in messages that fit', async (_, text, words) => {
    const world = await openWorld(() => ({ pieces: pieces(text) }), { clock: createFastClock(10) });
    await world.startBot();
    const shows = await askBoth(world);
    for (const texts of [shows.slack, shows.discord]) {
      for (const word of words) expect(texts.join('\n')).toContain(word);
      for (const each of texts) expect((each.match(/^```/gm) ?? []).length % 2).toBe(0);
      const countOf = (whole: string, part: RegExp): number => whole.match(part)?.length ?? 0;
      expect(countOf(texts.join(''), /x/g)).toBeGreaterThanOrEqual(countOf(text, /x/g));
      expect(countOf(texts.join('\n'), /const a = 1;/g)).toBe(countOf(text, /const a = 1;/g));
    }
    expect(Math.max(...shows.slack.map((each) => each.length))).toBeLessThanOrEqual(4_000);
    expect(Math.max(...shows.discord.map((each) => each.length))).toBeLessThanOrEqual(2_000);
    nobodyPinged(world);
  });

  it('because it is hostile pings nobody and forges no link', async () => {
    const text = [
      'Hi <!channel> <!here> <!everyone> <@U0ADA00001> <!subteam^S1> <#C0DOCSHELP>',
      '@everyone @here <@&123456789012345678> <@123456789012345678> <#123456789012345678>',
      '[https://docs.example/login](https://evil.example/login) and <https://evil.example|docs.example>',
      '[docs](javascript:alert(1)) [go](discord://x) [go](slack://open)',
      '```\n<!channel> @everyone\n```',
    ].join('\n\n');
    const world = await openWorld(() => ({ pieces: text.match(/.{1,3}/gs) ?? [] }));
    await world.startBot();
    const { slack, discord } = await askBoth(world);
    nobodyPinged(world);
    const addresses = [...world.slack.links(), ...world.discord.links()].map((link) => JSON.stringify(link));
    expect(addresses.filter((link) => /javascript:|discord:\/\/|slack:\/\//.test(link))).toEqual([]);
    const misleading = 'https://docs.example/login';
    for (const texts of [slack, discord]) {
      const shown = texts.join('\n');
      if (shown.includes(misleading)) expect(shown.slice(shown.indexOf(misleading))).toMatch(/^\S+ \(\S*evil\.example/);
    }
  });
});

describe('a question that is too long', () => {
  it('is answered from its beginning, and says so', async () => {
    const world = await openWorld(() => ({ pieces: ['Short.'] }));
    await world.startBot();
    const channel = world.slackChannel('docs-help');
    const text = `<@${world.slack.botUserId}> ${'long '.repeat(10_000)}`;
    const { ts } = await world.slack.say({ channel, user: world.slackUser('ada'), text });
    await until(() => turns(world).length === 1);
    expect(world.slackShows(channel, ts).join('')).toContain(english.say('restUnread'));
    expect(world.service.asked[0]?.messages.at(-1)?.content.length).toBeLessThanOrEqual(10_000);
  });
});

describe('a restart in the middle of an answer', () => {
  it('continues it in the same message', async () => {
    const text = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
    const world = await openWorld((_, index) => ({ pieces: pieces(text), gapMs: index < 2 ? 150 : 5 }));
    const first = await world.startBot();
    const channel = world.slackChannel('docs-help');
    const { ts } = await world.slack.say({
      channel,
      user: world.slackUser('ada'),
      text: `<@${world.slack.botUserId}> Long?`,
    });
    const { id } = await world.discord.say({
      channel: world.discordChannel('docs-help'),
      user: world.discordUser('ada'),
      text: `<@${world.discord.botUserId}> Long?`,
    });
    await until(() => world.slackShows(channel, ts).length > 0 && world.discordShows(id).length > 0);
    await first.stop();
    expect(world.slackShows(channel, ts)[0]).toContain(english.say('interrupted'));
    await world.startBot();
    await until(() => turns(world).length === 2);
    expect(world.slackShows(channel, ts)).toEqual([text]);
    expect(world.discordShows(id)).toEqual([text]);
    expect(world.service.left()).toBe(2);
    nobodyPinged(world);
  });

  it('continues it in a new message if the workspace forbids edits', async () => {
    const text = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
    const world = await openWorld((_, index) => ({ pieces: pieces(text), gapMs: index === 0 ? 150 : 5 }));
    const first = await world.startBot();
    world.slack.faults.failNext('chat.update', { error: 'edit_window_closed' }, 999);
    const channel = world.slackChannel('docs-help');
    const said = { channel, user: world.slackUser('ada'), text: `<@${world.slack.botUserId}> Long?` };
    const { ts } = await world.slack.say(said);
    await until(() => world.slackShows(channel, ts).length > 0);
    await first.stop();
    const [opening = ''] = world.slackShows(channel, ts);
    await world.startBot();
    await until(() => turns(world).length === 1);
    const shows = world.slackShows(channel, ts);
    expect(shows[0]).toBe(opening);
    const words = shows.flatMap((each) => each.match(/word\d+/g) ?? []);
    expect(words).toEqual(text.split(' '));
    nobodyPinged(world);
  });

  it('loses no question that is asked in the meantime, by message or by command', async () => {
    const world = await openWorld((asked, index) => ({
      pieces: pieces(`To ${asked.messages.at(-1)?.content}`),
      ...(index === 0 && { ends: 'stalled' }),
    }));
    const { slack, discord } = world;
    const first = await world.startBot({ shutdownGraceMs: 1_500 });
    const here = { channel: world.slackChannel('docs-help'), user: world.slackUser('ada') };
    const there = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
    await slack.say({ ...here, text: `<@${slack.botUserId}> one` });
    await until(() => world.service.asked.length === 1);
    const stopped = first.stop();
    await slack.say({ ...here, text: `<@${slack.botUserId}> two` });
    await slack.command({ ...here, command: '/docs', text: 'three' });
    await discord.say({ ...there, text: `<@${discord.botUserId}> four` });
    await discord.command({ ...there, name: 'docs', options: { question: 'five', public: true } });
    await stopped;
    expect(world.service.asked).toHaveLength(1);
    await world.startBot();
    await until(() => turns(world).length === 5);
    expect(turns(world).map((turn) => Reflect.get(turn, 'state'))).toEqual(Array(5).fill('answered'));
    const onSlack = slack.allMessages(here.channel).map(({ text }) => text);
    const onDiscord = discord.threads(there.channel).flatMap(({ id }) => world.discordShows(id));
    for (const [shown, words] of [
      [onSlack, ['one', 'two', 'three']] as const,
      [onDiscord, ['four', 'five']] as const,
    ]) {
      for (const word of words) expect(shown.filter((text) => text.includes(`To ${word}`))).toHaveLength(1);
    }
  });

  it('does not restart the conversation on a platform that was unreachable', async () => {
    const world = await openWorld(() => ({ pieces: pieces('Here.') }));
    await world.startBot();
    world.slack.faults.dropSockets();
    world.discord.faults.dropSockets();
    const shows = await askBoth(world);
    expect(shows.slack).toEqual(['Here.']);
    expect(shows.discord).toEqual(['Here.']);
  });
});
