/**
 * Checks a Slack app from outside, before the bot runs or while it does: tokens, scopes, Socket Mode, events, channels. It posts
 * nothing and holds no connection.
 */
import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { SetupCheck } from '../../../core/model/setup-check.ts';
import { agentScope, indispensable, missingScopes, optionalScopes, scopes } from '../connection/scopes.ts';
import { createSlackClient } from '../connection/web-api.ts';
import { refusalOf, toPlatformError } from '../errors.ts';
import { differences, parseManifest } from './manifest.ts';

export interface SlackSetup {
  /** The token of one workspace. */
  readonly botToken?: string;
  /** Those that installed the app; missing: none can. */
  readonly workspaces?: readonly InstalledWorkspace[];
  readonly appToken?: string;
  readonly signingSecret?: string;
  readonly apiUrl?: string;
  /** A token of the operator, valid for twelve hours, that shows how the app is set up. */
  readonly configToken?: string;
  /** Channels that must be readable: ids of the routing file and of OPERATORS. */
  readonly channels: readonly string[];
  /** The text of manifest.yml: what the app should be like. */
  readonly manifest?: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** `token` is missing where no key decrypts it. */
export interface InstalledWorkspace {
  readonly id: string;
  readonly name?: string;
  readonly token?: string;
  /** Its token has expired, and is renewed when it is next used. */
  readonly isIdle: boolean;
}

const reinstall =
  'update the app from manifest.yml and install it again: https://api.slack.com/apps, your app, App Manifest';

export async function* checkSlack(setup: SlackSetup): AsyncGenerator<SetupCheck> {
  const { botToken, workspaces } = setup;
  if (botToken !== undefined) yield* checkBot(botToken, setup);
  if (!workspaces) return;
  yield ok(
    'Slack installations',
    `workspaces: ${workspaces.length}; others install Docent at /slack/install, which needs an address that browsers reach over HTTPS, with Socket Mode, too`,
  );
  if (botToken === undefined) yield* checkApp(setup);
  for (const workspace of workspaces) yield* checkInstalled(workspace, setup);
}

async function* checkInstalled(workspace: InstalledWorkspace, setup: SlackSetup): AsyncGenerator<SetupCheck> {
  const { id, name, token, isIdle } = workspace;
  const title = `Slack workspace ${name === undefined ? id : `${name} (${id})`}`;
  if (token === undefined) {
    const remedy = 'add the key that encrypted it to ENCRYPTION_KEY, behind the first, or install Docent there again';
    yield { name: title, state: 'failed', detail: 'no key of ENCRYPTION_KEY opens its token', remedy };
    return;
  }
  if (isIdle) {
    const detail = 'nobody has asked there since its token expired; it is renewed with the next question';
    return yield { name: title, state: 'skipped', detail };
  }
  const who = await attempt(() => createSlackClient(token, setup).auth.test());
  if (!who.ok) {
    yield failed(title, said(who), { remedy: 'install Docent there again: /slack/install', refused: who.isRefused });
    return;
  }
  const granted = who.value.response_metadata?.scopes;
  const missing = missingScopes(granted);
  if (missing.length === 0) yield ok(title, `it is @${who.value.user ?? 'unknown'} there, with all scopes`);
  for (const scope of missing) {
    const detail = `${scope} is missing: ${scopes[scope]}`;
    const state = scope === indispensable ? 'failed' : 'warning';
    yield { name: title, state, detail, remedy: 'install Docent there again: /slack/install' };
  }
}

async function* checkApp(setup: SlackSetup): AsyncGenerator<SetupCheck> {
  yield await checkTransport(setup);
  yield await checkManifest(setup);
}

async function* checkBot(botToken: string, setup: SlackSetup): AsyncGenerator<SetupCheck> {
  const bot = createSlackClient(botToken, setup);
  const who = await attempt(() => bot.auth.test());
  if (!who.ok) {
    yield failed('Slack bot token', said(who), {
      remedy: 'copy SLACK_BOT_TOKEN (xoxb-…) again: https://api.slack.com/apps, your app, OAuth & Permissions',
      refused: who.isRefused,
      hides: 'Slack',
    });
    return;
  }
  const { user, team, team_id } = who.value;
  yield ok('Slack bot token', `it is @${user ?? 'unknown'} in ${team ?? 'unknown'} (${team_id ?? 'unknown'})`);
  yield* checkScopes(who.value.response_metadata?.scopes);
  yield* checkApp(setup);
  for (const channel of setup.channels) yield await checkChannel(bot, channel);
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
    const detail = `${needless.join(', ')}: Docent has no use for what the token may do there`;
    yield { name, state: 'warning', detail, remedy: reinstall };
  }
  if (missing.length + needless.length === 0)
    yield ok(name, `all ${Object.keys(scopes).length} are granted, and no others`);
}

async function checkTransport({ appToken, ...setup }: SlackSetup): Promise<SetupCheck> {
  if (appToken === undefined) {
    const detail = 'events come over HTTP to /slack/events; only Slack can say whether it reaches that address';
    return { name: 'Slack transport', state: 'ok', detail };
  }
  const name = 'Slack app token';
  const opened = await attempt(() => createSlackClient(appToken, setup).apps.connections.open({}));
  if (opened.ok) return ok(name, 'Slack opens connections for Socket Mode');
  const remedy =
    'make an app-level token with the scope connections:write, and switch Socket Mode on: https://api.slack.com/apps, your app, Basic Information and Socket Mode';
  return failed(name, said(opened), { remedy, refused: opened.isRefused });
}

async function checkManifest(setup: SlackSetup): Promise<SetupCheck> {
  const { configToken, appToken, manifest } = setup;
  const name = 'Slack events and buttons';
  const appId = appToken?.split('-')[2];
  if (configToken === undefined || manifest === undefined || !appId) {
    const need = appId ? 'SLACK_CONFIG_TOKEN' : 'SLACK_APP_TOKEN, which names the app, and SLACK_CONFIG_TOKEN';
    const detail = `they can be read with ${need} alone (https://api.slack.com/apps, Your App Configuration Tokens)`;
    return { name, state: 'skipped', detail };
  }
  const client = createSlackClient(configToken, setup);
  const exported = await attempt(() => client.apiCall('apps.manifest.export', { app_id: appId }));
  if (!exported.ok) {
    const remedy =
      'configuration tokens live twelve hours: make a new one at https://api.slack.com/apps, Your App Configuration Tokens, or compare with manifest.yml by eye';
    return failed(name, said(exported), { remedy, refused: exported.isRefused });
  }
  const found = differences(parseManifest(manifest), Reflect.get(exported.value, 'manifest'));
  if (found.length === 0) return ok(name, 'the app is set up as manifest.yml says');
  return { name, state: 'failed', detail: found.join('; '), remedy: reinstall };
}

/** Reads a channel in the same way as the bot. */
async function checkChannel(bot: WebClient, channel: string): Promise<SetupCheck> {
  const name = `Slack channel ${channel}`;
  const read = await attempt(() => bot.conversations.history({ channel, limit: 1 }));
  if (read.ok) return ok(name, 'Docent hears what is said there');
  const remedies: Readonly<Record<string, string>> = {
    not_in_channel: 'type /invite @docent in the channel',
    channel_not_found: 'correct the id, or type /invite @docent in the channel, if it is a private one',
    missing_scope: reinstall,
  };
  const remedy = remedies[read.word ?? ''];
  return failed(name, said(read), { ...(remedy !== undefined && { remedy }), refused: read.isRefused });
}

type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  /** `isRefused`: Slack said no, instead of not answering. */
  | { readonly ok: false; readonly isRefused: boolean; readonly word?: string };

async function attempt<T>(call: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    const failure = toPlatformError(error);
    if (!(failure instanceof PlatformError)) throw error;
    const word = refusalOf(failure);
    return { ok: false, isRefused: word !== undefined, ...(word !== undefined && { word }) };
  }
}

function said({ word }: { readonly word?: string }): string {
  return word === undefined ? 'Slack cannot be reached' : `Slack says “${word}”`;
}

function ok(name: string, detail: string): SetupCheck {
  return { name, state: 'ok', detail };
}

function failed(name: string, detail: string, by: { remedy?: string; refused: boolean; hides?: string }): SetupCheck {
  const remedy = by.refused ? by.remedy : 'check the network, and that nothing keeps this machine from slack.com';
  const { hides } = by;
  return {
    ...{ name, state: 'failed', detail },
    ...(remedy !== undefined && { remedy }),
    ...(hides !== undefined && { hides }),
  };
}
