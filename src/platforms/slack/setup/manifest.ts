/** The manifest of a Slack app: the one that Docent wants, and how another one differs from it. Pure. */
import { parse } from 'yaml';
import { z } from 'zod';

/** The fields that Docent depends on. Source: docs.slack.dev reference/app-manifest, 2026-11-22. */
const manifestSchema = z.looseObject({
  features: z
    .looseObject({
      slash_commands: z.array(z.looseObject({ command: z.string() })).default([]),
      shortcuts: z.array(z.looseObject({ callback_id: z.string() })).default([]),
    })
    .default({ slash_commands: [], shortcuts: [] }),
  oauth_config: z
    .looseObject({ scopes: z.looseObject({ bot: z.array(z.string()).default([]) }).default({ bot: [] }) })
    .default({ scopes: { bot: [] } }),
  settings: z
    .looseObject({
      event_subscriptions: z.looseObject({ bot_events: z.array(z.string()).default([]) }).default({ bot_events: [] }),
      interactivity: z.looseObject({ is_enabled: z.boolean() }).default({ is_enabled: false }),
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

/** `text`: YAML. Fails when it is not a manifest. */
export function parseManifest(text: string): SlackManifest {
  return manifestSchema.parse(parse(text));
}

/** The manifest of an app whose events come over HTTP to this address, or by Socket Mode. */
export function manifestFor(text: string, requestUrl: string | undefined): object {
  const manifest = parseManifest(text);
  if (requestUrl === undefined) return manifest;
  const { features, settings } = manifest;
  const url = requestUrl;
  return {
    ...manifest,
    features: { ...features, slash_commands: features.slash_commands.map((each) => ({ ...each, url })) },
    settings: {
      ...settings,
      socket_mode_enabled: false,
      event_subscriptions: { ...settings.event_subscriptions, request_url: url },
      interactivity: { ...settings.interactivity, request_url: url },
    },
  };
}

/** What the app lacks, each as a phrase; extras are ignored. */
export function differences(wanted: SlackManifest, app: unknown): readonly string[] {
  const read = manifestSchema.safeParse(app);
  if (!read.success) return ['Slack sent a manifest that Docent cannot read'];
  const found = read.data;
  const missing = (what: string, each: readonly string[], there: readonly string[]): readonly string[] => {
    const lacking = each.filter((one) => !there.includes(one));
    return lacking.length === 0 ? [] : [`${what} ${lacking.join(', ')} missing`];
  };
  const commands = ({ features }: SlackManifest) => features.slash_commands.map(({ command }) => command);
  const shortcuts = ({ features }: SlackManifest) => features.shortcuts.map((each) => each.callback_id);
  return [
    ...missing('events', wanted.settings.event_subscriptions.bot_events, found.settings.event_subscriptions.bot_events),
    ...missing('scopes', wanted.oauth_config.scopes.bot, found.oauth_config.scopes.bot),
    ...missing('commands', commands(wanted), commands(found)),
    ...missing('shortcuts', shortcuts(wanted), shortcuts(found)),
    ...(found.settings.interactivity.is_enabled ? [] : ['interactivity is off, so buttons do nothing']),
  ];
}
