/** The language of Docent's own sentences, through the platforms' own SDKs. */
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/bot/wording/languages.ts';
import { Wording } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces, type Scripted } from './assistant-service.ts';
import { done, openStage, personOf } from './deploy-stage.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

const german = new Wording('de');
const japanese = new Wording('ja');

const sourced: Scripted = { pieces: pieces('Run `docent keys rotate`.'), sources: [{ path: '/keys', title: 'Keys' }] };
const unsourced: Scripted = { pieces: pieces('Once a year.'), outcome: 'answer' };

function ended(world: World, count: number): Promise<void> {
  return until(() => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length === count);
}

function speakInSlack({ slack }: World, name: string, locale: string): string {
  const user = slack.users.find((each) => each.name === name);
  if (!user) throw new Error(`the sandbox has no ${name}`);
  slack.changeUser({ ...user, locale });
  return user.id;
}

function speakInDiscord({ discord }: World, name: string, locale: string): string {
  const user = discord.users.find((each) => each.name === name);
  if (!user) throw new Error(`the sandbox has no ${name}`);
  discord.changeUser({ ...user, locale });
  return user.id;
}

/** Docent's newest message, as it is stored. */
function newestInSlack({ slack }: World, channel: string, thread: string): string {
  return JSON.stringify(slack.messages(channel, thread).findLast(({ user }) => user === slack.botUserId));
}

it('a German Slack user reads German below answers, on buttons and in private replies', async () => {
  const world = await openWorld((_, index) => (index === 0 ? sourced : unsourced));
  const [user, channel] = [speakInSlack(world, 'ada', 'de-DE'), world.slackChannel('docs-help')];
  await world.startBot();
  const { ts } = await world.slack.say({ user, channel, text: `<@${world.slack.botUserId}> How do I rotate keys?` });
  await ended(world, 1);
  expect(newestInSlack(world, channel, ts)).toContain(`*${german.say('sources.inline', { count: 1 })}*`);
  expect(newestInSlack(world, channel, ts)).toContain(german.say('button.again'));
  await world.slack.say({ user, channel, thread: ts, text: 'And how often do I do that?' });
  await ended(world, 2);
  expect(newestInSlack(world, channel, ts)).toContain(german.say('noSources'));
  const helped = await world.slack.command({ user, channel, command: '/docs', text: ' ' });
  expect(JSON.stringify(helped)).toContain(german.say('reply.help'));
});

describe.each(languages)('in a place where the platforms are set to %s', (language) => {
  it('both answers and both buttons are too', async () => {
    const locale = { en: 'en-US', de: 'de-DE', es: 'es-ES', fr: 'fr-FR', ja: 'ja-JP', pt: 'pt-BR' }[language];
    const world = await openWorld(() => unsourced, {
      discord: { preferredLocale: { en: 'en-US', de: 'de', es: 'es-ES', fr: 'fr', ja: 'ja', pt: 'pt-BR' }[language] },
    });
    const wording = new Wording(language);
    const [user, channel] = [speakInSlack(world, 'ada', locale), world.slackChannel('docs-help')];
    await world.startBot();
    const { ts } = await world.slack.say({ user, channel, text: `<@${world.slack.botUserId}> How often?` });
    const { id } = await world.discord.say({
      user: world.discordUser('ada'),
      channel: world.discordChannel('docs-help'),
      text: `<@${world.discord.botUserId}> How often?`,
    });
    await ended(world, 2);
    const inDiscord = JSON.stringify(world.discord.messages(id));
    for (const shown of [newestInSlack(world, channel, ts), inDiscord]) {
      // Discord does not show spaces of another width.
      for (const key of ['noSources', 'button.not_helpful'] as const)
        expect(shown.replaceAll(/\s/g, ' ')).toContain(wording.say(key).replaceAll(/\s/g, ' '));
    }
  });
});

it('a person whose locale Slack does not reveal reads English', async () => {
  const world = await openWorld(() => sourced);
  const [user, channel] = [speakInSlack(world, 'ada', 'de-DE'), world.slackChannel('docs-help')];
  await world.startBot();
  world.slack.faults.failNext('users.info', { error: 'fatal_error' }, 2);
  const { ts } = await world.slack.say({ user, channel, text: `<@${world.slack.botUserId}> How do I rotate keys?` });
  await ended(world, 1);
  expect(newestInSlack(world, channel, ts)).toContain('*Source:*');
});

it('a Japanese Discord server gets Japanese, even after a restart', async () => {
  const world = await openWorld((_, index) => (index === 0 ? { pieces: ['Half'], ends: 'stalled' } : unsourced), {
    discord: { preferredLocale: 'ja' },
  });
  const [user, channel] = [world.discordUser('ada'), world.discordChannel('docs-help')];
  const first = await world.startBot();
  const { id } = await world.discord.say({
    user,
    channel,
    text: `<@${world.discord.botUserId}> How often do I rotate keys?`,
  });
  await until(() => world.discordShows(id).length > 0);
  await first.stop();
  expect(world.discordShows(id).join()).toContain(japanese.say('interrupted'));
  await world.startBot();
  await ended(world, 1);
  const newest = world.discord.messages(id).findLast(({ author }) => author === world.discord.botUserId);
  expect(newest?.content).toContain(japanese.say('noSources'));
  expect(JSON.stringify(newest?.components)).toContain(japanese.say('button.more'));
});

it('the author of a Discord command reads their own language, whatever the language of the server', async () => {
  const world = await openWorld(() => sourced);
  const [user, channel] = [speakInDiscord(world, 'ada', 'de'), world.discordChannel('docs-help')];
  await world.startBot();
  await world.discord.command({ user, channel, name: 'docs', options: { question: 'How do I rotate keys?' } });
  await ended(world, 1);
  const [answer] = world.discord.messages(channel);
  expect(answer?.content).toContain(german.say('sources.inline', { count: 1 }));
  expect(JSON.stringify(answer?.components)).toContain(german.say('button.share'));
});

it("the language in a place's rule takes precedence over the platform's", async () => {
  const world = await openWorld(() => unsourced);
  const [slackUser, inSlack] = [speakInSlack(world, 'ada', 'en-GB'), world.slackChannel('docs-help')];
  const inDiscord = world.discordChannel('docs-help');
  const text = `
slack: { language: de }
discord: { channels: { ${inDiscord}: { language: de } } }
`;
  await world.startBot({ routing: routingOf(world, text) });
  const { ts } = await world.slack.say({
    user: slackUser,
    channel: inSlack,
    text: `<@${world.slack.botUserId}> How often?`,
  });
  const { id } = await world.discord.say({
    user: world.discordUser('ada'),
    channel: inDiscord,
    text: `<@${world.discord.botUserId}> How often?`,
  });
  await ended(world, 2);
  const shown = world.discord.messages(id).map(({ content }) => content);
  for (const one of [newestInSlack(world, inSlack, ts), shown.join()]) expect(one).toContain(german.say('noSources'));
});

it("an operator's sentence replaces ours and pings nobody, and a changed one applies to the next reply", async () => {
  const world = await openWorld(() => unsourced);
  const [user, inSlack, inDiscord] = [
    speakInSlack(world, 'ada', 'de-AT'),
    world.slackChannel('docs-help'),
    world.discordChannel('docs-help'),
  ];
  const sentence = 'Nicht belegt; fragt <!channel> oder @everyone.';
  const app = await world.startBot({
    routing: routingOf(world, `wording: { de: { noSources: "${sentence}", reply.help: "<!here> @here" } }`),
  });
  const { ts } = await world.slack.say({ user, channel: inSlack, text: `<@${world.slack.botUserId}> How often?` });
  await ended(world, 1);
  expect(newestInSlack(world, inSlack, ts)).toMatch(/Nicht belegt; fragt &lt;!channel&gt; oder @.?everyone/);
  await world.slack.say({ user, channel: inSlack, thread: ts, text: `<@${world.slack.botUserId}> help` });
  await ended(world, 2);
  expect(newestInSlack(world, inSlack, ts)).toMatch(/&lt;!here&gt; @.?here/);
  app.route(routingOf(world, 'discord: { language: de }\nwording: { de: { noSources: "Ohne Gewähr, @everyone." } }'));
  const { id } = await world.discord.say({
    user: world.discordUser('ada'),
    channel: inDiscord,
    text: `<@${world.discord.botUserId}> How often?`,
  });
  await ended(world, 3);
  expect(world.discord.messages(id).at(-1)?.content).toContain('Ohne Gewähr');
  expect([world.slack.pings(), world.discord.pings()]).toEqual([[], []]);
});

it.each([
  ['slack', 'grace', german],
  ['discord', 'ada', japanese],
] as const)('a deployment is reported on %s in the language of its requester', async (platform, name, wording) => {
  const stage = await openStage();
  const { world, service, deploy } = stage;
  service.status = done;
  speakInSlack(world, 'grace', 'de-DE');
  speakInDiscord(world, 'ada', 'ja');
  await world.startBot({ deploy });
  const project = 'the docs';
  const person = personOf(stage, platform, name);
  await person.start();
  await until(() => world.log.lines.some(({ phrase }) => phrase === 'deployment ended'));
  const [followed = ''] = person.shows();
  expect(followed.replaceAll('*', '')).toContain(wording.say('deployState.succeeded', { project }).replaceAll('*', ''));
  expect(followed).toContain(wording.say('deployReport.added', { number: 1 }));
});

it('Discord shows the commands in each of our languages, and their name in a menu in an operator’s words', async () => {
  const world = await openWorld(() => sourced);
  const routing = routingOf(world, 'wording: { de: { command.ask: Acme fragen } }');
  const app = await world.startBot({ routing });
  const command = (wanted: string) =>
    world.discord.registeredCommands().find(({ name }) => name === wanted)?.definition;
  expect(command('docs')).toMatchObject({
    description: 'Ask a question about the documentation',
    description_localizations: { de: german.say('command.docs'), ja: japanese.say('command.docs') },
    options: [{ name: 'question', description_localizations: { de: german.say('command.question') } }, {}],
  });
  const asking = { de: 'Acme fragen', ja: japanese.say('command.ask') };
  expect(command('Ask Docent')).toMatchObject({ name_localizations: asking });
  const writes = () =>
    world.discord.calls.filter(({ method, route }) => method === 'PUT' && route.includes('commands'));
  expect(writes()).toHaveLength(1);
  await app.stop();
  const again = await world.startBot({ routing });
  expect(writes()).toHaveLength(1);
  await again.stop();
  await world.startBot();
  expect(writes()).toHaveLength(2);
  expect(command('Ask Docent')).toMatchObject({ name_localizations: { de: german.say('command.ask') } });
  expect(world.discord.violations).toEqual([]);
});
