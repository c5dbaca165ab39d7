/** `docent start` as operators run it: a process with settings, connected to both sandboxes and a service. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDiscordSandbox, type DiscordSandbox } from '../../src/sandbox/discord/sandbox.ts';
import { createSlackSandbox, type SlackSandbox } from '../../src/sandbox/slack/sandbox.ts';
import { startAssistantService } from '../e2e/assistant-service.ts';
import { settingsFor } from '../lab/soak/replica.ts';
import { until } from '../sandbox/slack/until.ts';
import { door, emptyFolder, freePort, olderNodes, type Running, startDocent } from './terminal.ts';

interface World {
  readonly slack: SlackSandbox;
  readonly discord: DiscordSandbox;
  readonly settings: Readonly<Record<string, string>>;
}

/** A bot on a busy machine may take longer than the platforms' three seconds. */
const appTimeoutMs = 3_600_000;

async function openWorld(): Promise<World> {
  const [slack, discord, service] = await Promise.all([
    createSlackSandbox({ appTimeoutMs }),
    createDiscordSandbox({ appTimeoutMs }),
    startAssistantService(() => ({ pieces: ['Restart it.'], sources: [{ path: '/restart', title: 'Restart' }] })),
  ]);
  onTestFinished(async () => void (await Promise.all([slack.stop(), discord.stop(), service.stop()])));
  const settings = settingsFor({ slack, discord, service }, 'sqlite:docent.db');
  return { slack, discord, settings };
}

interface Bot extends Running {
  /** The lines of the log so far. */
  lines(): readonly Readonly<Record<string, unknown>>[];
  /** The probe's status and body. */
  probe(path: string): Promise<{ readonly status: number; readonly body: string }>;
}

async function startBot(
  env: Readonly<Record<string, string>>,
  cwd = emptyFolder(),
  program = [process.execPath, door],
): Promise<Bot> {
  const [first = '', ...more] = program;
  const running = startDocent(['start'], { cwd, env, program: [first, ...more] });
  const lines: Bot['lines'] = () =>
    running
      .out()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const listening = () => lines().find((line) => line.msg === 'listening');
  await until(() => listening() !== undefined);
  const probe: Bot['probe'] = async (path) => {
    const response = await fetch(`http://127.0.0.1:${listening()?.port}${path}`);
    return { status: response.status, body: await response.text() };
  };
  return { ...running, lines, probe };
}

async function isAnsweredInSlack({ slack }: World): Promise<void> {
  const channel = slack.channels.find((candidate) => candidate.name === 'docs-help')?.id ?? '';
  const user = slack.users[0]?.id ?? '';
  const { ts } = await slack.say({ channel, user, text: `<@${slack.botUserId}> How do I restart it?` });
  await until(() =>
    slack.messages(channel, ts).some((one) => one.user === slack.botUserId && one.text.includes('Restart it.')),
  );
}

async function isAnsweredInDiscord({ discord }: World): Promise<void> {
  const channel = discord.channels.find((candidate) => candidate.name === 'docs-help')?.id ?? '';
  const user = discord.users[0]?.id ?? '';
  const { id } = await discord.say({ channel, user, text: `<@${discord.botUserId}> How do I restart it?` });
  await until(() =>
    discord.messages(id).some((one) => one.author === discord.botUserId && one.content.includes('Restart it.')),
  );
}

it('serves both platforms and its probes with the settings in .env, and exits with 0 on SIGTERM', async () => {
  const world = await openWorld();
  const cwd = emptyFolder();
  writeFileSync(
    join(cwd, '.env'),
    Object.entries(world.settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  // Through an older Node, so that the signal passes through the launcher.
  const bot = await startBot({ LOG_LEVEL: 'info', SLACK_API_URL: world.slack.apiUrl }, cwd, [
    ...(olderNodes.at(-1) ?? []),
    door,
  ]);
  const starting = bot.lines().find((line) => line.msg === 'starting');
  expect(starting).toMatchObject({
    slack: { events: 'Socket Mode', rule: { mode: 'mention', aiNotice: 'first' } },
    discord: { shards: 'one' },
    sites: { default: { url: world.settings.ASSISTANT_URL, domain: 'docs', apiVersion: 'auto' } },
    database: expect.stringContaining('SQLite '),
  });
  expect((await bot.probe('/healthz')).status).toBe(200);
  await until(() => bot.lines().filter((line) => line.msg === 'connected').length === 2);
  await Promise.all([isAnsweredInSlack(world), isAnsweredInDiscord(world)]);
  const ready = await bot.probe('/readyz');
  expect([ready.status, JSON.parse(ready.body)]).toEqual([
    200,
    { ready: true, parts: { slack: { state: 'ready' }, discord: { state: 'ready' }, store: { state: 'ready' } } },
  ]);
  // A turn is counted after its last action, slightly after its words appear.
  const metrics = expect.poll(async () => (await bot.probe('/metrics')).body);
  await metrics.toMatch(/^docent_turns_total\{[^}]*platform="slack"[^}]*\} 1$/m);
  await metrics.toMatch(/^docent_turns_total\{[^}]*platform="discord"[^}]*\} 1$/m);
  await metrics.toMatch(/^docent_turns_total\{platform="slack",state="failed",code="unauthorized"\} 0$/m);
  await metrics.toMatch(/^docent_build_info\{version="[\d.]+"\} 1$/m);
  bot.child.kill('SIGTERM');
  expect(await bot.ended).toBe(0);
  expect(bot.lines().at(-1)).toMatchObject({ msg: 'stopped' });
  expect([bot.err(), world.slack.violations, world.discord.violations]).toEqual(['', [], []]);
});

it('answers from a folder of docs that it serves itself, and stops both with one SIGTERM', async () => {
  const world = await openWorld();
  const cwd = emptyFolder();
  mkdirSync(join(cwd, 'kettle'));
  writeFileSync(join(cwd, 'kettle', 'restart.md'), '# Restart it\n\nHold the button. Restart it.');
  const { ASSISTANT_API_KEY: _, ...settings } = world.settings;
  const own = `http://127.0.0.1:${await freePort()}`;
  const bot = await startBot(
    {
      ...settings,
      LOG_LEVEL: 'info',
      DOCENT_DOCS: 'kettle',
      ASSISTANT_URL: own,
      ASSISTANT_DOMAIN: 'tea',
      ASSISTANT_API_KEY: 'docent_assistant_1',
      DOCENT_DEPLOY_KEY: 'unused',
      DEPLOY_URL: own,
      DEPLOY_PROJECT_ID: 'tea',
      DEPLOY_TOKEN: 'docent_deploy_1',
    },
    cwd,
  );
  const line = (phrase: string) => bot.lines().find(({ msg }) => msg === phrase);
  expect(line('starting')).toMatchObject({ docs: 'kettle' });
  expect(line('serving')).toMatchObject({ url: own, pages: 1 });
  await until(() => bot.lines().filter((line) => line.msg === 'connected').length === 2);
  await Promise.all([isAnsweredInSlack(world), isAnsweredInDiscord(world)]);
  const update = await fetch(`${own}/v1/project/update/tea`, {
    method: 'POST',
    headers: { authorization: 'Bearer docent_deploy_1', 'content-type': 'application/json' },
    body: '{}',
  });
  expect([update.status, Object.keys(JSON.parse(await update.text()))]).toEqual([202, ['statusId']]);
  bot.child.kill('SIGTERM');
  expect([await bot.ended, bot.err()]).toEqual([0, '']);
  expect(bot.out()).not.toMatch(/docent_(?:assistant|deploy)_1/);
  await expect(fetch(own)).rejects.toThrow();
});

it.each([
  [
    'a folder that is not there',
    { DOCENT_DOCS: 'nowhere' },
    1,
    'DOCENT_DOCS cannot be served: There is no docs folder',
  ],
  ['a repository that is not there', { DOCENT_DOCS: 'file:///nowhere/docs.git' }, 1, 'DOCENT_DOCS cannot be served: '],
  ['an address of another machine', { ASSISTANT_URL: 'https://assistant.example' }, 2, 'or leave out DOCENT_DOCS'],
  ['no branch', { DOCENT_DOCS: 'https://example.com/docs.git#-x' }, 2, 'branch must be the name of a branch'],
])('does not start with docs of its own and %s', async (_, change, code, sentence) => {
  const tokens = { SLACK_BOT_TOKEN: 'xoxb-1-1-a', SLACK_APP_TOKEN: 'xapp-1-A-1-a', ASSISTANT_API_KEY: 'key' };
  const address = `http://127.0.0.1:${await freePort()}`;
  const settings = { PORT: '0', ASSISTANT_URL: address, ASSISTANT_DOMAIN: 'tea', DOCENT_DOCS: '.', LOG_LEVEL: 'error' };
  const bot = startDocent(['start'], { env: { ...tokens, ...settings, ...change } });
  expect([await bot.ended, bot.err()]).toEqual([code, expect.stringContaining(sentence)]);
});

it('logs settings without effect and an unreachable assistant at start, before the first question', async () => {
  const world = await openWorld();
  const ineffective = {
    DEPLOY_ALOW: 'slack:U1',
    SLACK_SIGNING_SECRET: 'abcdefghijklmnop',
    DEPLOY_CONFIRM: 'on',
    GITHUB_TOKEN: 'of another tool',
  };
  const bot = await startBot({
    ...world.settings,
    ...ineffective,
    LOG_LEVEL: 'info',
    ASSISTANT_URL: 'http://127.0.0.1:9',
  });
  const line = (phrase: string) => bot.lines().find(({ msg }) => msg === phrase);
  expect(line('starting')).toMatchObject({
    unused: ['SLACK_SIGNING_SECRET', 'DEPLOY_CONFIRM'],
    unknown: [{ name: 'DEPLOY_ALOW', nearest: 'DEPLOY_ALLOW' }],
    operators: 0,
    weeklyReport: 'off',
  });
  expect(line('unknown setting ignored')).toMatchObject({ setting: 'DEPLOY_ALOW', nearest: 'DEPLOY_ALLOW' });
  await until(() => line('assistant check failed') !== undefined);
  expect(line('assistant check failed')).toMatchObject({ detail: expect.stringContaining('check ASSISTANT_URL') });
  expect(JSON.parse((await bot.probe('/readyz')).body)).toMatchObject({
    parts: { assistant: { detail: expect.stringContaining('check ASSISTANT_URL') } },
  });
});

it('keeps Slack running when the Discord token is rejected, and logs that', async () => {
  const world = await openWorld();
  const bot = await startBot({ ...world.settings, DISCORD_TOKEN: 'not.the.one' });
  await until(() => bot.lines().some((line) => line.platform === 'discord' && line.level === 'error'));
  await isAnsweredInSlack(world);
  const { status, body } = await bot.probe('/readyz');
  expect(status).toBe(503);
  expect(JSON.parse(body)).toEqual({
    ready: false,
    parts: {
      slack: { state: 'ready' },
      discord: { state: 'dead', detail: expect.stringContaining('DISCORD_TOKEN') },
      store: { state: 'ready' },
    },
  });
  expect(bot.out() + body).not.toContain('not.the.one');
});

it('keeps Slack running while Discord is unreachable, and still exits with 0 on SIGTERM', async () => {
  const world = await openWorld();
  const bot = await startBot({ ...world.settings, DISCORD_API_URL: 'http://127.0.0.1:9/api' });
  await isAnsweredInSlack(world);
  expect(JSON.parse((await bot.probe('/readyz')).body)).toMatchObject({
    ready: false,
    parts: { slack: { state: 'ready' }, discord: { state: expect.not.stringMatching('ready') } },
  });
  bot.child.kill('SIGTERM');
  expect(await bot.ended).toBe(0);
});

it('exits with 1 when no platform is left', async () => {
  const world = await openWorld();
  const bot = await startBot({ ...world.settings, DISCORD_TOKEN: 'not.the.one', SLACK_BOT_TOKEN: 'xoxb-not-the-one' });
  expect(await bot.ended).toBe(1);
  const refused = bot.lines().filter((line) => line.msg === 'platform refused the connection');
  expect(refused.map((line) => line.detail).sort()).toEqual([
    expect.stringContaining('DISCORD_TOKEN'),
    expect.stringContaining('SLACK_BOT_TOKEN'),
  ]);
});

it('applies a changed routing file, and rejects an invalid one with its line while the old one stays in force', async () => {
  const world = await openWorld();
  const cwd = emptyFolder();
  const file = (text: string): void => writeFileSync(join(cwd, 'docent.yaml'), text);
  const channel = world.slack.channels.find((candidate) => candidate.name === 'docs-help')?.id ?? '';
  file('slack: { mode: mention }\n');
  const bot = await startBot(world.settings, cwd);
  await until(() => bot.lines().filter((line) => line.msg === 'connected').length === 2);
  file('slack:\n  mdoe: off\n');
  const refused = () => bot.lines().find((line) => line.msg === 'routing file refused');
  await until(() => refused() !== undefined);
  expect(refused()).toMatchObject({
    level: 'error',
    problems: ['docent.yaml, line 2, column 3: there is no field “mdoe” in slack; did you mean “mode”?'],
  });
  await isAnsweredInSlack(world);
  file(`slack:\n  channels: { ${channel}: { mode: off } }\n`);
  await until(() => bot.lines().some((line) => line.msg === 'routing file applied'));
  const user = world.slack.users[0]?.id ?? '';
  await world.slack.say({ channel, user, text: `<@${world.slack.botUserId}> How do I restart it?` });
  const metrics = expect.poll(async () => (await bot.probe('/metrics')).body);
  await metrics.toMatch(/^docent_questions_total\{[^}]*result="off"[^}]*\} \d+$/m);
  bot.child.kill('SIGTERM');
  expect(await bot.ended).toBe(0);
});

it('reports each problem of its routing file, and does not start', async () => {
  const cwd = emptyFolder();
  const settings = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1', DOCENT_CONFIG: 'rules.yaml' };
  const assistant = { ASSISTANT_URL: 'http://a.example', ASSISTANT_DOMAIN: 'docs', ASSISTANT_API_KEY: 'key' };
  const missing = startDocent(['start'], { cwd, env: { ...settings, ...assistant } });
  expect([await missing.ended, missing.err()]).toEqual([
    2,
    'Docent cannot start:\n  - The routing file is rules.yaml, and there is no such file; see DOCENT_CONFIG.\n',
  ]);
  writeFileSync(join(cwd, 'rules.yaml'), 'sites: { api: { key: API_KEY } }\n');
  const keyless = startDocent(['start'], { cwd, env: { ...settings, ...assistant } });
  expect([await keyless.ended, keyless.err()]).toEqual([
    2,
    'Docent cannot start:\n  - rules.yaml, line 1, column 17: the environment variable API_KEY is missing or not a key\n',
  ]);
});

describe('an unhandled failure in a library', () => {
  /** A module that fails like this once the log says that the bot is listening. */
  function failing(statement: string): string[] {
    const module = `const { write } = process.stdout;
      process.stdout.write = function (text, ...more) {
        if (String(text).includes('"listening"')) setTimeout(() => { ${statement} }, 1);
        return write.call(this, text, ...more);
      };`;
    return [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(module)}`, door];
  }

  it('is logged if it is a rejection, and questions are answered as before', async () => {
    const world = await openWorld();
    const program = failing('Promise.reject(new TypeError("of a library"))');
    const bot = await startBot(world.settings, emptyFolder(), program);
    await until(() => bot.lines().some(({ msg, level }) => msg === 'unhandled rejection' && level === 'error'));
    await isAnsweredInSlack(world);
    bot.child.kill('SIGTERM');
    expect(await bot.ended).toBe(0);
  });

  it('is logged if it is an exception, and ends the process with exit code 1', async () => {
    const world = await openWorld();
    const program = failing('throw new TypeError("of a library")');
    const bot = await startBot(world.settings, emptyFolder(), program);
    expect(await bot.ended).toBe(1);
    expect(bot.lines().at(-1)).toMatchObject({ msg: 'uncaught exception', level: 'error' });
    expect(bot.err()).toBe('');
  });
});
