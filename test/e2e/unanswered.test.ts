/** What a question gets that the docs do not answer, by place, through the real SDKs on both platforms. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import type { Clock } from '../../src/kit/base/clock.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces, type Scripted } from './assistant-service.ts';
import { ended, harmless, startBot } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

const question = 'How do I rotate the API key of my project?';
const refused: Scripted = { pieces: pieces('The docs do not say.'), outcome: 'refuse', sources: [{ path: '/found' }] };
const pages = [{ path: '/guides/keys', metadata: { title: 'Keys' }, content: 'Rotate keys.' }];

/** Asks in the channel, and returns what is shown below the question. */
async function ask(world: World, platform: 'slack' | 'discord', text: string): Promise<() => readonly string[]> {
  if (platform === 'slack') {
    const [channel, user] = [world.slackChannel('docs-help'), world.slackUser('ada')];
    const { ts } = await world.slack.say({ channel, user, text: text.replace('@us', `<@${world.slack.botUserId}>`) });
    return () => world.slackShows(channel, ts);
  }
  const [channel, user] = [world.discordChannel('docs-help'), world.discordUser('ada')];
  const words = text.replace('@us', `<@${world.discord.botUserId}>`);
  const { id } = await world.discord.say({ channel, user, text: words });
  // A thread has the id of the message that it was opened from.
  return () => (world.discord.messages(channel).find((each) => each.id === id)?.thread ? world.discordShows(id) : []);
}

async function openAuto(scripted: Scripted, settings = 'mode: auto', clock?: Clock): Promise<World> {
  const world = await openWorld(() => scripted, { found: pages, ...(clock && { clock }) });
  const sites = new Map([['default', world.assistant]]);
  await startBot(world, { routing: { ...routingOf(world, `defaults: { ${settings} }`), sites } });
  return world;
}

describe.each(['slack', 'discord'] as const)('without a mention on %s,', (platform) => {
  it('nothing is shown and no thread opened by default, but a mention is answered', async () => {
    const world = await openAuto(refused);
    const shows = await ask(world, platform, question);
    await until(() => ended(world).length === 1);
    expect(ended(world)).toMatchObject([{ state: 'answered', code: 'silent' }]);
    expect(shows()).toEqual([]);
    const answered = await ask(world, platform, `@us ${question}`);
    await until(() => ended(world).length === 2);
    expect(answered().join()).toContain('The docs do not say.');
    harmless(world);
  });

  it('a failure of the assistant is not shown by default', async () => {
    const world = await openAuto({ refuse: { status: 402, body: '{}' } });
    const shows = await ask(world, platform, question);
    await until(() => ended(world).length === 1);
    expect(ended(world)).toMatchObject([{ state: 'failed', code: 'out_of_credits' }]);
    expect(shows()).toEqual([]);
  });

  it('an answer with a page is shown', async () => {
    const world = await openAuto({ pieces: pieces('Like this.'), sources: [{ path: '/keys', title: 'Keys' }] });
    const shows = await ask(world, platform, question);
    await until(() => ended(world).length === 1);
    expect(shows().join()).toMatch(/Like this\.[\s\S]*Keys/);
    harmless(world);
  });

  it('the nearest pages are shown in place of the words with `unanswered: pages`', async () => {
    const world = await openAuto(refused, 'mode: auto, unanswered: pages');
    const shows = await ask(world, platform, question);
    await until(() => ended(world).length === 1);
    expect(shows().join()).toContain(english.say('nearest.heading'));
    expect(shows().join()).toContain('https://docs.example/guides/keys');
    expect(shows().join()).not.toContain('The docs do not say.');
    harmless(world);
  });

  it('the words are shown after two seconds without a page with `unanswered: say`', async () => {
    const over = Promise.withResolvers<void>();
    onTestFinished(() => over.resolve());
    const later = { query: 'more', until: over.promise };
    const scripted = { pieces: pieces('It may be so.'), laterQuery: later };
    const world = await openAuto(scripted, 'mode: auto, unanswered: say', createFastClock(10));
    const shows = await ask(world, platform, question);
    await until(() => shows().join().includes('It may be so.'));
    over.resolve();
    await until(() => ended(world).length === 1);
  });
});
