/**
 * The rules for one place. Each setting comes from the most specific rule that has it: channel or forum, then category, then
 * server or workspace, then platform, then defaults. Pure.
 */
import type { Filter, RoutingFile, Settings } from './schema.ts';

/** Where a message is, by the platform's own ids. */
export interface Place {
  readonly platform: string;
  /** Slack: workspace or organisation. Discord: server, or `@me` for direct messages. */
  readonly installation: string;
  /** A channel or forum; for threads and posts, their parent. */
  readonly channel: string;
  /** Discord only: the category of the channel. */
  readonly category?: string | undefined;
}

/** The settings in effect, with defaults for those that no rule has. */
export interface Rule {
  /** If unset, the default site. */
  readonly site?: string;
  readonly filter: Filter;
  readonly mode: NonNullable<Settings['mode']>;
  readonly followUps: NonNullable<Settings['followUps']>;
  readonly unanswered?: NonNullable<Settings['unanswered']>;
  readonly mayAsk: 'everyone' | readonly string[];
  readonly language?: NonNullable<Settings['language']>;
  readonly handover?: string;
  readonly handoverHours?: NonNullable<Settings['handoverHours']>;
  readonly staff?: readonly string[];
  readonly private: boolean;
  readonly aiNotice: NonNullable<Settings['aiNotice']>;
  readonly answeredBefore: NonNullable<Settings['answeredBefore']>;
  readonly prompts?: readonly string[];
  /** Forums only. */
  readonly tags?: readonly string[];
  readonly answeredTag?: string;
  readonly project?: string;
  /** Overrides of the file's `limits`. */
  readonly limits?: Partial<RoutingFile['limits']>;
}

const builtIn = {
  mode: 'mention',
  followUps: 'asker',
  mayAsk: 'everyone',
  private: true,
  aiNotice: 'first',
  answeredBefore: 'on',
} as const;

/** A rule of the file that covers a place, and its position: `slack.channels.C1`. */
interface Level {
  readonly from: string;
  readonly settings: Settings;
}

export function ruleFor(file: RoutingFile, place: Place): Rule {
  const levels = levelsFor(file, place);
  const { name: _, ...settings }: Settings & { name?: string } = merged(levels.map((level) => level.settings));
  const filter = merged(filterLevels(levels).map((level) => level.settings.filter ?? {}));
  // zod's types allow undefined fields; fields that the file does not have are missing.
  return { ...builtIn, ...settings, filter } as Rule;
}

/** The limits of a place, without those that are off. Direct messages on Discord belong to no server. */
export function limitsFor(file: RoutingFile, place: Place): Readonly<Record<string, number>> {
  const { workspaceMonth, ...others } = { ...file.limits, ...ruleFor(file, place).limits };
  const limits = { ...others, ...(place.installation !== '@me' && { workspaceMonth }) };
  return Object.fromEntries(Object.entries(limits).flatMap(([name, max]) => (max === 'off' ? [] : [[name, max]])));
}

/** For each setting that the file decides, the rules that decide it. */
export function reasonsFor(file: RoutingFile, place: Place): Readonly<Record<string, string>> {
  const levels = levelsFor(file, place);
  const reasons = levels.map(({ from, settings }) =>
    Object.fromEntries(Object.keys(settings).map((field) => [field, from])),
  );
  const { name: _, filter: __, ...rest } = merged(reasons);
  const filters = filterLevels(levels).filter(({ settings }) => settings.filter);
  return { ...rest, ...(filters.length > 0 && { filter: filters.map(({ from }) => from).join(', ') }) };
}

/** The places that the file has rules for, the most general first; `name` is the position of the rule. */
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

/** The most specific first. */
function levelsFor(file: RoutingFile, place: Place): readonly Level[] {
  const levels = place.platform === 'slack' ? slackLevels(file, place) : discordLevels(file, place);
  const all = [...(['slack', 'discord'].includes(place.platform) ? levels : []), ['defaults', file.defaults] as const];
  return all.flatMap(([from, settings]) =>
    settings ? [{ from, settings: withReachableHandover(settings, place) }] : [],
  );
}

/**
 * Omits a `handover` to people who cannot be called here, because they are on the other platform or in another workspace. In
 * an organisation (`E…`), people are identified by one of its workspaces.
 */
function withReachableHandover(settings: Settings, { platform, installation }: Place): Settings {
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

/** A rule that names a site starts from that site's own filter: filters of more general rules are for another site. */
function filterLevels(levels: readonly Level[]): readonly Level[] {
  const naming = levels.findIndex(({ settings }) => settings.site !== undefined);
  return naming < 0 ? levels : levels.slice(0, naming + 1);
}

/** The first value of each field. */
function merged<T extends object>(all: readonly T[]): T {
  return Object.assign({}, ...all.toReversed());
}
