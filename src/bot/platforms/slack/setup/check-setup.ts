/**
 * Checks a Slack app's setup, whether or not the bot is running: tokens, scopes, Socket Mode, events, channels. Posts nothing
 * and keeps no connection open.
 */
import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../../../kit/base/clock.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { SetupCheck } from '../../../core/model/setup-check.ts';
import { agentScope, indispensable, missingScopes, optionalScopes, scopes } from '../connection/scopes.ts';
import { createSlackClient } from '../connection/web-api.ts';
import { refusalOf, toPlatformError } from '../errors.ts';
import { differences, parseManifest } from './manifest.ts';

export interface SlackSetup {
  /** The token of a single workspace. */
  readonly botToken?: string;
  /** The workspaces that installed the app; undefined when installation is not enabled. */
  readonly workspaces?: readonly InstalledWorkspace[];
  readonly appToken?: string;
  readonly signingSecret?: string;
  readonly apiUrl?: string;
  /** An app configuration token, valid for twelve hours, with which the app's manifest can be read. */
  readonly configToken?: string;
  /** Channels that must be readable: those in the routing file, in OPERATORS and so on. */
  readonly channels: readonly NamedChannel[];
  /** The text of manifest.yml, with which the app is compared. */
  readonly manifest?: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** `token` is absent when no key decrypts it. */
export interface InstalledWorkspace {
  readonly id: string;
  readonly name?: string;
  readonly token?: string;
  /** The token has expired and will be renewed on its next use. */
  readonly isIdle: boolean;
}

/** `installation`: the channel's workspace or organisation, if the settings name it. */
export interface NamedChannel {
  readonly id: string;
  readonly installation?: string;
}

/** A workspace whose token is accepted. */
interface OpenWorkspace {
  readonly id: string;
  readonly client: WebClient;
  readonly botId: string | undefined;
}

const reinstall =
  'update the app from manifest.yml and reinstall it: https://api.slack.com/apps, your app, App Manifest';

export async function* checkSlack(setup: SlackSetup): AsyncGenerator<SetupCheck> {
  const { botToken, workspaces = [] } = setup;
  const home = botToken === undefined ? undefined : yield* checkBot(botToken, setup);
  if (setup.workspaces) {
    yield ok(
      'Slack installations',
      `workspaces: ${workspaces.length}; others install Docent at /slack/install, which needs an address that browsers can reach over HTTPS, even with Socket Mode`,
    );
  }
  const installed: (OpenWorkspace | undefined)[] = [];
  for (const workspace of workspaces) installed.push(yield* checkInstalled(workspace, setup));
  const all = [...(botToken === undefined ? [] : [home]), ...installed];
  const open = all.filter((workspace) => workspace !== undefined);
  if (home || botToken === undefined) yield* checkApp(setup, open[0]);
  for (const channel of setup.channels) yield await checkChannel(channel, open, open.length < all.length);
}

/** Returns the workspace if its token is accepted. */
async function* checkInstalled(
  workspace: InstalledWorkspace,
  setup: SlackSetup,
): AsyncGenerator<SetupCheck, OpenWorkspace | undefined> {
  const { id, name, token, isIdle } = workspace;
  const title = `Slack workspace ${name === undefined ? id : `${name} (${id})`}`;
  if (token === undefined) {
    const remedy = 'add the key that encrypted it to ENCRYPTION_KEY, after the first, or reinstall Docent there';
    yield { name: title, state: 'failed', detail: 'no key in ENCRYPTION_KEY decrypts its token', remedy };
    return;
  }
  if (isIdle) {
    const detail = 'no questions since its token expired; the next question will renew it';
    yield { name: title, state: 'skipped', detail };
    return;
  }
  const client = createSlackClient(token, setup);
  const who = await attempt(() => client.auth.test());
  if (!who.ok) {
    yield failed(title, who, 'reinstall Docent there: /slack/install');
    return;
  }
  const granted = who.value.response_metadata?.scopes;
  const missing = missingScopes(granted);
  if (missing.length === 0) yield ok(title, `it is @${who.value.user ?? 'unknown'} there, with all scopes`);
  for (const scope of missing) {
    const detail = `${scope} is missing: ${scopes[scope]}`;
    const state = scope === indispensable ? 'failed' : 'warning';
    yield { name: title, state, detail, remedy: 'reinstall Docent there: /slack/install' };
  }
  return { id, client, botId: who.value.bot_id };
}

async function* checkApp(setup: SlackSetup, workspace: OpenWorkspace | undefined): AsyncGenerator<SetupCheck> {
  yield await checkTransport(setup);
  yield await checkManifest(setup, workspace);
}

/** Returns the workspace if the token is accepted. */
async function* checkBot(botToken: string, setup: SlackSetup): AsyncGenerator<SetupCheck, OpenWorkspace | undefined> {
  const client = createSlackClient(botToken, setup);
  const who = await attempt(() => client.auth.test());
  if (!who.ok) {
    const remedy = 'copy SLACK_BOT_TOKEN (xoxb-…) again: https://api.slack.com/apps, your app, OAuth & Permissions';
    yield { ...failed('Slack bot token', who, remedy), hides: 'Slack' };
    return;
  }
  const { user, team, team_id } = who.value;
  yield ok('Slack bot token', `it is @${user ?? 'unknown'} in ${team ?? 'unknown'} (${team_id ?? 'unknown'})`);
  yield* checkScopes(who.value.response_metadata?.scopes);
  return { id: team_id ?? '', client, botId: who.value.bot_id };
}

function* checkScopes(granted: readonly string[] | undefined): Generator<SetupCheck> {
  const name = 'Slack scopes';
  if (!granted) return yield { name, state: 'skipped', detail: 'Slack did not say which scopes the token has' };
  const missing = missingScopes(granted);
  for (const scope of missing) {
    const isFatal = scope === indispensable;
    yield {
      name,
      state: isFatal ? 'failed' : 'warning',
      detail: `${scope} is missing: ${scopes[scope]}`,
      remedy: reinstall,
    };
  }
  const known = new Set([...Object.keys(scopes), ...Object.keys(optionalScopes), agentScope]);
  const needless = granted.filter((scope) => !known.has(scope));
  if (needless.length > 0) {
    const detail = `${needless.join(', ')}: not needed by Docent`;
    yield { name, state: 'warning', detail, remedy: reinstall };
  }
  if (missing.length + needless.length === 0)
    yield ok(name, `all ${Object.keys(scopes).length} are granted, and no others`);
}

async function checkTransport({ appToken, ...setup }: SlackSetup): Promise<SetupCheck> {
  if (appToken === undefined) {
    const detail = 'events arrive over HTTP at /slack/events; only Slack can tell whether it reaches that address';
    return { name: 'Slack transport', state: 'ok', detail };
  }
  const name = 'Slack app token';
  const opened = await attempt(() => createSlackClient(appToken, setup).apps.connections.open({}));
  if (opened.ok) return ok(name, 'Slack opens connections for Socket Mode');
  const remedy =
    'generate an app-level token with the scope connections:write and switch Socket Mode on: https://api.slack.com/apps, your app, Basic Information and Socket Mode';
  return failed(name, opened, remedy);
}

async function checkManifest(setup: SlackSetup, workspace: OpenWorkspace | undefined): Promise<SetupCheck> {
  const { configToken, appToken, manifest, workspaces } = setup;
  const name = 'Slack events and buttons';
  if (configToken === undefined || manifest === undefined) {
    const where = 'https://api.slack.com/apps, Your App Configuration Tokens';
    return {
      name,
      state: 'skipped',
      detail: `compared with manifest.yml only when SLACK_CONFIG_TOKEN is set (${where})`,
    };
  }
  const appId = appToken?.split('-')[2] ?? (workspace && (await appIdOf(workspace)));
  if (appId === undefined) return { name, state: 'skipped', detail: 'Slack did not say which app it is' };
  const client = createSlackClient(configToken, setup);
  const exported = await attempt(() => client.apiCall('apps.manifest.export', { app_id: appId }));
  if (!exported.ok) {
    const remedy =
      'configuration tokens expire after twelve hours: generate a new one at https://api.slack.com/apps, Your App Configuration Tokens, or compare with manifest.yml yourself';
    return failed(name, exported, remedy);
  }
  const found = differences(parseManifest(manifest), Reflect.get(exported.value, 'manifest'), {
    transport: appToken === undefined ? 'http' : 'socket',
    isInstallable: workspaces !== undefined,
  });
  if (found.length === 0) return ok(name, 'the app matches manifest.yml');
  return { name, state: 'failed', detail: found.join('; '), remedy: reinstall };
}

/** The id of the app that the workspace's bot belongs to. */
async function appIdOf({ client, botId }: OpenWorkspace): Promise<string | undefined> {
  const info = botId === undefined ? undefined : await attempt(() => client.bots.info({ bot: botId }));
  return info?.ok ? info.value.bot?.app_id : undefined;
}

const channelRemedies: Readonly<Record<string, string>> = {
  not_in_channel: 'type /invite @docent in the channel',
  channel_not_found: 'correct the id, or, if the channel is private, type /invite @docent there',
  missing_scope: reinstall,
};

/**
 * Reads a channel as the bot would: in the named workspace, or in every workspace if the settings name none. `isPartial`: some
 * workspaces could not be checked.
 */
async function checkChannel(
  { id: channel, installation }: NamedChannel,
  open: readonly OpenWorkspace[],
  isPartial: boolean,
): Promise<SetupCheck> {
  const name = `Slack channel ${installation === undefined ? '' : `${installation}:`}${channel}`;
  const refusals: Refusal[] = [];
  // The channel may be in any workspace of an organisation.
  const may = ({ id }: OpenWorkspace): boolean =>
    installation === undefined || id === installation || id.startsWith('E');
  for (const { client } of open.filter(may)) {
    const read = await attempt(() => client.conversations.history({ channel, limit: 1 }));
    if (read.ok) return ok(name, 'Docent can read messages there');
    refusals.push(read);
  }
  const reason = refusals.find(({ word }) => word !== 'channel_not_found') ?? refusals[0];
  if (isPartial && (reason === undefined || reason.word === 'channel_not_found')) {
    return { name, state: 'skipped', detail: 'its workspace could not be checked' };
  }
  if (reason) return failed(name, reason, channelRemedies[reason.word ?? '']);
  const remedy = 'install Docent there: /slack/install; or correct the id';
  return { name, state: 'failed', detail: `Docent is not in the workspace ${installation}`, remedy };
}

type Attempt<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & Refusal);

/** `word`: Slack's error code; undefined when Slack did not respond or limits the rate of requests. */
interface Refusal {
  readonly word?: string;
  readonly isLimited: boolean;
}

async function attempt<T>(call: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    const failure = toPlatformError(error);
    if (!(failure instanceof PlatformError)) throw error;
    const word = refusalOf(failure);
    return { ok: false, isLimited: failure.code === 'rate_limited', ...(word !== undefined && { word }) };
  }
}

function ok(name: string, detail: string): SetupCheck {
  return { name, state: 'ok', detail };
}

/** `remedy`: what to do when Slack refuses; network failures have their own. */
function failed(name: string, { word, isLimited }: Refusal, remedy: string | undefined): SetupCheck {
  if (isLimited) return { name, state: 'skipped', detail: 'Slack’s rate limit was reached; try again later' };
  if (word === undefined) {
    const network = 'check the network, and that no firewall or proxy blocks slack.com';
    return { name, state: 'failed', detail: 'Slack cannot be reached', remedy: network };
  }
  return { name, state: 'failed', detail: `Slack says “${word}”`, ...(remedy !== undefined && { remedy }) };
}
