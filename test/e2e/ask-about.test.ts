/** Asking about a message from its menu, through the real SDKs on both platforms. */
import { describe, expect, it } from 'vitest';
import { askCommand } from '../../src/bot/platforms/discord/inbound/interactions/message-command.ts';
import { askShortcut } from '../../src/bot/platforms/slack/inbound/shortcuts.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld, type World, withoutNoSources } from './world.ts';

const asked = 'How do I rotate keys?';

function ended(world: World, count: number): Promise<void> {
  return until(() => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length === count);
}

async function openAnswering(): Promise<World> {
  const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
  await world.startBot();
  return world;
}

function harmless({ slack, discord }: World): void {
  expect([slack.violations, discord.violations, slack.pings(), discord.pings()]).toEqual([[], [], [], []]);
}

describe('the message shortcut in Slack', () => {
  it('asks the text of a message once in its thread, and names the asker without a ping', async () => {
    const world = await openAnswering();
    const { slack } = world;
    const [channel, ada, grace] = [world.slackChannel('docs-help'), world.slackUser('ada'), world.slackUser('grace')];
    const { ts } = await slack.say({ channel, user: ada, text: asked });
    const ask = (user: string, of = ts) => slack.shortcut({ channel, user, ts: of, callbackId: askShortcut });
    await ask(grace);
    await ended(world, 1);
    expect(world.slackShows(channel, ts)).toEqual([
      english.say('askedAboutThis', { name: '@Grace Murray' }),
      'Answer 0.',
    ]);
    expect(world.service.asked[0]).toMatchObject({ fp: `slack:${slack.teamId}:${grace}` });
    expect(world.service.asked[0]?.messages.map(({ content }) => content)).toEqual([asked]);
    await ask(grace);
    await until(() => slack.allMessages(channel).some(({ text }) => text === english.say('askedAlready')));
    const reply = await slack.say({ channel, user: ada, text: 'Does it <cost> me?', thread: ts });
    await ended(world, 2);
    await ask(grace, reply.ts);
    await ended(world, 3);
    expect(world.slackShows(channel, ts).at(-2)).toBe('@Grace Murray asked:\n> Does it &lt;cost&gt; me?');
    harmless(world);
  });

  it('answers the asker only if Docent may not post', async () => {
    const world = await openAnswering();
    const { slack } = world;
    const [channel, ada] = [world.slackChannel('no-bot-here'), world.slackUser('ada')];
    const { ts } = await slack.say({ channel, user: ada, text: asked });
    await slack.shortcut({ channel, user: ada, ts, callbackId: askShortcut });
    await ended(world, 1);
    const mine = slack.allMessages(channel).filter(({ visibleTo }) => visibleTo === ada);
    expect(mine.map(({ text }) => text)).toEqual([
      `${english.say('lookingUp')}\n> How do I rotate keys?`,
      expect.stringContaining('Answer 0.'),
    ]);
  });
});

describe('the message command in Discord', () => {
  it.each(['docs-help', 'no-threads'])('asks the text of a message in #%s once, in place', async (name) => {
    const world = await openAnswering();
    const { discord } = world;
    const [channel, ada, grace] = [world.discordChannel(name), world.discordUser('ada'), world.discordUser('grace')];
    const { id: message } = await discord.say({ channel, user: ada, text: asked });
    const ask = () => discord.contextMenu({ name: askCommand, channel, user: grace, message });
    const { message: first } = await ask();
    await ended(world, 1);
    const { message: second } = await ask();
    const said = discord.messages(channel).filter(({ id }) => id === first || id === second);
    expect(said.map(({ content, visibleTo }) => [content, visibleTo])).toEqual([
      [english.say('answeredThere'), grace],
      [english.say('askedAlready'), grace],
    ]);
    const place = name === 'docs-help' ? message : channel;
    const answers = discord
      .messages(place)
      .filter(({ author, visibleTo, system }) => author === discord.botUserId && !visibleTo && !system);
    expect(answers.map(({ content }) => content)).toEqual([expect.stringMatching(/^Answer 0\./)]);
    expect(world.service.asked[0]?.messages.map(({ content }) => content)).toEqual([asked]);
    harmless(world);
  });

  it('quotes the message in a thread, and says so if there is no text', async () => {
    const world = await openAnswering();
    const { discord } = world;
    const [channel, ada] = [world.discordChannel('docs-help'), world.discordUser('ada')];
    const { id: thread } = await discord.say({ channel, user: ada, text: `<@${discord.botUserId}> First?` });
    await ended(world, 1);
    const { id: reply } = await discord.say({ channel: thread, user: world.discordUser('grace'), text: 'Me too.' });
    await ended(world, 2);
    await discord.contextMenu({ name: askCommand, channel: thread, user: ada, message: reply });
    await ended(world, 3);
    expect(world.discordShows(thread).slice(-2)).toEqual([expect.stringContaining('> Me too.'), 'Answer 1.']);
    harmless(world);
  });

  it('answers the asker only if Docent may not post, and again when asked again', async () => {
    const world = await openAnswering();
    const { discord } = world;
    const [channel, ada] = [world.discordChannel('read-only'), world.discordUser('ada')];
    const { id: message } = await discord.say({ channel, user: ada, text: asked });
    for (const count of [1, 2]) {
      await discord.contextMenu({ name: askCommand, channel, user: ada, message });
      await ended(world, count);
    }
    const mine = discord.messages(channel).filter(({ visibleTo }) => visibleTo === ada);
    expect(mine.map(({ content }) => withoutNoSources(content))).toEqual(['Answer 0.', 'Answer 1.']);
    harmless(world);
  });
});
