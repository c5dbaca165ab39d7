/** Environment variables -> one validated Config, or all problems together, each with what was expected and where to get it. */
import type { logLevels } from '../../kit/base/logger.ts';
import { type Env, Reader } from '../../kit/settings/reader.ts';
import { type DraftKind, draftKinds } from '../core/model/draft.ts';
import { type DeploymentsConfig, readDeployments } from './deploy-settings.ts';
import {
  type DiscordConfig,
  installingVariables,
  readDiscord,
  readSlack,
  type SlackConfig,
  slackVariables,
} from './platform-settings.ts';
import { type Projects, readProjects } from './projects.ts';
import { type LoadedRouting, noRouting } from './routing/load.ts';
import { allSettings, environmentName, type RoutingFile } from './routing/schema.ts';
import { type AssistantConfig, readAssistant, readSites, type Sites } from './site-settings.ts';
import type { NamedPlace, WeekTime } from './values.ts';
import { v, variableNames } from './variables.ts';

/** Everything that an operator can configure. A platform or group of settings that is not set up is missing. */
export interface Config {
  readonly slack?: SlackConfig;
  readonly discord?: DiscordConfig;
  /** The default site, which answers unless a rule names another. */
  readonly assistant: AssistantConfig;
  /** The docs that this process serves at the address of the assistant: a folder, a git repository, or a docs.yaml. */
  readonly docs?: string;
  /** The deployments, with their default project first. */
  readonly deploy?: DeploymentsConfig;
  readonly routing: Routing;
  /** Who may read reports: `slack:U…`, `slack:S…`, `discord:<id>`. If unset, no one. */
  readonly reportAllow?: readonly string[];
  /** Where and when the weekly report is posted. If unset, it is not posted. */
  readonly weeklyReport?: WeekTime & NamedPlace;
  /** Where browsers reach this process, without a trailing slash. If unset, reports in chat link to no page. */
  readonly reportUrl?: string;
  /** The pattern of a link to the form for a new issue, with `{title}` and `{body}`. If unset, none are offered. */
  readonly issueForm?: string;
  /** The folder of the answers that helpers keep. If unset, none are kept. */
  readonly keptAnswers?: string;
  /** The address of a form for a new file in a repository, with `{file}` and `{text}`. If unset, none is offered. */
  readonly keptAnswersLink?: string;
  /** Channels and people to notify of what only an operator can fix: `slack:C…`, `slack:U…`, `discord:…`. */
  readonly operators?: readonly string[];
  /** `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. */
  readonly database: string;
  /** How long text and ids are kept. If unset, indefinitely. */
  readonly retentionDays?: number;
  /** The key of the hash that the assistant receives instead of the asker's id. */
  readonly fpSecret?: string;
  readonly host: string;
  readonly port: number;
  readonly logLevel: (typeof logLevels)[number];
  /** Whether `/readyz` fails while the assistant does not answer. */
  readonly readyNeedsAssistant?: boolean;
  /** How long open answers may take to finish after a stop. */
  readonly shutdownGraceMs: number;
}

/** The environment and docent.yaml combined, with the sites and projects that they define. */
export interface Routing extends Sites, Projects {
  /** Empty if there is none. */
  readonly file: RoutingFile;
}

/** The configuration, or all of its problems, each one or two sentences. */
export type ConfigResult<T> =
  | { readonly ok: true; readonly config: T }
  /** `partial`: the settings that are valid nevertheless. */
  | { readonly ok: false; readonly problems: readonly string[]; readonly partial?: Partial<T> };

/** Reads the whole configuration; docent.yaml takes precedence over the variables. */
export function readConfig(env: Env, loaded?: LoadedRouting): ConfigResult<Config> {
  const reader = new Reader(env, variableNames);
  const slack = readSlack(reader);
  const discord = readDiscord(reader);
  const routing = readSitesAndProjects(reader, loaded ?? noRouting);
  const deploy = routing && readDeployments(reader, routing);
  const docs = reader.get(v.docs);
  const assistantUrl = reader.get(v.assistantUrl);
  if (docs !== undefined && assistantUrl !== undefined && !isOwnAddress(assistantUrl)) reader.add(notOwnAddress);
  const fpSecret = reader.get(v.fpSecret);
  const reportAllow = reader.get(v.reportAllow);
  const reportChannel = reader.get(v.reportChannel);
  const reportTime = reader.get(v.reportTime);
  const reportUrl = reader.get(v.reportUrl);
  const repositoryForm = reader.get(v.repositoryUrl);
  const issueForm = reader.get(v.issueLink) ?? repositoryForm;
  const keptAnswers = reader.get(v.keptAnswers);
  const keptAnswersLink = reader.get(v.keptAnswersLink);
  const operators = reader.get(v.operators);
  const retentionDays = reader.get(v.retentionDays);
  const rest = {
    ...(docs !== undefined && { docs }),
    ...(reportAllow && { reportAllow }),
    ...(reportUrl !== undefined && { reportUrl }),
    ...(issueForm !== undefined && { issueForm }),
    ...(keptAnswers !== undefined && { keptAnswers }),
    ...(keptAnswersLink !== undefined && { keptAnswersLink }),
    ...(reportChannel && { weeklyReport: { ...reportChannel, ...reportTime } }),
    ...(operators && { operators }),
    database: reader.get(v.databaseUrl),
    ...(retentionDays !== 'off' && { retentionDays }),
    ...(fpSecret !== undefined && { fpSecret }),
    host: reader.get(v.host),
    port: reader.get(v.port),
    logLevel: reader.get(v.logLevel),
    readyNeedsAssistant: reader.get(v.readyNeedsAssistant) === 'yes',
    shutdownGraceMs: reader.get(v.shutdownGrace) * 1_000,
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
  const config = {
    ...(slack && { slack }),
    ...(discord && { discord }),
    ...(deploy && { deploy }),
    ...rest,
  };
  if (assistant && routing && problems.length === 0) return { ok: true, config: { ...config, assistant, routing } };
  return { ok: false, problems, partial: { ...config, ...(assistant && { assistant }), ...(routing && { routing }) } };
}

/** Reads docent.yaml without the rest of the configuration. */
export function readRouting(env: Env, loaded = noRouting): ConfigResult<Routing> {
  const reader = new Reader(env, variableNames);
  const config = readSitesAndProjects(reader, loaded);
  const problems = reader.problems();
  return config && problems.length === 0 ? { ok: true, config } : { ok: false, problems };
}

/** Sites with one assistant that answers everywhere. `file`: further rules. */
export function oneSite(assistant: AssistantConfig, file = noRouting.file): Pick<Config, 'assistant' | 'routing'> {
  const sites = new Map([[environmentName, assistant]]);
  const routing = { file, sites, defaultSite: environmentName, projects: new Map() };
  return { assistant, routing };
}

function readSitesAndProjects(reader: Reader, loaded: LoadedRouting): Routing | undefined {
  const sites = readSites(reader, loaded);
  const projects = readProjects(reader, loaded);
  if (installingVariables.some(reader.isSet)) refuseUnnamedInFile(reader, loaded);
  return sites && { file: loaded.file, ...sites, ...projects };
}

/** Reads only the assistant's settings, for commands that need no platform. */
export function readAssistantConfig(env: Env): ConfigResult<AssistantConfig> {
  const reader = new Reader(env, variableNames);
  const assistant = readAssistant(reader);
  const problems = reader.problems();
  return assistant && problems.length === 0 ? { ok: true, config: assistant } : { ok: false, problems };
}

const noPlatform =
  'No platform is set up: expected SLACK_BOT_TOKEN with SLACK_APP_TOKEN, or DISCORD_TOKEN, or all of them. ' +
  'Run docent setup slack or docent setup discord, which guide you through it, or docent try, which shows Docent at work ' +
  'without an account.';

/** An address of this machine at which the process can listen. */
export function isOwnAddress(address: string): boolean {
  const { protocol, hostname, pathname } = new URL(address);
  return protocol === 'http:' && pathname === '/' && /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

const notOwnAddress =
  'ASSISTANT_URL is another service, but DOCENT_DOCS is set: expected an address of this machine without a path, such as ' +
  'http://127.0.0.1:8080, at which docent start serves these docs; or leave out DOCENT_DOCS.';

function toId({ platform, installation, channel }: NamedPlace): string {
  return [platform, ...(installation === undefined ? [] : [installation]), channel].join(':');
}

const reason = 'an id of Slack without its workspace: expected slack:T…:U… while workspaces install Docent';

/** In variables, reported by name. */
function refuseUnnamedInVariables(
  reader: Reader,
  lists: Readonly<Record<string, readonly string[] | undefined>>,
): void {
  for (const [name, ids = []] of Object.entries(lists)) if (ids.some(isUnnamed)) reader.add(`${name} has ${reason}.`);
}

/** In docent.yaml, one problem per id. */
function refuseUnnamedInFile(reader: Reader, { file, problem }: LoadedRouting): void {
  for (const { path, settings } of allSettings(file)) {
    const { mayAsk = [], staff = [], handover } = settings;
    const ids = [
      ...(mayAsk === 'everyone' ? [] : mayAsk.map((id, index) => ({ id, at: ['mayAsk', index] }))),
      ...(handover === undefined ? [] : [{ id: handover, at: ['handover'] }]),
      ...staff.map((id, index) => ({ id, at: ['staff', index] })),
    ];
    for (const { id, at } of ids) {
      const place = [...path, ...at];
      if (isUnnamed(id)) reader.add(problem(place, `${place.join('.')}: ${reason}`));
    }
  }
}

function isUnnamed(id: string): boolean {
  return /^slack:[^:]+$/.test(id);
}

/** What helpers can make of a message. */
export function draftsOf({ keptAnswers, issueForm }: Partial<Config>): readonly DraftKind[] {
  const setUp = { keep: keptAnswers, issue: issueForm };
  return draftKinds.filter((kind) => setUp[kind] !== undefined);
}
