/** Real processes, killed with -9: what they leave behind continues in the same message, or in another process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/kit/sql/database.ts';
import { postgres } from '../kit/sql/engines.ts';
import { createReplica, type Replica, settingsFor } from '../lab/soak/replica.ts';
import { until } from '../sandbox/slack/until.ts';
import { docsFolder } from '../service/folder.ts';
import { pieces } from './assistant-service.ts';
import { callPeople, rooms } from './room.ts';
import { openWorld, type World } from './world.ts';

/** Not started yet; killed when the test ends. */
function replicaIn(world: World, settings: Readonly<Record<string, string>>): Replica {
  const folder = mkdtempSync(join(tmpdir(), 'docent-kill-'));
  // The notice that an AI writes has tests of its own.
  writeFileSync(join(folder, 'docent.yaml'), 'defaults: { aiNotice: off }\n');
  const replica = createReplica(
    { ...settingsFor(world, settings.DATABASE_URL ?? 'sqlite:docent.db'), ...settings },
    folder,
  );
  onTestFinished(async () => {
    await replica.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  return replica;
}

async function askBoth({ slack, discord, ...world }: World) {
  const channel = world.slackChannel('docs-help');
  const { ts } = await slack.say({ channel, user: world.slackUser('ada'), text: `<@${slack.botUserId}> Long?` });
  const there = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
  const { id } = await discord.say({ ...there, text: `<@${discord.botUserId}> Long?` });
  return {
    /** What each platform shows, one text per message. */
    texts: () => [world.slackShows(channel, ts), world.discordShows(id)],
    ids: () => [
      slack.messages(channel, ts).flatMap((one) => (one.user === slack.botUserId ? [one.ts] : [])),
      discord.messages(id).flatMap((one) => (one.author === discord.botUserId ? [one.id] : [])),
    ],
  };
}

it.each([
  ['is killed', (bot: Replica) => bot.kill()],
  ['is told twice to stop', (bot: Replica) => bot.stopAtOnce()],
])(
  'a bot that %s in mid-answer and is restarted finishes the answer in the same message, on Slack and on Discord',
  async (_, end) => {
    const text = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    // The first two answers stop halfway, however long it takes to end the bot.
    const half = text.slice(0, text.indexOf('word30'));
    const world = await openWorld((_, index) =>
      index < 2 ? { pieces: pieces(half), gapMs: 5, ends: 'stalled' } : { pieces: pieces(text), gapMs: 5 },
    );
    const bot = replicaIn(world, {});
    await bot.start();
    await until(() => world.slack.connections() > 0 && world.discord.sessions() > 0);
    const answers = await askBoth(world);
    await until(() => answers.texts().every(([shown = '']) => shown.includes('word3')));
    await end(bot);
    const [texts, ids] = [answers.texts(), answers.ids()];
    for (const [shown = ''] of texts) expect(shown).not.toContain('word59');
    await bot.start();
    await until(() => answers.texts().every(([shown]) => shown === text));
    expect(answers.texts()).toEqual([[text], [text]]);
    expect(answers.ids()).toEqual(ids);
    expect(world.service.asked).toHaveLength(4);
    expect(await bot.stop()).toBe(0);
  },
);

it.each([
  ['before the operators are told', 'discord', 'slack'],
  ['before it knows that the operators were told', 'slack', 'discord'],
] as const)('a call for help whose process is killed %s reaches the operators once', async (_, platform, told) => {
  const world = await openWorld(() => ({ pieces: pieces('Answer.') }));
  const { slack, discord } = world;
  const general = told === 'slack' ? world.slackChannel('general') : world.discordChannel('general');
  const cards = () => (told === 'slack' ? world.slackShows(general) : world.discordShows(general));
  const role = discord.roles.find(({ name }) => name === 'Maintainer')?.id;
  const folder = docsFolder({
    'docent.yaml': `slack: { handover: 'slack:S0DEPLOY01' }\ndiscord: { handover: 'discord:${role}' }\n`,
  });
  const database = `sqlite:${join(folder, 'docent.db')}`;
  const settings = { DATABASE_URL: database, DOCENT_CONFIG: join(folder, 'docent.yaml') };
  const bot = replicaIn(world, { ...settings, OPERATORS: `${told}:${general}` });
  await bot.start();
  await until(() => slack.connections() > 0 && discord.sessions() > 0);
  const room = await rooms[platform](world, 'How?');
  await until(() => room.buttons().includes('I need a human'));
  if (told === 'slack') slack.faults.failNext('chat.postMessage', { retryAfter: 1 }, 1_000);
  else discord.faults.failNext('POST /channels/:id/messages', { loseAnswer: true });
  await callPeople(room, 'grace');
  const calls = () => room.shows().filter((text) => text.includes('would like to talk to a person'));
  await until(() => calls().length === 1 && (told === 'slack' || cards().length === 1));
  await bot.kill();
  slack.faults.clear();
  expect(cards()).toHaveLength(told === 'slack' ? 0 : 1);
  await bot.start();
  await until(() => isOver(database));
  expect(await bot.stop()).toBe(0);
  expect([cards().length, calls().length]).toEqual([1, 1]);
});

/** Whether no question is open. */
async function isOver(address: string): Promise<boolean> {
  const database = await openDatabase(address);
  try {
    const open = database.sql.selectFrom('turns').select('id').where('ended_at', 'is', null);
    return (await open.execute()).length === 0;
  } finally {
    await database.close();
  }
}

it('two copies go on answering, each question once, when one of them is killed', async () => {
  const fresh = await postgres.migrated();
  onTestFinished(() => fresh.drop());
  const world = await openWorld((asked) => ({ pieces: [`To ${asked.messages.at(-1)?.content}`] }));
  const settings = { DATABASE_URL: fresh.url, SLACK_BOT_TOKEN: '', SLACK_APP_TOKEN: '' };
  const [first, second] = [replicaIn(world, settings), replicaIn(world, settings)];
  await Promise.all([first.start(), second.start()]);
  await until(() => world.discord.sessions() === 2);
  const ask = async (text: string): Promise<string> => {
    const there = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
    return (await world.discord.say({ ...there, text: `<@${world.discord.botUserId}> ${text}` })).id;
  };
  const before = await ask('one?');
  await until(() => world.discordShows(before).length === 1);
  const between = await ask('two?');
  await runOut(fresh.url, await first.kill());
  const after = await ask('three?');
  await until(() => [between, after].every((each) => world.discordShows(each).length > 0));
  expect([before, between, after].map(world.discordShows)).toEqual([['To one?'], ['To two?'], ['To three?']]);
  await first.start();
  expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0]);
});

/** Expires everything that the process has claimed, as after half a minute. */
async function runOut(url: string, pid: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const itsOwn = [`%:${pid}:%`];
  await client.query('update turns set claimed_until = 0 where claimed_by like $1', itsOwn);
  await client.end();
}
