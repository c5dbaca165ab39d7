/** A Slack app from nothing to its tokens: made by a configuration token or by hand, installed, and each token tried. */
import { type Variable, v } from '../../config/variables.ts';
import type { Tried } from '../../core/model/setup-check.ts';
import {
  checkAppToken,
  checkBotToken,
  createSlackApp,
  newAppPage,
  type SlackAccess,
} from '../../platforms/slack/setup/app-setup.ts';
import { manifestFor } from '../../platforms/slack/setup/manifest.ts';
import { checkFor } from './checked.ts';
import type { Dialog } from './dialog.ts';

export type Values = Readonly<Record<string, string>>;

/** Slack's page of one app, or the list of them. */
function page(appId: string | undefined, path: string): string {
  return appId === undefined ? 'https://api.slack.com/apps, your app' : `https://api.slack.com/apps/${appId}/${path}`;
}

export interface SlackSteps {
  readonly access: SlackAccess;
  /** SLACK_APP_TOKEN is set, with which Socket Mode is used. */
  readonly hasAppToken: boolean;
}

export async function setUpSlack(
  dialog: Dialog,
  manifest: string,
  { access, hasAppToken }: SlackSteps,
): Promise<Values> {
  const transport = await dialog.choose('How do Slack’s events reach Docent?', {
    socket: 'Socket Mode: Docent connects to Slack, nothing has to reach it (recommended)',
    http: 'HTTP: Slack calls a public address of yours',
  });
  const requestUrl = transport === 'http' ? await askRequestUrl(dialog) : undefined;
  const app = await makeApp(dialog, manifest, requestUrl, access);
  dialog.show('Install the app', [`Open ${page(app?.appId, 'install-on-team')} and press Install.`]);
  const botToken = await askToken(
    dialog,
    v.slackBotToken,
    `The bot token (${page(app?.appId, 'oauth')}, xoxb-…)`,
    (token) => checkBotToken(token, access),
  );
  const second =
    requestUrl === undefined ? await askAppToken(dialog, app?.appId, access) : await askSecret(dialog, app);
  const isSwitchedOff = requestUrl !== undefined && hasAppToken;
  return { SLACK_BOT_TOKEN: botToken, ...(isSwitchedOff && { SLACK_APP_TOKEN: '' }), ...second };
}

function askRequestUrl(dialog: Dialog): Promise<string> {
  return dialog.ask('Its address, ending in /slack/events', (words) =>
    /^https:\/\/[^\s/]+\/(\S+\/)?slack\/events$/.test(words)
      ? undefined
      : 'Expected an https address that ends in /slack/events, for example https://bot.example.com/slack/events.',
  );
}

interface MadeApp {
  readonly appId: string;
  readonly signingSecret: string | undefined;
}

async function makeApp(
  dialog: Dialog,
  manifest: string,
  requestUrl: string | undefined,
  access: SlackAccess,
): Promise<MadeApp | undefined> {
  const way = await dialog.choose('How is the Slack app made?', {
    page: 'I open a page of Slack’s and press Create',
    token: 'With an app configuration token (https://api.slack.com/apps, Your App Configuration Tokens)',
    there: 'There is one already',
  });
  if (way === 'there') return undefined;
  if (way === 'token') {
    const token = await dialog.askSecret('The configuration token (xoxe…)', checkFor(v.slackConfigToken));
    const created = await createSlackApp(token, manifest, requestUrl, access);
    if (created.ok) {
      dialog.say(`The app is made: https://api.slack.com/apps/${created.value.appId}`);
      return created.value;
    }
    dialog.warn(`Slack ${created.reason}; configuration tokens live twelve hours. By hand it needs none.`);
    dialog.show('The manifest of the app', [
      'Open https://api.slack.com/apps?new_app=1, choose From a manifest, and paste this as JSON;',
      'or open the page below it, which has it filled in.',
    ]);
    dialog.print(JSON.stringify(manifestFor(manifest, requestUrl), null, 2));
  }
  dialog.show('Make the app', ['Open the page below, choose your workspace and press Create.']);
  dialog.print(newAppPage(manifest, requestUrl));
  return undefined;
}

async function askAppToken(dialog: Dialog, appId: string | undefined, access: SlackAccess): Promise<Values> {
  dialog.show('Make an app-level token', [
    `${page(appId, 'general')}, Basic Information, App-Level Tokens, Generate Token,`,
    'with the scope connections:write.',
  ]);
  const token = await askToken(dialog, v.slackAppToken, 'The app-level token (xapp-…)', (words) =>
    checkAppToken(words, access),
  );
  return { SLACK_APP_TOKEN: token };
}

async function askSecret(dialog: Dialog, app: MadeApp | undefined): Promise<Values> {
  const known = app?.signingSecret;
  const ask = () =>
    dialog.askSecret(
      `The signing secret (${page(app?.appId, 'general')}, App Credentials)`,
      checkFor(v.slackSigningSecret),
    );
  return { SLACK_SIGNING_SECRET: known ?? (await ask()) };
}

/** Asks until Slack accepts it. */
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
      dialog.say(typeof tried.value === 'string' ? `Slack knows it: ${tried.value}` : 'Slack takes it');
      return token;
    }
    dialog.warn(`Slack ${tried.reason}; paste it again, or press Ctrl+C to stop.`);
  }
}
