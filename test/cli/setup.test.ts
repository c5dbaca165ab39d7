/** `docent setup` at a pseudo-terminal, against both sandboxes and a service. */
import { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { setup } from '../../src/cli/setup.ts';
import { mergeEnv } from '../../src/config/env-file.ts';
import { createDiscordSandbox } from '../../src/sandbox/discord/sandbox.ts';
import { createSlackSandbox } from '../../src/sandbox/slack/sandbox.ts';
import { startAssistantService } from '../e2e/assistant-service.ts';
import { startAtTerminal } from './pty.ts';
import { emptyFolder, openTerminal } from './terminal.ts';

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
  const env = { SLACK_API_URL: slack.apiUrl, DISCORD_API_URL: discord.apiUrl };
  const start = (platform: string) => startAtTerminal(['setup', platform], folder, env);
  const envFile = () => readFileSync(join(folder, '.env'), 'utf8');
  return { slack, discord, service, folder, start, envFile };
}

it('leads from an empty folder to a Slack app that the doctor finds well', async () => {
  const { slack, service, folder, start, envFile } = await openWorld();
  const pty = start('slack');
  await pty.answer('How do Slack’s events reach Docent?', enter);
  await pty.answer('How is the Slack app made?', down);
  await pty.answer('The configuration token', slack.configToken);
  await pty.answer('The bot token', slack.appToken);
  await pty.answer('This looks like SLACK_APP_TOKEN; here belongs the bot token', `\u0015${slack.botToken}`);
  await pty.answer('The app-level token', slack.appToken);
  await pty.answer('Its address', service.url);
  await pty.answer('Its domain', 'xapp-1-2');
  await pty.answer('This looks like SLACK_APP_TOKEN', '\u0015docs');
  await pty.answer('Its API key', slack.botToken);
  await pty.answer('This looks like SLACK_BOT_TOKEN; here belongs the assistant', '\u0015key');
  expect([await pty.ended, pty.screen()]).toEqual([0, expect.stringContaining('Start it: docent start')]);
  expect(pty.screen()).toContain('The app is made: https://api.slack.com/apps/A0DOCENT01');
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

it('with an expired configuration token shows the page that makes the app by hand', async () => {
  const { start } = await openWorld();
  const pty = start('slack');
  await pty.answer('How do Slack’s events reach Docent?', enter);
  await pty.answer('How is the Slack app made?', down);
  await pty.answer('The configuration token', 'xoxe.xoxp-expired');
  await pty.answer('The bot token', '\u0003');
  expect(await pty.ended).toBe(1);
  expect(pty.screen()).toContain('configuration tokens live twelve hours');
  expect(pty.screen()).toContain('api.slack.com/apps?new_app=1&manifest_json=');
  expect(pty.screen()).toContain('Stopped; nothing was written.');
});

it('switches the Discord intent on, invites with exact rights, and keeps what stands in .env', async () => {
  const { discord, service, folder, start, envFile } = await openWorld();
  writeFileSync(join(folder, '.env'), '# mine\nLOG_LEVEL=debug\nDISCORD_TOKEN=old.old.old\n', { mode: 0o644 });
  const pty = start('discord');
  await pty.answer('The bot token', 'a.b.c');
  await pty.answer('Discord refuses it; paste it again', discord.token);
  await pty.answer('Switch Message Content Intent on?', enter);
  await pty.answer('Is it in your server now?', enter);
  await pty.answer('Where do /docs, /deploy and /docs-report appear?', down);
  await pty.answer('Its address', service.url);
  await pty.answer('Its domain', 'docs');
  await pty.answer('Its API key', 'key');
  expect(await pty.ended).toBe(0);
  expect(pty.screen()).toContain(`client_id=${discord.applicationId}`);
  expect(pty.screen()).toContain('✓ Discord intents: Message Content Intent is on');
  expect(envFile()).toMatch(/^# mine\nLOG_LEVEL=debug\nDISCORD_TOKEN=/);
  expect(envFile()).toContain(`DISCORD_TOKEN=${discord.token}\nDISCORD_GUILD_ID=${discord.guildId}\n`);
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
});

it('loses nothing when .env cannot be written at first', async () => {
  const { discord, service, folder, start, envFile } = await openWorld();
  const pty = start('discord');
  await pty.answer('The bot token', discord.token);
  mkdirSync(join(folder, '.env'));
  await pty.answer('Switch Message Content Intent on?', `n`);
  await pty.answer('Is it in your server now?', 'n');
  await pty.answer('Its address', service.url);
  await pty.answer('Its domain', 'docs');
  await pty.answer('Its API key', 'key');
  await pty.answer('.env cannot be written (EISDIR)', 'n');
  expect(await pty.ended).toBe(1);
  rmdirSync(join(folder, '.env'));
  expect(() => envFile()).toThrow();
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

it('replaces a variable where it stands, keeps comments and other lines, and adds the rest at the end', () => {
  expect(mergeEnv('# a\nA=1\nexport B=2\n\nC=3\n', { B: 'x y', D: 'z' })).toBe("# a\nA=1\nB='x y'\n\nC=3\nD=z\n");
  expect(mergeEnv('', { A: '1' })).toBe('A=1\n');
});
