/** The manifest of a Slack app: the one that Docent needs, and how a given app differs from it. Pure. */
import { parse } from 'yaml';
import { z } from 'zod';

/** The fields that Docent depends on. Source: docs.slack.dev reference/app-manifest, 2026-11-22. */
const manifestSchema = z.looseObject({
  features: z
    .looseObject({
      slash_commands: z.array(z.looseObject({ command: z.string(), url: z.string().optional() })).default([]),
      shortcuts: z.array(z.looseObject({ callback_id: z.string() })).default([]),
    })
    .default({ slash_commands: [], shortcuts: [] }),
  oauth_config: z
    .looseObject({
      scopes: z.looseObject({ bot: z.array(z.string()).default([]) }).default({ bot: [] }),
      redirect_urls: z.array(z.string()).default([]),
    })
    .default({ scopes: { bot: [] }, redirect_urls: [] }),
  settings: z
    .looseObject({
      event_subscriptions: z
        .looseObject({ bot_events: z.array(z.string()).default([]), request_url: z.string().optional() })
        .default({ bot_events: [] }),
      interactivity: z
        .looseObject({ is_enabled: z.boolean(), request_url: z.string().optional() })
        .default({ is_enabled: false }),
      socket_mode_enabled: z.boolean().default(false),
      token_rotation_enabled: z.boolean().default(false),
    })
    .default({
      event_subscriptions: { bot_events: [] },
      interactivity: { is_enabled: false },
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    }),
});

export type SlackManifest = z.infer<typeof manifestSchema>;

/** `text`: YAML. Throws when it is not a manifest. */
export function parseManifest(text: string): SlackManifest {
  return manifestSchema.parse(parse(text));
}

/** Where Slack and browsers reach an app. */
export interface AppAddresses {
  /** The URL for events over HTTP; undefined for Socket Mode. */
  readonly requestUrl?: string | undefined;
  /** The OAuth redirect URL; undefined when workspaces cannot install the app themselves. */
  readonly redirectUrl?: string | undefined;
}

/** Events after which a workspace's data is removed. */
const installationEvents = ['app_uninstalled', 'tokens_revoked'];

/** The manifest of an app with these addresses. */
export function manifestFor(text: string, { requestUrl, redirectUrl }: AppAddresses): object {
  const manifest = parseManifest(text);
  const { features, settings, oauth_config } = manifest;
  const { event_subscriptions: events, interactivity } = settings;
  const url = requestUrl;
  const isInstallable = redirectUrl !== undefined;
  return {
    ...manifest,
    ...(isInstallable && { oauth_config: { ...oauth_config, redirect_urls: [redirectUrl] } }),
    ...(url !== undefined && {
      features: { ...features, slash_commands: features.slash_commands.map((command) => ({ ...command, url })) },
    }),
    settings: {
      ...settings,
      socket_mode_enabled: url === undefined,
      event_subscriptions: {
        ...events,
        bot_events: [...events.bot_events, ...(isInstallable ? installationEvents : [])],
        ...(url !== undefined && { request_url: url }),
      },
      interactivity: { ...interactivity, ...(url !== undefined && { request_url: url }) },
    },
  };
}

/** How an app is used. */
export interface AppUse {
  readonly transport: 'socket' | 'http';
  /** Whether workspaces can install the app themselves. */
  readonly isInstallable: boolean;
}

/** What the app lacks, as phrases; anything it has beyond `wanted` is ignored. */
export function differences(
  wanted: SlackManifest,
  app: unknown,
  { transport, isInstallable }: AppUse,
): readonly string[] {
  const read = manifestSchema.safeParse(app);
  if (!read.success) return ['Slack sent a manifest that Docent cannot read'];
  const found = read.data;
  const missing = (what: string, needed: readonly string[], present: readonly string[]): readonly string[] => {
    const lacking = needed.filter((name) => !present.includes(name));
    return lacking.length === 0 ? [] : [`${what} ${lacking.join(', ')} missing`];
  };
  const commands = ({ features }: SlackManifest) => features.slash_commands.map(({ command }) => command);
  const shortcuts = ({ features }: SlackManifest) => features.shortcuts.map((shortcut) => shortcut.callback_id);
  const events = ({ settings }: SlackManifest) => settings.event_subscriptions.bot_events;
  return [
    ...missing('events', [...events(wanted), ...(isInstallable ? installationEvents : [])], events(found)),
    ...missing('scopes', wanted.oauth_config.scopes.bot, found.oauth_config.scopes.bot),
    ...missing('commands', commands(wanted), commands(found)),
    ...missing('shortcuts', shortcuts(wanted), shortcuts(found)),
    ...(found.settings.interactivity.is_enabled ? [] : ['interactivity is off, so buttons do nothing']),
    ...(transport === 'http' ? httpDifferences(found) : socketDifferences(found)),
    ...(isInstallable && !found.oauth_config.redirect_urls.some((url) => url.endsWith('/slack/oauth_redirect'))
      ? ['no redirect URL ends in /slack/oauth_redirect, so workspaces cannot install the app']
      : []),
  ];
}

function socketDifferences({ settings }: SlackManifest): readonly string[] {
  return settings.socket_mode_enabled ? [] : ['Socket Mode is off, although SLACK_APP_TOKEN is set'];
}

/** All requests go to the same URL. */
function httpDifferences({ settings, features }: SlackManifest): readonly string[] {
  if (settings.socket_mode_enabled) return ['Socket Mode is on, although SLACK_APP_TOKEN is not set'];
  const addresses: Readonly<Record<string, string | undefined>> = {
    events: settings.event_subscriptions.request_url,
    interactivity: settings.interactivity.request_url,
    ...Object.fromEntries(features.slash_commands.map(({ command, url }) => [command, url])),
  };
  const wrong = Object.keys(addresses).filter((what) => !addresses[what]?.endsWith('/slack/events'));
  return wrong.length === 0 ? [] : [`the request URL of ${wrong.join(', ')} does not end in /slack/events`];
}
