/** `docent doctor --live` against both sandboxes, and against ones that behave the other way. */
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandsFor } from '../../../src/bot/platforms/discord/inbound/interactions/command-definitions.ts';
import { createSlackPlatform } from '../../../src/bot/platforms/slack/adapter.ts';
import { doctor } from '../../../src/cli/doctor.ts';
import { tryLive } from '../../../src/cli/live-check/live-check.ts';
import { silentLogger } from '../../../src/kit/base/logger.ts';
import { createDiscordSandbox, type DiscordSandboxOptions } from '../../../src/sandbox/discord/sandbox.ts';
import { createSlackSandbox, type SlackSandboxOptions } from '../../../src/sandbox/slack/sandbox.ts';
import { createFastClock, type FastClock } from '../../fakes/fast-clock.ts';
import { quietHandlers } from '../../fakes/handlers.ts';
import { until } from '../../sandbox/slack/until.ts';
import { enterEmptyFolder, openTerminal } from '../terminal.ts';

const channel = 'C0DOCSHELP';
const [ada, grace] = ['U0ADA00001', 'U0GRACE001'];
const named = `slack:${channel}`;
const alone = { isAgreed: true, isAlone: true };
const together = { isAgreed: true, isAlone: false };

type Settings = Readonly<Record<string, string>>;

/** An operator at a terminal: `answer` types a line when the screen shows the words. */
function openOperator(settings: Settings, clock: FastClock) {
  const folder = enterEmptyFolder();
  const { io, out, err, interrupt } = openTerminal({ PORT: '0', ...settings });
  const keyboard = new PassThrough();
  onTestFinished(() => void keyboard.end());
  return {
    out,
    err,
    interrupt,
    tryOut: (place: string, options = alone) =>
      tryLive(place, options, { ...io, stdin: keyboard, isInTerminal: true }, clock),
    async answer(words: string, line: string) {
      await until(() => out().includes(words));
      keyboard.write(`${line}\n`);
    },
    report: (platform: string) => readFileSync(join(folder, `docent-live-${platform}.txt`), 'utf8'),
    env: () => readFileSync(join(folder, '.env'), 'utf8'),
    hasEnv: () => existsSync(join(folder, '.env')),
    write: (text: string) => writeFileSync(join(folder, '.env'), text),
  };
}

async function onSlack(options: SlackSandboxOptions = {}, more: Settings = {}) {
  const clock = createFastClock(20);
  const slack = await createSlackSandbox({ ...options, clock });
  onTestFinished(slack.stop);
  const { botToken, appToken, apiUrl } = slack;
  const settings = { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_API_URL: apiUrl, ...more };
  const ours = () => slack.allMessages(channel).filter(({ user, visibleTo }) => user === slack.botUserId && !visibleTo);
  const shows = (words: string) => ours().find(({ text }) => text.includes(words));
  return { slack, ours, shows, clock, ...openOperator(settings, clock) };
}

async function onDiscord(options: DiscordSandboxOptions = {}, more: Settings = {}) {
  const clock = createFastClock(20);
  const discord = await createDiscordSandbox({ ...options, clock });
  onTestFinished(discord.stop);
  const place = (name: string) => discord.channels.find((one) => one.name === name)?.id ?? '';
  const settings = { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl, ...more };
  return { discord, place, help: place('docs-help'), ...openOperator(settings, clock) };
}

describe('a trial on Slack', () => {
  it('finds how the platform behaves, deletes all that it posted, and keeps the settings', async () => {
    const { slack, ours, tryOut, out, report, hasEnv } = await onSlack();
    expect(await tryOut(named)).toBe(0);
    expect(out()).toContain('✓ Edits: others read the edited text');
    expect(out()).toContain('✓ Repeated posts: they make no second message');
    expect(out()).toContain('✓ Longest message: 4000 characters can be posted and edited');
    expect(out()).toContain('✓ Deletions: a deleted message is gone for others');
    expect(out()).toContain('✓ Stream, read back: others could read 6 of 6 words while it grew');
    expect(out()).toContain('✓ Longest stream: about 10000 bytes; Docent uses 9000');
    expect(out()).toMatch(/✓ Edits at once: \d+, then a pause of \d+\.\d s/);
    expect(ours()).toEqual([]);
    expect(out()).not.toContain('Left behind');
    expect(report('slack')).toContain(
      'Does somebody other than the asker see a stream grow? (docs/slack-streaming.md)',
    );
    // Nobody has looked.
    expect(out()).not.toContain('SLACK_STREAMING');
    expect(hasEnv()).toBe(false);
    expect(slack.connections()).toBe(0);
  });

  it('asks for a press, a file and a second person, who decides how answers grow', async () => {
    const { slack, ours, shows, tryOut, answer, out, env, write, report } = await onSlack(
      {},
      { SLACK_STREAMING: 'edit' },
    );
    write('# mine\nLOG_LEVEL=debug\n');
    const tried = tryOut(named, { isAgreed: false, isAlone: false });
    await answer('Go on? [y/n', 'y');
    await until(() => shows('its buttons') !== undefined);
    const ts = shows('its buttons')?.ts ?? '';
    await slack.press({ channel, user: ada, ts, button: 'Not helpful' });
    await until(() => slack.form(ada) !== undefined);
    await slack.submitForm({ user: ada, values: { reason: 'wrong' } });
    await until(() => shows('tries out files') !== undefined);
    const thread = shows('tries out files')?.threadTs ?? '';
    const at = { channel, user: grace, thread };
    await slack.say({ ...at, text: 'Here.', files: [{ name: 'a.txt', content: 'kettle' }] });
    await answer('Attach a small text file', 'y');
    await answer('Do they see the thread?', 'y');
    await answer('Do they see them one after another?', 'y');
    const hidden = await slack.say({ channel: 'C0NOBOT001', user: grace, text: 'Elsewhere.' });
    await until(() => out().includes('a channel that Docent is not in'));
    const from = { channel: 'C0NOBOT001', ts: hidden.ts };
    const forwarded = await slack.forward({ ...at, text: '', from });
    await answer('a channel that Docent is not in', 'y');
    await until(() => out().includes('itself a forward'));
    await slack.forward({ ...at, text: '', from: { channel, ts: forwarded.ts } });
    await answer('itself a forward', 'y');
    await until(() => out().includes('Paste a table'));
    const table = await slack.say({ ...at, text: 'T', tables: [[['a']]] });
    await slack.edit({ channel, user: grace, ts: table.ts, text: 'T', tables: [[['b']]] });
    await answer('Paste a table', 'y');
    await answer('Write that into .env?', 'y');
    expect(await tried).toBe(0);
    for (const found of [
      '✓ Button and form: the press and the form have arrived',
      '✓ Attached file: 6 bytes of it were read',
      '✓ Stream, watched: somebody else saw it grow',
      '✓ Forwarded message: it names its channel',
      '✓ Forwarded forward: shared messages are at attachments',
      '✓ Edited table: it does',
    ])
      expect(out()).toContain(found);
    expect(out()).toContain('SLACK_STREAMING=channels:auto,direct:edit');
    expect(env()).toBe('# mine\nLOG_LEVEL=debug\nSLACK_STREAMING=channels:auto,direct:edit\n');
    expect(out()).toContain('also set in the environment, which overrides .env');
    // What people wrote is theirs to delete.
    expect(out()).toMatch(/! Left behind: the thread, since somebody wrote in it .*https:\/\/example-docs\.slack\.com/);
    expect(ours()).toEqual([]);
    for (const name of [channel, thread, ada, grace, 'example-docs', slack.botToken, 'kettle', 'Elsewhere'])
      expect(report('slack')).not.toContain(name);
  });

  it('calls for edits where others see only the beginning of a stream', async () => {
    const hides = { streamsSeenBy: 'recipient' } as const;
    const { ours, tryOut, out, env } = await onSlack(hides, { SLACK_STREAMING: 'channels:auto' });
    expect(await tryOut(named)).toBe(0);
    expect(out()).toContain('! Stream, read back: others could read only its beginning until it ended');
    expect(env()).toBe('SLACK_STREAMING=channels:edit,direct:auto\n');
    expect(ours()).toEqual([]);
  });

  it('believes a person rather than the API', async () => {
    const { tryOut, answer, out, env } = await onSlack({}, { SLACK_STREAMING: 'channels:native' });
    const tried = tryOut(named, together);
    await answer('Press “Not helpful”', '');
    await answer('Attach a small text file', '');
    await answer('Do they see the thread?', 'y');
    await answer('Do they see them one after another?', 'n');
    await answer('a channel that Docent is not in', '');
    await answer('itself a forward', '');
    await answer('Paste a table', '');
    expect(await tried).toBe(0);
    expect(out()).toContain('✓ Stream, read back');
    expect(out()).toContain('! Stream, watched: somebody else saw only its beginning until it ended');
    expect(env()).toBe('SLACK_STREAMING=channels:edit,direct:auto\n');
  });

  it('finds that streams are refused, and goes on, also where events arrive over HTTP', async () => {
    const overHttp = { SLACK_APP_TOKEN: '', SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef' };
    const { slack, ours, tryOut, out } = await onSlack({}, { ...overHttp, SLACK_STREAMING: 'auto' });
    slack.faults.failNext('chat.startStream', { error: 'feature_not_enabled' }, 9);
    expect(await tryOut(named)).toBe(0);
    expect(out()).toContain('! Stream, read back: Slack refuses it (feature_not_enabled), so Docent edits');
    expect(out()).toContain('- Button and form: presses arrive over HTTP');
    expect(out()).toContain('SLACK_STREAMING=channels:edit,direct:auto');
    expect(ours()).toEqual([]);
  });

  it('names what is refused, with the step that fixes it', async () => {
    const { tryOut, out } = await onSlack({ scopes: ['chat:write', 'app_mentions:read'] });
    expect(await tryOut(named)).toBe(1);
    expect(out()).toMatch(/✗ Edits: Slack refuses it \(missing_scope\)\n {4}→ .*channels:history.*reinstall it/);
    const other = await onSlack();
    expect(await other.tryOut('slack:C0NOBOT001')).toBe(1);
    expect(other.out()).toMatch(/✗ Message and thread: Slack refuses it \(not_in_channel\)\n {4}→ .*\/invite/);
    expect(other.out()).not.toContain('Edits');
  });

  it('cleans up after an interruption', async () => {
    const { ours, shows, tryOut, interrupt, out, slack } = await onSlack();
    const off = slack.onChange(() => {
      if (shows('word-2')) interrupt();
    });
    onTestFinished(off);
    expect(await tryOut(named)).toBe(1);
    expect(out()).toContain('Cleaning up');
    expect(out()).not.toContain('Edits at once');
    expect(ours()).toEqual([]);
  });

  it('cleans up after a failed step, and names with its link what it could not delete', async () => {
    const { slack, ours, tryOut, out, report } = await onSlack();
    slack.faults.failNext('chat.update', { error: 'cant_update_message' });
    slack.faults.failNext('chat.delete', { error: 'cant_delete_message' });
    expect(await tryOut(named)).toBe(1);
    expect(out()).toContain('✗ Edits: Slack refuses it (cant_update_message)');
    expect(out()).toContain('✗ Deletions: Slack refuses it (cant_delete_message)');
    // The deletion is tried again in the end.
    expect(ours()).toEqual([]);
    slack.faults.failNext('chat.delete', { error: 'cant_delete_message' }, 2);
    expect(await tryOut(named)).toBe(1);
    const [left] = ours();
    expect(out()).toContain(`! Left behind: a message: https://example-docs.slack.com/archives/${channel}/p`);
    expect(out()).toContain(left?.ts.replace('.', ''));
    expect(report('slack')).toMatch(/Left behind: \d\n/);
  });

  it('posts a message once although the response was lost', async () => {
    const { slack, ours, tryOut } = await onSlack();
    slack.faults.failNext('chat.postMessage', { loseAnswer: true });
    expect(await tryOut(named)).toBe(0);
    expect(ours()).toEqual([]);
  });

  it('lets Slack deliver again what somebody asks meanwhile', async () => {
    const { slack, shows, tryOut, clock } = await onSlack();
    const off = slack.onChange(() => {
      if (!shows('tries out this channel')) return;
      off();
      void slack.say({ channel, user: grace, text: `<@${slack.botUserId}> How?` });
    });
    expect(await tryOut(named)).toBe(0);
    const asked: string[] = [];
    const bot = createSlackPlatform({ ...slack, logger: silentLogger, clock });
    onTestFinished(bot.stop);
    await bot.start({
      ...quietHandlers,
      async question({ text }) {
        asked.push(text);
        return 'accepted';
      },
    });
    await until(() => slack.unacked() === 0);
    expect(asked).toContain('How?');
  });
});

describe('a trial on Discord', () => {
  it('finds how the platform behaves, and deletes thread and messages if it may', async () => {
    const { discord, help, tryOut, out } = await onDiscord({}, { KEPT_ANSWERS: 'answers' });
    discord.setPermission(help, 'manageThreads', true);
    expect(await tryOut(`discord:${help}`)).toBe(0);
    expect(out()).toContain('✓ Longest message: 2000 characters can be posted and edited');
    expect(out()).toMatch(/✓ Edits at once: \d, then a pause of \d\.\d s; the reported limit is 5 in 5\.0 s/);
    expect(out()).toContain('✓ Limits of threads: another thread or channel has its own');
    expect(out()).not.toContain('Stream');
    // As the bot registers them.
    const wanted = JSON.stringify(
      commandsFor('global', undefined, ['keep']).map((command) => Reflect.get(command, 'name')),
    );
    expect(JSON.stringify(discord.registeredCommands().map(({ name }) => name))).toBe(wanted);
    expect([discord.messages(help), discord.threads(help)]).toEqual([[], []]);
    expect(out()).not.toContain('Left behind');
  });

  it('asks for a press and a file, and links to a thread that it may not delete', async () => {
    const { discord, help, tryOut, answer, out, report } = await onDiscord();
    const user = discord.users.find(({ name }) => name === 'grace')?.id ?? '';
    const tried = tryOut(`discord:${help}`, together);
    const [inThread, shows] = [
      () => discord.threads(help)[0]?.id ?? '',
      (words: string) => discord.messages(inThread()).find(({ content }) => content.includes(words)),
    ];
    await until(() => shows('its buttons') !== undefined);
    const message = shows('its buttons')?.id ?? '';
    const { interaction } = await discord.press({ channel: inThread(), user, message, button: 'Not helpful' });
    await discord.submitModal({ interaction, user, values: { reason: 'wrong' } });
    await until(() => shows('tries out files') !== undefined);
    await discord.say({ channel: inThread(), user, text: 'Here.', files: [{ name: 'a.txt', content: 'kettle' }] });
    await answer('Attach a small text file', 'y');
    expect(await tried).toBe(0);
    expect(out()).toContain('✓ Button and form: the press and the form have arrived');
    expect(out()).toContain('✓ Attached file: 6 bytes of it were read');
    const link = `https://discord.com/channels/${discord.guildId}/${inThread()}`;
    expect(out()).toContain(
      `! Left behind: the thread, since somebody wrote in it or Docent may not delete it: ${link}`,
    );
    for (const name of [discord.guildId, help, inThread(), discord.token, 'grace', 'kettle'])
      expect(report('discord')).not.toContain(name);
  });

  it('names the permission that is missing, and where to add it', async () => {
    const { place, tryOut, out, report } = await onDiscord({ messageContentIntent: false });
    await tryOut(`discord:${place('no-threads')}`);
    expect(out()).toMatch(/! Connection: .*something is missing\n {4}→ .*“Message Content Intent”/);
    expect(out()).toContain('- Limits of threads: there is no thread');
    expect(out()).toMatch(
      /! Message and thread: .*\n {4}→ Docent lacks “Create Public Threads”.*settings, Permissions/,
    );
    expect(report('discord')).not.toContain('no-threads');
    const other = await onDiscord();
    expect(await other.tryOut(`discord:${other.place('read-only')}`)).toBe(1);
    expect(other.out()).toMatch(/✗ Message and thread: .*\n {4}→ Docent lacks .*“Send Messages”/);
    const wrong = await onDiscord({}, { DISCORD_TOKEN: 'a.b.c' });
    expect(await wrong.tryOut('discord:1')).toBe(1);
    expect(wrong.out()).toMatch(/✗ Connection: Discord refuses it\n {4}→ Discord rejects DISCORD_TOKEN/);
  });
});

describe('without consent', () => {
  it.each(['n', '', 'maybe'])('posts nothing when %j is typed', async (line) => {
    const { slack, tryOut, answer, out } = await onSlack();
    const tried = tryOut(named, { isAgreed: false, isAlone: false });
    await answer('Go on?', line);
    expect(await tried).toBe(1);
    expect(out()).toContain('Nothing was posted.');
    expect(slack.calls).toEqual([]);
  });

  it('posts nothing while a bot runs on this machine', async () => {
    const server = createServer((_, response) => void response.end('{"parts":[]}')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { slack, tryOut, err } = await onSlack({}, { PORT: port });
    expect(await tryOut(named)).toBe(1);
    expect(err()).toContain(`A bot runs on port ${port}. Stop it for the trial`);
    expect(slack.calls).toEqual([]);
  });

  it('refuses in one sentence if there is no terminal', async () => {
    enterEmptyFolder();
    const terminal = openTerminal({ DISCORD_TOKEN: 'a.b.c' });
    expect(await doctor.run(['--live', 'discord:1'], terminal.io)).toBe(2);
    expect(terminal.err()).toBe('The trial asks before it posts, and this is not a terminal: agree with --yes.\n');
  });

  it.each([
    [['--live'], /Which channel\?/],
    [['--live', 'docs-help'], /slack:C… or discord:…/],
    [['slack:C1'], /apply to --live/],
    [['--yes'], /apply to --live/],
    [['--live', 'discord:1', '--json'], /goes with --yes and --alone only/],
  ])('explains %j', async (args, sentence) => {
    await expect(doctor.run(args, openTerminal().io)).rejects.toThrow(sentence);
  });
});
