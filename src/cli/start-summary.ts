/**
 * What decides how a bot behaves, for the first line of its log: every setting as it is in effect, but secrets. Of lists of people
 * only the lengths, and of docent.yaml the rules of whole platforms.
 */
import type { Config } from '../bot/config/config.ts';
import { placesOf, ruleFor } from '../bot/config/routing/rules.ts';
import type { RoutingFile } from '../bot/config/routing/schema.ts';
import { shownAddress } from '../kit/base/shown-address.ts';

export function toSummary(config: Config): object {
  const { slack, discord, assistant: _, deploy, routing, ...rest } = config;
  const { docs = 'served elsewhere', database, fpSecret, host, port, reportAllow, operators, ...others } = rest;
  const { file, sites, defaultSite } = routing;
  return {
    ...(slack && { slack: { ...toSlack(slack, port), rule: platformRule(file, 'slack') } }),
    ...(discord && { discord: { ...toDiscord(discord), rule: platformRule(file, 'discord') } }),
    // Besides those of both platforms and of all places.
    rules: placesOf(file).length - 3,
    limits: file.limits,
    privateChannels: file.privateChannels,
    docs: shownAddress(docs),
    site: defaultSite,
    sites: Object.fromEntries(
      [...sites].map(([name, { apiKey: __, ...site }]) => [name, { ...siteDefaults, ...site }]),
    ),
    deployments: deploy ? toDeployments(deploy) : 'not set up',
    mayReadReports: reportAllow?.length ?? 0,
    operators: operators?.length ?? 0,
    database: toDatabase(database),
    fingerprints: fpSecret === undefined ? 'by a key in the database' : 'by FP_SECRET',
    listen: `${host}:${port}`,
    weeklyReport: 'off',
    retentionDays: 'off',
    reportUrl: 'none',
    issueForm: 'none',
    keptAnswers: 'off',
    ...others,
  };
}

const siteDefaults = { masking: 'on', pictures: false, fallback: 'none' };

function toSlack(
  { installing, appToken, signingSecret: _, botToken, ...slack }: NonNullable<Config['slack']>,
  port: number,
): object {
  return {
    events: appToken === undefined ? 'over HTTP' : 'Socket Mode',
    workspaces: botToken === undefined ? 'installed' : 'the one of the bot token',
    ...(installing && { installPage: `/slack/install, to be served over HTTPS from port ${port}` }),
    streaming: 'by default',
    ...slack,
  };
}

function toDiscord({ token: _, ...discord }: NonNullable<Config['discord']>): object {
  return { shards: 'one', ...discord };
}

function toDeployments({ projects, ...deploy }: NonNullable<Config['deploy']>): object {
  const known = projects.map(({ token: _, title: __, name, allow, ...project }) => [
    name,
    { ...project, mayDeploy: allow.length },
  ]);
  return { announcements: 'none', ...deploy, projects: Object.fromEntries(known) };
}

/** What applies on a platform wherever no narrower rule does. */
function platformRule(file: RoutingFile, platform: string): object {
  const rule = ruleFor(file, { platform, installation: '', channel: '' });
  return Object.fromEntries(
    Object.entries(rule).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]),
  );
}

function toDatabase(url: string): string {
  if (url.startsWith('sqlite:')) return `SQLite ${url.slice('sqlite:'.length)}`;
  const { host, pathname } = new URL(url);
  return `Postgres ${host}${pathname}`;
}
