/** Environment variables -> one validated Config, or every problem at once, each with what was expected and where to get it. */
import { type DeploymentsConfig, readDeployments } from './deploy-settings.ts';
import { findMistyped, type UnknownSetting } from './nearest-setting.ts';
import { type Projects, readProjects } from './projects.ts';
import { type Env, Reader } from './reader.ts';
import { type LoadedRouting, noRouting } from './routing/load.ts';
import { environmentName, type RoutingFile } from './routing/schema.ts';
import { type AssistantConfig, readAssistant, readSites, type Sites } from './site-settings.ts';
import { refuseUnnamedInFile, refuseUnnamedInVariables } from './unnamed-workspaces.ts';
import { type levels, type NamedPlace, type streamings, v, variableNames, type WeekTime } from './variables.ts';

/** Everything that an operator may set. A platform or a group that is not set up is missing. */
export interface Config {
  readonly slack?: SlackConfig;
  readonly discord?: DiscordConfig;
  /** The site that answers where no rule says which. */
  readonly assistant: AssistantConfig;
  /** The project that is updated where no rule says which. */
  readonly deploy?: DeploymentsConfig;
  /** Missing: there is no docent.yaml. */
  readonly routing?: Routing;
  /** Who may read reports: `slack:U…`, `slack:S…`, `discord:<id>`. Missing: nobody. */
  readonly reportAllow?: readonly string[];
  /** Where and when the report of a week is posted. Missing: nowhere. */
  readonly weeklyReport?: WeekTime & NamedPlace;
  /** Where issues about topics of a report are filed. Missing: nowhere. */
  readonly github?: GithubConfig;
  /** Channels and people who learn what only an operator can mend: `slack:C…`, `slack:U…`, `discord:…`. */
  readonly operators?: readonly string[];
  /** `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. */
  readonly database: string;
  /** How long words and ids are kept; missing: for ever. */
  readonly retentionDays?: number;
  /** Keys the hash that the assistant gets in place of the asker's id. */
  readonly fpSecret?: string;
  readonly host: string;
  readonly port: number;
  readonly logLevel: (typeof levels)[number];
  /** Whether `/readyz` fails while nobody answers at the assistant's address. */
  readonly readyNeedsAssistant?: boolean;
  /** How long open answers may take to finish after a stop. */
  readonly shutdownGraceMs: number;
}

/**
 * Either secret is there: `appToken` for Socket Mode, otherwise `signingSecret` for events over HTTP; and `botToken`, `installing`
 * or both.
 */
export interface SlackConfig {
  /** Of one workspace. */
  readonly botToken?: string;
  readonly installing?: InstallingConfig;
  readonly appToken?: string;
  readonly signingSecret?: string;
  /** Ends in `/api/`. Missing: Slack's own. */
  readonly apiUrl?: string;
  /** How answers grow: streamed where Slack takes it (auto), streamed always tried (native), edited, or posted once (off). */
  readonly streaming?: (typeof streamings)[number];
}

/** What lets workspaces install the app. */
export interface InstallingConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly stateSecret: string;
  /** Each 32 bytes in base64; the first encrypts, all decrypt. */
  readonly encryptionKeys: readonly string[];
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

export interface GithubConfig {
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
  /** Without a slash at its end. Missing: GitHub's own. */
  readonly apiUrl?: string;
}

/** What docent.yaml says, with the sites and projects that it names. */
export interface Routing extends Sites, Projects {
  readonly file: RoutingFile;
  /** Otherwise `file` is empty. */
  readonly hasFile: boolean;
}

/** What was read, or every problem, each one sentence or two. */
export type ConfigResult<T> =
  | { readonly ok: true; readonly config: T }
  /** `partial`: what is there and right all the same. */
  | { readonly ok: false; readonly problems: readonly string[]; readonly partial?: Partial<T> };

/** The whole configuration, with what docent.yaml says before the variables. */
export function readConfig(env: Env, loaded?: LoadedRouting): ConfigResult<Config> {
  const reader = new Reader(env);
  const slack = readSlack(reader);
  const discord = readDiscord(reader);
  const routing = readSitesAndProjects(reader, loaded ?? noRouting);
  const deploy = routing && readDeployments(reader, routing);
  const fpSecret = reader.get(v.fpSecret);
  const reportAllow = reader.get(v.reportAllow);
  const reportChannel = reader.get(v.reportChannel);
  const reportTime = reader.get(v.reportTime) ?? { day: 'mon', time: '09:00', timeZone: 'UTC' };
  const github = readGithub(reader);
  const operators = reader.get(v.operators);
  const retentionDays = reader.get(v.retentionDays) ?? 90;
  const rest = {
    ...(reportAllow && { reportAllow }),
    ...(github && { github }),
    ...(reportChannel && { weeklyReport: { ...reportChannel, ...reportTime } }),
    ...(operators && { operators }),
    database: reader.get(v.databaseUrl) ?? 'sqlite:docent.db',
    ...(retentionDays !== 'off' && { retentionDays }),
    ...(fpSecret !== undefined && { fpSecret }),
    host: reader.get(v.host) ?? '0.0.0.0',
    port: reader.get(v.port) ?? 3000,
    logLevel: reader.get(v.logLevel) ?? 'info',
    readyNeedsAssistant: reader.get(v.readyNeedsAssistant) === 'yes',
    shutdownGraceMs: (reader.get(v.shutdownGrace) ?? 25) * 1_000,
  };
  if (slack?.installing) {
    refuseUnnamedInVariables(reader, {
      [v.operators.name]: operators,
      [v.reportAllow.name]: reportAllow,
      [v.reportChannel.name]: reportChannel && [toId(reportChannel)],
      [v.deployAllow.name]: deploy?.projects.flatMap(({ allow }) => allow),
      [v.deployChannel.name]: deploy?.announcements && [toId(deploy.announcements)],
    });
  }
  const problems = reader.problems();
  const isSetUp = [...slackVariables, v.discordToken].some(reader.isSet);
  if (!isSetUp) problems.unshift(noPlatform);
  const assistant = routing?.sites.get(routing.defaultSite);
  const given = {
    ...(slack && { slack }),
    ...(discord && { discord }),
    ...(loaded && routing && { routing }),
    ...(deploy && { deploy }),
    ...rest,
  };
  if (assistant && problems.length === 0) return { ok: true, config: { ...given, assistant } };
  return { ok: false, problems, partial: { ...given, ...(assistant && { assistant }) } };
}

/** What docent.yaml says, without the rest of the configuration. */
export function readRouting(env: Env, loaded = noRouting): ConfigResult<Routing> {
  const reader = new Reader(env);
  const config = readSitesAndProjects(reader, loaded);
  const problems = reader.problems();
  return config && problems.length === 0 ? { ok: true, config } : { ok: false, problems };
}

/** What applies where there is no docent.yaml. */
export function environmentRouting({ assistant }: Pick<Config, 'assistant'>): Routing {
  return {
    file: noRouting.file,
    hasFile: false,
    sites: new Map([[environmentName, assistant]]),
    defaultSite: environmentName,
    projects: new Map(),
  };
}

function readSitesAndProjects(reader: Reader, loaded: LoadedRouting): Routing | undefined {
  const sites = readSites(reader, loaded);
  const projects = readProjects(reader, loaded);
  if (installingVariables.some(reader.isSet)) refuseUnnamedInFile(reader, loaded);
  return sites && { file: loaded.file, hasFile: loaded !== noRouting, ...sites, ...projects };
}

/** The assistant's settings alone, for commands that need no platform. */
export function readAssistantConfig(env: Env): ConfigResult<AssistantConfig> {
  const reader = new Reader(env);
  const assistant = readAssistant(reader);
  const problems = reader.problems();
  return assistant && problems.length === 0 ? { ok: true, config: assistant } : { ok: false, problems };
}

/** What is set but has no effect: `unused` settings, and names that are almost those of a setting. */
export interface SettingsWithoutEffect {
  readonly unused: readonly string[];
  readonly unknown: readonly UnknownSetting[];
}

/** What of the environment the bot does not use, for the operator to see at start. */
export function findUnused(env: Env, config: Pick<Config, 'slack' | 'discord'>): SettingsWithoutEffect {
  const set = variableNames.filter((name) => env[name]?.trim());
  const isUnused = (name: string): boolean => {
    if (name === v.slackSigningSecret.name) return config.slack?.appToken !== undefined;
    // For `docent doctor` and `docent setup`.
    if (name === v.slackConfigToken.name) return false;
    if (name === v.encryptionKey.name) return !config.slack?.installing;
    if (name.startsWith('SLACK_')) return !config.slack;
    if (name.startsWith('DISCORD_')) return !config.discord;
    return false;
  };
  return { unused: set.filter(isUnused), unknown: findMistyped(env, variableNames) };
}

/** Every value of the configuration that nobody may see. */
export function secretsOf({
  slack,
  discord,
  assistant,
  deploy,
  github,
  routing,
  database,
  fpSecret,
}: Config): readonly string[] {
  const tokens = deploy?.projects.map(({ token }) => token) ?? [];
  const installing = slack?.installing;
  const all = [
    ...[slack?.botToken, slack?.appToken, slack?.signingSecret, discord?.token],
    ...(installing ? [installing.clientSecret, installing.stateSecret, ...installing.encryptionKeys] : []),
    ...[assistant.apiKey, ...tokens, ...(routing ? routingSecrets(routing) : [])],
    ...[github?.token, fpSecret, ...passwordsIn(database)],
  ];
  return all.filter((each) => each !== undefined).filter((each) => each !== '');
}

/** The keys of all sites and projects. */
export function routingSecrets({ sites, projects }: Routing): readonly string[] {
  return [...[...sites.values()].map(({ apiKey }) => apiKey), ...[...projects.values()].map(({ token }) => token)];
}

/** Percent-encoded, as in the address, and decoded. */
function passwordsIn(database: string): readonly string[] {
  if (!database.startsWith('postgres')) return [];
  const { password, search } = new URL(database);
  const asked = [...search.matchAll(/[?&]password=([^&]*)/g)].map(([, each = '']) => each);
  return [password, ...asked].flatMap((each) => [each, decoded(each)]);
}

/** Postgres takes an invalid percent-encoding literally. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Any of them sets Slack up. */
const installingVariables = [v.slackClientId, v.slackClientSecret, v.slackStateSecret];
const slackVariables = [v.slackBotToken, v.slackAppToken, v.slackSigningSecret, ...installingVariables];

const noPlatform =
  'No platform is set up: expected SLACK_BOT_TOKEN with SLACK_APP_TOKEN, or DISCORD_TOKEN, or all of them. ' +
  '`docent setup slack` and `docent setup discord` lead through it. ' +
  'To see Docent at work without an account, run: npm run try (npx docent try where it is installed)';

function readSlack(reader: Reader): SlackConfig | undefined {
  if (!slackVariables.some(reader.isSet)) return undefined;
  const isInstallable = installingVariables.some(reader.isSet);
  const installing = isInstallable ? readInstalling(reader) : undefined;
  const botToken = isInstallable ? reader.get(v.slackBotToken) : reader.need(v.slackBotToken);
  const signingSecret = reader.get(v.slackSigningSecret);
  const appToken = reader.isSet(v.slackSigningSecret) ? reader.get(v.slackAppToken) : reader.need(v.slackAppToken);
  const apiUrl = reader.get(v.slackApiUrl);
  const streaming = reader.get(v.slackStreaming);
  if (botToken === undefined && !installing) return undefined;
  // With both secrets, Socket Mode is used.
  const secret = appToken === undefined ? signingSecret && { signingSecret } : { appToken };
  return {
    ...(botToken !== undefined && { botToken }),
    ...(installing && { installing }),
    ...secret,
    ...(apiUrl !== undefined && { apiUrl }),
    ...(streaming && { streaming }),
  };
}

/** All of them or none. */
function readInstalling(reader: Reader): InstallingConfig | undefined {
  const clientId = reader.need(v.slackClientId);
  const clientSecret = reader.need(v.slackClientSecret);
  const stateSecret = reader.need(v.slackStateSecret);
  const encryptionKeys = reader.need(v.encryptionKey);
  if (!clientId || !clientSecret || !stateSecret || !encryptionKeys) return undefined;
  return { clientId, clientSecret, stateSecret, encryptionKeys };
}

function toId({ platform, installation, channel }: NamedPlace): string {
  return [platform, ...(installation === undefined ? [] : [installation]), channel].join(':');
}

/** Of the two the token decides: build machines set the other one, too. */
function readGithub(reader: Reader): GithubConfig | undefined {
  const apiUrl = reader.get(v.githubApiUrl);
  if (!reader.isSet(v.githubToken)) return undefined;
  const token = reader.get(v.githubToken);
  const repository = reader.need(v.githubRepository);
  if (token === undefined || repository === undefined) return undefined;
  return { repository, token, ...(apiUrl !== undefined && { apiUrl }) };
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
