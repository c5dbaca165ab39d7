/** The first line of the log shows each setting that decides something, and no secret. */
import { expect, it } from 'vitest';
import { readConfig } from '../../src/bot/config/config.ts';
import { parseRouting } from '../../src/bot/config/routing/file.ts';
import { secretsOf } from '../../src/bot/config/secrets.ts';
import { variableNames } from '../../src/bot/config/variables.ts';
import { toSummary } from '../../src/cli/start-summary.ts';

const everything = {
  SLACK_BOT_TOKEN: 'xoxb-1-1-secret',
  SLACK_APP_TOKEN: 'xapp-1-A-1-secret',
  DISCORD_TOKEN: 'a.secret.c',
  ASSISTANT_URL: 'https://assistant.example',
  ASSISTANT_DOMAIN: 'docs',
  ASSISTANT_API_KEY: 'assistant-secret',
  FALLBACK_URL: 'https://second.example',
  FALLBACK_DOMAIN: 'docs',
  FALLBACK_API_KEY: 'fallback-secret',
  DEPLOY_URL: 'https://deploy.example',
  DEPLOY_PROJECT_ID: 'p',
  DEPLOY_TOKEN: 'deploy-secret',
  DEPLOY_CHANNEL: 'slack:C1',
  REPORT_CHANNEL: 'slack:C1',
  DATABASE_URL: 'postgres://docent:database-secret@db.example/docent',
  FP_SECRET: 'fingerprint-secret',
};

/** Another value of each variable that decides something; null: none. */
const changes: Readonly<Record<string, string | null>> = {
  SLACK_API_URL: 'https://slack.example/api/',
  SLACK_STREAMING: 'edit',
  DISCORD_TOKEN: null,
  DISCORD_GUILD_ID: '1',
  DISCORD_API_URL: 'https://discord.example/api',
  DISCORD_SHARD_COUNT: '4',
  ASSISTANT_URL: 'https://other.example',
  ASSISTANT_DOMAIN: 'other',
  ASSISTANT_API_VERSION: 'v1',
  ASSISTANT_RETRIEVAL_PAGE_SIZE: '7',
  ASSISTANT_FILTER: '{"groups":["staff"]}',
  ASSISTANT_PICTURES: 'on',
  ASSISTANT_SITE_URL: 'https://docs.example',
  ASSISTANT_FIRST_BYTE_TIMEOUT_MS: '1',
  ASSISTANT_IDLE_TIMEOUT_MS: '1',
  ASSISTANT_TOTAL_TIMEOUT_MS: '1',
  FALLBACK_URL: 'https://other.example',
  FALLBACK_DOMAIN: 'other',
  DEPLOY_URL: 'https://other.example',
  DEPLOY_PROJECT_ID: 'other',
  DEPLOY_STATUS_PATH: '/other/{statusId}',
  DEPLOY_ALLOW: 'slack:U1',
  DEPLOY_CONFIRM: 'on',
  DEPLOY_REASK: 'on',
  DEPLOY_TIMEOUT_MINUTES: '1',
  DEPLOY_CHANNEL: 'slack:C2',
  DEPLOY_CHANNEL_FILTER: 'failures',
  REPORT_ALLOW: 'slack:U1',
  REPORT_CHANNEL: 'slack:C2',
  REPORT_TIME: 'tue 10:00 UTC',
  REPORT_URL: 'https://docent.example',
  REPOSITORY_URL: 'https://github.com/acme/docs',
  ISSUE_LINK: 'https://git.acme.example/new?title={title}',
  KEPT_ANSWERS: 'answers',
  KEPT_ANSWERS_LINK: 'https://github.com/acme/docs/new/main?filename={file}&value={text}',
  OPERATORS: 'slack:U1',
  DATABASE_URL: 'sqlite:other.db',
  RETENTION_DAYS: '7',
  MASKING: 'off',
  FP_SECRET: null,
  HOST: '127.0.0.1',
  PORT: '3001',
  LOG_LEVEL: 'debug',
  READY_NEEDS_ASSISTANT: 'yes',
  SHUTDOWN_GRACE_SECONDS: '1',
};

/** Decided with others, which the tests below set, or by nobody's choice: keys of the same service, the file's own name. */
const others = [
  'SLACK_BOT_TOKEN',
  'SLACK_APP_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_CLIENT_ID',
  'SLACK_CLIENT_SECRET',
  'SLACK_STATE_SECRET',
  'ENCRYPTION_KEY',
  'SLACK_CONFIG_TOKEN',
  'DISCORD_SHARDS',
  'ASSISTANT_API_KEY',
  'FALLBACK_API_KEY',
  'DEPLOY_TOKEN',
  'DOCENT_DOCS',
  'DOCENT_CONFIG',
  'TRUST_PROXY',
];

function summaryOf(change: Readonly<Record<string, string | null>>, file?: string): string {
  const env = Object.entries({ ...everything, ...change }).filter(([, value]) => value !== null);
  const routing = file === undefined ? undefined : parseRouting(file, 'docent.yaml');
  if (routing && !routing.ok) throw new Error(routing.problems.join());
  const read = readConfig(Object.fromEntries(env) as Record<string, string>, routing?.routing);
  if (!read.ok) throw new Error(read.problems.join());
  const text = JSON.stringify(toSummary(read.config));
  for (const secret of [...secretsOf(read.config), 'secret']) expect(text).not.toContain(secret);
  return text;
}

it('shows each variable', () => {
  expect([...Object.keys(changes), ...others].toSorted()).toEqual([...variableNames].toSorted());
  const before = summaryOf({});
  for (const [name, value] of Object.entries(changes))
    expect([name, summaryOf({ [name]: value })]).not.toEqual([name, before]);
});

it.each([
  [
    'events over HTTP',
    { SLACK_APP_TOKEN: null, SLACK_SIGNING_SECRET: 'abcdefghijklmnop', TRUST_PROXY: '1' },
    '"events":"over HTTP"',
  ],
  [
    'the proxies before it',
    { SLACK_APP_TOKEN: null, SLACK_SIGNING_SECRET: 'abcdefghijklmnop', TRUST_PROXY: '1' },
    '"trustedProxies":1',
  ],
  ['the shards of this process', { DISCORD_SHARDS: '1', DISCORD_SHARD_COUNT: '4' }, '"shards":{"ids":[1],"count":4}'],
  [
    'that it serves the docs itself, without a token in their address',
    { DOCENT_DOCS: 'https://me:secret@git.example/docs.git?token=secret', ASSISTANT_URL: 'http://127.0.0.1:8080' },
    '"docs":"https://git.example/docs.git"',
  ],
])('shows %s', (_, change, part) => {
  expect(summaryOf(change)).toContain(part);
});

it.each([
  'aiNotice: always',
  'answeredBefore: off',
  'mode: auto',
  'followUps: anyone',
  'mayAsk: [slack:U1]',
  'private: false',
  'language: de',
  'unanswered: say',
  'filter: { version: v2 }',
])('shows what docent.yaml decides for both platforms: %s', (rule) => {
  expect(summaryOf({}, `defaults: { ${rule} }`)).not.toBe(summaryOf({}, 'defaults: {}'));
});

it('counts narrower rules, and shows limits', () => {
  const text = summaryOf(
    {},
    'limits: { personDay: 3 }\nslack: { channels: { C1: { mode: off }, C2: { mode: auto } } }',
  );
  expect(text).toContain('"rules":2');
  expect(text).toContain('"personDay":3');
});
