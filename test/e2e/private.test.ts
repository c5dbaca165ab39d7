/** Answers to commands that only the asker sees, and sharing one, through the real SDKs on both platforms. */
import { describe, expect, it } from 'vitest';
import type { App } from '../../src/bot/app/app.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { walk } from '../../src/sandbox/discord/rest/components.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld, type World } from './world.ts';

const answer = 'Run `docent rotate`; see [keys](https://docs.example/keys).';

const lookingUp = `${english.say('lookingUp')}\n> How do I rotate keys?`;

function ended(world: World, count: number): Promise<void> {
  return until(() => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length === count);
}

async function openAnswering(): Promise<World & { readonly app: App }> {
  const world = await openWorld(() => ({ pieces: pieces(answer), gapMs: 10 }));
  return { ...world, app: await world.startBot() };
}

function harmless({ slack, discord }: World): void {
  expect([slack.violations, discord.violations, slack.pings(), discord.pings()]).toEqual([[], [], [], []]);
}

describe('/docs in Slack', () => {
  const ask = async (world: World, place: string) => {
    const [channel, user] = [world.slackChannel(place), world.slackUser('ada')];
    await world.slack.command({ command: '/docs', text: 'How do I rotate keys?', channel, user });
    return { channel, user };
  };
  const seenBy = (world: World, { channel, user }: { channel: string; user: string }) =>
    world.slack.allMessages(channel).filter(({ visibleTo }) => visibleTo === user);

  it('is answered once, to the asker only, below a line that quotes the question', async () => {
    const world = await openAnswering();
    const place = await ask(world, 'docs-help');
    await ended(world, 1);
    const [quoted, answered, ...more] = seenBy(world, place);
    expect(more).toEqual([]);
    expect(quoted?.text).toBe(lookingUp);
    expect(answered?.text).toContain('Run `docent rotate`');
    expect(answered?.text).not.toContain(english.say('place.private_only'));
    expect(world.slack.allMessages(place.channel).filter(({ visibleTo }) => visibleTo === undefined)).toEqual([]);
    harmless(world);
  });

  it('is shared once in the channel by its button, even after a restart, and people continue in its thread', async () => {
    const world = await openAnswering();
    const place = await ask(world, 'docs-help');
    await ended(world, 1);
    await world.app.stop();
    await world.startBot();
    const [, mine] = seenBy(world, place);
    const press = () => world.slack.press({ ...place, ts: mine?.ts ?? '', button: english.say('button.share') });
    await press();
    await ended(world, 2);
    await press();
    await until(() => seenBy(world, place).some(({ text }) => text === english.say('sharedAlready')));
    const [root] = world.slack.messages(place.channel).filter(({ visibleTo }) => visibleTo === undefined);
    expect(root?.text).toBe(`${english.say('sharedBy', { name: '@Ada Byron' })}\n> How do I rotate keys?`);
    expect(world.slackShows(place.channel, root?.ts).slice(1)).toEqual([expect.stringContaining('docent rotate')]);
    const user = world.slackUser('ada');
    await world.slack.say({ channel: place.channel, user, text: 'And how often should I?', thread: root?.ts ?? '' });
    await ended(world, 3);
    expect(world.service.asked).toHaveLength(2);
    expect(world.service.asked[1]?.messages.map(({ content }) => content)).toEqual([
      'How do I rotate keys?',
      answer,
      'And how often should I?',
    ]);
    harmless(world);
  });

  it('tells the asker why it cannot be shared if Docent may not post', async () => {
    const world = await openAnswering();
    const place = await ask(world, 'no-bot-here');
    await ended(world, 1);
    const [, mine] = seenBy(world, place);
    await world.slack.press({ ...place, ts: mine?.ts ?? '', button: english.say('button.share') });
    await ended(world, 2);
    expect(seenBy(world, place).map(({ text }) => text)).toEqual([
      lookingUp,
      expect.stringContaining(english.say('place.private_only')),
    ]);
  });
});

describe('/docs in Discord', () => {
  const ask = async (world: World, place: string, options: Record<string, string | boolean> = {}) => {
    const [channel, user] = [world.discordChannel(place), world.discordUser('ada')];
    const asked = { question: 'How do I rotate keys?', ...options };
    const { message = '' } = await world.discord.command({ name: 'docs', options: asked, channel, user });
    return { channel, user, message };
  };
  const shown = (world: World, { channel }: { channel: string }) =>
    world.discord.messages(channel).map(({ content, visibleTo }) => ({ content, isPrivate: visibleTo !== undefined }));

  it('is answered to the asker only, growing in the response', async () => {
    const world = await openWorld(() => ({ pieces: ['Run `docent rotate`. ', 'Then wait.'], ends: 'stalled' }));
    const app = await world.startBot();
    const place = await ask(world, 'docs-help');
    await until(() => shown(world, place).some(({ content }) => content.includes('Run')));
    expect(shown(world, place)).toEqual([{ content: expect.stringContaining('Run'), isPrivate: true }]);
    expect(world.discord.threads(place.channel)).toEqual([]);
    await app.stop();
  });

  it('ends after seconds and is logged when its webhook is unknown, even over a restart, and the asker is told elsewhere', async () => {
    const clock = createFastClock(20);
    const world = await openWorld(() => ({ pieces: pieces(answer) }), { clock });
    const app = await world.startBot();
    const { discord } = world;
    const reads = () => discord.calls.filter(({ route }) => route === 'GET /webhooks/:id/:id/messages/:id').length;
    discord.faults.failNext('GET /webhooks/:id/:id/messages/:id', { code: 10015 }, 1_000);
    await ask(world, 'docs-help');
    await until(() => reads() > 0);
    await app.stop();
    await world.startBot();
    await ended(world, 1);
    expect(reads()).toBeLessThan(12);
    expect(world.log.lines).toContainEqual(
      expect.objectContaining({ phrase: 'reply could not be shown', level: 'warn' }),
    );
    const direct = discord.channels.find(({ kind, name }) => kind === 'dm' && name === 'ada')?.id ?? '';
    await until(() => world.discordShows(direct).length === 1);
    expect(world.discordShows(direct)).toEqual([english.say('commandLost')]);
    expect(world.service.asked).toEqual([]);
  });

  it('can be stopped by its button while it grows, and asked again afterwards', async () => {
    const world = await openWorld(() => ({ pieces: pieces(`${'word '.repeat(60)}end`), gapMs: 150 }));
    await world.startBot();
    const place = await ask(world, 'docs-help');
    const mine = () => world.discord.messages(place.channel).find(({ id }) => id === place.message);
    const buttons = () =>
      walk(mine()?.components ?? []).flatMap(({ label }) => (typeof label === 'string' ? [label] : []));
    await until(() => buttons().includes(english.say('button.stop')));
    await world.discord.press({ ...place, button: english.say('button.stop') });
    await ended(world, 1);
    expect(mine()?.content).toContain(english.say('stopped'));
    expect(mine()?.content).not.toContain('end');
    expect(buttons()).toEqual([english.say('button.again')]);
    harmless(world);
  });

  it('is answered publicly with the option public', async () => {
    const world = await openAnswering();
    const place = await ask(world, 'docs-help', { public: true });
    await ended(world, 1);
    const [thread] = world.discord.threads(place.channel);
    expect(world.discordShows(thread?.id ?? '')).toEqual([expect.stringContaining('docent rotate')]);
    harmless(world);
  });

  it.each(['docs-help', 'no-threads', 'read-only'])(
    'is shared in #%s by its button, which then disappears',
    async (name) => {
      const world = await openAnswering();
      const place = await ask(world, name);
      await ended(world, 1);
      await world.discord.press({ ...place, button: english.say('button.share') });
      await ended(world, 2);
      const mine = world.discord.messages(place.channel).find(({ id }) => id === place.message);
      expect(walk(mine?.components ?? []).map(({ label }) => label)).not.toContain(english.say('button.share'));
      const all = [place.channel, ...world.discord.threads(place.channel).map(({ id }) => id)]
        .flatMap((each) => world.discord.messages(each))
        .filter(({ visibleTo, system }) => visibleTo === undefined && !system);
      expect(all.map(({ content }) => content)).toEqual([
        `${english.say('sharedBy', { name: 'Ada Byron' })}\n> How do I rotate keys?`,
        expect.stringContaining('docent rotate'),
      ]);
      expect(world.service.asked).toHaveLength(1);
      harmless(world);
    },
  );
});
