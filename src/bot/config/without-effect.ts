/** Finds settings that have no effect, to name them at start and in `docent doctor`. Pure. */
import type { Env } from '../../kit/settings/reader.ts';
import type { Config } from './config.ts';
import { findMistyped, type UnknownSetting } from './nearest-setting.ts';
import { allSettings, type RoutingFile } from './routing/schema.ts';
import { v, variableNames } from './variables.ts';

/**
 * The names of variables and the paths of fields in docent.yaml that are set in vain. Only a valid configuration shows which
 * these are: after one wrong value, others only seem to have no effect.
 */
export function findUnused(env: Env, config: Config): readonly string[] {
  const set = variableNames.filter((name) => env[name]?.trim());
  return [...set.filter((name) => isUnused(name, config, set)), ...findUnusedFields(config)];
}

/** Names that are not settings but resemble one. Those that docent.yaml uses for keys are meant. */
export function findUnknown(env: Env, { routing }: Partial<Pick<Config, 'routing'>>): readonly UnknownSetting[] {
  const { sites = {}, projects = {} } = routing?.file ?? {};
  const keys = [...Object.values(sites).map(({ key }) => key), ...Object.values(projects).map(({ token }) => token)];
  return findMistyped(env, variableNames).filter(({ name }) => !keys.includes(name));
}

function isUnused(name: string, config: Config, set: readonly string[]): boolean {
  const { slack, discord, deploy, weeklyReport, reportAllow = [] } = config;
  switch (name) {
    case v.slackSigningSecret.name:
      return slack?.appToken !== undefined || !slack;
    // For `docent doctor` and `docent setup`.
    case v.slackConfigToken.name:
      return false;
    case v.encryptionKey.name:
      return !slack?.installing;
    case v.reportChannel.name:
      return !isSetUp(config, weeklyReport?.platform);
    case v.reportTime.name:
      return !weeklyReport;
    // Only readers of reports are offered the page.
    case v.reportUrl.name:
      return reportAllow.length === 0;
    case v.repositoryUrl.name:
      return set.includes(v.issueLink.name);
    case v.keptAnswersLink.name:
      return config.keptAnswers === undefined;
    case v.deployChannel.name:
      return !deploy || !isSetUp(config, deploy.announcements?.platform);
    case v.deployChannelFilter.name:
      return !deploy?.announcements;
  }
  if (name.startsWith('SLACK_')) return !slack;
  if (name.startsWith('DISCORD_')) return !discord;
  return name.startsWith('DEPLOY_') && !deploy;
}

function isSetUp({ slack, discord }: Config, platform: string | undefined): boolean {
  return platform === 'slack' ? slack !== undefined : discord !== undefined;
}

function findUnusedFields({ slack, routing: { file } }: Config): readonly string[] {
  const all = allSettings(file);
  return all.flatMap(({ path, settings }) => [
    ...(settings.prompts && !(slack && offersPrompts(path)) ? [toField(path, 'prompts')] : []),
    ...(settings.handoverHours && !hasHandover(path, all) ? [toField(path, 'handoverHours')] : []),
  ]);
}

/** Only Slack shows them, in direct messages and on the Home tab. */
function offersPrompts([root, kind]: readonly string[]): boolean {
  return root !== 'discord' && kind !== 'channels';
}

type Placed = ReturnType<typeof allSettings>[number];

/** Whether anyone is called in one of the places that these settings apply to. */
function hasHandover(path: readonly string[], all: readonly Placed[]): boolean {
  return all.some(({ path: other, settings }) => settings.handover !== undefined && mayMeet(path, other));
}

/** Whether two sets of settings can apply to one place: the places of one list exclude each other. */
function mayMeet([root, kind, id]: readonly string[], [otherRoot, otherKind, otherId]: readonly string[]): boolean {
  if (root === 'defaults' || otherRoot === 'defaults') return true;
  return root === otherRoot && (kind !== otherKind || id === otherId);
}

function toField(path: readonly string[], field: keyof RoutingFile['defaults']): string {
  return `${[...path, field].join('.')} in docent.yaml`;
}
