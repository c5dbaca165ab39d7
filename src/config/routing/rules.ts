/**
 * What applies in one place. Each setting comes from the narrowest rule that has it: channel or forum, then category, then
 * server or workspace, then platform, then defaults. Pure.
 */
import type { Filter, RoutingFile, Settings } from './schema.ts';

/** Where something is said, by the platform's own ids. */
export interface Place {
  readonly platform: string;
  /** Slack: workspace or organisation. Discord: server, or `@me` for direct messages. */
  readonly installation: string;
  /** A channel or forum; of threads and posts, the one that they are in. */
  readonly channel: string;
  /** Discord: the category that holds the channel. */
  readonly category?: string | undefined;
}

/** What applies, with the defaults of everything that no rule has. */
export interface Rule {
  /** Missing: the default site. */
  readonly site?: string;
  readonly filter: Filter;
  readonly mode: NonNullable<Settings['mode']>;
  readonly followUps: NonNullable<Settings['followUps']>;
  readonly mayAsk: 'everyone' | readonly string[];
  readonly language?: NonNullable<Settings['language']>;
  readonly handover?: string;
  readonly handoverHours?: NonNullable<Settings['handoverHours']>;
  readonly staff?: readonly string[];
  readonly private: boolean;
  readonly prompts?: readonly string[];
  /** Of forums. */
  readonly tags?: readonly string[];
  readonly answeredTag?: string;
  readonly project?: string;
  /** What differs from the file's `limits`. */
  readonly limits?: Partial<RoutingFile['limits']>;
}

const builtIn = { mode: 'mention', followUps: 'asker', mayAsk: 'everyone', private: true } as const;

/** One rule of the file that covers a place, and where it stands: `slack.channels.C1`. */
interface Level {
  readonly from: string;
  readonly settings: Settings;
}

export function ruleFor(file: RoutingFile, place: Place): Rule {
  const levels = levelsFor(file, place);
  const { name: _, ...settings }: Settings & { name?: string } = merged(levels.map((level) => level.settings));
  const filter = merged(filterLevels(levels).map((level) => level.settings.filter ?? {}));
  // zod's types let a field be undefined; one that the file does not have is missing.
  return { ...builtIn, ...settings, filter } as Rule;
}

/** The limits of a place; one that is off is missing. Direct messages on Discord belong to no server. */
export function limitsFor(file: RoutingFile, place: Place): Readonly<Record<string, number>> {
  const { workspaceMonth, ...others } = { ...file.limits, ...ruleFor(file, place).limits };
  const limits = { ...others, ...(place.installation !== '@me' && { workspaceMonth }) };
  return Object.fromEntries(Object.entries(limits).flatMap(([name, max]) => (max === 'off' ? [] : [[name, max]])));
}

/** For each setting that the file decides, the rules that do. */
export function reasonsFor(file: RoutingFile, place: Place): Readonly<Record<string, string>> {
  const levels = levelsFor(file, place);
  const reasons = levels.map(({ from, settings }) =>
    Object.fromEntries(Object.keys(settings).map((field) => [field, from])),
  );
  const { name: _, filter: __, ...rest } = merged(reasons);
  const filters = filterLevels(levels).filter(({ settings }) => settings.filter);
  return { ...rest, ...(filters.length > 0 && { filter: filters.map(({ from }) => from).join(', ') }) };
}

/** The places that the file has rules for, the widest first; `name` is where the rule stands. */
export function placesOf({ slack, discord }: RoutingFile): readonly { readonly name: string; readonly place: Place }[] {
  const inSlack = { platform: 'slack', installation: '', channel: '' };
  const inDiscord = { platform: 'discord', installation: '', channel: '' };
  return [
    { name: 'defaults', place: { platform: '', installation: '', channel: '' } },
    { name: 'slack', place: inSlack },
    ...ids(slack.workspaces).map((id) => ({ name: `slack.workspaces.${id}`, place: { ...inSlack, installation: id } })),
    ...(slack.direct ? [{ name: 'slack.direct', place: { ...inSlack, channel: 'D' } }] : []),
    ...ids(slack.channels).map((id) => ({ name: `slack.channels.${id}`, place: { ...inSlack, channel: id } })),
    { name: 'discord', place: inDiscord },
    ...ids(discord.servers).map((id) => ({ name: `discord.servers.${id}`, place: { ...inDiscord, installation: id } })),
    ...ids(discord.categories).map((id) => ({
      name: `discord.categories.${id}`,
      place: { ...inDiscord, category: id },
    })),
    ...(discord.direct ? [{ name: 'discord.direct', place: { ...inDiscord, installation: '@me' } }] : []),
    ...ids(discord.channels).map((id) => ({ name: `discord.channels.${id}`, place: { ...inDiscord, channel: id } })),
  ];
}

function ids(rules: object = {}): readonly string[] {
  return Object.keys(rules);
}

/** Narrowest first. */
function levelsFor(file: RoutingFile, place: Place): readonly Level[] {
  const levels = place.platform === 'slack' ? slackLevels(file, place) : discordLevels(file, place);
  const all = [...(['slack', 'discord'].includes(place.platform) ? levels : []), ['defaults', file.defaults] as const];
  return all.flatMap(([from, settings]) => (settings ? [{ from, settings: fitting(settings, place) }] : []));
}

/**
 * Nobody can be called who is of the other platform, or of another workspace. In an organisation (`E…`) people are named by
 * their workspace of it.
 */
function fitting(settings: Settings, { platform, installation }: Place): Settings {
  const { handover = '', ...rest } = settings;
  const [of, ...ids] = handover.split(':');
  const isApart = ids.length > 1 && installation !== '' && !installation.startsWith('E');
  const isElsewhere = of !== platform || (isApart && ids[0] !== installation);
  return handover !== '' && platform !== '' && isElsewhere ? rest : settings;
}

type Candidates = readonly (readonly [from: string, settings: Settings | undefined])[];

function slackLevels({ slack }: RoutingFile, { installation, channel }: Place): Candidates {
  const { workspaces, channels, direct, ...platform } = slack;
  return [
    [`slack.channels.${channel}`, channels?.[channel]],
    ['slack.direct', channel.startsWith('D') ? direct : undefined],
    [`slack.workspaces.${installation}`, workspaces?.[installation]],
    ['slack', platform],
  ];
}

function discordLevels({ discord }: RoutingFile, { installation, channel, category = '' }: Place): Candidates {
  const { servers, categories, channels, direct, ...platform } = discord;
  return [
    [`discord.channels.${channel}`, channels?.[channel]],
    ['discord.direct', installation === '@me' ? direct : undefined],
    [`discord.categories.${category}`, categories?.[category]],
    [`discord.servers.${installation}`, servers?.[installation]],
    ['discord', platform],
  ];
}

/** A rule that names a site begins with that site's own filter: filters of wider rules are meant for another one. */
function filterLevels(levels: readonly Level[]): readonly Level[] {
  const naming = levels.findIndex(({ settings }) => settings.site !== undefined);
  return naming < 0 ? levels : levels.slice(0, naming + 1);
}

/** Of each field, the first value there is. */
function merged<T extends object>(all: readonly T[]): T {
  return Object.assign({}, ...all.toReversed());
}
