/** `docent setup` at a pseudo-terminal, against both sandboxes and a service. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { inviteAddress } from '../../src/bot/platforms/discord/setup/invite.ts';
import { manifestFor } from '../../src/bot/platforms/slack/setup/manifest.ts';
import { setup } from '../../src/cli/setup.ts';
import { createDiscordSandbox } from '../../src/sandbox/discord/sandbox.ts';
import { createSlackSandbox } from '../../src/sandbox/slack/sandbox.ts';
import { startAssistantService } from '../e2e/assistant-service.ts';
import { type PtyOptions, startAtTerminal } from './pty.ts';
import { emptyFolder, openTerminal } from './terminal.ts';

const manifest = readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8');
const down = '\u001b[B';
const enter = '';

async function openWorld() {
  const [slack, discord, service] = await Promise.all([
    createSlackSandbox(),
    createDiscordSandbox({ messageContentIntent: false, limits: { enforce: false } }),
    startAssistantService(() => ({ pieces: ['Yes.'] })),
  ]);
  onTestFinished(async () => void (await Promise.all([slack.stop(), discord.stop(), service.stop()])));
  const folder = emptyFolder();
  const env = { SLACK_API_URL: slack.apiUrl, DISCORD_API_URL: discord.apiUrl, PORT: '0' };
  const start = (platform: string, options?: PtyOptions) => startAtTerminal(['setup', platform], folder, env, options);
  const envFile = () => readFileSync(join(folder, '.env'), 'utf8');
  return { slack, discord, service, folder, start, envFile };
}

it('leads from an empty folder to a Slack app in which the doctor finds no problem', async () => {
  const { slack, service, folder, start, envFile } = await openWorld();
  const pty = start('slack');
  await pty.answer(/No setting is written before the end[\s\S]*How should Slack’s events reach Docent\?/, enter);
  await pty.answer('Which workspaces will use it?', enter);
  await pty.answer('How do you want to create the Slack app?', down);
  await pty.answer('The configuration token', slack.configToken);
  await pty.answer(
    /apps\/A0DOCENT01\/install-on-team[\s\S]*apps\/A0DOCENT01\/oauth[\s\S]*The bot token/,
    slack.appToken,
  );
  await pty.answer('This looks like SLACK_APP_TOKEN; expected the bot token', slack.botToken);
  await pty.answer('The app-level token', slack.appToken);
  await pty.answer('What should answer?', down);
  await pty.answer('Its URL', service.url);
  await pty.answer('Its domain', 'xapp-1-2');
  await pty.answer('This looks like SLACK_APP_TOKEN', '\u0015docs');
  await pty.answer('Its API key', slack.botToken);
  await pty.answer('This looks like SLACK_BOT_TOKEN; expected the assistant', 'key');
  expect([await pty.ended, pty.screen()]).toEqual([0, expect.stringContaining('Start it: docent start')]);
  expect(pty.screen()).toContain('write /invite @docent in a channel');
  expect(pty.screen()).toContain('The app was created: https://api.slack.com/apps/A0DOCENT01');
  expect(pty.screen()).toContain('✓ Slack bot token: it is @docent in Example Docs');
  expect(envFile().split('\n').slice(0, -1).toSorted()).toEqual([
    'ASSISTANT_API_KEY=key',
    'ASSISTANT_DOMAIN=docs',
    `ASSISTANT_URL=${service.url}`,
    `SLACK_APP_TOKEN=${slack.appToken}`,
    `SLACK_BOT_TOKEN=${slack.botToken}`,
  ]);
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  for (const secret of [slack.botToken, slack.appToken, slack.configToken]) expect(pty.screen()).not.toContain(secret);
});

it('writes the manifest and shows a short link to the page with it, if the configuration token has expired', async () => {
  const { folder, start } = await openWorld();
  const pty = start('slack', { columns: 80 });
  await pty.answer('How should Slack’s events reach Docent?', enter);
  await pty.answer('Which workspaces will use it?', enter);
  await pty.answer('How do you want to create the Slack app?', down);
  await pty.answer('The configuration token', 'xoxe.xoxp-expired');
  await pty.shows('Is the app created?');
  const [link = ''] = /http:\/\/127\.0\.0\.1:\d+\//.exec(pty.screen()) ?? [];
  const response = await fetch(link, { redirect: 'manual' });
  const wanted = manifestFor(manifest, {});
  const page = new URL(response.headers.get('location') ?? '');
  expect([
    page.host,
    page.searchParams.get('new_app'),
    JSON.parse(page.searchParams.get('manifest_json') ?? ''),
  ]).toEqual(['api.slack.com', '1', wanted]);
  const file = join(folder, 'slack-manifest.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(wanted);
  await pty.answer('Is the app created?', enter);
  await pty.answer('The bot token (xoxb-…)', '\u0003');
  expect(await pty.ended).toBe(1);
  await expect(fetch(link)).rejects.toThrow();
  expect(existsSync(file)).toBe(false);
  expect(pty.screen()).toContain('configuration tokens are valid for twelve hours');
  expect(pty.screen()).toContain('slack-manifest.json');
  expect(pty.screen()).toContain('Stopped; no setting was written.');
});

it('turns off Socket Mode in .env when HTTP is chosen', async () => {
  const { slack, service, folder, start, envFile } = await openWorld();
  const set = `ASSISTANT_URL=${service.url}\nASSISTANT_DOMAIN=docs\nASSISTANT_API_KEY=key\n`;
  writeFileSync(join(folder, '.env'), `${set}SLACK_APP_TOKEN=${slack.appToken}\n`);
  const pty = start('slack');
  await pty.answer('How should Slack’s events reach Docent?', down);
  await pty.answer('The URL that Slack calls, ending in /slack/events', 'https://bot.example.com/events');
  await pty.answer('Expected an https URL', '\u0015https://bot.example.com/slack/events');
  await pty.answer('Which workspaces will use it?', enter);
  await pty.answer('How do you want to create the Slack app?', `${down}${down}`);
  await pty.answer('The bot token', slack.botToken);
  await pty.answer('The signing secret', '0123456789abcdef0123456789abcdef');
  expect([await pty.ended, pty.screen()]).toEqual([0, expect.stringContaining('events arrive over HTTP')]);
  expect(envFile()).toBe(
    `${set}SLACK_APP_TOKEN=\nSLACK_BOT_TOKEN=${slack.botToken}\nSLACK_SIGNING_SECRET=0123456789abcdef0123456789abcdef\n`,
  );
});

it('sets up an app that workspaces can install, and keeps the key that has encrypted their tokens', async () => {
  const { slack, service, folder, start, envFile } = await openWorld();
  const key = Buffer.alloc(32, 'k').toString('base64');
  const set = `ASSISTANT_URL=${service.url}\nASSISTANT_DOMAIN=docs\nASSISTANT_API_KEY=key\nENCRYPTION_KEY=${key}\n`;
  writeFileSync(join(folder, '.env'), set);
  const pty = start('slack');
  await pty.answer('How should Slack’s events reach Docent?', enter);
  await pty.answer('Which workspaces will use it?', down);
  await pty.answer('The URL at which browsers reach Docent', 'https://bot.example.com/slack/oauth_redirect');
  await pty.answer('How do you want to create the Slack app?', down);
  await pty.answer('The configuration token', slack.configToken);
  await pty.answer('The client secret', 'a-client-secret');
  await pty.answer('The app-level token', slack.appToken);
  expect([await pty.ended, pty.screen()]).toEqual([0, expect.stringContaining('Slack installations: workspaces: 0')]);
  expect(pty.screen()).toContain('https://bot.example.com/slack/install');
  expect(envFile()).toContain(set);
  expect(envFile()).toMatch(/\nSLACK_CLIENT_ID=1\.2\nSLACK_CLIENT_SECRET=a-client-secret\nSLACK_STATE_SECRET=\S{44}\n/);
  expect(envFile()).not.toContain('SLACK_BOT_TOKEN');
});

it('wraps at 80 columns on a terminal that reports no size', async () => {
  const { start } = await openWorld();
  const pty = start('slack', { columns: 0 });
  await pty.shows('Socket Mode: Docent connects to Slack and needs no public URL');
});

it('turns on the Discord intent, requests only the necessary permissions, and keeps the other settings in .env', async () => {
  const { discord, service, folder, start, envFile } = await openWorld();
  writeFileSync(join(folder, '.env'), '# mine\nLOG_LEVEL=debug\nDISCORD_TOKEN=old.old.old\n', { mode: 0o644 });
  const pty = start('discord', { columns: 80 });
  await pty.answer('The bot token', 'a.b.c');
  await pty.answer(/Discord refuses it; paste the token to try again[\s\S]*The bot token/, discord.token);
  await pty.answer('Turn on Message Content Intent?', enter);
  await pty.answer('Is it in your server now?', enter);
  await pty.answer('Where should /docs, /deploy and /docs-report appear?', down);
  await pty.answer('What should answer?', down);
  await pty.answer('Its URL', 'http://127.0.0.1:9');
  await pty.answer('Its domain', 'docs');
  await pty.answer('Its API key', 'key');
  await pty.answer(/Nothing answers at that URL[\s\S]*Keep it anyway\?/, enter);
  await pty.answer('Its URL', service.url);
  await pty.answer('Its domain', enter);
  await pty.answer('Its API key', 'key');
  expect(await pty.ended).toBe(0);
  expect(envFile()).toContain('ASSISTANT_DOMAIN=docs\n');
  expect(pty.screen()).toContain(`\n${inviteAddress(discord.applicationId)}\r\n`);
  expect(pty.screen()).toContain('✓ Discord intents: Message Content Intent is on');
  expect(envFile()).toMatch(/^# mine\nLOG_LEVEL=debug\nDISCORD_TOKEN=/);
  expect(envFile()).toContain(`DISCORD_TOKEN=${discord.token}\nDISCORD_GUILD_ID=${discord.guildId}\n`);
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
});

it('removes the server from .env when every server should have the commands', async () => {
  const { discord, service, folder, start, envFile } = await openWorld();
  const assistant = `ASSISTANT_URL=${service.url}\nASSISTANT_DOMAIN=docs\nASSISTANT_API_KEY=key\n`;
  writeFileSync(join(folder, '.env'), `DISCORD_GUILD_ID=123456789012345678\n${assistant}`);
  const pty = start('discord');
  await pty.answer('The bot token', discord.token);
  await pty.answer('Turn on Message Content Intent?', enter);
  await pty.answer('Is it in your server now?', enter);
  await pty.answer('Where should /docs, /deploy and /docs-report appear?', enter);
  expect(await pty.ended).toBe(0);
  expect(envFile()).toBe(`DISCORD_GUILD_ID=\n${assistant}DISCORD_TOKEN=${discord.token}\n`);
});

it('loses nothing if .env cannot be written at first', async () => {
  const { discord, folder, service, start, envFile } = await openWorld();
  const pty = start('discord');
  await pty.answer('The bot token', discord.token);
  await pty.answer('Turn on Message Content Intent?', 'n');
  await pty.answer('Is it in your server now?', 'n');
  await pty.answer('What should answer?', down);
  await pty.answer('Its URL', service.url);
  await pty.answer('Its domain', 'docs');
  mkdirSync(join(folder, '.env'));
  await pty.answer('Its API key', 'key');
  await pty.shows('.env cannot be written (EISDIR)');
  rmdirSync(join(folder, '.env'));
  await pty.answer('Try again?', enter);
  expect(await pty.ended).toBe(0);
  expect(envFile()).toContain(`DISCORD_TOKEN=${discord.token}\n`);
});

it('makes a permanent key for docs of one’s own, which the doctor then finds served', async () => {
  const { discord, folder, start, envFile } = await openWorld();
  mkdirSync(join(folder, 'my docs'));
  writeFileSync(join(folder, 'my docs', 'kettle.md'), '# Kettle\n\nThe kettle boils water.');
  const pty = start('discord');
  await pty.answer('The bot token', discord.token);
  await pty.answer('Turn on Message Content Intent?', enter);
  await pty.answer('Is it in your server now?', 'n');
  await pty.answer('What should answer?', enter);
  await pty.answer('The folder, or the address of the repository', 'your docs');
  await pty.answer(/There is no folder \S+your docs[\s\S]*The folder, or the address/, 'my docs');
  await pty.answer('Where are these docs published?', 'docs.example.com');
  await pty.answer('Expected a full address', '\u0015https://docs.example.com');
  expect([await pty.ended, pty.screen()]).toEqual([0, expect.stringContaining('✓ Docs my-docs: 1 page')]);
  const lines = envFile().split('\n');
  expect(lines).toContainEqual(expect.stringMatching(/^ASSISTANT_API_KEY=docent_assistant_[\w-]{43}$/));
  expect(lines).toContainEqual(expect.stringMatching(/^ASSISTANT_URL=http:\/\/127\.0\.0\.1:\d+$/));
  expect(envFile()).toContain('ASSISTANT_DOMAIN=my-docs\n');
  expect(envFile()).toContain('DOCS_SITE_URL=https://docs.example.com\n');
  expect(pty.screen()).not.toMatch(/docent_assistant_/);
});

it('asks nothing without a terminal', async () => {
  const { start } = await openWorld();
  const pty = start('slack', { input: '/dev/null' });
  expect(await pty.ended).toBe(2);
  expect(pty.screen()).toContain('Setup asks questions, but this is not a terminal.');
});

it.each([
  ['slack', 'SLACK_BOT_TOKEN'],
  ['discord', 'Message Content Intent'],
])('explains without a terminal what to do for %s', async (platform, word) => {
  const terminal = openTerminal();
  expect(await setup.run([platform], terminal.io)).toBe(2);
  expect(terminal.err()).toContain(word);
  expect(terminal.out()).toBe('');
});
