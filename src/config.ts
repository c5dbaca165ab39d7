/**
 * Environment -> one checked Config. In: variables by name. Out: the Config, or every problem at once, each with what was
 * expected and where to get it. Pure but for `readEnvFile`. No problem holds a value: some values are secrets.
 */
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { z } from 'zod';

/** Variables by name. An empty one is a missing one. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Everything that an operator may set. A platform or a group that is not set up is missing. */
export interface Config {
  readonly slack?: SlackConfig;
  readonly discord?: DiscordConfig;
  readonly assistant: AssistantConfig;
  readonly deploy?: DeployConfig;
  /** `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. */
  readonly database: string;
  /** Keys the hash that the assistant gets in place of the asker's id. */
  readonly fpSecret?: string;
  readonly host: string;
  readonly port: number;
  readonly logLevel: (typeof levels)[number];
  /** How long open answers may take to finish after a stop. */
  readonly shutdownGraceMs: number;
}

/** Either secret is there: `appToken` for Socket Mode, otherwise `signingSecret` for events over HTTP. */
export interface SlackConfig {
  readonly botToken: string;
  readonly appToken?: string;
  readonly signingSecret?: string;
  /** Ends in `/api/`. Missing: Slack's own. */
  readonly apiUrl?: string;
  /** How answers grow: streamed where Slack takes it (auto), streamed always tried (native), edited, or posted once (off). */
  readonly streaming?: (typeof streamings)[number];
}

export interface DiscordConfig {
  readonly token: string;
  /** Commands are registered for this server alone, where they appear at once. */
  readonly guildId?: string;
  /** Ends in `/api`, without a version. Missing: Discord's own. */
  readonly apiUrl?: string;
  /** Which of how many shards this process serves; a count alone is shared out among processes. Missing: the only one. */
  readonly shards?: { readonly ids: readonly number[]; readonly count: number } | { readonly count: number | 'auto' };
}

export interface AssistantConfig {
  /** What comes before `/v1`; may carry a path. No slash at its end. */
  readonly url: string;
  readonly domain: string;
  readonly apiKey: string;
  readonly apiVersion: 'v1' | 'v2';
  readonly retrievalPageSize: number;
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Makes relative sources whole. */
  readonly siteUrl?: string;
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
}

export interface DeployConfig {
  /** What comes before `/v1`; may carry a path. No slash at its end. */
  readonly url: string;
  readonly projectId: string;
  readonly token: string;
  /** Has `{statusId}` in it. */
  readonly statusPath: string;
  /** `slack:U…`, `slack:S…`, `discord:<id>`. Empty: nobody may deploy. */
  readonly allow: readonly string[];
}

/** What was read, or every problem, each one sentence or two. */
export type ConfigResult<T> =
  | { readonly ok: true; readonly config: T }
  | { readonly ok: false; readonly problems: readonly string[] };

const streamings = ['auto', 'native', 'edit', 'off'] as const;
const levels = ['error', 'warn', 'info', 'debug'] as const;

/** The whole configuration. */
export function readConfig(env: Env): ConfigResult<Config> {
  const reader = new Reader(env);
  const slack = readSlack(reader);
  const discord = readDiscord(reader);
  const assistant = readAssistant(reader);
  const deploy = readDeploy(reader);
  const fpSecret = reader.get(v.fpSecret);
  const rest = {
    database: reader.get(v.databaseUrl) ?? 'sqlite:docent.db',
    ...(fpSecret !== undefined && { fpSecret }),
    host: reader.get(v.host) ?? '0.0.0.0',
    port: reader.get(v.port) ?? 3000,
    logLevel: reader.get(v.logLevel) ?? 'info',
    shutdownGraceMs: (reader.get(v.shutdownGrace) ?? 25) * 1_000,
  };
  const problems = reader.problems();
  const isSetUp = [v.slackBotToken, v.slackAppToken, v.slackSigningSecret, v.discordToken].some(reader.isSet);
  if (!isSetUp) problems.unshift(noPlatform);
  if (!assistant || problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    config: { ...(slack && { slack }), ...(discord && { discord }), assistant, ...(deploy && { deploy }), ...rest },
  };
}

/** The assistant's part alone, for one who asks without a platform. */
export function readAssistantConfig(env: Env): ConfigResult<AssistantConfig> {
  const reader = new Reader(env);
  const assistant = readAssistant(reader);
  const problems = reader.problems();
  return assistant && problems.length === 0 ? { ok: true, config: assistant } : { ok: false, problems };
}

/** The variables, with those of the file for what they leave empty. A file that is not there adds nothing. */
export async function readEnvFile(path: string, env: Env): Promise<Env> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== '');
  return { ...parseEnv(text), ...Object.fromEntries(set) };
}

/** Every value of the configuration that nobody may see. */
export function secretsOf({ slack, discord, assistant, deploy, database, fpSecret }: Config): readonly string[] {
  const password = database.startsWith('postgres') ? new URL(database).password : '';
  const all = [
    ...[slack?.botToken, slack?.appToken, slack?.signingSecret, discord?.token],
    ...[assistant.apiKey, deploy?.token, fpSecret, password, decodeURIComponent(password)],
  ];
  return all.filter((each) => each !== undefined).filter((each) => each !== '');
}

const noPlatform =
  'No platform is set up: expected SLACK_BOT_TOKEN with SLACK_APP_TOKEN, or DISCORD_TOKEN, or all of them. ' +
  'To see Docent at work without an account, run: docent try';

/** One variable: what it must look like, in code and in words, and where to get it. */
interface Variable<T> {
  readonly name: string;
  readonly schema: z.ZodType<T, string>;
  /** Goes on from "expected". */
  readonly expected: string;
  /** Goes on from "Get it": a page and a place on it. */
  readonly from: string | undefined;
}

const slackApp = 'at https://api.slack.com/apps, your app,';
const discordApp = 'at https://discord.com/developers/applications, your application,';
const docsService = "from the documentation service's dashboard, or from what docent serve prints";

const baseUrl = z
  .string()
  .refine((text) => isHttpUrl(text) && !/\/v\d+(\/|$)/.test(text))
  .transform((text) => text.replace(/\/+$/, ''));
const key = z.string().regex(/^[\x21-\x7e]+$/);
const name = z.string().regex(/^[^\s/?#]+$/);
const timeout = wholeNumber(1, 3_600_000);
const maxShards = 10_000;

const v = {
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
  slackApiUrl: variable(
    'SLACK_API_URL',
    z.string().refine((text) => isHttpUrl(text) && text.endsWith('/api/')),
    'an http or https address that ends in /api/; leave it empty for Slack itself',
  ),
  slackStreaming: variable('SLACK_STREAMING', z.enum(streamings), 'auto, native, edit or off'),
  discordToken: variable(
    'DISCORD_TOKEN',
    z.string().regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    'the bot token, three parts with dots between them and no “Bot” before them',
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
    'the numbers of the shards of this process, each from 0 and below DISCORD_SHARD_COUNT, with commas between them',
  ),
  discordShardCount: variable(
    'DISCORD_SHARD_COUNT',
    wholeNumber(1, maxShards).or(z.literal('auto')),
    'how many shards there are in all processes together, a whole number from 1 to 10000, or, without DISCORD_SHARDS, auto for as many as Discord advises',
  ),
  assistantUrl: variable(
    'ASSISTANT_URL',
    baseUrl,
    'the http or https address of the assistant, up to but without /v1',
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
    key,
    "the assistant's API key, without spaces and without “Bearer”",
    docsService,
  ),
  assistantApiVersion: variable('ASSISTANT_API_VERSION', z.enum(['v1', 'v2']), 'v1 or v2'),
  retrievalPageSize: variable('ASSISTANT_RETRIEVAL_PAGE_SIZE', wholeNumber(1, 20), 'a whole number from 1 to 20'),
  assistantFilter: variable(
    'ASSISTANT_FILTER',
    z.string().transform(toJsonObject),
    'a JSON object, for instance {"version": "v2", "language": "en"}',
  ),
  assistantSiteUrl: variable(
    'ASSISTANT_SITE_URL',
    z.string().refine(isHttpUrl),
    'the http or https address of the documentation site',
  ),
  firstByteTimeout: variable(
    'ASSISTANT_FIRST_BYTE_TIMEOUT_MS',
    timeout,
    'a whole number of milliseconds from 1 to 3600000',
  ),
  idleTimeout: variable('ASSISTANT_IDLE_TIMEOUT_MS', timeout, 'a whole number of milliseconds from 1 to 3600000'),
  totalTimeout: variable('ASSISTANT_TOTAL_TIMEOUT_MS', timeout, 'a whole number of milliseconds from 1 to 3600000'),
  deployUrl: variable(
    'DEPLOY_URL',
    baseUrl,
    'the http or https address of the update operation, up to but without /v1',
    docsService,
  ),
  deployProjectId: variable('DEPLOY_PROJECT_ID', name, "the project's id, no slashes", docsService),
  deployToken: variable(
    'DEPLOY_TOKEN',
    key,
    'an admin key that may update the project, without spaces and without “Bearer”',
    docsService,
  ),
  deployStatusPath: variable(
    'DEPLOY_STATUS_PATH',
    z.string().regex(/^\/[^\s?#]*\{statusId\}[^\s#]*$/),
    'a path that begins with / and has {statusId} in it',
  ),
  deployAllow: variable(
    'DEPLOY_ALLOW',
    z
      .string()
      .transform(toList)
      .pipe(z.array(z.string().regex(/^(slack:[UWS][A-Z0-9]+|discord:\d{1,20})$/))),
    'a comma list of slack:U… (a user), slack:S… (a user group) and discord:… (the digits of a user or role id), or nothing',
    'in Slack: a profile, ⋮, Copy member ID; in Discord: switch on Developer Mode, right-click, Copy ID',
  ),
  databaseUrl: variable(
    'DATABASE_URL',
    z.string().refine(isDatabaseUrl),
    'sqlite:FILE (without slashes after the colon unless the path begins with one), sqlite::memory: or postgres://…',
  ),
  fpSecret: variable('FP_SECRET', z.string(), 'any text that is hard to guess'),
  host: variable('HOST', z.string().regex(/^[\w.:-]+$/), 'the name or address to listen on, without a port'),
  port: variable('PORT', wholeNumber(0, 65_535), 'a whole number from 0 to 65535'),
  logLevel: variable('LOG_LEVEL', z.enum(levels), 'error, warn, info or debug'),
  shutdownGrace: variable('SHUTDOWN_GRACE_SECONDS', wholeNumber(0, 3_600), 'a whole number of seconds from 0 to 3600'),
};

/** The name of every variable, in the order of their description. */
export const variableNames: readonly string[] = Object.values(v).map((each) => each.name);

function readSlack(reader: Reader): SlackConfig | undefined {
  if (![v.slackBotToken, v.slackAppToken, v.slackSigningSecret].some(reader.isSet)) return undefined;
  const botToken = reader.need(v.slackBotToken);
  const signingSecret = reader.get(v.slackSigningSecret);
  const appToken = reader.isSet(v.slackSigningSecret) ? reader.get(v.slackAppToken) : reader.need(v.slackAppToken);
  const apiUrl = reader.get(v.slackApiUrl);
  const streaming = reader.get(v.slackStreaming);
  if (botToken === undefined) return undefined;
  // Both secrets mean Socket Mode.
  const secret = appToken === undefined ? signingSecret && { signingSecret } : { appToken };
  return { botToken, ...secret, ...(apiUrl !== undefined && { apiUrl }), ...(streaming && { streaming }) };
}

function readDiscord(reader: Reader): DiscordConfig | undefined {
  const token = reader.get(v.discordToken);
  const guildId = reader.get(v.discordGuildId);
  const apiUrl = reader.get(v.discordApiUrl);
  const shards = readShards(reader);
  if (token === undefined) return undefined;
  return {
    token,
    ...(guildId !== undefined && { guildId }),
    ...(apiUrl !== undefined && { apiUrl }),
    ...(shards && { shards }),
  };
}

function readShards(reader: Reader): DiscordConfig['shards'] {
  const ids = reader.get(v.discordShards);
  if (!ids) {
    const shared = reader.get(v.discordShardCount);
    return shared === undefined ? undefined : { count: shared };
  }
  const count = reader.need(v.discordShardCount);
  if (count === 'auto') reader.refuse(v.discordShardCount);
  if (count === undefined || count === 'auto') return undefined;
  if (ids.some((id) => id >= count)) reader.refuse(v.discordShards);
  return { ids: [...new Set(ids)], count };
}

function readAssistant(reader: Reader): AssistantConfig | undefined {
  const url = reader.need(v.assistantUrl);
  const domain = reader.need(v.assistantDomain);
  const apiKey = reader.need(v.assistantApiKey);
  const filter = reader.get(v.assistantFilter);
  const siteUrl = reader.get(v.assistantSiteUrl);
  const rest = {
    apiVersion: reader.get(v.assistantApiVersion) ?? 'v1',
    retrievalPageSize: reader.get(v.retrievalPageSize) ?? 5,
    ...(filter !== undefined && { filter }),
    ...(siteUrl !== undefined && { siteUrl }),
    firstByteMs: reader.get(v.firstByteTimeout) ?? 30_000,
    idleMs: reader.get(v.idleTimeout) ?? 30_000,
    totalMs: reader.get(v.totalTimeout) ?? 300_000,
  };
  if (url === undefined || domain === undefined || apiKey === undefined) return undefined;
  return { url, domain, apiKey, ...rest };
}

/** The group is set as a whole or not at all; who may deploy is never owed. */
function readDeploy(reader: Reader): DeployConfig | undefined {
  const group = [v.deployUrl, v.deployProjectId, v.deployToken, v.deployStatusPath, v.deployAllow];
  if (!group.some(reader.isSet)) return undefined;
  const url = reader.need(v.deployUrl);
  const projectId = reader.need(v.deployProjectId);
  const token = reader.need(v.deployToken);
  const statusPath = reader.get(v.deployStatusPath) ?? '/v1/project/update-status/{statusId}';
  const allow = reader.get(v.deployAllow) ?? [];
  if (url === undefined || projectId === undefined || token === undefined) return undefined;
  return { url, projectId, token, statusPath, allow };
}

function variable<T>(name: string, schema: z.ZodType<T, string>, expected: string, from?: string): Variable<T> {
  return { name, schema, expected, from };
}

/** Reads variables and keeps what is wrong with them. */
class Reader {
  readonly #env: Env;
  readonly #problems = new Map<string, string>();

  constructor(env: Env) {
    this.#env = env;
  }

  /** An arrow, to be handed to `some`. */
  readonly isSet = ({ name }: { readonly name: string }): boolean => this.#text(name) !== '';

  /** undefined when it is missing, which is no problem, or wrong, which is one. */
  get<T>(variable: Variable<T>): T | undefined {
    const text = this.#text(variable.name);
    if (text === '') return undefined;
    const read = variable.schema.safeParse(text);
    if (!read.success) this.#complain('wrong', variable);
    return read.data;
  }

  /** undefined when it is missing or wrong; both are problems. */
  need<T>(variable: Variable<T>): T | undefined {
    if (!this.isSet(variable)) this.#complain('missing', variable);
    return this.get(variable);
  }

  /** It is wrong beside the others. */
  refuse(variable: Variable<unknown>): void {
    this.#complain('wrong', variable);
  }

  /** In the order in which the variables are described. */
  problems(): string[] {
    return variableNames.flatMap((each) => this.#problems.get(each) ?? []);
  }

  #text(variable: string): string {
    return this.#env[variable]?.trim() ?? '';
  }

  #complain(what: 'missing' | 'wrong', { name, expected, from }: Variable<unknown>): void {
    const where = from === undefined ? '' : ` Get it ${from}.`;
    this.#problems.set(name, `${name} is ${what}: expected ${expected}.${where}`);
  }
}

function wholeNumber(min: number, max: number): z.ZodType<number, string> {
  return z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max));
}

/** Without a user, a query or a fragment: paths are appended to it. */
function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && !/[?#]/.test(text);
}

function isDatabaseUrl(text: string): boolean {
  if (/^postgres(ql)?:\/\//.test(text)) return URL.canParse(text);
  // Others read two slashes as no path, or as an absolute one: so none.
  return /^sqlite:(?!\/\/)./.test(text);
}

function toJsonObject(text: string, context: z.RefinementCtx): Record<string, unknown> {
  const value = z.record(z.string(), z.unknown()).safeParse(parseJson(text));
  if (value.success) return value.data;
  context.addIssue('not a JSON object');
  return z.NEVER;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toList(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
