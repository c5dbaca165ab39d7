/**
 * The Slack app's manifest lists what Docent handles, requests exactly the scopes needed for that, and respects Slack's limits.
 * Source: slackapi/manifest-schema, schema 2.0.0; docs.slack.dev reference/events and reference/scopes; 2026-11-21.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { optionalScopes, scopes } from '../src/bot/platforms/slack/connection/scopes.ts';
import { deployCommand, docsCommand, reportCommand } from '../src/bot/platforms/slack/inbound/commands.ts';
import { draftShortcuts } from '../src/bot/platforms/slack/inbound/draft-shortcuts.ts';
import { askShortcut } from '../src/bot/platforms/slack/inbound/shortcuts.ts';

const text = (maxChars: number, minChars = 1) => z.string().min(minChars).max(maxChars);

/** The keys that Docent uses, with Slack's limits; an unknown key fails. */
const schema = z.strictObject({
  _metadata: z.strictObject({ major_version: z.literal(2) }),
  display_information: z.strictObject({ name: text(35), description: text(140), long_description: text(4_000, 175) }),
  features: z.strictObject({
    agent_view: z.strictObject({ agent_description: text(300) }),
    app_home: z.strictObject({
      home_tab_enabled: z.boolean(),
      messages_tab_enabled: z.literal(true),
      messages_tab_read_only_enabled: z.literal(false),
    }),
    bot_user: z.strictObject({ display_name: text(80), always_online: z.boolean() }),
    slash_commands: z
      .array(
        z.strictObject({
          command: text(32, 2).startsWith('/'),
          description: text(2_000),
          usage_hint: text(1_000).optional(),
          should_escape: z.boolean(),
        }),
      )
      .max(50),
    shortcuts: z
      .array(
        z.strictObject({ type: z.literal('message'), name: text(24), callback_id: text(255), description: text(150) }),
      )
      .max(10),
  }),
  oauth_config: z.strictObject({
    scopes: z.strictObject({ bot: z.array(z.string()).max(255), bot_optional: z.array(z.string()).max(255) }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({ bot_events: z.array(z.string()).max(100) }),
    interactivity: z.strictObject({ is_enabled: z.literal(true) }),
    org_deploy_enabled: z.boolean(),
    socket_mode_enabled: z.literal(true),
    token_rotation_enabled: z.literal(false),
  }),
});

/** The scope that each event requires. */
const scopeOf: Readonly<Record<string, string>> = {
  agent_session_stopped: 'chat:write',
  // Requires no scope.
  app_home_opened: 'chat:write',
  app_mention: 'app_mentions:read',
  'message.channels': 'channels:history',
  'message.groups': 'groups:history',
  'message.im': 'im:history',
  'message.mpim': 'mpim:history',
  reaction_added: 'reactions:read',
  reaction_removed: 'reactions:read',
};

const manifest = schema.parse(parse(readFileSync(new URL('../manifest.yml', import.meta.url), 'utf8')));
const requested = manifest.oauth_config.scopes.bot;
const events = manifest.settings.event_subscriptions.bot_events;

it('requests exactly the scopes that Docent checks at start, and assistant:write', () => {
  // Slack adds assistant:write to every agent; nothing in Docent fails without it.
  expect(requested.toSorted()).toEqual(['assistant:write', ...Object.keys(scopes)].toSorted());
});

it('says that an AI may write the answers and can be wrong, as Slack asks of a listed app', () => {
  const { long_description: description } = manifest.display_information;
  expect(description).toMatch(/\bAI\b/);
  expect(description).toMatch(/can be wrong/);
});

it('makes the scopes optional that Docent can do without', () => {
  expect(manifest.oauth_config.scopes.bot_optional).toEqual(Object.keys(optionalScopes));
});

it('subscribes to the events that Docent reads, with the scope that each requires', () => {
  expect(events.toSorted()).toEqual(Object.keys(scopeOf).toSorted());
  for (const event of events) expect(requested).toContain(scopeOf[event]);
});

it('offers the shortcuts that Docent handles, by names that Slack takes', () => {
  // Source: docs.slack.dev reference/app-manifest, 2026-11-28.
  for (const { name } of manifest.features.shortcuts) expect(name.length).toBeLessThanOrEqual(24);
  expect(manifest.features.shortcuts.map((each) => each.callback_id)).toEqual([
    askShortcut,
    ...Object.values(draftShortcuts),
  ]);
});

it('offers the commands that Docent handles', () => {
  expect(manifest.features.slash_commands.map(({ command }) => command)).toEqual([
    docsCommand,
    deployCommand,
    reportCommand,
  ]);
  expect(requested).toContain('commands');
});
