import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld, type World } from './world.ts';

const answer = 'Set the token in `docent.yml`, then restart. See **Tokens** for more.';
const sources = [{ path: '/guides/tokens', title: 'Tokens' }];

/** Says it in a channel, mentioning Docent. Returns the thread. */
async function askSlack(world: World, text: string, channel = 'docs-help', user = 'ada'): Promise<string> {
  const { slack } = world;
  const said = `<@${slack.botUserId}> ${text}`;
  return (await slack.say({ channel: world.slackChannel(channel), user: world.slackUser(user), text: said })).ts;
}

async function askDiscord(world: World, text: string, channel = 'docs-help', user = 'ada'): Promise<string> {
  const { discord } = world;
  const said = `<@${discord.botUserId}> ${text}`;
  return (await discord.say({ channel: world.discordChannel(channel), user: world.discordUser(user), text: said })).id;
}

function ended(world: World): number {
  return world.log.lines.filter((line) => line.phrase === 'turn ended').length;
}

/** Checks that nothing was refused and nobody was pinged. */
function harmless({ slack, discord }: World): void {
  expect(slack.violations).toEqual([]);
  expect(discord.violations).toEqual([]);
  expect(slack.pings()).toEqual([]);
  expect(discord.pings()).toEqual([]);
}

describe('a question', () => {
  it('gets a notice on both platforms if its answer cites no page or ended at the length limit', async () => {
    const world = await openWorld(({ messages }) => {
      const asked = messages.at(-1)?.content ?? '';
      return {
        pieces: pieces(answer),
        ...(asked.startsWith('Without') ? { outcome: 'answer' as const } : { sources }),
        // Pages that were only found are not what a refusal is based on.
        ...(asked.startsWith('Refused') && { outcome: 'refuse' as const }),
        ...(asked.startsWith('Long') && { ends: 'length' }),
      };
    });
    await world.startBot();
    for (const text of ['With pages?', 'Without pages?', 'Long?', 'Refused?']) {
      await askSlack(world, text);
      await askDiscord(world, text);
    }
    await until(() => ended(world) === 8);
    const { slack, discord } = world;
    const shown = [
      ...slack.allMessages(world.slackChannel('docs-help')).map((one) => JSON.stringify(one)),
      ...discord
        .threads(world.discordChannel('docs-help'))
        .flatMap(({ id }) => discord.messages(id).map(({ content }) => content)),
    ];
    for (const sentence of ['noSources', 'lengthLimit'] as const)
      expect(shown.filter((text) => text.includes(english.say(sentence)))).toHaveLength(2);
    // What the service says for clients that do not read its outcome is not said again.
    expect(shown.filter((text) => text.includes('The service says'))).toEqual([]);
  });

  it('is answered live in its thread on both platforms, with sources', async () => {
    const world = await openWorld(() => ({ pieces: pieces(answer), gapMs: 60, sources }));
    await world.startBot();
    const [ts, id] = await Promise.all([
      askSlack(world, 'Where is the token?'),
      askDiscord(world, 'Where is the token?'),
    ]);
    const channel = world.slackChannel('docs-help');
    const grown = new Set<number>();
    world.slack.onChange(() => grown.add(world.slackShows(channel, ts).join('').length));
    await until(() => ended(world) === 2);
    expect(world.slackShows(channel, ts).join('')).toContain('<https://docs.example/guides/tokens|Tokens>');
    expect(world.slackShows(channel, ts).join('')).toMatch(/then restart\. See \*+Tokens\*+ for more\./);
    expect(world.discordShows(id).join('')).toContain('then restart. See **Tokens** for more.');
    expect(world.discordShows(id).join('')).toContain('[Tokens](<https://docs.example/guides/tokens>)');
    expect(world.discord.thread(id)?.name).toContain('Where is the token?');
    expect(grown.size).toBeGreaterThanOrEqual(2);
    expect(world.service.asked.map((asked) => asked.messages)).toEqual([
      [expect.objectContaining({ role: 'user', content: 'Where is the token?' })],
      [expect.objectContaining({ role: 'user', content: 'Where is the token?' })],
    ]);
    expect(world.service.asked.map((asked) => asked.fp).sort()).toEqual([
      `discord:${world.discordUser('ada')}`,
      `slack:${world.slack.teamId}:${world.slackUser('ada')}`,
    ]);
    harmless(world);
  });

  it('gets a working indicator before the first word of its answer', async () => {
    const signs = Promise.withResolvers<void>();
    const world = await openWorld(() => ({ pieces: ['Late.'], after: signs.promise }), { clock: createFastClock(10) });
    await world.startBot();
    const [ts, id] = await Promise.all([askSlack(world, 'Slow?'), askDiscord(world, 'Slow?')]);
    await until(() => world.slack.status(world.slackChannel('docs-help'), ts) !== undefined);
    await until(() => world.discord.typing(id));
    signs.resolve();
    await until(() => ended(world) === 2);
    expect(world.slack.status(world.slackChannel('docs-help'), ts)).toBeUndefined();
    harmless(world);
  });

  it('that follows in the thread without a mention after a restart carries the thread id of the first answer', async () => {
    const world = await openWorld((_, index) => ({
      pieces: pieces(`Answer ${index}.`),
      threadId: `thread-${index}`,
      threadKey: `key-${index}`,
    }));
    const first = await world.startBot();
    const ts = await askSlack(world, 'First?');
    await until(() => ended(world) === 1);
    const id = await askDiscord(world, 'Elsewhere?');
    await until(() => ended(world) === 2);
    await first.stop();
    await world.startBot();
    const channel = world.slackChannel('docs-help');
    await world.slack.say({ channel, user: world.slackUser('ada'), text: 'And then?', thread: ts });
    await world.discord.say({ channel: id, user: world.discordUser('ada'), text: 'And there?' });
    await until(() => ended(world) === 4);
    const followUps = world.service.asked.slice(2).map(({ threadId, threadKey, messages }) => ({
      threadId,
      threadKey,
      said: messages.map((message) => message.content),
    }));
    expect(followUps).toEqual(
      expect.arrayContaining([
        { threadId: 'thread-0', threadKey: 'key-0', said: ['First?', 'Answer 0.', 'And then?'] },
        { threadId: 'thread-1', threadKey: 'key-1', said: ['Elsewhere?', 'Answer 1.', 'And there?'] },
      ]),
    );
    harmless(world);
  });

  it('is answered in direct messages, forum posts and slash commands too', async () => {
    const world = await openWorld(({ messages }) => ({ pieces: pieces(`Re: ${messages.at(-1)?.content}`) }));
    await world.startBot();
    const { slack, discord } = world;
    const dm =
      slack.channels.find((each) => each.kind === 'im' && each.members.includes(world.slackUser('ada')))?.id ?? '';
    const { ts } = await slack.say({ channel: dm, user: world.slackUser('ada'), text: 'Direct?' });
    await slack.command({
      command: '/docs',
      text: 'Command?',
      channel: world.slackChannel('docs-help'),
      user: world.slackUser('ada'),
    });
    const direct = await discord.directMessage({ user: world.discordUser('ada'), text: 'Direct?' });
    const { threadId } = await discord.post({
      forum: world.discordChannel('questions'),
      user: world.discordUser('ada'),
      title: 'A post',
      text: 'Forum?',
    });
    await discord.command({
      name: 'docs',
      options: { question: 'Command?', public: true },
      channel: world.discordChannel('docs-help'),
      user: world.discordUser('ada'),
    });
    await until(() => ended(world) === 5);
    expect(world.slackShows(dm, ts)).toEqual(['Re: Direct?']);
    expect(slack.messages(world.slackChannel('docs-help')).map(({ text }) => text)).toEqual([
      expect.stringContaining('Command?'),
      expect.stringMatching(/^Re: Command\?/),
    ]);
    expect(world.discordShows(direct.channel)).toEqual(['Re: Direct?']);
    expect(world.discordShows(threadId).join('')).toContain('Forum?');
    const [thread] = discord.threads(world.discordChannel('docs-help'));
    expect(world.discordShows(thread?.id ?? '').at(-1)).toBe('Re: Command?');
    harmless(world);
  });

  it('is answered in the channel, with the reason, if Docent may not open threads', async () => {
    const world = await openWorld(() => ({ pieces: pieces('Here.') }));
    await world.startBot();
    await askDiscord(world, 'Where?', 'no-threads');
    await until(() => ended(world) === 1);
    const [shown] = world.discordShows(world.discordChannel('no-threads'));
    expect(shown).toContain('Here.');
    expect(shown).toContain('not allowed to open a thread');
    harmless(world);
  });

  it('asked with /docs is answered to the asker only if Docent may not post', async () => {
    const world = await openWorld(() => ({ pieces: pieces('Only you.') }));
    await world.startBot();
    const channel = world.slackChannel('no-bot-here');
    await world.slack.command({ command: '/docs', text: 'Private?', channel, user: world.slackUser('ada') });
    await until(() => ended(world) === 1);
    const [, shown] = world.slack.messages(channel).filter((one) => one.visibleTo === world.slackUser('ada'));
    expect(shown?.text).toContain('Only you.');
  });
});

describe('25 simultaneous questions in one workspace', () => {
  it('are all answered completely, each in its own thread, without a rejected call', async () => {
    const long = Array.from({ length: 60 }, (_, line) => `Line ${line} of the answer.`).join('\n');
    const world = await openWorld(
      ({ messages }) => ({ pieces: pieces(`${messages.at(-1)?.content}\n\n${long}`), gapMs: 5 }),
      { clock: createFastClock(10) },
    );
    await world.startBot();
    const numbers = Array.from({ length: 25 }, (_, index) => index);
    const slackThreads = await Promise.all(numbers.map((number) => askSlack(world, `Question ${number}.`)));
    const discordThreads = await Promise.all(numbers.map((number) => askDiscord(world, `Question ${number}.`)));
    await until(() => ended(world) === 50);
    for (const [number, ts] of slackThreads.entries()) {
      const shown = world.slackShows(world.slackChannel('docs-help'), ts);
      expect(shown).toHaveLength(1);
      expect(shown[0]).toMatch(new RegExp(`^Question ${number}\\.\\n[^]*Line 59 of the answer\\.$`));
    }
    for (const [number, id] of discordThreads.entries()) {
      const shown = world.discordShows(id);
      expect(shown.join('\n')).toMatch(new RegExp(`^Question ${number}\\.\\n[^]*Line 59 of the answer\\.$`));
    }
    harmless(world);
  });
});
