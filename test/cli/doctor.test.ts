/**
 * `docent doctor` against both sandboxes and a service: what it finds in setups that work, and in those that do not.
 */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { checkNode, checkPort, checkRoom, reasonOf } from '../../src/bot/app/doctor.ts';
import { manifestFor } from '../../src/bot/platforms/slack/setup/manifest.ts';
import { createInstallationStore } from '../../src/bot/store/installations/installations.ts';
import { doctor } from '../../src/cli/doctor.ts';
import { openDatabase } from '../../src/kit/sql/database.ts';
import { lockFile } from '../../src/kit/sql/file-lock.ts';
import { createDiscordSandbox, type DiscordSandboxOptions } from '../../src/sandbox/discord/sandbox.ts';
import { createSlackSandbox, type SlackSandboxOptions } from '../../src/sandbox/slack/sandbox.ts';
import { startAssistantService } from '../e2e/assistant-service.ts';
import { settingsFor } from '../lab/soak/replica.ts';
import { startEndpoint } from '../service/model-endpoint.ts';
import { startAtTerminal } from './pty.ts';
import { emptyFolder, enterEmptyFolder, freePort, openTerminal } from './terminal.ts';

const manifestText = await readFile(join(import.meta.dirname, '../../manifest.yml'), 'utf8');
const manifest = parse(manifestText);

interface Options {
  readonly slack?: SlackSandboxOptions;
  readonly discord?: DiscordSandboxOptions;
}

async function openWorld({ slack: forSlack, discord: forDiscord }: Options = {}) {
  const [slack, discord, service] = await Promise.all([
    createSlackSandbox({ manifest, scopes: manifest.oauth_config.scopes.bot, ...forSlack }),
    createDiscordSandbox({ limits: { enforce: false }, ...forDiscord }),
    startAssistantService(() => ({ pieces: ['Yes.'] })),
  ]);
  const stop = async () => void (await Promise.all([slack.stop(), discord.stop(), service.stop()]));
  const settings = {
    ...settingsFor({ slack, discord, service }, 'sqlite:docent.db'),
    SLACK_CONFIG_TOKEN: slack.configToken,
    DEPLOY_URL: service.url,
    DEPLOY_PROJECT_ID: 'docs',
    DEPLOY_TOKEN: 'key',
    DEPLOY_ALLOW: 'slack:U1',
  };
  /** Settings; undefined means not set. */
  const run = async (
    change: Readonly<Record<string, string | undefined>> = {},
    args: readonly string[] = [],
    before = () => {},
  ) => {
    enterEmptyFolder();
    before();
    const terminal = openTerminal({ ...settings, ...change });
    const code = await doctor.run(args, terminal.io);
    const secrets = Object.values({ ...settings, ...change }).filter((each) =>
      /^xox|^xapp|^[\w-]+\.[\w-]+\.[\w-]+$/.test(each ?? ''),
    );
    for (const secret of secrets) expect(terminal.out()).not.toContain(secret);
    return { code, out: terminal.out() };
  };
  return { slack, discord, service, settings, run, stop };
}

async function openOwnWorld(options: Options) {
  const world = await openWorld(options);
  onTestFinished(world.stop);
  return world;
}

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

it('finds nothing wrong with a setup that works, changes nothing and asks no question', async () => {
  const { run, slack, discord, service } = world;
  const { code, out } = await run();
  expect(out).not.toContain('✗');
  expect(code).toBe(0);
  for (const name of [
    'Slack bot token',
    'Slack app token',
    'Slack events and buttons',
    'Discord token',
    'Discord intents',
  ]) {
    expect(out).toContain(`✓ ${name}`);
  }
  expect(out).toContain('✓ Assistant default: it answers in v1 and accepts the key');
  expect(out).toMatch(/✓ Deployments of \w+: the service accepts the token\n/);
  expect(slack.calls.filter(({ method }) => method.startsWith('chat.'))).toEqual([]);
  expect(discord.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(service.asked).toEqual([]);
});

it('asks one question with --ask, and prints one object per line with --json', async () => {
  const { run, service } = world;
  const { out } = await run({}, ['--ask', '--json']);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ name: 'Assistant default, asked', state: 'ok' }));
  expect(service.asked).toHaveLength(1);
});

it('prints what is broken and how to fix it, and exits with 1', async () => {
  const { settings, slack, discord } = world;
  const pty = startAtTerminal(['doctor'], emptyFolder(), { ...settings, SLACK_BOT_TOKEN: 'xoxb-1-2' });
  expect(await pty.ended).toBe(1);
  expect(pty.screen()).toMatch(/✗ Slack bot token: Slack says “invalid_auth”[\s\S]*copy SLACK_BOT_TOKEN/);
  expect(pty.screen()).toContain('✓ Discord token');
  for (const secret of ['xoxb-1-2', slack.appToken, discord.token]) expect(pty.screen()).not.toContain(secret);
});

it('names settings without effect, but none while a wrong value may be why they have no effect', async () => {
  const ineffective = { DEPLOY_URL: '', DEPLOY_PROJECT_ID: '', DEPLOY_TOKEN: '', DEPLOY_ALLOW: '', DEPLOY_REASK: 'on' };
  expect((await world.run(ineffective)).out).toContain('DEPLOY_REASK is set and has no effect');
  const wrong = { SLACK_BOT_TOKEN: 'xapp-1-2', REPORT_TIME: 'noon' };
  expect((await world.run(wrong)).out).not.toContain('has no effect');
});

/** What is broken, the settings that break it, what is found, and how to fix it. */
type Broken = readonly [
  what: string,
  change: Readonly<Record<string, string | undefined>>,
  found: RegExp,
  remedy: RegExp,
];

it('asks the language model once, and says how to fix what it refuses', async () => {
  const endpoint = await startEndpoint([{ status: 404 }]);
  const wrong = { DOCENT_MODEL_URL: endpoint.url, DOCENT_MODEL: 'parrot', HOST: 'localhost' };
  const { code, out } = await world.run(wrong);
  expect(code).toBe(1);
  expect(out).toMatch(/✗ Language model: parrot is not known at .*\n {4}→ Check DOCENT_MODEL \(parrot\)/);
  expect(endpoint.requests).toHaveLength(1);
  expect((await world.run({ DOCENT_MODEL: 'parrot', HOST: 'localhost' })).out).toContain(
    '✗ Language model: DOCENT_MODEL_URL is missing',
  );
});

it('serves docs of the bot’s own for the check only, and says which cannot be read', async () => {
  const docs = emptyFolder();
  writeFileSync(join(docs, 'kettle.md'), '# Kettle');
  const own = { ASSISTANT_URL: `http://127.0.0.1:${await freePort()}`, ASSISTANT_DOMAIN: 'tea', DOCENT_DOCS: docs };
  const found = await world.run(own);
  expect(found.out).toContain('✓ Docs ');
  expect(found.out).toMatch(/✓ Assistant.*\n/);
  await expect(fetch(own.ASSISTANT_URL)).rejects.toThrow();
});

it.each([
  ['a folder that is missing', '/nowhere/missing', 'There is no docs folder'],
  ['a repository that cannot be fetched', 'file:///nowhere/docs.git', 'git'],
])('names %s once, and not what it brings about', async (_, docs, words) => {
  const own = { ASSISTANT_URL: `http://127.0.0.1:${await freePort()}`, ASSISTANT_DOMAIN: 'tea', DOCENT_DOCS: docs };
  const { out, code } = await world.run({ ...own, DEPLOY_URL: own.ASSISTANT_URL });
  expect(code).toBe(1);
  expect(out.split('\n').filter((line) => line.startsWith('✗'))).toEqual([
    expect.stringMatching(new RegExp(`^✗ Docs: .*${words}`)),
  ]);
  expect(out).toContain('→ check DOCENT_DOCS\n');
});

it('reads no docs that a running bot serves', async () => {
  // The service of this test answers at the address.
  const { out } = await world.run({ DOCENT_DOCS: 'file:///nowhere/docs.git' });
  expect(out).toMatch(/✓ Assistant default/);
  expect(out).not.toContain('✗');
  // Where the bot keeps its clone, in the folder where both run.
  expect(existsSync('docent-serve')).toBe(false);
});

it('says that the address of the bot’s own docs is taken by another program', async () => {
  const docs = emptyFolder();
  writeFileSync(join(docs, 'kettle.md'), '# Kettle');
  const { out } = await world.run({ ASSISTANT_URL: await startServer(404, new Date()), DOCENT_DOCS: docs });
  expect(out).toMatch(
    /✗ Docs: Port \d+ on 127\.0\.0\.1 is taken.*\n {4}→ stop what listens there, or set another port/,
  );
});

describe('docent doctor finds and says how to fix', () => {
  const nobody = 'http://127.0.0.1:9';
  it.each<Broken>([
    [
      'no platform',
      { SLACK_BOT_TOKEN: undefined, SLACK_APP_TOKEN: undefined, DISCORD_TOKEN: undefined },
      /✗ Settings: No platform is set up/,
      /run docent setup slack or docent setup discord/,
    ],
    [
      'a missing platform, in a clone where npm runs it',
      {
        SLACK_BOT_TOKEN: undefined,
        SLACK_APP_TOKEN: undefined,
        DISCORD_TOKEN: undefined,
        npm_lifecycle_script: 'exec node src/docent.js',
      },
      /✗ Settings: No platform is set up/,
      /run npm run -s docent -- setup slack or npm run -s docent -- setup discord/,
    ],
    ['no assistant', { ASSISTANT_URL: undefined }, /✗ Settings: ASSISTANT_URL is missing/, /get it from/],
    [
      'a mistyped setting',
      { DEPLOY_ALOW: 'slack:U1' },
      /! Settings: DEPLOY_ALOW is not a setting; did you mean DEPLOY_ALLOW/,
      /configuration/,
    ],
    [
      'a token in the wrong place',
      { SLACK_BOT_TOKEN: 'xapp-1-2' },
      /✗ Settings: SLACK_BOT_TOKEN is wrong/,
      /OAuth & Permissions/,
    ],
    [
      'a revoked Slack token',
      { SLACK_BOT_TOKEN: 'xoxb-1-2' },
      /✗ Slack bot token: Slack says “invalid_auth”/,
      /copy SLACK_BOT_TOKEN/,
    ],
    [
      'an unreachable Slack',
      { SLACK_API_URL: `${nobody}/api/` },
      /✗ Slack bot token: Slack cannot be reached/,
      /check the network/,
    ],
    [
      'a wrong app token',
      { SLACK_APP_TOKEN: 'xapp-1-A0DOCENT01-2' },
      /✗ Slack app token: Slack says “invalid_auth”/,
      /connections:write/,
    ],
    [
      'an expired configuration token',
      { SLACK_CONFIG_TOKEN: 'xoxe.xoxp-1' },
      /✗ Slack events and buttons: Slack says “invalid_auth”/,
      /twelve hours/,
    ],
    [
      'a channel that it was not invited to',
      { OPERATORS: 'slack:C0UNKNOWN1' },
      /✗ Slack channel C0UNKNOWN1: Slack says “channel_not_found”/,
      /invite @docent/,
    ],
    [
      'a channel for the weekly report that it was not invited to',
      { REPORT_CHANNEL: 'slack:C0UNKNOWN2' },
      /✗ Slack channel C0UNKNOWN2: Slack says “channel_not_found”/,
      /invite @docent/,
    ],
    [
      'an old private channel that it was not invited to',
      { OPERATORS: 'slack:G0UNKNOWN1' },
      /✗ Slack channel G0UNKNOWN1: Slack says “channel_not_found”/,
      /invite @docent/,
    ],
    [
      'a channel of a workspace that it is not in',
      { OPERATORS: 'slack:T0OTHER:C1' },
      /✗ Slack channel T0OTHER:C1: Docent is not in the workspace T0OTHER/,
      /slack\/install/,
    ],
    [
      'a Discord channel that does not exist',
      { OPERATORS: 'discord:123456789012345678' },
      /✗ Discord channel 123456789012345678: Docent finds neither a channel nor a person/,
      /correct the id/,
    ],
    ['a wrong Discord token', { DISCORD_TOKEN: 'a.b.c' }, /✗ Discord token: Discord refuses it/, /Reset Token/],
    [
      'an unreachable Discord',
      { DISCORD_API_URL: `${nobody}/api` },
      /✗ Discord: Discord cannot be reached/,
      /discordstatus/,
    ],
    [
      'the wrong server',
      { DISCORD_GUILD_ID: '123456789012345678' },
      /✗ Discord servers: it is not in the server of DISCORD_GUILD_ID/,
      /oauth2\/authorize\?client_id=\d+/,
    ],
    ['commands that are not registered', {}, /! Discord commands: they are not registered/, /start Docent/],
    ['an unreachable assistant', { ASSISTANT_URL: nobody }, /✗ Assistant default: it does not answer/, /ASSISTANT_URL/],
    [
      'an unreachable fallback assistant',
      { FALLBACK_URL: nobody, FALLBACK_DOMAIN: 'docs', FALLBACK_API_KEY: 'key' },
      /✗ Assistant fallback: it does not answer/,
      /check its address/,
    ],
    [
      'an unreachable update service',
      { DEPLOY_URL: nobody },
      /✗ Deployments of \w+: the service does not answer/,
      /DEPLOY_URL/,
    ],
    [
      'a database in a folder that does not exist',
      { DATABASE_URL: 'sqlite:nowhere/docent.db' },
      /✗ Database: it cannot be used \(ENOENT\)/,
      /DATABASE_URL/,
    ],
    [
      'a Postgres that does not respond',
      { DATABASE_URL: 'postgres://u:p@127.0.0.1:9/d' },
      /✗ Database: it cannot be used \(ECONNREFUSED\)/,
      /Postgres is running/,
    ],
    [
      'a routing file that does not exist',
      { DOCENT_CONFIG: 'nowhere.yaml' },
      /✗ Settings: The routing file is nowhere\.yaml/,
      /configuration/,
    ],
  ])('%s', async (_, change, found, remedy) => {
    const { run } = world;
    const { code, out } = await run(change);
    expect(out).toMatch(new RegExp(`${found.source}[^\\n]*\\n +→ [^\\n]*${remedy.source}`));
    expect(code).toBe(found.source.startsWith('✗') ? 1 : 0);
  });

  it.each<readonly [string, Options, RegExp]>([
    [
      'a missing scope',
      { slack: { scopes: ['chat:write', 'app_mentions:read'] } },
      /! Slack scopes: commands is missing: .+\n(?:! .+\n)* +→ update the app/,
    ],
    [
      'an unused scope',
      { slack: { scopes: [...manifest.oauth_config.scopes.bot, 'files:write'] } },
      /! Slack scopes: files:write: .+\n +→ update the app/,
    ],
    [
      'events that the app does not send',
      {
        slack: {
          manifest: {
            ...manifest,
            settings: { ...manifest.settings, event_subscriptions: { bot_events: ['app_mention'] } },
          },
        },
      },
      /✗ Slack events and buttons: events .*message\.channels.* missing\n +→ update the app/,
    ],
    [
      'buttons that do nothing',
      {
        slack: { manifest: { ...manifest, settings: { ...manifest.settings, interactivity: { is_enabled: false } } } },
      },
      /✗ Slack events and buttons: interactivity is off/,
    ],
    [
      'the Message Content intent turned off',
      { discord: { messageContentIntent: false } },
      /! Discord intents: .+\n +→ .*Message Content Intent/,
    ],
  ])('%s', async (_, options, found) => {
    const own = await openOwnWorld(options);
    expect((await own.run()).out).toMatch(found);
  });

  it('a channel in which Docent lacks permissions, which is a failure if the settings name it', async () => {
    const [channel] = world.discord.channels.filter(({ name }) => name === 'no-threads');
    const found =
      'Docent lacks Create Public Threads\n    → allow Create Public Threads for Docent’s role: the settings of #no-threads';
    expect((await world.run()).out).toContain(`! Discord channel ${channel?.id}: ${found}`);
    expect((await world.run({ OPERATORS: `discord:${channel?.id}` })).out).toContain(
      `✗ Discord channel ${channel?.id}: ${found}`,
    );
  });

  it('a database that a newer version has used', async () => {
    const file = join(emptyFolder(), 'docent.db');
    await (await openDatabase(`sqlite:${file}`)).close();
    const look = () => world.run({ DATABASE_URL: `sqlite:${file}` });
    expect((await look()).out).toMatch(/✓ Database: SQLite [\d.]+: its schema is up to date/);
    const unlock = lockFile(file);
    expect((await look()).out).toContain('a bot is using it now');
    unlock();
    const newer = new DatabaseSync(file);
    newer.exec("insert into kysely_migration (name, timestamp) values ('9999_later', '2030-01-01')");
    newer.close();
    expect((await look()).out).toMatch(/! Database: .+a newer version of Docent has used it\n +→ start that version/);
  });

  it('a database that another program or an earlier version made', async () => {
    const file = join(emptyFolder(), 'other.db');
    const other = new DatabaseSync(file);
    other.exec('create table customers (id text)');
    other.close();
    expect((await world.run({ DATABASE_URL: `sqlite:${file}` })).out).toMatch(
      /✗ Database: .+it is of another program or an earlier version of Docent\n +→ keep it and name another one in DATABASE_URL, or delete it/,
    );
  });

  it.skipIf(process.platform === 'win32')('a database that others can read', async () => {
    const { out } = await world.run({}, [], () => writeFileSync('docent.db', '', { mode: 0o644 }));
    expect(out).toMatch(/! Settings: other users can read docent\.db\.\n +→ run chmod 600 docent\.db/);
  });

  it.skipIf(process.platform === 'win32')('an .env file that others can read', async () => {
    const write = () => {
      writeFileSync('.env', 'LOG_LEVEL=info\n');
      chmodSync('.env', 0o644);
    };
    expect((await world.run({}, [], write)).out).toMatch(
      /! Settings: other users can read \.env\.\n +→ run chmod 600 \.env/,
    );
  });

  it.each([
    [401, /✗ Assistant default: it refuses the key\n +→ renew the key/],
    [404, /✗ Assistant default: it has no such site\n +→ check the domain/],
  ])('an assistant that responds with %i', async (status, found) => {
    expect((await world.run({ ASSISTANT_URL: await startServer(status, new Date()) })).out).toMatch(found);
  });

  it('a deployment service that rejects the token', async () => {
    expect((await world.run({ DEPLOY_URL: await startServer(401, new Date()) })).out).toMatch(
      /✗ Deployments of \w+: the service refuses the token\n +→ renew the token \(DEPLOY_TOKEN/,
    );
  });

  it.each([
    ['22.9.0', 'failed', 'install Node 24: https://nodejs.org'],
    ['24.1.0', 'ok', undefined],
  ])('Node %s', (version, state, remedy) => {
    const check = checkNode(version);
    expect([check.state, check.remedy]).toEqual([state, remedy]);
  });

  it('a deploy key in place of the assistant’s, and the other way round', async () => {
    const refusing = await startServer(401, new Date());
    const { out } = await world.run({
      ASSISTANT_URL: refusing,
      ASSISTANT_API_KEY: 'docent_deploy_1',
      DEPLOY_URL: refusing,
      DEPLOY_TOKEN: 'docent_assistant_1',
    });
    expect(out).toMatch(/✗ Assistant default: its key is one for deployments\n +→ create a key for questions/);
    expect(out).toMatch(/✗ Deployments of \w+: its token is a key for questions\n +→ create a key for deployments/);
  });

  it.each([
    ['ENOTFOUND', 'its name docs.example does not resolve', 'DNS'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'of an authority that Node does not know', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'of an authority that Node does not know', 'NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'is not valid', 'today'],
  ])('an address at which a request fails with %s', (code, detail, remedy) => {
    expect(reasonOf(code, 'https://docs.example/api')).toEqual([
      expect.stringContaining(detail),
      expect.stringContaining(remedy),
    ]);
    expect(reasonOf('ECONNREFUSED', 'https://docs.example')).toBeUndefined();
  });

  it('a port that another program holds, but not one that a bot holds', async () => {
    const port = Number(new URL(await startServer(200, new Date())).port);
    expect(await checkPort('127.0.0.1', port)).toMatchObject({
      state: 'failed',
      remedy: expect.stringContaining('PORT'),
    });
    const bot = createServer((_, response) => response.end('{"ready":true,"parts":{}}')).listen(0, '127.0.0.1');
    await once(bot, 'listening');
    onTestFinished(() => void bot.close());
    const address = bot.address();
    const held = typeof address === 'object' ? (address?.port ?? 0) : 0;
    expect(await checkPort('127.0.0.1', held)).toMatchObject({ state: 'ok', detail: `a bot listens on ${held} now` });
    expect(await checkPort('127.0.0.1', 0)).toMatchObject({ state: 'ok' });
  });

  it('a proxy that is set and not used', async () => {
    const { out } = await world.run({ HTTPS_PROXY: 'http://proxy.example:3128' });
    expect(out).toMatch(/! Settings: HTTPS_PROXY is set, but Docent connects directly/);
    expect(out).not.toContain('proxy.example');
  });

  it('what must be fixed first, and one step for all that it fixes once', async () => {
    const { out } = await world.run({ ASSISTANT_URL: nobody });
    expect(out.split('\n')[0]).toMatch(/^✗ Assistant/);
    const own = await openOwnWorld({ slack: { scopes: ['chat:write', 'app_mentions:read'] } });
    const lines = (await own.run()).out.split('\n');
    expect(lines.filter((line) => line.startsWith('! Slack scopes')).length).toBeGreaterThan(5);
    expect(lines.filter((line) => line.includes('update the app from manifest.yml'))).toHaveLength(1);
  });

  it('a disk with little space, if that can be determined', () => {
    expect([...checkRoom(499e6)]).toMatchObject([
      { state: 'warning', remedy: expect.stringContaining('DATABASE_URL') },
    ]);
    expect([...checkRoom(500e6), ...checkRoom(undefined)]).toEqual([]);
  });

  it('a clock that is minutes off, in the same words whatever the seconds', async () => {
    const late = await startServer(400, new Date(Date.now() - 600_000));
    expect((await world.run({ ASSISTANT_URL: late })).out).toMatch(
      /✗ Clock: it is more than 60 seconds off.+\n +→ synchronise this machine’s clock/,
    );
  });
});

/** The URL of a server that responds to everything like this. */
async function startServer(status: number, date: Date): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('date', date.toUTCString());
    response.writeHead(status).end('{}');
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

it('does not report a person among the operators, or a channel that Slack does not let it read right now, as a missing channel', async () => {
  const { slack, discord, run } = await openOwnWorld({});
  const operators = `discord:${discord.users[0]?.id},slack:${slack.channels[0]?.id}`;
  slack.faults.failNext('conversations.history', { retryAfter: 30 });
  const { out } = await run({ OPERATORS: operators });
  expect(out).toContain(`✓ Discord channel ${discord.users[0]?.id}: it is a person`);
  expect(out).toContain(`- Slack channel ${slack.channels[0]?.id}: Slack’s rate limit was reached; try again later`);
});

it('compares what only HTTP needs over HTTP, for the app of the bot', async () => {
  const http = { SLACK_APP_TOKEN: undefined, SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef' };
  const { out } = await (await openOwnWorld({})).run(http);
  expect(out).toContain('✓ Slack transport: events arrive over HTTP');
  expect(out).toContain('✗ Slack events and buttons: Socket Mode is on, although SLACK_APP_TOKEN is not set');
  const url = 'https://bot.example.com/slack/events';
  const own = await openOwnWorld({ slack: { manifest: { ...manifestFor(manifestText, { requestUrl: url }) } } });
  expect((await own.run(http)).out).toContain('✓ Slack events and buttons: the app matches manifest.yml');
  expect((await own.run()).out).toContain(
    '✗ Slack events and buttons: Socket Mode is off, although SLACK_APP_TOKEN is set',
  );
  const other = await openOwnWorld({
    slack: { manifest: { ...manifestFor(manifestText, { requestUrl: 'https://bot.example.com/' }) } },
  });
  expect((await other.run(http)).out).toContain(
    'the request URL of events, interactivity, /docs, /deploy, /docs-report does not end in /slack/events',
  );
});

it('checks each workspace that installed the app, and names those that get no answers', async () => {
  const { run, slack } = await openOwnWorld({});
  const url = `sqlite:${join(emptyFolder(), 'docent.db')}`;
  const [key, lostKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  const database = await openDatabase(url);
  const [known, lost] = [key, lostKey].map((each) => createInstallationStore(database, 'slack', [each]));
  await known?.save({ id: slack.teamId, name: 'Acme', tokens: { token: slack.botToken } });
  await known?.save({ id: 'T0GONE', tokens: { token: 'xoxb-gone' } });
  await known?.save({ id: 'T0IDLE', tokens: { token: 'xoxe.xoxb-old', refreshToken: 'xoxe-1', expiresAt: 1 } });
  await lost?.save({ id: 'T0LOST', tokens: { token: 'xoxb-lost' } });
  await database.close();
  const installing = {
    SLACK_CLIENT_ID: slack.clientId,
    SLACK_CLIENT_SECRET: slack.clientSecret,
    SLACK_STATE_SECRET: 'hard to guess indeed',
    ENCRYPTION_KEY: key,
    SLACK_BOT_TOKEN: undefined,
    DATABASE_URL: url,
    DEPLOY_ALLOW: 'slack:T1:U1',
    OPERATORS: `slack:${slack.teamId}:${slack.channels[0]?.id},slack:${slack.teamId}:C0UNKNOWN1,slack:T0GONE:C1`,
  };
  const { code, out } = await run(installing);
  expect(code).toBe(1);
  expect(out).toContain('✓ Slack installations: workspaces: 4;');
  expect(out).toContain('✓ Slack app token');
  expect(out).toContain(`✓ Slack workspace Acme (${slack.teamId}): it is @docent there, with all scopes`);
  expect(out).toMatch(/✗ Slack workspace T0GONE: Slack says “invalid_auth”\n {4}→ reinstall Docent there/);
  expect(out).toMatch(/✗ Slack workspace T0LOST: no key in ENCRYPTION_KEY decrypts its token\n {4}→ add the key/);
  expect(out).toContain(`✓ Slack channel ${slack.teamId}:${slack.channels[0]?.id}: Docent can read`);
  expect(out).toContain('- Slack channel T0GONE:C1: its workspace could not be checked');
  expect(out).toContain(`Slack channel ${slack.teamId}:C0UNKNOWN1`);
  expect(out).toContain('✗ Slack events and buttons: events app_uninstalled, tokens_revoked missing; no redirect URL');
  expect(out).toContain(
    '- Slack workspace T0IDLE: no questions since its token expired; the next question will renew it',
  );
  expect(out).not.toMatch(/xoxb-(gone|lost|old)/);
  const besideHome = await run(
    {
      ...installing,
      SLACK_BOT_TOKEN: slack.botToken,
      DOCENT_CONFIG: 'rules.yaml',
      OPERATORS: `slack:${slack.teamId}:${slack.channels[0]?.id},slack:T0IDLE:C0IDLE`,
    },
    [],
    () => writeFileSync('rules.yaml', 'slack: { channels: { C0SOMEWHERE: { mode: auto } } }'),
  );
  expect(besideHome.out).toContain(`✓ Slack channel ${slack.teamId}:${slack.channels[0]?.id}: Docent can read`);
  for (const name of ['T0IDLE:C0IDLE', 'C0SOMEWHERE']) {
    expect(besideHome.out).toContain(`- Slack channel ${name}: its workspace could not be checked`);
  }
});
