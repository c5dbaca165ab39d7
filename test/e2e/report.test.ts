/**
 * The report command through the real SDKs on both platforms: who may use it, what it shows privately, and what it
 * never shows.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Config } from '../../src/bot/config/config.ts';
import { english, Wording } from '../../src/bot/wording/wording.ts';
import { createOpsServer } from '../../src/kit/ops/http.ts';
import { openDatabase } from '../../src/kit/sql/database.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { ended, harmless, rooms, startBot } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

type Platform = 'slack' | 'discord';
const platforms = ['slack', 'discord'] as const;

/** Grace may read reports on either platform. */
function allowing(world: World): Partial<Config> {
  return { reportAllow: [`slack:${world.slackUser('grace')}`, `discord:${world.discordUser('grace')}`] };
}

/** The docs only say where to find keys. */
async function open(change: (world: World) => Partial<Config> = allowing): Promise<World> {
  const world = await openWorld(({ messages }) => {
    const isKnown = messages.at(-1)?.content.includes('key');
    return { pieces: pieces('See there.'), ...(isKnown && { sources: [{ path: '/guides/keys', title: 'Keys' }] }) };
  });
  await startBot(world, change(world));
  return world;
}

/** Asks with a mention, each question in its own thread, and waits for the answers. */
async function ask(world: World, platform: Platform, ...questions: readonly string[]) {
  const opened = [];
  for (const question of questions) {
    const before = ended(world).length;
    opened.push(await rooms[platform](world, question));
    await until(() => ended(world).length > before);
  }
  return opened;
}

/** What only this person was shown in #docs-help. */
function shownTo(world: World, platform: Platform, name: string): readonly string[] {
  if (platform === 'slack') {
    const [channel, user] = [world.slackChannel('docs-help'), world.slackUser(name)];
    return world.slack.allMessages(channel).flatMap((one) => (one.visibleTo === user ? [one.text] : []));
  }
  const [channel, user] = [world.discordChannel('docs-help'), world.discordUser(name)];
  return world.discord.messages(channel).flatMap((one) => (one.visibleTo === user ? [one.content] : []));
}

/** Types the command and waits for the response. */
async function type(world: World, platform: Platform, name: string, text = ''): Promise<string> {
  const before = shownTo(world, platform, name).length;
  if (platform === 'slack') {
    const [channel, user] = [world.slackChannel('docs-help'), world.slackUser(name)];
    await world.slack.command({ command: '/docs-report', text, channel, user });
  } else {
    const [channel, user] = [world.discordChannel('docs-help'), world.discordUser(name)];
    const options: Record<string, string> = text === '' ? {} : { since: text };
    await world.discord.command({ name: 'docs-report', options, channel, user });
  }
  await until(() => (shownTo(world, platform, name).at(before) ?? '') !== '');
  return shownTo(world, platform, name).at(-1) ?? '';
}

/** Strips the platforms' markup. */
function plainly(text: string): string {
  return text.replaceAll(/[*\\]/g, '');
}

describe.each(platforms)('the report on %s', (platform) => {
  it('privately shows permitted people what was asked, how it went, what recurs and which pages fell short', async () => {
    const world = await open();
    const [first, second] = await ask(world, platform, 'How do I rotate the API key?', 'rotate api keys, how?');
    await ask(world, platform, 'Is there an export to Excel?');
    await second?.press('linus', 'Not helpful');
    await until(() => second?.hasForm('linus') ?? false);
    const shown = [first?.shows(), second?.shows()];
    const report = plainly(await type(world, platform, 'grace', '1d'));
    const place = `${platform === 'slack' ? 'Slack' : 'Discord'}, ${english.say('reportPlace.mention')}`;
    for (const line of [
      'Questions: 3 · answered: 2 · without an answer in the docs: 1 · not helpful: 1',
      `${place} · Questions: 3 · answered: 2 · without an answer in the docs: 1 · not helpful: 1`,
      'asked: 2 · not helpful: 1',
      'Keys · cited: 2',
      'Keys · not helpful: 1 · cited: 2',
    ])
      expect(report).toContain(line);
    expect(report).toMatch(/^\W*Time to the first words: [\d.]+ s \(median\), [\d.]+ s \(95th percentile\)$/m);
    expect(report).toMatch(/rotate.*https?:.*https?:/);
    expect(report).not.toMatch(/Excel|grace|linus|guides/i);
    expect([first?.shows(), second?.shows()]).toEqual(shown);
    harmless(world);
  });

  it('can be requested by a mention, even in a thread', async () => {
    const world = await open();
    const [room] = await ask(world, platform, 'How do I rotate the key?');
    await room?.say('grace', `${room.us}report 7d`);
    if (platform === 'discord') {
      await until(() => (room?.buttons() ?? []).includes(english.say('button.goOn')));
      await room?.press('grace', english.say('button.goOn'));
    }
    await until(() => room?.told('grace').length === 1);
    expect(plainly(room?.told('grace')[0] ?? '')).toContain('Questions: 1 · answered: 1');
    expect(world.service.asked).toHaveLength(1);
    await room?.say('grace', `${room.us}report a bug with keys?`);
    await until(() => ended(world).length === 2);
    expect(room?.told('grace')).toHaveLength(1);
    expect(world.service.asked).toHaveLength(2);
    harmless(world);
  });

  it('is refused to everyone else in one private sentence, which names the rule', async () => {
    const world = await open();
    const user = platform === 'slack' ? world.slackUser('linus') : world.discordUser('linus');
    const identity = `${platform}:${user}`;
    expect(plainly(await type(world, platform, 'linus'))).toBe(english.say('reportRefused.not_listed', { identity }));
    harmless(world);
  });

  it('can be read by members of a group or role that the list names, but not by a guest whom it names', async () => {
    const world = await open((it) => {
      const role = it.discord.roles.find(({ name }) => name === 'Maintainer')?.id;
      const guests = [`slack:${it.slackUser('noor')}`, `discord:${it.discordUser('linus')}`];
      return { reportAllow: ['slack:S0DEPLOY01', `discord:${role}`, ...guests] };
    });
    expect(await type(world, platform, 'grace')).toMatch(/^Nobody asked anything/);
    const [linus] = world.discord.users.filter(({ name }) => name === 'linus');
    if (linus) world.discord.changeUser({ ...linus, guest: true });
    const guest = platform === 'slack' ? 'noor' : 'linus';
    expect(plainly(await type(world, platform, guest))).toBe(english.say('reportRefused.guest'));
    harmless(world);
  });

  it('is refused to everyone if REPORT_ALLOW is not set', async () => {
    const world = await open(() => ({}));
    const user = platform === 'slack' ? world.slackUser('grace') : world.discordUser('grace');
    const identity = `${platform}:${user}`;
    expect(plainly(await type(world, platform, 'grace'))).toBe(english.say('reportRefused.nobody', { identity }));
  });

  it('explains what can be typed if it does not understand, and says so if nobody asked anything', async () => {
    const world = await open();
    for (const text of ['soon', '0d', '9999d', '7 weeks']) {
      expect(await type(world, platform, 'grace', text)).toBe(
        english.say('report.usage', { days: '`7d`', hours: '`12h`' }),
      );
    }
    expect(await type(world, platform, 'grace', '12h')).toMatch(/^Nobody asked anything from .*UTC to .*UTC\.$/);
    harmless(world);
  });

  it('is silent where Docent is turned off', async () => {
    const world = await open((it) => ({ ...allowing(it), routing: routingOf(it, 'defaults: { mode: off }') }));
    expect(await type(world, platform, 'grace')).toBe(english.say('refused.off'));
  });

  it('links to the whole report as a page, which nobody else can make a link to', async () => {
    const world = await openWorld(() => ({ pieces: pieces('See there.') }));
    const app = await startBot(world, { ...allowing(world), reportUrl: 'https://bot.example' });
    const metrics = { text: async () => '', contentType: 'text/plain' };
    const health = () => app.health();
    const server = await createOpsServer({ host: '127.0.0.1', port: 0, health, metrics, listeners: app.listeners });
    onTestFinished(() => server.close());
    const open = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
    await ask(world, platform, 'How do I rotate the API key?');
    const report = await type(world, platform, 'grace');
    const [, path = ''] = /https:\/\/bot\.example(\/report\?for=[\w.-]+)/.exec(report) ?? [];
    const page = await open(path);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await page.text()).toContain('What people asked');
    const forged = await open(path.replace(/\.(.)(?=[\w-]+$)/, (_, first) => (first === 'A' ? '.B' : '.A')));
    expect([forged.status, await forged.text()]).toEqual([404, expect.stringContaining('no longer works')]);
    expect((await open('/report')).status).toBe(404);
    harmless(world);
  });

  it('is in the language of its reader', async () => {
    const world = await open((it) => ({ ...allowing(it), routing: routingOf(it, 'defaults: { language: de }') }));
    await ask(world, platform, 'How do I rotate the key?');
    const report = plainly(await type(world, platform, 'grace'));
    expect(report).toContain(new Wording('de').say('report.questions', { total: 1 }));
    expect(report).toMatch(/Erste Wörter nach \d+(,\d)? s/);
  });

  it('counts private answers, but shows no words of them', async () => {
    const world = await open();
    const text = 'Where is my secret key?';
    for (const _ of [1, 2]) {
      const before = ended(world).length;
      const channel = platform === 'slack' ? world.slackChannel('docs-help') : world.discordChannel('docs-help');
      if (platform === 'slack')
        await world.slack.command({ command: '/docs', text, channel, user: world.slackUser('ada') });
      else
        await world.discord.command({
          name: 'docs',
          options: { question: text, public: false },
          channel,
          user: world.discordUser('ada'),
        });
      await until(() => ended(world).length > before);
    }
    const report = plainly(await type(world, platform, 'grace'));
    expect(report).toContain('Questions: 2 · answered: 2');
    expect(report).not.toContain('secret');
    expect(report).not.toContain(english.say('report.topics'));
  });

  it('fits in one message, however much was asked', async () => {
    const world = await open();
    const long = (at: number) => `${`key${at} `.repeat(30)}<&>*_`.slice(0, 180);
    const themes = Array.from({ length: 6 }, (_, at) => long(at));
    await ask(world, platform, ...themes, ...themes);
    const report = await type(world, platform, 'grace');
    expect(report).toContain(english.say('report.pages'));
    harmless(world);
  }, 60_000);
});

it.each(platforms)('the weekly report is posted once in its channel on %s, even after a restart', async (platform) => {
  const world = await openWorld(() => ({ pieces: pieces('See there.') }), { clock: createFastClock(20) });
  const app = await world.startBot();
  await ask(world, platform, 'How do I rotate the key?');
  await app.stop();
  // Due now, because waiting for the next minute would take too long.
  const database = await openDatabase(world.database);
  await database.sql
    .updateTable('turns')
    .set(({ eb }) => ({ asked_at: eb('asked_at', '-', 3_600_000) }))
    .execute();
  await database.close();
  const at = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  const day = (['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const)[at.getUTCDay()] ?? 'sun';
  const channel = platform === 'slack' ? world.slackChannel('general') : world.discordChannel('general');
  const weeklyReport = { platform, channel, day, time: at.toISOString().slice(11, 16), timeZone: 'UTC' };
  const shows = () => (platform === 'slack' ? world.slackShows(channel) : world.discordShows(channel));
  const second = await world.startBot({ weeklyReport });
  await until(() => world.log.lines.some(({ phrase }) => phrase === 'weekly report posted'));
  expect(shows().map(plainly)).toEqual([expect.stringContaining('Questions: 1')]);
  await second.stop();
  await world.startBot({ weeklyReport });
  await ask(world, platform, 'And how often?');
  expect(shows()).toHaveLength(1);
  harmless(world);
});
