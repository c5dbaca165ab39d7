import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Config, oneSite, readAssistantConfig, readConfig, readRouting } from '../../../src/bot/config/config.ts';
import { isReadableByOthers, readEnvFile } from '../../../src/bot/config/env-file.ts';
import { loadRouting } from '../../../src/bot/config/routing/load.ts';
import { secretsOf } from '../../../src/bot/config/secrets.ts';
import { variableNames } from '../../../src/bot/config/variables.ts';
import { findUnknown, findUnused } from '../../../src/bot/config/without-effect.ts';
import { logLevels } from '../../../src/kit/base/logger.ts';
import type { Env } from '../../../src/kit/settings/reader.ts';

const slack = { SLACK_BOT_TOKEN: 'xoxb-1-2', SLACK_APP_TOKEN: 'xapp-1-2' };
const discord = { DISCORD_TOKEN: 'MTk4.Cl2FMQ.ZnCjm1XVW7' };
const assistant = { ASSISTANT_URL: 'https://api.example.com', ASSISTANT_DOMAIN: 'docs', ASSISTANT_API_KEY: 'a-key' };
const deploy = { DEPLOY_URL: 'https://api.example.com', DEPLOY_PROJECT_ID: 'p1', DEPLOY_TOKEN: 'd-key' };
const whole = { ...slack, ...discord, ...assistant, ...deploy };

function config(env: Env): Config {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.config;
}

function problems(env: Env): readonly string[] {
  const read = readConfig(env);
  return read.ok ? [] : read.problems;
}

const installable = {
  SLACK_CLIENT_ID: '12.34',
  SLACK_CLIENT_SECRET: 'abcdef0123456789',
  SLACK_STATE_SECRET: 'hard to guess indeed',
  ENCRYPTION_KEY: `${key('a')},${key('b')}`,
};

function key(letter: string): string {
  return Buffer.from(letter.repeat(32)).toString('base64');
}

describe('a configuration', () => {
  it('has a default for everything that is not required', () => {
    const { routing, ...rest } = config({ ...slack, ...assistant });
    expect(routing).toEqual(oneSite(rest.assistant).routing);
    expect(rest).toEqual({
      slack: { botToken: 'xoxb-1-2', appToken: 'xapp-1-2' },
      assistant: {
        url: 'https://api.example.com',
        domain: 'docs',
        apiKey: 'a-key',
        apiVersion: 'auto',
        retrievalPageSize: 5,
        firstByteMs: 30_000,
        idleMs: 30_000,
        totalMs: 300_000,
      },
      database: 'sqlite:docent.db',
      retentionDays: 90,
      host: '0.0.0.0',
      port: 3000,
      logLevel: 'info',
      readyNeedsAssistant: false,
      shutdownGraceMs: 25_000,
    });
  });

  it('accepts every setting', () => {
    const all = config({
      ...whole,
      SLACK_API_URL: 'http://127.0.0.1:1/api/',
      SLACK_STREAMING: 'edit',
      DISCORD_GUILD_ID: '123456789012345678',
      DISCORD_API_URL: 'http://127.0.0.1:1/api',
      DISCORD_SHARDS: '2, 0',
      DISCORD_SHARD_COUNT: '4',
      ASSISTANT_URL: 'https://api.example.com/discovery/',
      ASSISTANT_API_VERSION: 'v2',
      ASSISTANT_RETRIEVAL_PAGE_SIZE: '12',
      ASSISTANT_PICTURES: 'on',
      ASSISTANT_FILTER: '{"version":"v2","groups":["a"]}',
      ASSISTANT_SITE_URL: 'https://docs.example.com/guide',
      ASSISTANT_FIRST_BYTE_TIMEOUT_MS: '1',
      ASSISTANT_IDLE_TIMEOUT_MS: '2',
      ASSISTANT_TOTAL_TIMEOUT_MS: '3',
      DEPLOY_STATUS_PATH: '/status/{statusId}',
      DEPLOY_ALLOW: 'slack:U0123ABCD, slack:S0123ABCD,discord:123456789012345678,',
      DEPLOY_CONFIRM: 'on',
      DEPLOY_REASK: 'on',
      DEPLOY_TIMEOUT_MINUTES: '5',
      DEPLOY_CHANNEL: 'slack:C0123ABCD',
      DEPLOY_CHANNEL_FILTER: 'failures',
      OPERATORS: 'slack:C0123ABCD, discord:123456789012345678',
      DATABASE_URL: 'postgres://docent:p%40ss@db/docent',
      FP_SECRET: 'pepper',
      HOST: '[::1]',
      PORT: '0',
      LOG_LEVEL: 'debug',
      READY_NEEDS_ASSISTANT: 'yes',
      SHUTDOWN_GRACE_SECONDS: '0',
    });
    expect(all).toMatchObject({
      slack: { apiUrl: 'http://127.0.0.1:1/api/', streaming: { channels: 'edit', direct: 'edit' } },
      discord: { guildId: '123456789012345678', apiUrl: 'http://127.0.0.1:1/api', shards: { ids: [2, 0], count: 4 } },
      assistant: {
        url: 'https://api.example.com/discovery',
        apiVersion: 'v2',
        retrievalPageSize: 12,
        pictures: true,
        filter: { version: 'v2', groups: ['a'] },
        siteUrl: 'https://docs.example.com/guide',
        firstByteMs: 1,
        idleMs: 2,
        totalMs: 3,
      },
      deploy: {
        projects: [
          {
            name: 'default',
            title: 'the docs',
            statusPath: '/status/{statusId}',
            allow: ['slack:U0123ABCD', 'slack:S0123ABCD', 'discord:123456789012345678'],
            siteUrl: 'https://docs.example.com/guide',
          },
        ],
        confirm: true,
        reask: true,
        timeoutMs: 300_000,
        announcements: { platform: 'slack', channel: 'C0123ABCD', filter: 'failures' },
      },
      operators: ['slack:C0123ABCD', 'discord:123456789012345678'],
      database: 'postgres://docent:p%40ss@db/docent',
      fpSecret: 'pepper',
      host: '::1',
      port: 0,
      logLevel: 'debug',
      readyNeedsAssistant: true,
      shutdownGraceMs: 0,
    });
  });

  it('serves all shards if only their count is set', () => {
    expect(config({ ...whole, DISCORD_SHARD_COUNT: '3' }).discord?.shards).toEqual({ count: 3 });
    expect(config({ ...whole, DISCORD_SHARD_COUNT: 'auto' }).discord?.shards).toEqual({ count: 'auto' });
  });

  it('requires the count if shards are named, and shards below it', () => {
    expect(problems({ ...whole, DISCORD_SHARDS: '0' })).toEqual([
      expect.stringMatching(/^DISCORD_SHARD_COUNT is missing/),
    ]);
    expect(problems({ ...whole, DISCORD_SHARDS: '0', DISCORD_SHARD_COUNT: 'auto' })).toEqual([
      expect.stringMatching(/^DISCORD_SHARD_COUNT is wrong: expected .*without DISCORD_SHARDS, auto/),
    ]);
    const beyond = { ...whole, DISCORD_SHARDS: '0,2', DISCORD_SHARD_COUNT: '2' };
    expect(problems(beyond)).toEqual([
      expect.stringMatching(/^DISCORD_SHARDS is wrong: expected .*below DISCORD_SHARD_COUNT/),
    ]);
  });

  it('treats an empty or blank variable as missing', () => {
    const empty = Object.fromEntries(variableNames.map((name) => [name, ' ']));
    expect(config({ ...empty, ...slack, ...assistant })).toEqual(config({ ...slack, ...assistant }));
  });

  it('trims values', () => {
    expect(config({ ...slack, ...assistant, ASSISTANT_API_KEY: ' a-key\n' }).assistant.apiKey).toBe('a-key');
  });

  it('uses Socket Mode with both Slack secrets, and HTTP with only the signing secret', () => {
    const secret = { SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef' };
    expect(config({ ...slack, ...secret, ...assistant }).slack).toEqual({ botToken: 'xoxb-1-2', appToken: 'xapp-1-2' });
    expect(config({ ...slack, ...secret, ...assistant, SLACK_APP_TOKEN: '' }).slack).toEqual({
      botToken: 'xoxb-1-2',
      signingSecret: '0123456789abcdef0123456789abcdef',
    });
  });

  it('needs no bot token if workspaces install the app, but accepts one', () => {
    const { SLACK_BOT_TOKEN: botToken = '', ...secrets } = slack;
    const installing = {
      clientId: '12.34',
      clientSecret: 'abcdef0123456789',
      stateSecret: 'hard to guess indeed',
      encryptionKeys: [key('a'), key('b')],
    };
    expect(config({ ...secrets, ...installable, ...assistant }).slack).toEqual({ installing, appToken: 'xapp-1-2' });
    expect(config({ ...slack, ...installable, ...assistant }).slack).toMatchObject({ installing, botToken });
  });

  it('requires all four settings of an app that workspaces install', () => {
    expect(problems({ ...slack, ...assistant, SLACK_CLIENT_ID: '12.34' })).toEqual([
      expect.stringMatching(/^SLACK_CLIENT_SECRET is missing/),
      expect.stringMatching(/^SLACK_STATE_SECRET is missing/),
      expect.stringMatching(/^ENCRYPTION_KEY is missing: .*openssl rand -base64 32/),
    ]);
  });

  it('requires ids with their workspace if several workspaces may install the app', () => {
    const lists = { OPERATORS: 'slack:C1', REPORT_ALLOW: 'slack:S1', REPORT_CHANNEL: 'slack:C1' };
    expect(problems({ ...slack, ...installable, ...assistant, ...lists })).toEqual(
      Object.keys(lists).map((name) => expect.stringMatching(`^${name} .*slack:T…:U…`)),
    );
    const named = { OPERATORS: 'slack:T1:C1, discord:1', REPORT_ALLOW: 'slack:E1:S1', REPORT_CHANNEL: 'slack:T1:C1' };
    expect(config({ ...slack, ...installable, ...assistant, ...named })).toMatchObject({
      operators: ['slack:T1:C1', 'discord:1'],
      weeklyReport: { platform: 'slack', installation: 'T1', channel: 'C1' },
    });
  });

  it('requires ids with their workspace in docent.yaml, too', () => {
    const text = `
defaults: { handover: slack:S1, staff: [slack:T1:U1, discord:1] }
slack:
  mayAsk: everyone
  channels:
    C1:
      mayAsk: [slack:T1:S1, slack:S1]
      staff:
        - slack:U1
`;
    const loaded = loadRouting(text);
    if (!loaded.ok) throw new Error(loaded.problems.join());
    const several = { ...slack, ...installable, ...assistant };
    const expected = [
      'docent.yaml, line 2, column 13: defaults.handover: an id of Slack without its workspace',
      'docent.yaml, line 7, column 29: slack.channels.C1.mayAsk.1: an id of Slack without its workspace',
      'docent.yaml, line 9, column 11: slack.channels.C1.staff.0: an id of Slack without its workspace',
    ].map((problem) => expect.stringContaining(`${problem}: expected slack:T…:U…`));
    expect(readConfig(several, loaded.routing)).toMatchObject({ ok: false, problems: expected });
    expect(readRouting(several, loaded.routing)).toEqual({ ok: false, problems: expected });
    expect(readConfig({ ...slack, ...assistant }, loaded.routing).ok).toBe(true);
  });

  it('lets no one deploy if DEPLOY_ALLOW is empty', () => {
    expect(config({ ...whole, DEPLOY_ALLOW: '' }).deploy).toEqual({
      projects: [
        {
          name: 'default',
          title: 'the docs',
          url: 'https://api.example.com',
          projectId: 'p1',
          token: 'd-key',
          statusPath: '/v1/project/update-status/{statusId}',
          allow: [],
        },
      ],
      confirm: false,
      reask: false,
      timeoutMs: 1_800_000,
    });
  });

  it('accepts every log level', () => {
    for (const level of logLevels) expect(config({ ...whole, LOG_LEVEL: level }).logLevel).toBe(level);
  });
});

describe('a configuration problem', () => {
  it('shows what is missing, what is expected and where to get it', () => {
    expect(problems({ ...assistant, SLACK_APP_TOKEN: 'xapp-1' })).toEqual([
      'SLACK_BOT_TOKEN is missing: expected the bot token, which begins with xoxb-. ' +
        'Get it at https://api.slack.com/apps, your app, OAuth & Permissions, Bot User OAuth Token.',
    ]);
  });

  it('mentions that an empty variable overrides its line in .env', () => {
    const found = problems({ ...assistant, ASSISTANT_URL: '', DISCORD_TOKEN: 'x'.repeat(60) });
    expect(found.find((problem) => problem.startsWith('ASSISTANT_URL'))).toContain('it is set, but empty, in .env or');
  });

  it('is reported together with all others, in order', () => {
    const found = problems({ SLACK_BOT_TOKEN: 'xoxp-1', DEPLOY_URL: 'ftp://x', PORT: 'many' });
    expect(found.map((problem) => problem.split(':')[0])).toEqual([
      'SLACK_BOT_TOKEN is wrong (it looks like another kind of Slack token)',
      'SLACK_APP_TOKEN is missing',
      'ASSISTANT_URL is missing',
      'ASSISTANT_DOMAIN is missing',
      'ASSISTANT_API_KEY is missing',
      'DEPLOY_URL is wrong',
      'DEPLOY_PROJECT_ID is missing',
      'DEPLOY_TOKEN is missing',
      'PORT is wrong',
    ]);
  });

  const discordToken = `${Buffer.from('123456789012345678').toString('base64url')}.Gx4xYz.${'x'.repeat(38)}`;

  it.each([
    ['xoxb-1-2', 'SLACK_BOT_TOKEN'],
    ['xapp-1-2', 'SLACK_APP_TOKEN'],
    ['xoxe.xoxp-1-2', 'SLACK_CONFIG_TOKEN'],
    ['xoxp-1-2', 'another kind of Slack token'],
    [discordToken, 'DISCORD_TOKEN'],
  ])('is reported for a platform token in a setting that is sent to another service: %s', (token, called) => {
    const names = ['ASSISTANT_API_KEY', 'ASSISTANT_DOMAIN', 'FALLBACK_API_KEY', 'FALLBACK_DOMAIN', 'DEPLOY_TOKEN'];
    const second = { FALLBACK_URL: 'http://127.0.0.1:1', FALLBACK_DOMAIN: 'docs', FALLBACK_API_KEY: 'key' };
    for (const name of names) {
      const found = problems({ ...whole, ...second, [name]: token });
      expect(found).toEqual([expect.stringContaining(`${name} is wrong (it looks like ${called}): expected`)]);
      expect(found.join()).not.toContain(token);
    }
  });

  it('does not arise from a three-part key, or from a site name that looks like a host name', () => {
    const jwt = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${'e'.repeat(30)}.${'s'.repeat(43)}`;
    const given = { ...whole, ASSISTANT_API_KEY: jwt, ASSISTANT_DOMAIN: 'documentation-of-acme.example-of-a-host.com' };
    expect(problems(given)).toEqual([]);
  });

  it('of an expiring bot token explains where such apps work', () => {
    expect(problems({ ...slack, ...assistant, SLACK_BOT_TOKEN: 'xoxe.xoxb-1-2' })).toEqual([
      expect.stringMatching(/^SLACK_BOT_TOKEN is wrong \(.*token rotation.*\/slack\/install\)/),
    ]);
  });

  it('of a missing platform points to the sandbox', () => {
    expect(problems(assistant)).toEqual([
      expect.stringMatching(/No platform.*SLACK_BOT_TOKEN.*DISCORD_TOKEN.*docent try/),
    ]);
  });

  it.each([
    ['SLACK_CLIENT_ID', 'A0123'],
    ['SLACK_CLIENT_SECRET', 'short'],
    ['SLACK_STATE_SECRET', 'short'],
    ['ENCRYPTION_KEY', 'c2hvcnQ='],
  ])('is reported for %s=%s in an app that workspaces install', (name, value) => {
    expect(problems({ ...slack, ...installable, ...assistant, [name]: value })).toEqual([
      expect.stringContaining(`${name} is wrong: expected`),
    ]);
  });

  it.each(['DEPLOY_STATUS_PATH', 'DEPLOY_ALLOW'])('is reported for %s without the rest of the deploy group', (name) => {
    const value = name === 'DEPLOY_ALLOW' ? 'slack:U1' : '/status/{statusId}';
    expect(problems({ ...slack, ...assistant, [name]: value })).toHaveLength(3);
  });

  it.each([
    ['SLACK_BOT_TOKEN', 'xoxp-1-2'],
    ['SLACK_BOT_TOKEN', 'xoxb-1 2'],
    ['SLACK_APP_TOKEN', 'xoxb-1-2'],
    ['SLACK_SIGNING_SECRET', 'xoxb-1234567890123456'],
    ['SLACK_API_URL', 'https://slack.com/api'],
    ['SLACK_API_URL', 'slack.com/api/'],
    ['SLACK_STREAMING', 'always'],
    ['SLACK_STREAMING', 'channels:always'],
    ['SLACK_STREAMING', 'groups:edit'],
    ['SLACK_STREAMING', 'channels'],
    ['SLACK_STREAMING', 'native,direct:edit'],
    ['DISCORD_TOKEN', 'Bot MTk4.Cl2FMQ.ZnCjm1XVW7'],
    ['DISCORD_TOKEN', 'clientsecret'],
    ['DISCORD_GUILD_ID', 'my server'],
    ['DISCORD_API_URL', 'https://discord.com/api/v10'],
    ['DISCORD_API_URL', 'https://discord.com/api/'],
    ['ASSISTANT_URL', 'api.example.com'],
    ['ASSISTANT_URL', 'ftp://api.example.com'],
    ['ASSISTANT_URL', 'https://api.example.com/v1'],
    ['ASSISTANT_URL', 'https://api.example.com/v1/assistant/docs/message'],
    ['ASSISTANT_URL', 'https://api.example.com?key=1'],
    ['ASSISTANT_URL', 'https://me:secret@api.example.com'],
    ['ASSISTANT_DOMAIN', 'https://docs.example.com'],
    ['ASSISTANT_API_KEY', 'Bearer key'],
    ['ASSISTANT_API_VERSION', 'v3'],
    ['ASSISTANT_RETRIEVAL_PAGE_SIZE', '0'],
    ['ASSISTANT_PICTURES', 'yes'],
    ['ASSISTANT_RETRIEVAL_PAGE_SIZE', '21'],
    ['ASSISTANT_RETRIEVAL_PAGE_SIZE', '5.5'],
    ['ASSISTANT_FILTER', '{version: v2}'],
    ['ASSISTANT_FILTER', '[]'],
    ['ASSISTANT_FILTER', 'null'],
    ['ASSISTANT_SITE_URL', '/docs'],
    ['ASSISTANT_TOTAL_TIMEOUT_MS', '0'],
    ['DEPLOY_PROJECT_ID', 'a/b'],
    ['DEPLOY_STATUS_PATH', '/status'],
    ['DEPLOY_STATUS_PATH', 'status/{statusId}'],
    ['DISCORD_SHARDS', '0;1'],
    ['DISCORD_SHARD_COUNT', '0'],
    ['DEPLOY_ALLOW', 'U0123ABCD'],
    ['DEPLOY_ALLOW', 'slack:U1,slack:#docs'],
    ['DEPLOY_ALLOW', 'discord:admins'],
    ['DATABASE_URL', 'docent.db'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'sqlite://docent.db'],
    ['DATABASE_URL', 'mysql://x'],
    ['HOST', 'https://x'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['READY_NEEDS_ASSISTANT', 'true'],
    ['SHUTDOWN_GRACE_SECONDS', '25s'],
  ])('is reported for %s=%s', (name, value) => {
    const found = new RegExp(`^${name} is wrong( \\(it looks like [^)]*\\))?: expected `);
    expect(problems({ ...whole, [name]: value })).toEqual([expect.stringMatching(found)]);
  });

  it('never contains a value, since any may be a secret', () => {
    const unit = fc.constantFrom('q', 'z', '7', '-', '.', ':', '/', '{', ' ');
    const value = fc.string({ minLength: 6, unit }).map((text) => `q${text}q`);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...variableNames), value), (env) => {
        const found = problems(env).join('\n');
        for (const value of Object.values(env)) expect(found).not.toContain(value);
      }),
    );
  });
});

describe("the assistant's settings", () => {
  it('can be read without a platform', () => {
    expect(readAssistantConfig(assistant)).toMatchObject({ ok: true, config: { domain: 'docs' } });
  });

  it('report only their own problems', () => {
    expect(readAssistantConfig({ PORT: 'many', ASSISTANT_FILTER: '[' })).toMatchObject({
      ok: false,
      problems: { length: 4 },
    });
  });
});

describe('settings without effect', () => {
  it('are found when misnamed, with the setting that was meant; those of other tools are not', () => {
    const env = {
      ...slack,
      ...assistant,
      DEPLOY_ALOW: 'slack:U1',
      ASISTANT_SITE_URL: 'https://x',
      SLACK_TOKEN: 'x',
      DISCORD_BOT_TOKEN: 'x',
      SLACK_WEBHOOK_URL: 'x',
      GITHUB_TOKEN: 'x',
      GITHUB_REPOSITORY: 'x',
      PATH: '/bin',
    };
    expect(findUnknown(env, config(env))).toEqual([
      { name: 'DEPLOY_ALOW', nearest: 'DEPLOY_ALLOW' },
      { name: 'ASISTANT_SITE_URL', nearest: 'ASSISTANT_SITE_URL' },
      { name: 'SLACK_TOKEN', nearest: 'SLACK_BOT_TOKEN' },
      { name: 'DISCORD_BOT_TOKEN', nearest: 'DISCORD_TOKEN' },
    ]);
    expect(findUnused(env, config(env))).toEqual([]);
  });

  it('are not found among the names that docent.yaml uses for keys', () => {
    const env = { ...slack, ...assistant, DEPLOY_URL: 'https://api.example.com', DEPLOY_API_TOKEN: 'k' };
    const loaded = loadRouting('projects: { api: { id: p, token: DEPLOY_API_TOKEN } }');
    if (!loaded.ok) throw new Error(loaded.problems.join());
    const read = readConfig(env, loaded.routing);
    if (!read.ok) throw new Error(read.problems.join());
    expect(findUnknown(env, read.config)).toEqual([]);
  });

  it('are found when what they belong to is not set up', () => {
    const env = {
      ...slack,
      ...assistant,
      SLACK_SIGNING_SECRET: 'abcdefghijklmnop',
      DISCORD_GUILD_ID: '123456789012345678',
      DEPLOY_CONFIRM: 'on',
      DEPLOY_REASK: 'on',
      DEPLOY_CHANNEL: 'slack:C1',
      REPORT_CHANNEL: 'discord:123456789012345678',
      REPOSITORY_URL: 'https://github.com/acme/docs',
      KEPT_ANSWERS_LINK: 'https://github.com/acme/docs/new/main?filename={file}',
    };
    expect(findUnused(env, config(env))).toEqual([
      'SLACK_SIGNING_SECRET',
      'DISCORD_GUILD_ID',
      'DEPLOY_CONFIRM',
      'DEPLOY_REASK',
      'DEPLOY_CHANNEL',
      'REPORT_CHANNEL',
      'KEPT_ANSWERS_LINK',
    ]);
    const own = { ISSUE_LINK: 'https://git.example/new?title={title}' };
    const both = { ...slack, ...assistant, ...own, REPOSITORY_URL: env.REPOSITORY_URL };
    expect(findUnused(both, config(both))).toEqual(['REPOSITORY_URL']);
    expect(config(both).issueForm).toBe(own.ISSUE_LINK);
    const other = { ...slack, ...assistant, REPORT_TIME: 'mon 09:00 UTC' };
    expect(findUnused(other, config(other))).toEqual(['REPORT_TIME']);
    expect(findUnused(whole, config(whole))).toEqual([]);
  });

  it('are found in docent.yaml: prompts where nothing shows them, and handover hours where nobody is called', () => {
    const hours = '{ from: "09:00", to: "17:00", timeZone: UTC }';
    const loaded = loadRouting(`
defaults: { prompts: [How?] }
slack:
  channels:
    C1: { prompts: [How?], handoverHours: ${hours} }
    C2: { handover: "slack:S1", handoverHours: ${hours} }
discord: { prompts: [How?], handoverHours: ${hours} }
`);
    if (!loaded.ok) throw new Error(loaded.problems.join());
    const env = { ...slack, ...assistant };
    const read = readConfig(env, loaded.routing);
    if (!read.ok) throw new Error(read.problems.join());
    expect(findUnused(env, read.config)).toEqual([
      'discord.prompts in docent.yaml',
      'discord.handoverHours in docent.yaml',
      'slack.channels.C1.prompts in docent.yaml',
      'slack.channels.C1.handoverHours in docent.yaml',
    ]);
  });
});

describe('the environment file', () => {
  it('adds what the environment does not set, and an empty variable disables its line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-config-'));
    const path = join(folder, '.env');
    await writeFile(path, '# a comment\nPORT=1\nHOST="a b"\nLOG_LEVEL=warn\n');
    const env = await readEnvFile(path, { PORT: '2', LOG_LEVEL: '', OTHER: 'x' });
    await rm(folder, { recursive: true });
    expect(env).toEqual({ PORT: '2', HOST: 'a b', LOG_LEVEL: '', OTHER: 'x' });
  });

  it('may be missing', async () => {
    expect(await readEnvFile('/nowhere/.env', { PORT: '2' })).toEqual({ PORT: '2' });
  });

  it('reads secrets from the files that NAME_FILE names, without a trailing line break', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-config-'));
    const [token, key] = [join(folder, 'token'), join(folder, 'key')];
    await writeFile(token, 'xapp-from-file\n');
    await writeFile(key, 'k-from-file');
    await writeFile(join(folder, '.env'), `SLACK_APP_TOKEN_FILE=${token}\nASSISTANT_API_KEY=k-from-env\n`);
    const more = { ASSISTANT_API_KEY_FILE: key, OTHER_SITE_KEY_FILE: key, SSL_CERT_FILE: key };
    const env = await readEnvFile(join(folder, '.env'), more);
    await rm(folder, { recursive: true });
    const { SLACK_APP_TOKEN, ASSISTANT_API_KEY, OTHER_SITE_KEY, SSL_CERT } = env;
    expect({ SLACK_APP_TOKEN, ASSISTANT_API_KEY, OTHER_SITE_KEY, SSL_CERT }).toEqual({
      SLACK_APP_TOKEN: 'xapp-from-file',
      ASSISTANT_API_KEY: 'k-from-env',
      OTHER_SITE_KEY: 'k-from-file',
      SSL_CERT: undefined,
    });
  });

  it('leads to a problem that names the variable whose secret file cannot be read', async () => {
    const env = await readEnvFile('/nowhere/.env', {
      ...slack,
      ...assistant,
      SLACK_BOT_TOKEN: '',
      SLACK_BOT_TOKEN_FILE: '/nowhere/t',
    });
    const read = readConfig(env);
    expect(read.ok ? [] : read.problems.join()).toContain('SLACK_BOT_TOKEN_FILE names a file that cannot be read');
  });

  it('is recognised as readable by other users', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-config-'));
    const path = join(folder, '.env');
    await writeFile(path, 'A=1', { mode: 0o600 });
    expect(await isReadableByOthers(path)).toBe(false);
    await chmod(path, 0o644);
    expect(await isReadableByOthers(path)).toBe(process.platform !== 'win32');
    expect(await isReadableByOthers('/nowhere/.env')).toBe(false);
    await rm(folder, { recursive: true });
  });

  it('has an example that lists every variable, each with a comment above it, and sets none', async () => {
    const text = await readFile(join(import.meta.dirname, '../../..', '.env.example'), 'utf8');
    // The settings of `docent serve` follow below.
    const [bot = ''] = text.split('# --- Your own documentation service');
    expect(bot.match(/^\w+(?==)/gm)).toEqual(variableNames);
    expect(new Set(Object.values(parseEnv(text)))).toEqual(new Set(['']));
    // Variables in one block share its comment.
    for (const block of text.split('\n\n')) expect(block).toMatch(/^#/);
  });
});

describe('the secrets of a configuration', () => {
  it('are all values that must never be shown', () => {
    const env = {
      ...whole,
      FP_SECRET: 'pepper',
      DEPLOY_CONFIRM: 'off',
      DEPLOY_TIMEOUT_MINUTES: '5',
      DEPLOY_CHANNEL: 'slack:C0123ABCD',
      DEPLOY_CHANNEL_FILTER: 'failures',
      DATABASE_URL: 'postgres://docent:p%40ss@db/docent',
    };
    expect(new Set(secretsOf(config(env)))).toEqual(
      new Set(['xoxb-1-2', 'xapp-1-2', discord.DISCORD_TOKEN, 'a-key', 'd-key', 'pepper', 'p%40ss', 'p@ss']),
    );
  });

  it('include the passwords of a database wherever they are in its address', () => {
    const secrets = (url: string) => secretsOf(config({ ...discord, ...assistant, DATABASE_URL: url })).slice(2);
    expect(secrets('postgres://db/docent?user=docent&password=p%40ss')).toEqual(['p%40ss', 'p@ss']);
    expect(secrets('postgres://docent:100%ZZ@db/docent')).toEqual(['100%ZZ', '100%ZZ']);
    expect(secrets('postgres://docent@db/docent')).toEqual([]);
  });

  it('are few when little is set', () => {
    expect(secretsOf(config({ ...discord, ...assistant }))).toEqual([discord.DISCORD_TOKEN, 'a-key']);
  });
});

describe('how answers grow in Slack', () => {
  it.each([
    ['native', { channels: 'native', direct: 'native' }],
    ['channels:native', { channels: 'native' }],
    ['channels: native, direct: off', { channels: 'native', direct: 'off' }],
  ])('is set by %s', (text, streaming) => {
    expect(config({ ...slack, ...assistant, SLACK_STREAMING: text }).slack?.streaming).toEqual(streaming);
  });
});
