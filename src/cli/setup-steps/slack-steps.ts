/**
 * The setup steps for Slack: create the app with a configuration token or by hand, install it, and check each token.
 */
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { v } from '../../bot/config/variables.ts';
import type { Tried } from '../../bot/core/model/setup-check.ts';
import {
  type CreatedApp,
  checkAppToken,
  checkBotToken,
  createSlackApp,
  newAppPage,
  type SlackAccess,
} from '../../bot/platforms/slack/setup/app-setup.ts';
import { type AppAddresses, manifestFor } from '../../bot/platforms/slack/setup/manifest.ts';
import type { Env, Variable } from '../../kit/settings/reader.ts';
import { checkFor } from './checked.ts';
import type { Dialog } from './dialog.ts';
import { openBrowser, openShortLink } from './short-link.ts';

export type Values = Readonly<Record<string, string>>;

/** Paths of an app's pages at api.slack.com, by their names in its menu. */
const paths = {
  'Install App': 'install-on-team',
  'OAuth & Permissions': 'oauth',
  'Basic Information': 'general',
  'Manage Distribution': 'distribute',
} as const;

/** The URL of a page, or how to find it if the app is not known. */
function page(appId: string | undefined, name: keyof typeof paths): string {
  return appId === undefined
    ? `https://api.slack.com/apps, your app, ${name}`
    : `https://api.slack.com/apps/${appId}/${paths[name]}`;
}

export interface SlackSteps {
  readonly access: SlackAccess;
  /** The settings that exist already: SLACK_APP_TOKEN means Socket Mode; existing secrets must not be replaced. */
  readonly env: Env;
}

export async function setUpSlack(dialog: Dialog, manifest: string, steps: SlackSteps): Promise<Values> {
  const { access, env } = steps;
  const transport = await dialog.choose('How should Slack’s events reach Docent?', {
    socket: 'Socket Mode: Docent connects to Slack and needs no public URL (recommended)',
    http: 'HTTP: Slack calls a public URL of yours',
  });
  const requestUrl = transport === 'http' ? await askRequestUrl(dialog) : undefined;
  const who = await dialog.choose('Which workspaces will use it?', {
    one: 'Only mine',
    several: 'Several: each installs it from an https URL of yours',
  });
  const redirectUrl = who === 'several' ? await askRedirectUrl(dialog, requestUrl) : undefined;
  const app = await makeApp(dialog, manifest, { requestUrl, redirectUrl }, steps);
  const first =
    redirectUrl === undefined ? await askBotToken(dialog, app, access) : await askClient(dialog, app, redirectUrl, env);
  const second =
    requestUrl === undefined ? await askAppToken(dialog, app?.appId, access) : await askSecret(dialog, app);
  const isSwitchedOff = requestUrl !== undefined && Boolean(env.SLACK_APP_TOKEN);
  return { ...first, ...(isSwitchedOff && { SLACK_APP_TOKEN: '' }), ...second };
}

async function askBotToken(dialog: Dialog, app: CreatedApp | undefined, access: SlackAccess): Promise<Values> {
  dialog.show('Install the app', [
    `Open ${page(app?.appId, 'Install App')} and press Install.`,
    `Then copy the bot token: ${page(app?.appId, 'OAuth & Permissions')}`,
  ]);
  const attempt = (token: string) => checkBotToken(token, access);
  return { SLACK_BOT_TOKEN: await askToken(dialog, v.slackBotToken, 'The bot token (xoxb-…)', attempt) };
}

/**
 * Asks for the settings that let workspaces install the app. Keeps an existing encryption key, which stored tokens
 * need.
 */
async function askClient(dialog: Dialog, app: CreatedApp | undefined, redirectUrl: string, env: Env): Promise<Values> {
  const where = `${page(app?.appId, 'Basic Information')}, App Credentials`;
  const clientId = app?.clientId ?? (await dialog.ask(`The client id (${where})`, checkFor(v.slackClientId)));
  const clientSecret =
    app?.clientSecret ?? (await dialog.askSecret(`The client secret (${where})`, checkFor(v.slackClientSecret)));
  const madeUp = (): string => randomBytes(32).toString('base64');
  dialog.show('Let workspaces install it', [
    `Open ${page(app?.appId, 'Manage Distribution')} and activate public distribution.`,
    'Once Docent is running, open this URL in each workspace and press Allow:',
    redirectUrl.replace(/oauth_redirect$/, 'install'),
  ]);
  return {
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: clientSecret,
    SLACK_STATE_SECRET: env.SLACK_STATE_SECRET || madeUp(),
    ENCRYPTION_KEY: env.ENCRYPTION_KEY || madeUp(),
  };
}

async function askRedirectUrl(dialog: Dialog, requestUrl: string | undefined): Promise<string> {
  if (requestUrl !== undefined) return requestUrl.replace(/events$/, 'oauth_redirect');
  return dialog.ask('The URL at which browsers reach Docent, ending in /slack/oauth_redirect', (words) =>
    /^https:\/\/[^\s/]+\/(\S+\/)?slack\/oauth_redirect$/.test(words)
      ? undefined
      : 'Expected an https URL that ends in /slack/oauth_redirect, for example https://bot.example.com/slack/oauth_redirect.',
  );
}

function askRequestUrl(dialog: Dialog): Promise<string> {
  return dialog.ask('The URL that Slack calls, ending in /slack/events', (words) =>
    /^https:\/\/[^\s/]+\/(\S+\/)?slack\/events$/.test(words)
      ? undefined
      : 'Expected an https URL that ends in /slack/events, for example https://bot.example.com/slack/events.',
  );
}

async function makeApp(
  dialog: Dialog,
  manifest: string,
  addresses: AppAddresses,
  { access, env }: SlackSteps,
): Promise<CreatedApp | undefined> {
  const way = await dialog.choose('How do you want to create the Slack app?', {
    page: 'I open a page on Slack and press Create',
    token: 'With an app configuration token (https://api.slack.com/apps, Your App Configuration Tokens)',
    existing: 'I already have one',
  });
  if (way === 'existing') return undefined;
  if (way === 'token') {
    const token = await dialog.askSecret('The configuration token (xoxe…)', checkFor(v.slackConfigToken));
    const created = await createSlackApp(token, manifest, addresses, access);
    if (created.ok) {
      dialog.say(`The app was created: https://api.slack.com/apps/${created.value.appId}`);
      return created.value;
    }
    dialog.warn(
      `Slack ${created.reason}; configuration tokens are valid for twelve hours. Creating it by hand needs none.`,
    );
  }
  await createByHand(dialog, manifest, addresses, env);
  return undefined;
}

const manifestFile = 'slack-manifest.json';

async function createByHand(dialog: Dialog, manifest: string, addresses: AppAddresses, env: Env): Promise<void> {
  const json = `${JSON.stringify(manifestFor(manifest, addresses), null, 2)}\n`;
  const isKept = await writeFile(manifestFile, json).then(
    () => true,
    () => false,
  );
  if (!isKept) dialog.print(json);
  await using link = await openShortLink(newAppPage(manifest, addresses));
  dialog.show('Create the app', [
    `Open ${link.url} in a browser on this machine, choose your workspace and press Create.`,
    'From another machine: open https://api.slack.com/apps?new_app=1, choose From a manifest, and paste',
    isKept ? `the contents of ${resolve(manifestFile)}` : 'the JSON above.',
  ]);
  openBrowser(link.url, env);
  await dialog.confirm('Is the app created?');
  await rm(manifestFile, { force: true });
}

async function askAppToken(dialog: Dialog, appId: string | undefined, access: SlackAccess): Promise<Values> {
  dialog.show('Create an app-level token', [
    `Open ${page(appId, 'Basic Information')}; under App-Level Tokens press Generate Token, with the scope connections:write.`,
  ]);
  const token = await askToken(dialog, v.slackAppToken, 'The app-level token (xapp-…)', (words) =>
    checkAppToken(words, access),
  );
  return { SLACK_APP_TOKEN: token };
}

async function askSecret(dialog: Dialog, app: CreatedApp | undefined): Promise<Values> {
  const known = app?.signingSecret;
  const ask = () =>
    dialog.askSecret(
      `The signing secret (${page(app?.appId, 'Basic Information')}, App Credentials)`,
      checkFor(v.slackSigningSecret),
    );
  return { SLACK_SIGNING_SECRET: known ?? (await ask()) };
}

/** Asks until Slack accepts the token. */
async function askToken(
  dialog: Dialog,
  variable: Variable<string>,
  message: string,
  attempt: (token: string) => Promise<Tried<unknown>>,
): Promise<string> {
  for (;;) {
    const token = await dialog.askSecret(message, checkFor(variable));
    const tried = await attempt(token);
    if (tried.ok) {
      dialog.say(typeof tried.value === 'string' ? `Slack accepts it: ${tried.value}` : 'Slack accepts it');
      return token;
    }
    dialog.warn(`Slack ${tried.reason}; paste the token to try again, or press Ctrl+C to stop.`);
  }
}
