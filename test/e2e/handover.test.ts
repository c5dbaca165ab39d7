/** Calling a person, and marking a thread as solved, through the real SDKs on both platforms. */
import { describe, expect, it } from 'vitest';
import { weekdays } from '../../src/bot/config/routing/schema.ts';
import { english, Wording } from '../../src/bot/wording/wording.ts';
import { report } from '../../src/cli/data/report.ts';
import { openDatabase } from '../../src/kit/sql/database.ts';
import { supportCategory } from '../../src/sandbox/discord/world/seed.ts';
import { openTerminal } from '../cli/terminal.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { callPeople, ended, harmless, type Room, rooms, startBot } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

const platforms = ['slack', 'discord'] as const;
type Name = (typeof platforms)[number];

/** A user group and a mentionable role of the seeded workspace and server. */
const group = 'S0DEPLOY01';

function roleOf(world: World): string {
  return world.discord.roles.find(({ name }) => name === 'Maintainer')?.id ?? '';
}

async function answered(platform: Name, rules: (world: World) => string): Promise<{ world: World; room: Room }> {
  const world = await openWorld((_, index) => ({
    pieces: pieces(`Answer ${index}.`),
    sources: [{ path: '/guides/everyone', title: 'All of them' }],
  }));
  await startBot(world, {
    routing: routingOf(world, rules(world)),
    operators: [`slack:${world.slackChannel('general')}`, `discord:${world.discordChannel('general')}`],
  });
  const room = await rooms[platform](world, 'How do I do @everyone?');
  await until(() => ended(world).length === 1);
  return { world, room };
}

const withHandover = (world: World): string =>
  `slack: { handover: 'slack:${group}' }\ndiscord: { handover: 'discord:${roleOf(world)}' }`;

function channelOn(world: World, platform: Name): string {
  return platform === 'slack' ? world.slackChannel('general') : world.discordChannel('general');
}

/** Our direct messages with a person. */
function direct(world: World, name: string): readonly string[] {
  const inSlack = `D0${world.slackUser(name).slice(2)}`;
  const user = world.discordUser(name);
  const inDiscord = world.discord.channels.find(({ kind, name: of }) => kind === 'dm' && (of === name || of === user));
  return [...world.slackShows(inSlack), ...(inDiscord ? world.discordShows(inDiscord.id) : [])];
}

function cards(world: World, platform: Name): readonly string[] {
  const channel = channelOn(world, platform);
  return platform === 'slack' ? world.slackShows(channel) : world.discordShows(channel);
}

/** What a person was told privately in the operators' channel. */
function saidAlone(world: World, platform: Name, name: string): readonly string[] {
  const channel = channelOn(world, platform);
  return platform === 'slack'
    ? world.slack.messages(channel).flatMap((one) => (one.visibleTo === world.slackUser(name) ? [one.text] : []))
    : world.discord
        .messages(channel)
        .flatMap((one) => (one.visibleTo === world.discordUser(name) ? [one.content] : []));
}

/** Mentions Docent in a new thread of the channel that rooms are in. */
async function mention({ slack, discord, ...world }: World, platform: Name, name: string, text: string) {
  if (platform === 'slack') {
    const [channel, user] = [world.slackChannel('docs-help'), world.slackUser(name)];
    return slack.say({ channel, user, text: `<@${slack.botUserId}> ${text}` });
  }
  const [channel, user] = [world.discordChannel('docs-help'), world.discordUser(name)];
  return discord.say({ channel, user, text: `<@${discord.botUserId}> ${text}` });
}

/** Ids of people whom our messages notified. */
function notified(world: World): readonly string[] {
  const tokens = new Set(world.slack.pings().map(({ token, ts }) => `${ts} ${token}`));
  return [...[...tokens].map((each) => each.split(' ')[1] ?? ''), ...world.discord.pings().map(({ id }) => id)];
}

/** A person whose clients are in German. */
function speakGerman({ slack, discord }: World, name: string): void {
  const [inSlack] = slack.users.filter((each) => each.name === name);
  const [inDiscord] = discord.users.filter((each) => each.name === name);
  if (inSlack) slack.changeUser({ ...inSlack, locale: 'de-DE' });
  if (inDiscord) discord.changeUser({ ...inDiscord, locale: 'de' });
}

describe.each(platforms)('on %s', (platform) => {
  it('an operator’s words on the button and the card are shown, and notify nobody', async () => {
    const words =
      'button.human: Ask Acme, handover.card: "<!channel> <@U1> @everyone {name}", reply.human: "@here <!here>"';
    const { world, room } = await answered(platform, (of) => `${withHandover(of)}\nwording: { en: { ${words} } }`);
    await callPeople(room, 'linus', 'Ask Acme');
    await until(() => ended(world).length === 2);
    expect(room.shows().at(-1)).toMatch(/@\S?everyone [Ll]inus[\s\S]*@\S?here/);
    expect(notified(world)).toEqual([platform === 'slack' ? `<!subteam^${group}>` : roleOf(world)]);
  });

  it('"I need a human" tags the configured group once an hour, and Docent is silent there afterwards', async () => {
    const { world, room } = await answered(platform, withHandover);
    await callPeople(room, 'linus');
    await until(() => ended(world).length === 2);
    const call = room.shows().at(-1) ?? '';
    expect(call).toMatch(/[Ll]inus.* would like to talk to a person/);
    expect(call).toMatch(/> How do I do @\S?everyone\?/);
    expect(call).toContain(english.say('reply.human'));
    expect(call).toContain('All of them');
    expect(call).toMatch(/https?:/);
    expect(notified(world)).toEqual([platform === 'slack' ? `<!subteam^${group}>` : roleOf(world)]);
    expect(room.told('linus')).toEqual([english.say('human.called')]);
    await room.press('grace', 'I need a human');
    await until(() => room.told('grace').length === 1);
    expect([room.told('grace'), ended(world).length]).toEqual([[english.say('human.confirm')], 2]);
    await room.pressAlone('grace', 'Call them');
    await until(() => room.told('grace').includes(english.say('reply.human_called')));
    expect(room.told('grace')).toHaveLength(1);
    await room.say('grace', 'And how do I do the other thing?');
    await room.say('grace', `${room.us}human`);
    await until(() => ended(world).length === 3);
    expect(room.shows().at(-1)).toContain(english.say('reply.human_called'));
    expect(notified(world)).toHaveLength(1);
    expect(world.service.asked).toHaveLength(1);
    harmless(world, 'POST /users/@me/channels');
  });

  it('one person calls people once an hour in a channel, however often and in however many threads they ask', async () => {
    const world = await openWorld(() => ({ pieces: pieces('Answer.') }));
    const operator = `${platform}:${channelOn(world, platform)}`;
    const rules = `limits: { personMinute: 3 }\n${withHandover(world)}`;
    await startBot(world, { routing: routingOf(world, rules), operators: [operator] });
    for (let call = 0; call < 40; call += 1) await mention(world, platform, 'ada', 'human');
    const refused = () =>
      world.log.lines.filter(({ fields }) => 'reason' in fields && fields.reason === 'limit_calls').length;
    await until(() => refused() === 39 && direct(world, 'ada').length === 1);
    const room = await rooms[platform](world, 'How do I start?');
    await until(() => ended(world).length === 2);
    await callPeople(room, 'ada');
    await until(() => room.told('ada').includes(english.say('reply.limit_calls')));
    await mention(world, platform, 'ada', 'How do I stop?');
    await mention(world, platform, 'ada', 'How do I go on?');
    await until(() => ended(world).length === 4 && cards(world, platform).length === 1);
    expect(world.service.asked).toHaveLength(3);
    expect(notified(world)).toHaveLength(1);
    expect([...direct(world, 'ada'), ...room.told('ada')]).toEqual([
      english.say('reply.limit_calls'),
      english.say('reply.limit_calls'),
    ]);
    expect(room.shows()).toEqual(['Answer.']);
    harmless(world, 'POST /users/@me/channels');
  });

  it('the operators all get a card, and the person who takes the call is named on every one', async () => {
    const { world, room } = await answered(platform, withHandover);
    await room.say('grace', `${room.us}human`);
    await until(() => platforms.every((each) => cards(world, each).length === 1));
    for (const each of platforms)
      expect(cards(world, each)[0]).toMatch(/would like to talk to a person[\s\S]*https?:[\s\S]*All of them/);
    await room.pressIn('general', 'ada', 'Taken');
    const all = () => [...platforms.flatMap((each) => cards(world, each)), room.shows().at(-1)];
    await until(() => all().every((card) => /Taken by ada/i.test(card ?? '')));
    expect(all()).toHaveLength(3);
    expect(room.buttonsIn('general')).toEqual([]);
    expect(notified(world)).toHaveLength(1);
    harmless(world, 'POST /users/@me/channels');
  });

  it('a person among the operators gets the card as a direct message, and sees who took the call', async () => {
    const world = await openWorld(() => ({ pieces: pieces('Answer.') }));
    const [inSlack, inDiscord] = [world.slackUser('linus'), world.discordUser('linus')];
    await startBot(world, {
      routing: routingOf(world, withHandover(world)),
      operators: [`slack:${inSlack}`, `discord:${inDiscord}`, `${platform}:${channelOn(world, platform)}`],
    });
    const room = await rooms[platform](world, 'How?');
    await until(() => ended(world).length === 1);
    await callPeople(room, 'grace');
    const told = () => direct(world, 'linus');
    await until(() => told().length === 2 && cards(world, platform).length === 1);
    await room.pressIn('general', 'ada', 'Taken');
    await until(() => told().every((card) => /Taken by ada/i.test(card)));
    harmless(world, 'POST /users/@me/channels');
  });

  it.each([
    ['while the operators’ platform limits it', { retryAfter: 50 }],
    ['after a card whose response was lost', { loseAnswer: true }],
  ])('a process that stops %s leaves the card to the next one, which posts it once', async (_, fault) => {
    const world = await openWorld(() => ({ pieces: pieces('Answer.') }));
    const other = platform === 'slack' ? 'discord' : 'slack';
    const settings = {
      routing: routingOf(world, withHandover(world)),
      operators: [`${other}:${channelOn(world, other)}`],
    };
    const first = await startBot(world, settings);
    const room = await rooms[platform](world, 'How?');
    await until(() => ended(world).length === 1);
    if (other === 'slack') world.slack.faults.failNext('chat.postMessage', fault);
    else world.discord.faults.failNext('POST /channels/:id/messages', fault);
    await callPeople(room, 'grace');
    await until(() => world.log.lines.some(({ phrase }) => phrase === 'operators’ card not posted yet'));
    await first.stop();
    const isThere = 'loseAnswer' in fault;
    expect(cards(world, other)).toHaveLength(isThere ? 1 : 0);
    await startBot(world, settings);
    await until(() => ended(world).length === 2);
    expect(cards(world, other)).toHaveLength(1);
    expect(room.shows().filter((text) => /would like to talk/.test(text))).toHaveLength(1);
    expect(notified(world)).toHaveLength(1);
  });

  it('a call that is no longer stored can be neither taken over nor repeated, which one sentence explains', async () => {
    const { world, room } = await answered(platform, withHandover);
    await room.say('grace', `${room.us}human`);
    await until(() => ended(world).length === 2 && cards(world, platform).length === 1);
    const database = await openDatabase(world.database);
    await database.sql.deleteFrom('turns').execute();
    await database.close();
    await room.pressIn('general', 'ada', 'Taken');
    await until(() => saidAlone(world, platform, 'ada').length === 1);
    await room.press('linus', 'I need a human');
    await until(() => room.told('linus').length === 1);
    expect([...saidAlone(world, platform, 'ada'), ...room.told('linus')]).toEqual(
      Array(2).fill(english.say('press.gone')),
    );
    expect([...cards(world, platform), ...room.shows()].join()).not.toContain('Taken by');
    harmless(world, 'POST /users/@me/channels');
  });

  it('says that there is nobody to call if nobody is configured, and offers no button', async () => {
    const { world, room } = await answered(platform, () => 'defaults: {}');
    expect(room.buttons()).toEqual(['Helpful', 'Not helpful', 'Ask again', 'Solved']);
    await room.say('grace', `${room.us}human`);
    await until(() => ended(world).length === 2);
    expect(room.shows().at(-1)).toContain(english.say('reply.human_none'));
    expect(cards(world, platform)).toEqual([]);
    expect(notified(world)).toEqual([]);
  });

  it('people on the other platform are not called, and no button offers it', async () => {
    const { world, room } = await answered(platform, (each) =>
      platform === 'slack'
        ? `defaults: { handover: 'discord:${roleOf(each)}' }`
        : `defaults: { handover: 'slack:${group}' }`,
    );
    expect(room.buttons()).not.toContain('I need a human');
    await room.say('grace', `${room.us}human`);
    await until(() => ended(world).length === 2);
    expect(room.shows().at(-1)).toContain(english.say('reply.human_none'));
    expect(notified(world)).toEqual([]);
  });

  it('calls the people whom the rule of the workspace or server names', async () => {
    const { world, room } = await answered(platform, (each) =>
      platform === 'slack'
        ? `slack: { workspaces: { ${each.slack.teamId}: { handover: 'slack:${group}' } } }`
        : `discord: { servers: { ${each.discord.guildId}: { handover: 'discord:${roleOf(each)}' } } }`,
    );
    await callPeople(room, 'linus');
    await until(() => ended(world).length === 2);
    expect(notified(world)).toEqual([platform === 'slack' ? `<!subteam^${group}>` : roleOf(world)]);
  });

  it('says outside working hours when they will be back', async () => {
    const day = weekdays[(new Date().getUTCDay() + 3) % 7];
    const hours = `{ days: [${day}], from: '09:00', to: '17:00', timeZone: UTC }`;
    const { world, room } = await answered(
      platform,
      (each) => `${withHandover(each)}\ndefaults: { handoverHours: ${hours} }`,
    );
    await callPeople(room, 'grace');
    await until(() => ended(world).length === 2);
    expect(room.shows().at(-1)).toMatch(/They will be back on \w+day.*UTC/);
  });

  it('a press is answered in the language of the person who pressed', async () => {
    const { world, room } = await answered(platform, (each) => {
      speakGerman(each, 'grace');
      return 'defaults: {}';
    });
    await room.press('grace', new Wording('de').say('button.solved'));
    await until(() => ended(world).length === 2);
    expect(room.shows().at(-1)).toContain(new Wording('de').say('reply.solved'));
  });

  it('a helper can mark another person’s thread as solved', async () => {
    const { world, room } = await answered(
      platform,
      (each) => `defaults: { staff: ['slack:${group}', 'discord:${each.discordUser('ada')}'] }`,
    );
    await room.press('ada', 'Solved');
    await until(() => ended(world).length === 2);
    expect(room.shows().at(-1)).toContain(english.say('reply.solved'));
  });

  it('the asker and helpers can mark a thread as solved, others cannot', async () => {
    const { world, room } = await answered(
      platform,
      (each) => `defaults: { staff: ['slack:${group}', 'discord:${roleOf(each)}'] }`,
    );
    await room.press('linus', 'Solved');
    await until(() => room.told('linus').length === 1);
    expect(room.told('linus')).toEqual([english.say('reply.solved_not_yours')]);
    await room.press('grace', 'Solved');
    await until(() => ended(world).length === 2);
    expect(room.shows().at(-1)).toContain(english.say('reply.solved'));
    await room.press('grace', 'Solved');
    await until(() => room.told('grace').length === 1);
    expect(room.told('grace')).toEqual([english.say('reply.solved_already')]);
    expect(notified(world)).toEqual([]);
    const { io, out } = openTerminal();
    expect(await report.run(['--format', 'json', '--database', world.database], io)).toBe(0);
    expect(JSON.parse(out())).toMatchObject({ solved: 1 });
    harmless(world, 'POST /users/@me/channels');
  });
});

describe('the rule of a Discord category', () => {
  const inCategory = (world: World): string =>
    `discord: { categories: { ${supportCategory.id}: { handover: 'discord:${roleOf(world)}', mayAsk: ['discord:${world.discordUser('grace')}', 'discord:${roleOf(world)}'] } } }`;

  it('decides whom a press calls in the threads of its channels', async () => {
    const { world, room } = await answered('discord', inCategory);
    await callPeople(room, 'grace');
    await until(() => ended(world).length === 2);
    expect(notified(world)).toEqual([roleOf(world)]);
  });

  it('decides whom a message calls', async () => {
    const { world, room } = await answered('discord', inCategory);
    await room.say('grace', `${room.us}human`);
    await until(() => ended(world).length === 2);
    expect(notified(world)).toEqual([roleOf(world)]);
  });

  it('decides who may mark answers there', async () => {
    const { room } = await answered('discord', inCategory);
    await room.press('linus', 'Helpful');
    await until(() => room.told('linus').length === 1);
    expect(room.told('linus')).toEqual([english.say('refused.not_allowed')]);
  });
});
