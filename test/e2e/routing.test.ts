/** What the routing file says, on both platforms. */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

function inSlack(
  { slack, slackChannel, slackUser }: World,
  channel: string,
  text: string,
  thread?: string,
  user = 'ada',
) {
  const said = text.replace('@docent', `<@${slack.botUserId}>`);
  return slack.say({ channel: slackChannel(channel), user: slackUser(user), text: said, ...(thread && { thread }) });
}

function inDiscord({ discord, discordChannel, discordUser }: World, channel: string, text: string, user = 'ada') {
  const said = text.replace('@docent', `<@${discord.botUserId}>`);
  return discord.say({ channel: discordChannel(channel), user: discordUser(user), text: said });
}

const ended = (world: World): number => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length;

describe('the routing file', () => {
  it('can give two channels different sites, each with its own filter and retrieval size', async () => {
    const world = await openWorld((asked) => ({ pieces: [`From ${asked.domain}.`] }));
    const routing = routingOf(
      world,
      `
sites: { api: { domain: api, filter: { version: v1, language: en }, retrievalPageSize: 9 } }
slack: { channels: { ${world.slackChannel('general')}: { site: api, filter: { version: v2 } } } }
discord: { channels: { ${world.discordChannel('general')}: { site: api } } }
`,
    );
    await world.startBot({ routing });
    const asks = ['docs-help', 'general'].flatMap((channel) => [
      inSlack(world, channel, '@docent How do I start?'),
      inDiscord(world, channel, '@docent How do I start?'),
    ]);
    await Promise.all(asks);
    await until(() => ended(world) === 4);
    const asked = world.service.asked.map(({ domain, filter, retrievalPageSize }) => ({
      domain,
      filter,
      retrievalPageSize,
    }));
    expect(asked).toHaveLength(4);
    expect(asked).toEqual(
      expect.arrayContaining([
        { domain: 'docs', filter: undefined, retrievalPageSize: 5 },
        { domain: 'api', filter: { version: 'v2', language: 'en' }, retrievalPageSize: 9 },
        { domain: 'api', filter: { version: 'v1', language: 'en' }, retrievalPageSize: 9 },
      ]),
    );
  });

  it('with limits tells the person who reaches one, once, when to ask again', async () => {
    const world = await openWorld(() => ({ pieces: ['Yes.'] }));
    await world.startBot({ routing: routingOf(world, 'limits: { personDay: 1 }') });
    for (const n of [1, 2, 3]) await inSlack(world, 'docs-help', `@docent How do I start number ${n}?`);
    for (const n of [1, 2, 3]) await inDiscord(world, 'docs-help', `@docent How do I start number ${n}?`);
    const limited = () =>
      world.log.lines.filter(
        ({ phrase, fields }) => phrase === 'message ignored' && 'reason' in fields && fields.reason === 'limit_day',
      );
    await until(() => ended(world) === 4 && limited().length >= 2);
    expect(world.service.asked).toHaveLength(2);
    expect(new Set(limited().map(({ fields }) => 'platform' in fields && fields.platform))).toEqual(
      new Set(['slack', 'discord']),
    );
  });

  it('keeps a conversation with its first site when it changes, while that site exists', async () => {
    const world = await openWorld((asked) => ({
      pieces: [`From ${asked.domain}.`],
      threadId: `thread-of-${asked.domain}`,
    }));
    const sites = 'sites: { api: { domain: api }, web: { domain: web } }\n';
    const app = await world.startBot({ routing: routingOf(world, `${sites}defaults: { site: api }`) });
    const { ts } = await inSlack(world, 'docs-help', '@docent How do I start?');
    await until(() => ended(world) === 1);
    app.route(routingOf(world, `${sites}defaults: { site: web }`));
    await inSlack(world, 'docs-help', '@docent And how do I stop?', ts);
    await until(() => ended(world) === 2);
    app.route(routingOf(world, 'sites: { web: { domain: web } }\ndefaults: { site: web }'));
    await inSlack(world, 'docs-help', '@docent And how do I start again?', ts);
    await until(() => ended(world) === 3);
    expect(world.service.asked.map(({ domain, threadId }) => [domain, threadId])).toEqual([
      ['api', undefined],
      ['api', 'thread-of-api'],
      ['web', undefined],
    ]);
    const channel = world.slackChannel('docs-help');
    expect(world.slackShows(channel, ts)).toEqual(['From api.', 'From api.', 'From web.']);
  });

  it('loses no question when it changes while questions arrive and answers are written', async () => {
    const world = await openWorld((asked) => ({ pieces: ['One ', 'two ', `from ${asked.domain}.`], gapMs: 20 }), {
      clock: createFastClock(10),
    });
    const files = ['a', 'b', 'c'].map((name) =>
      routingOf(world, `limits: { personMinute: off }\nsites: { ${name}: {} }\ndefaults: { site: ${name} }`),
    );
    const [first] = files;
    const app = await world.startBot(first && { routing: first });
    const count = 20;
    for (let index = 0; index < count; index += 1) {
      await Promise.all([
        inSlack(world, 'docs-help', `@docent What is number ${index}?`),
        inDiscord(world, 'docs-help', `@docent What is number ${index}?`),
      ]);
      const next = files[index % files.length];
      if (next) app.route(next);
    }
    await until(() => ended(world) === 2 * count);
    const turns = world.log.lines.filter(({ phrase }) => phrase === 'turn ended');
    expect(turns.map(({ fields }) => Object(fields).state)).toEqual(
      Array.from({ length: 2 * count }, () => 'answered'),
    );
    expect(world.service.asked).toHaveLength(2 * count);
  });
});

/** Messages that the bot has processed so far, whatever the outcome. */
const ignored = (world: World): number =>
  world.log.lines.filter(({ phrase, fields }) => phrase === 'question handled' && Object(fields).result !== 'accepted')
    .length;

describe('a rule', () => {
  it('`off` answers nobody there, and a command says so to its author only', async () => {
    const world = await openWorld(() => ({ pieces: ['Never.'] }));
    const { slack, discord } = world;
    const text = `
slack: { channels: { ${world.slackChannel('general')}: { mode: off } } }
discord: { channels: { ${world.discordChannel('general')}: { mode: off } } }
`;
    await world.startBot({ routing: routingOf(world, text) });
    const inside = { channel: world.slackChannel('general'), user: world.slackUser('ada') };
    await inSlack(world, 'general', '@docent How do I start?');
    await inDiscord(world, 'general', '@docent How do I start?');
    const here = await slack.command({ ...inside, command: '/docs', text: 'How do I start?' });
    await discord.command({
      channel: world.discordChannel('general'),
      user: world.discordUser('ada'),
      name: 'docs',
      options: { question: 'How do I start?' },
    });
    await until(() => ignored(world) >= 2);
    expect(JSON.stringify(here)).toContain(english.say('refused.off'));
    const answers = discord.messages(world.discordChannel('general')).filter((one) => one.author === discord.botUserId);
    expect(answers.map((one) => one.content)).toEqual([english.say('refused.off')]);
    expect(world.service.asked).toEqual([]);
  });

  it('`auto` answers questions to nobody in particular, but not chatter, questions to a person, or messages of bots and staff', async () => {
    const world = await openWorld(() => ({ pieces: ['Like this.'] }));
    const text = `
defaults: { unanswered: say }
slack: { channels: { ${world.slackChannel('docs-help')}: { mode: auto, staff: [slack:${world.slackUser('linus')}] } } }
discord: { channels: { ${world.discordChannel('docs-help')}: { mode: auto, staff: [discord:${world.discordUser('linus')}] } } }
`;
    await world.startBot({ routing: routingOf(world, text) });
    const question = 'How do I rotate the API key of my project?';
    // From a bot, and from a person who is there to answer.
    const noor = world.discord.users.find(({ name }) => name === 'noor');
    if (noor) world.discord.changeUser({ ...noor, bot: true });
    for (const user of ['buildbot', 'linus']) await inSlack(world, 'docs-help', question, undefined, user);
    for (const user of ['noor', 'linus']) await inDiscord(world, 'docs-help', question, user);
    const slackTo = `<@${world.slackUser('grace')}> ${question}`;
    const discordTo = `<@${world.discordUser('grace')}> ${question}`;
    for (const [slackText, discordText] of [
      ['thanks, that helped!', 'thanks, that helped!'],
      [slackTo, discordTo],
    ]) {
      await inSlack(world, 'docs-help', slackText ?? '');
      await inDiscord(world, 'docs-help', discordText ?? '');
    }
    await inSlack(world, 'general', question);
    await inDiscord(world, 'general', question);
    const [{ ts }, { id }] = [
      await inSlack(world, 'docs-help', question),
      await inDiscord(world, 'docs-help', question),
    ];
    await until(() => ended(world) === 2);
    expect(world.slackShows(world.slackChannel('docs-help'), ts)).toEqual(['Like this.']);
    expect(world.discordShows(id)).toEqual(['Like this.']);
    expect(world.service.asked.map(({ messages }) => messages.at(-1)?.content)).toEqual([question, question]);
  });

  it('for a forum applies to its posts, and a rule for direct messages only to those', async () => {
    const world = await openWorld((asked) => ({ pieces: [`From ${asked.domain}.`] }));
    const { slack, discord } = world;
    const text = `
sites: { api: { domain: api }, web: { domain: web } }
slack: { direct: { site: web } }
discord: { direct: { site: web }, channels: { ${world.discordChannel('questions')}: { site: api } } }
`;
    await world.startBot({ routing: routingOf(world, text) });
    const user = world.discordUser('ada');
    const { threadId } = await discord.post({
      forum: world.discordChannel('questions'),
      user,
      title: 'Start',
      text: 'How?',
    });
    await discord.directMessage({ user, text: 'How do I start?' });
    const im = slack.channels.find(({ kind, name }) => kind === 'im' && name === 'ada')?.id ?? '';
    const { ts } = await slack.say({ channel: im, user: world.slackUser('ada'), text: 'How do I start?' });
    await until(() => ended(world) === 3);
    expect(world.discordShows(threadId)).toEqual(['From api.']);
    const place = discord.channels.find(({ kind, name }) => kind === 'dm' && name === 'ada')?.id ?? '';
    expect(world.discordShows(place)).toEqual(['From web.']);
    expect(world.slackShows(im, ts)).toEqual(['From web.']);
  });

  it.each(['slack', 'discord'] as const)(
    '`followUps` lets a thread on %s continue only with mentions, or with anyone',
    async (on) => {
      const world = await openWorld((asked) => ({ pieces: [`To ${asked.messages.at(-1)?.content}`] }));
      const [strict, open] = (['docs-help', 'general'] as const).map((name) =>
        on === 'slack' ? world.slackChannel(name) : world.discordChannel(name),
      );
      const text = `${on}: { channels: { ${strict}: { followUps: mention }, ${open}: { followUps: anyone } } }`;
      await world.startBot({ routing: routingOf(world, text) });
      const begin = async (channel: string): Promise<string> => {
        if (on === 'slack') return (await inSlack(world, channel, '@docent How do I start it?')).ts;
        return (await inDiscord(world, channel, '@docent How do I start it?')).id;
      };
      const say = (channel: string, thread: string, said: string, name: string): Promise<unknown> =>
        on === 'slack'
          ? inSlack(world, channel, said, thread, name)
          : world.discord.say({
              channel: thread,
              user: world.discordUser(name),
              text: said.replace('@docent', `<@${world.discord.botUserId}>`),
            });
      const follow = async (channel: string): Promise<string> => {
        const before = ended(world);
        const thread = await begin(channel);
        await until(() => ended(world) === before + 1);
        await say(channel, thread, 'How do I stop it again?', 'grace');
        if (channel === 'general') await until(() => ended(world) === before + 2);
        await say(channel, thread, '@docent How do I restart it?', 'ada');
        return thread;
      };
      const first = await follow('docs-help');
      await until(() => ended(world) === 2);
      const second = await follow('general');
      await until(() => ended(world) === 5);
      const [one, two, three] = ['To How do I start it?', 'To How do I stop it again?', 'To How do I restart it?'];
      const shows = (name: string, thread: string): readonly string[] =>
        on === 'slack' ? world.slackShows(world.slackChannel(name), thread) : world.discordShows(thread);
      expect(shows('docs-help', first)).toEqual([one, three]);
      expect(shows('general', second)).toEqual([one, two, three]);
    },
  );

  it('`private: false` answers /docs publicly, in a thread', async () => {
    const world = await openWorld(() => ({ pieces: ['Like this.'] }));
    await world.startBot({ routing: routingOf(world, 'defaults: { private: false }') });
    const { slack, discord } = world;
    const there = { channel: world.slackChannel('docs-help'), user: world.slackUser('ada') };
    await slack.command({ ...there, command: '/docs', text: 'How do I start?' });
    const channel = world.discordChannel('docs-help');
    const options = { question: 'How do I start?' };
    await discord.command({ channel, user: world.discordUser('ada'), name: 'docs', options });
    await until(() => ended(world) === 2);
    const [root] = slack.messages(there.channel);
    expect(slack.allMessages(there.channel).filter(({ visibleTo }) => visibleTo !== undefined)).toEqual([]);
    expect(world.slackShows(there.channel, root?.ts).at(-1)).toBe('Like this.');
    expect(world.discordShows(discord.threads(channel)[0]?.id ?? '')).toEqual(['Like this.']);
  });

  it('`mayAsk` leaves people unanswered who are neither named nor in a named group or role', async () => {
    const world = await openWorld((asked) => ({ pieces: [`To ${asked.fp.split(':').at(-1)}.`] }));
    const maintainer = world.discord.roles.find((role) => role.name === 'Maintainer')?.id;
    const text = `
slack: { mayAsk: [slack:${world.slackUser('grace')}] }
discord: { mayAsk: [discord:${world.discordUser('linus')}, discord:${maintainer}] }
`;
    await world.startBot({ routing: routingOf(world, text) });
    for (const user of ['ada', 'grace', 'linus']) {
      await inSlack(world, 'docs-help', '@docent How do I start?', undefined, user);
      await inDiscord(world, 'docs-help', '@docent How do I start?', user);
    }
    await until(() => ended(world) === 3);
    expect(world.service.asked.map(({ fp }) => fp).sort()).toEqual(
      [
        `slack:${world.slack.teamId}:${world.slackUser('grace')}`,
        ...['grace', 'linus'].map((name) => `discord:${world.discordUser(name)}`),
      ].sort(),
    );
  });
});

it('`mayAsk` answers a command with the reason while a user group cannot be looked up, and logs it', async () => {
  const world = await openWorld(() => ({}));
  world.slack.faults.failNext('usergroups.users.list', { error: 'missing_scope' }, 9);
  await world.startBot({ routing: routingOf(world, 'slack: { mayAsk: [slack:S0DEPLOY01] }') });
  const there = { channel: world.slackChannel('docs-help'), user: world.slackUser('grace') };
  await world.slack.command({ ...there, command: '/docs', text: 'How do I start?' });
  const told = () => world.slack.allMessages(there.channel).filter(({ visibleTo }) => visibleTo === there.user);
  await until(() => told().length > 0);
  expect(told().map(({ text }) => text)).toEqual([english.say('refused.unchecked')]);
  expect(world.service.asked).toEqual([]);
  const reported = world.log.lines.filter(({ phrase }) => /rights not checked|message ignored/.test(phrase));
  expect(reported).toMatchObject([
    { level: 'warn', fields: { code: 'forbidden' } },
    { fields: { reason: 'unchecked' } },
  ]);
});

it('places in the file that we cannot see are named in the log', async () => {
  const world = await openWorld(() => ({}), { clock: createFastClock(20) });
  const { slack, discord } = world;
  const text = `
slack:
  workspaces: { ${slack.teamId}: {}, T404: {} }
  channels: { ${world.slackChannel('docs-help')}: {}, ${world.slackChannel('no-bot-here')}: {}, C404: {} }
discord:
  servers: { ${discord.guildId}: {}, 404: {} }
  channels: { ${world.discordChannel('questions')}: {}, ${world.discordChannel('maintainers')}: {}, 405: {} }
`;
  await world.startBot({ routing: routingOf(world, text) });
  const found = () => world.log.lines.filter(({ phrase }) => phrase === 'unknown places in the routing file');
  await until(() => found().length === 2);
  expect(Object.fromEntries(found().map(({ fields }) => [Object(fields).platform, Object(fields).unknown]))).toEqual({
    slack: ['T404', world.slackChannel('no-bot-here'), 'C404'],
    discord: ['404', '405', world.discordChannel('maintainers')],
  });
});
