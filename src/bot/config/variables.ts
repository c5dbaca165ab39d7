/**
 * Every variable of the bot: its schema, what is expected in words, its default, and where to get it. Shared schemas are in
 * values.ts; kit/settings has the variables that the service reads as well. To add a variable: an entry here, a line in
 * config.ts or the *-settings file that reads it, and a row in docs/configuration.md.
 */
import { z } from 'zod';
import { variable, withDefault } from '../../kit/settings/reader.ts';
import { host, logLevel, masking, port, retentionDays, trustProxy } from '../../kit/settings/shared-variables.ts';
import { isHttpUrl, key, serviceKey, toList, wholeNumber } from '../../kit/settings/values.ts';
import { issueFormOf } from '../core/reports/issue-form.ts';
import {
  allowList,
  baseUrl,
  deployFilters,
  isDatabaseUrl,
  name,
  oneChannel,
  statusPath,
  streaming,
  timeout,
  toJsonObject,
  toWeekTime,
} from './values.ts';

const slackApp = 'at https://api.slack.com/apps, your app,';
const discordApp = 'at https://discord.com/developers/applications, your application,';
const docsService =
  "from the documentation service's dashboard, or from what docent serve prints; with DOCENT_DOCS, docent setup makes it up";

const maxShards = 10_000;

const linkPattern = z.string().refine((text) => /^https?:\/\//.test(text) && URL.canParse(text));

export const v = {
  slackBotToken: variable(
    'SLACK_BOT_TOKEN',
    key.startsWith('xoxb-'),
    'the bot token, which begins with xoxb-',
    `${slackApp} OAuth & Permissions, Bot User OAuth Token`,
  ),
  slackAppToken: variable(
    'SLACK_APP_TOKEN',
    key.startsWith('xapp-'),
    'an app-level token with the scope connections:write, which begins with xapp- (or SLACK_SIGNING_SECRET in its place, for events over HTTP)',
    `${slackApp} Basic Information, App-Level Tokens`,
  ),
  slackSigningSecret: variable(
    'SLACK_SIGNING_SECRET',
    key.regex(/^(?!xox|xapp)\w{16,}$/),
    'the signing secret, letters and digits without a prefix',
    `${slackApp} Basic Information, App Credentials`,
  ),
  slackClientId: variable(
    'SLACK_CLIENT_ID',
    z.string().regex(/^\d+\.\d+$/),
    'the client id, two numbers separated by a dot; with SLACK_CLIENT_SECRET, SLACK_STATE_SECRET and ENCRYPTION_KEY it lets workspaces install Docent at /slack/install, which needs an address that browsers can reach over HTTPS, even with Socket Mode',
    `${slackApp} Basic Information, App Credentials`,
  ),
  slackClientSecret: variable(
    'SLACK_CLIENT_SECRET',
    key.regex(/^(?!xox|xapp).{8,}$/),
    'the client secret, without a prefix',
    `${slackApp} Basic Information, App Credentials`,
  ),
  slackStateSecret: variable(
    'SLACK_STATE_SECRET',
    z.string().min(16),
    'any text of at least 16 characters that is hard to guess',
    'with: openssl rand -base64 32',
  ),
  encryptionKey: variable(
    'ENCRYPTION_KEY',
    z
      .string()
      .transform(toList)
      .pipe(z.array(z.string().regex(/^[A-Za-z0-9+/]{43}=$/)).min(1)),
    '32 bytes in base64, or several such keys separated by commas: the first encrypts, all decrypt',
    'with: openssl rand -base64 32',
  ),
  slackApiUrl: variable(
    'SLACK_API_URL',
    z.string().refine((text) => isHttpUrl(text) && text.endsWith('/api/')),
    'an http or https address that ends in /api/; leave it empty for Slack itself',
  ),
  slackStreaming: variable(
    'SLACK_STREAMING',
    streaming,
    'auto, native, edit or off, or a list by kind of place such as channels:edit,direct:native',
  ),
  slackConfigToken: variable(
    'SLACK_CONFIG_TOKEN',
    z.string().regex(/^xoxe(\.xoxp)?-[\w.-]+$/),
    'an app configuration token, which begins with xoxe',
    `${slackApp} Your App Configuration Tokens`,
  ),
  discordToken: variable(
    'DISCORD_TOKEN',
    z.string().regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    'the bot token, three parts separated by dots, without “Bot” in front',
    `${discordApp} Bot, Reset Token`,
  ),
  discordGuildId: variable(
    'DISCORD_GUILD_ID',
    z.string().regex(/^\d{1,20}$/),
    'the id of a server, digits only',
    'in Discord: switch on Developer Mode, right-click the server, Copy Server ID',
  ),
  discordApiUrl: variable(
    'DISCORD_API_URL',
    z.string().refine((text) => isHttpUrl(text) && text.endsWith('/api')),
    'an http or https address that ends in /api, without a version; leave it empty for Discord itself',
  ),
  discordShards: variable(
    'DISCORD_SHARDS',
    z
      .string()
      .transform(toList)
      .pipe(z.array(wholeNumber(0, maxShards - 1)).min(1)),
    'the shard numbers of this process, from 0 to below DISCORD_SHARD_COUNT, separated by commas',
  ),
  discordShardCount: variable(
    'DISCORD_SHARD_COUNT',
    wholeNumber(1, maxShards).or(z.literal('auto')),
    'the total number of shards, a whole number from 1 to 10000, or, without DISCORD_SHARDS, auto for as many as Discord recommends',
  ),
  assistantUrl: variable(
    'ASSISTANT_URL',
    baseUrl,
    'the http or https address of the assistant, up to but not including /v1',
    docsService,
  ),
  assistantDomain: variable(
    'ASSISTANT_DOMAIN',
    name,
    'the name of the documentation site at the assistant: the last part of its dashboard address, no slashes',
    docsService,
  ),
  assistantApiKey: variable(
    'ASSISTANT_API_KEY',
    serviceKey,
    "the assistant's API key, without spaces and without “Bearer”",
    docsService,
  ),
  docs: variable(
    'DOCENT_DOCS',
    z.string(),
    'docs that docent start serves itself: a folder, the address of a git repository, or a docs.yaml',
  ),
  assistantApiVersion: withDefault(
    variable('ASSISTANT_API_VERSION', z.enum(['auto', 'v1', 'v2']), 'auto, v1 or v2'),
    'auto',
  ),
  retrievalPageSize: withDefault(
    variable('ASSISTANT_RETRIEVAL_PAGE_SIZE', wholeNumber(1, 20), 'a whole number from 1 to 20'),
    5,
  ),
  assistantFilter: variable(
    'ASSISTANT_FILTER',
    z.string().transform(toJsonObject),
    'a JSON object, for instance {"version": "v2", "language": "en"}',
  ),
  assistantPictures: withDefault(
    variable('ASSISTANT_PICTURES', z.enum(['on', 'off']), 'on, which ASSISTANT_API_VERSION=v1 excludes, or off'),
    'off',
  ),
  assistantSiteUrl: variable(
    'ASSISTANT_SITE_URL',
    z.string().refine(isHttpUrl),
    'the http or https address of the documentation site',
  ),
  firstByteTimeout: withDefault(
    variable('ASSISTANT_FIRST_BYTE_TIMEOUT_MS', timeout, 'a whole number of milliseconds from 1 to 3600000'),
    30_000,
  ),
  idleTimeout: withDefault(
    variable('ASSISTANT_IDLE_TIMEOUT_MS', timeout, 'a whole number of milliseconds from 1 to 3600000'),
    30_000,
  ),
  totalTimeout: withDefault(
    variable('ASSISTANT_TOTAL_TIMEOUT_MS', timeout, 'a whole number of milliseconds from 1 to 3600000'),
    300_000,
  ),
  fallbackUrl: variable(
    'FALLBACK_URL',
    baseUrl,
    'the http or https address of the second assistant, up to but not including /v1; its domain and key are FALLBACK_DOMAIN and FALLBACK_API_KEY',
  ),
  fallbackDomain: variable('FALLBACK_DOMAIN', name, 'the name of the documentation site at the second assistant'),
  fallbackApiKey: variable(
    'FALLBACK_API_KEY',
    serviceKey,
    "the second assistant's API key, without spaces and without “Bearer”",
  ),
  docentConfig: variable(
    'DOCENT_CONFIG',
    z.string(),
    'the path of the routing file; if empty, docent.yaml in this folder',
  ),
  deployUrl: variable(
    'DEPLOY_URL',
    baseUrl,
    'the http or https address of the update operation, up to but not including /v1',
    docsService,
  ),
  deployProjectId: variable('DEPLOY_PROJECT_ID', name, "the project's id, no slashes", docsService),
  deployToken: variable(
    'DEPLOY_TOKEN',
    serviceKey,
    'an admin key that may update the project, without spaces and without “Bearer”',
    docsService,
  ),
  deployStatusPath: withDefault(
    variable('DEPLOY_STATUS_PATH', statusPath, 'a path that begins with / and contains {statusId}'),
    '/v1/project/update-status/{statusId}',
  ),
  deployAllow: withDefault(
    variable(
      'DEPLOY_ALLOW',
      allowList,
      'a comma-separated list of slack:U… (a user), slack:S… (a user group) and discord:… (the digits of a user or role id), or nothing',
      'in Slack: a profile, ⋮, Copy member ID; in Discord: switch on Developer Mode, right-click, Copy ID',
    ),
    [],
  ),
  deployConfirm: withDefault(variable('DEPLOY_CONFIRM', z.enum(['on', 'off']), 'on or off'), 'off'),
  deployReask: withDefault(variable('DEPLOY_REASK', z.enum(['on', 'off']), 'on or off'), 'off'),
  deployTimeout: withDefault(
    variable('DEPLOY_TIMEOUT_MINUTES', wholeNumber(1, 1_440), 'a whole number of minutes from 1 to 1440'),
    30,
  ),
  deployChannel: variable(
    'DEPLOY_CHANNEL',
    oneChannel,
    'one channel, slack:C… or discord:… with the digits of its id',
    'in Slack: the channel’s name, About, at the bottom; in Discord: switch on Developer Mode, right-click, Copy Channel ID',
  ),
  deployChannelFilter: withDefault(variable('DEPLOY_CHANNEL_FILTER', z.enum(deployFilters), 'all or failures'), 'all'),
  reportAllow: variable(
    'REPORT_ALLOW',
    allowList,
    'a comma-separated list of slack:U… (a user), slack:S… (a user group) and discord:… (the digits of a user or role id), or nothing',
    'in Slack: a profile, ⋮, Copy member ID; in Discord: switch on Developer Mode, right-click, Copy ID',
  ),
  reportChannel: variable(
    'REPORT_CHANNEL',
    oneChannel,
    'one channel, slack:C… or discord:… with the digits of its id',
    'in Slack: the channel’s name, About, at the bottom; in Discord: switch on Developer Mode, right-click, Copy Channel ID',
  ),
  reportTime: withDefault(
    variable(
      'REPORT_TIME',
      z.string().transform(toWeekTime),
      'a day, a time and a time zone, such as mon 09:00 Europe/Berlin',
    ),
    { day: 'mon', time: '09:00', timeZone: 'UTC' },
  ),
  reportUrl: variable(
    'REPORT_URL',
    z
      .string()
      .refine(isHttpUrl)
      .transform((text) => text.replace(/\/+$/, '')),
    'the address at which browsers reach Docent’s port, such as https://docent.example.com',
  ),
  repositoryUrl: variable(
    'REPOSITORY_URL',
    z
      .string()
      .transform((text) => (isHttpUrl(text) ? issueFormOf(text) : undefined))
      .pipe(z.string()),
    'the web address of a repository on GitHub or GitLab, such as https://github.com/acme/docs',
  ),
  issueLink: variable(
    'ISSUE_LINK',
    linkPattern.refine((text) => text.includes('{title}')),
    'the address of a form for a new issue, with {title} for its title and {body} for its text, such as https://git.acme.example/docs/issues/new?title={title}&body={body}',
  ),
  keptAnswers: variable(
    'KEPT_ANSWERS',
    z.string(),
    'the folder of the kept answers; in the docs that Docent serves, for instance docs/answers',
  ),
  keptAnswersLink: variable(
    'KEPT_ANSWERS_LINK',
    linkPattern.refine((text) => text.includes('{file}')),
    'the address of a form for a new file, with {file} for its name and {text} for its text, such as https://github.com/acme/docs/new/main/docs/answers?filename={file}&value={text}',
  ),
  operators: variable(
    'OPERATORS',
    z
      .string()
      .transform(toList)
      .pipe(z.array(z.string().regex(/^(slack:([TE][A-Z0-9]+:)?[CGUW][A-Z0-9]+|discord:\d{1,20})$/))),
    'a comma-separated list of slack:C… (a channel), slack:U… (a person) and discord:… (the digits of a channel’s or person’s id), or nothing',
    'in Slack: a profile, ⋮, Copy member ID, or a channel’s name, About, at the bottom; in Discord: switch on Developer Mode, right-click, Copy ID',
  ),
  databaseUrl: withDefault(
    variable(
      'DATABASE_URL',
      z.string().refine(isDatabaseUrl),
      'sqlite:FILE (without slashes after the colon unless the path begins with one), sqlite::memory: or postgres://…',
    ),
    'sqlite:docent.db',
  ),
  retentionDays,
  masking,
  fpSecret: variable('FP_SECRET', z.string(), 'any text that is hard to guess'),
  host: withDefault(host, '0.0.0.0'),
  port: withDefault(port, 3000),
  trustProxy,
  logLevel,
  readyNeedsAssistant: withDefault(variable('READY_NEEDS_ASSISTANT', z.enum(['yes', 'no']), 'yes or no'), 'no'),
  shutdownGrace: withDefault(
    variable('SHUTDOWN_GRACE_SECONDS', wholeNumber(0, 3_600), 'a whole number of seconds from 0 to 3600'),
    25,
  ),
};

/** The names of all variables, in the order of their definitions. */
export const variableNames: readonly string[] = Object.values(v).map((variable) => variable.name);

/** Whether bot or service read this variable themselves, or may do so in another version. */
export function isOwnVariable(name: string): boolean {
  return variableNames.includes(name) || /^(?:SLACK|DISCORD|SERVE|DOCENT(?!_KEY_))_/.test(name);
}
