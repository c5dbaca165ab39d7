/** The calls of `docent setup slack`: creates an app from its manifest and checks pasted tokens. */
import type { Clock } from '../../../../kit/base/clock.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import type { Tried } from '../../../core/model/setup-check.ts';
import { createSlackClient } from '../connection/web-api.ts';
import { refusalOf, toPlatformError } from '../errors.ts';
import { type AppAddresses, manifestFor } from './manifest.ts';

export interface SlackAccess {
  readonly apiUrl?: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface CreatedApp {
  readonly appId: string;
  /** Verifies events over HTTP. */
  readonly signingSecret: string | undefined;
  /** `clientId` and `clientSecret` let workspaces install the app. */
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

/** Source: reference/methods/apps.manifest.create, 2026-11-22. */
export async function createSlackApp(
  configToken: string,
  manifest: string,
  addresses: AppAddresses,
  access: SlackAccess,
): Promise<Tried<CreatedApp>> {
  const client = createSlackClient(configToken, access);
  const body = { manifest: JSON.stringify(manifestFor(manifest, addresses)) };
  const created = await attempt(() => client.apiCall('apps.manifest.create', body));
  if (!created.ok) return created;
  const appId = textAt(created.value, 'app_id');
  if (appId === undefined) return { ok: false, reason: 'did not say which app it created' };
  const credentials: unknown = Reflect.get(created.value, 'credentials');
  const [signingSecret, clientId, clientSecret] = ['signing_secret', 'client_id', 'client_secret'].map((name) =>
    textAt(credentials, name),
  );
  return { ok: true, value: { appId, signingSecret, clientId, clientSecret } };
}

function textAt(value: unknown, name: string): string | undefined {
  const found: unknown = Reflect.get(Object(value), name);
  return typeof found === 'string' ? found : undefined;
}

/** The page where Slack creates the app from the manifest with one click. */
export function newAppPage(manifest: string, addresses: AppAddresses): string {
  return `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(manifestFor(manifest, addresses)))}`;
}

/** Returns `@docent in Example Docs`. */
export async function checkBotToken(token: string, access: SlackAccess): Promise<Tried<string>> {
  const who = await attempt(() => createSlackClient(token, access).auth.test());
  return who.ok ? { ok: true, value: `@${who.value.user ?? 'unknown'} in ${who.value.team ?? 'unknown'}` } : who;
}

export async function checkAppToken(token: string, access: SlackAccess): Promise<Tried<unknown>> {
  return attempt(() => createSlackClient(token, access).apps.connections.open({}));
}

async function attempt<T>(call: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    const word = refusalOf(toPlatformError(error));
    return { ok: false, reason: word === undefined ? 'cannot be reached' : `says “${word}”` };
  }
}
