/**
 * The schema of `docent.yaml`. The JSON Schema for editors (docs/docent.schema.json) is generated from it, so every field has
 * a description. For strings that fail their pattern, the sentence next to it is the message.
 */
import { z } from 'zod';
import { isHttpUrl } from '../../../kit/settings/values.ts';
import { languages } from '../../wording/languages.ts';
import { baseUrl, isTimeZone, name, statusPath } from '../values.ts';
import { isOwnVariable } from '../variables.ts';
import { wordingSchema } from './wording-schema.ts';

export const modes = ['mention', 'auto', 'off'] as const;
const unansweredModes = ['silent', 'pages', 'say'] as const;
export const followUpModes = ['asker', 'anyone', 'mention'] as const;

export const aiNotices = ['first', 'always', 'off'] as const;

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** The name of the site of ASSISTANT_* and of the project of DEPLOY_*; the file may override their settings under it. */
export const environmentName = 'default';
/** The site of the FALLBACK_* variables. */
export const fallbackName = 'fallback';

const label = z.string().regex(/^[A-Za-z0-9][\w-]*$/, 'expected letters, digits, - and _');
const words = z.string().min(1, 'expected text');
const address = baseUrl.meta({ pattern: '^https?://' });
const httpAddress = 'expected an http or https address';

/**
 * A file that anybody may propose a change to decides where these are sent. So other settings cannot be named, above all not
 * Docent's own secrets.
 */
const keyName = z
  .string()
  .regex(/^[A-Z_][A-Z0-9_]*$/, {
    abort: true,
    error:
      'expected the name of an environment variable, such as ACME_API_KEY; the secret itself does not belong in this file',
  })
  .regex(/^DOCENT_KEY_.|_(?:KEY|TOKEN)$/, {
    abort: true,
    error:
      'expected a name that begins with DOCENT_KEY_ or ends in _KEY or _TOKEN, such as DOCENT_KEY_ACME: rename the variable',
  })
  .refine(
    (text) => !isOwnVariable(text),
    "this is one of Docent's own variables, which are not sent to services that this file names: put the key into a variable of its own, such as DOCENT_KEY_ACME",
  );

const identity = z
  .string()
  .regex(
    /^(slack:([TE][A-Z0-9]+:)?[UWS][A-Z0-9]+|discord:\d{1,20})$/,
    'expected slack:U… (a user), slack:S… (a user group) or discord:… (the digits of a user or role id)',
  );

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 09:00');

const workingHours = z
  .strictObject({
    days: z
      .array(z.enum(weekdays))
      .min(1)
      .default(['mon', 'tue', 'wed', 'thu', 'fri'])
      .describe('Default: Monday to Friday'),
    from: clockTime.describe('When they begin, such as 09:00'),
    to: clockTime.describe('When they end, on the same day'),
    timeZone: z
      .string()
      .refine(isTimeZone, 'expected the name of a time zone, such as Europe/Berlin')
      .describe('Such as Europe/Berlin'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'expected a time after `from`' });

const channel = z
  .string()
  .regex(
    /^(slack:[CGD][A-Z0-9]+|discord:\d{1,20})$/,
    'expected slack:C… (a channel) or discord:… (the digits of its id)',
  );

const filter = z.strictObject({
  version: words.optional().describe('The version of the docs'),
  language: words.optional().describe('The language of the docs'),
  groups: z.array(words).optional().describe('Access groups'),
});

const site = z
  .strictObject({
    domain: name.optional().describe('The name of the site at the assistant. Default: ASSISTANT_DOMAIN'),
    url: address
      .optional()
      .describe('The address of the assistant, up to but not including /v1. Default: ASSISTANT_URL'),
    key: keyName
      .optional()
      .describe('The name of the environment variable that holds the API key. Default: ASSISTANT_API_KEY'),
    apiVersion: z.enum(['auto', 'v1', 'v2']).optional().describe('Default: ASSISTANT_API_VERSION'),
    filter: filter.optional().describe('Narrows the search to a part of the docs'),
    siteUrl: z
      .string()
      .refine(isHttpUrl, httpAddress)
      .optional()
      .describe('The address of the documentation site, the base of relative sources'),
    fallback: label
      .optional()
      .describe('The site that answers if this one cannot: a name of `sites`, or `fallback` for FALLBACK_*'),
    pictures: z
      .boolean()
      .optional()
      .describe('Whether pictures that people attach are sent, unmasked; needs version v2 and a model that sees'),
    retrievalPageSize: z.int().min(1).max(20).optional().describe('How many passages the assistant reads'),
  })
  .describe('A documentation site that answers');

const settings = {
  site: label.optional().describe('The site that answers: a name of `sites`, or `default` for ASSISTANT_*'),
  filter: filter.optional().describe("Narrows the search; each field replaces that of the site's own filter"),
  mode: z
    .enum(modes)
    .optional()
    .describe(
      'mention: answers messages that mention it. auto: answers every question. off: never answers. Default: mention',
    ),
  unanswered: z
    .enum(unansweredModes)
    .optional()
    .describe(
      'What a question without a mention gets if the docs do not answer it. silent: nothing. pages: the nearest pages. say: what the assistant says. Default: silent; for forum posts pages',
    ),
  followUps: z
    .enum(followUpModes)
    .optional()
    .describe('Whose messages in its threads are answered without a mention. Default: asker'),
  mayAsk: z
    .union([z.literal('everyone'), z.array(identity)], {
      error: 'expected everyone, or a list of slack:U…, slack:S… and discord:…',
    })
    .optional()
    .describe('Who may ask questions. Default: everyone'),
  language: z.enum(languages).optional().describe("The language of Docent's own sentences. Default: the platform's"),
  handover: identity.optional().describe('Who can be called for help: a user group, a role or one person'),
  handoverHours: workingHours.optional().describe('When they are available. Default: always'),
  staff: z.array(identity).optional().describe('Who helps there, besides `handover`. Default: no one else'),
  private: z.boolean().optional().describe('Whether only the asker sees the answer to a command. Default: true'),
  aiNotice: z
    .enum(aiNotices)
    .optional()
    .describe(
      'Which answers that an AI writes say so below. first: the first one in a channel or direct messages. Default: first',
    ),
  answeredBefore: z
    .enum(['on', 'off'])
    .optional()
    .describe('Whether an answer links an earlier, helpful one to the same question. Default: on'),
  prompts: z
    .array(z.string().min(1).max(150))
    .min(1)
    .max(4)
    .optional()
    .describe(
      'Questions that Slack suggests in direct messages, at most four. Default: frequent questions, or three that suit most docs',
    ),
  project: label
    .optional()
    .describe('The project that the deploy command updates: a name of `projects`, or `default` for DEPLOY_*'),
};

const defaults = z.strictObject(settings).describe('Settings for all places');
const rule = z
  .strictObject({ name: words.optional().describe('A label for people only'), ...settings })
  .describe('Settings for this place');

const forum = {
  tags: z
    .array(words)
    .min(1)
    .optional()
    .describe('Only forum posts with one of these tags, by name or id, are answered. Default: all posts'),
  answeredTag: words.optional().describe('The tag, by name or id, that answered forum posts receive'),
};
const discordRule = rule.extend(forum).describe('Settings for this place');

const count = z.union([z.int().min(1), z.literal('off')], { error: 'expected a whole number of at least 1, or off' });

const limitDescriptions = {
  personMinute: 'Questions of one person within a minute',
  personDay: 'Questions of one person within a day',
  channelMinute: 'Questions in one channel within a minute',
  workspaceMonth: 'Questions in one Slack workspace or Discord server within a month: its budget',
};

const limits = z
  .strictObject({
    personMinute: count.default('off').describe(limitDescriptions.personMinute),
    personDay: count.default('off').describe(limitDescriptions.personDay),
    channelMinute: count.default('off').describe(limitDescriptions.channelMinute),
    workspaceMonth: count.default('off').describe(limitDescriptions.workspaceMonth),
    siteMonth: count.default(10_000).describe("Questions to one site within a month: its API key's budget"),
    organizationHour: count
      .default(10_000)
      .describe('Questions to one documentation service within an hour: its budget for an organization'),
    addressDay: count
      .default(10_000)
      .describe('Questions to one documentation service within a day: its budget for a network address'),
  })
  .describe('How many questions are answered, in UTC time windows');

/** Limits per workspace or server. */
const ownLimits = {
  limits: z
    .strictObject({
      personMinute: count.optional().describe(limitDescriptions.personMinute),
      personDay: count.optional().describe(limitDescriptions.personDay),
      channelMinute: count.optional().describe(limitDescriptions.channelMinute),
      workspaceMonth: count.optional().describe(limitDescriptions.workspaceMonth),
    })
    .optional()
    .describe('Replaces some of the file’s `limits` for this place'),
};

function rules<T extends z.ZodType>(id: RegExp, expected: string, applies: T) {
  return z.record(z.string().regex(id, expected), applies).optional();
}

const snowflake = /^\d{1,20}$/;

const slack = z
  .strictObject({
    ...settings,
    workspaces: rules(
      /^[TE][A-Z0-9]+$/,
      'expected the id of a workspace (T…) or organisation (E…)',
      rule.extend(ownLimits).describe('Settings for this place'),
    ).describe('By id: T…, or E… where Docent is installed to the organisation'),
    channels: rules(/^[CGD][A-Z0-9]+$/, 'expected the id of a channel (C…)', rule).describe('By id: C…'),
    direct: rule.optional().describe('Direct messages'),
  })
  .describe('Settings for Slack');

const discord = z
  .strictObject({
    ...settings,
    ...forum,
    servers: rules(
      snowflake,
      'expected the id of a server, digits only',
      discordRule.extend(ownLimits).describe('Settings for this place'),
    ).describe('By id'),
    categories: rules(snowflake, 'expected the id of a category, digits only', discordRule).describe('By id'),
    channels: rules(snowflake, 'expected the id of a channel or forum, digits only', discordRule).describe(
      'Channels and forums, by id; their threads and posts belong to them',
    ),
    direct: rule.optional().describe('Direct messages'),
  })
  .describe('Settings for Discord');

const project = z
  .strictObject({
    id: name.optional().describe("The project's id at the service. Default: DEPLOY_PROJECT_ID"),
    url: address
      .optional()
      .describe('The address of the update operation, up to but not including /v1. Default: DEPLOY_URL'),
    token: keyName
      .optional()
      .describe('The name of the environment variable that holds the admin key. Default: DEPLOY_TOKEN'),
    statusPath: statusPath
      .optional()
      .describe('A path that begins with / and contains {statusId}. Default: DEPLOY_STATUS_PATH'),
    allow: z
      .array(identity)
      .optional()
      .describe('Who may deploy it: slack:U…, slack:S…, discord:…. Default: DEPLOY_ALLOW'),
    channels: z.array(channel).optional().describe('Where it may be deployed from. Default: everywhere'),
    confirm: z
      .boolean()
      .optional()
      .describe('Whether each deployment of it has to be confirmed. Default: DEPLOY_CONFIRM'),
    branch: words.optional().describe('The branch that the service publishes, shown to people'),
    siteUrl: z.string().refine(isHttpUrl, httpAddress).optional().describe('The address of the published docs'),
  })
  .describe('A project that the deploy command can update');

/** The whole file. */
export const routingFileSchema = z
  .strictObject({
    sites: z.record(label, site).default({}).describe('Documentation sites, by a name of your choice'),
    defaults: defaults.default({}),
    slack: slack.default({}),
    discord: discord.default({}),
    limits: limits.prefault({}),
    privateChannels: z
      .boolean()
      .default(false)
      .describe(
        'Whether the weekly report, exports and all readers of reports may read what is asked in private channels. Default: only members of the channel',
      ),
    wording: wordingSchema.default({}),
    projects: z
      .record(label, project)
      .default({})
      .describe('Projects that the deploy command can update, by a name of your choice'),
  })
  .superRefine(refuseUnknownNames);

export type RoutingFile = z.infer<typeof routingFileSchema>;
export type SiteSettings = z.infer<typeof site>;
export type ProjectSettings = z.infer<typeof project>;
/** What one rule sets. */
export type Settings = z.infer<typeof defaults>;
export type Filter = z.infer<typeof filter>;

/** All sets of settings in the file, with their paths. */
export function allSettings(file: RoutingFile): readonly { path: readonly string[]; settings: Settings }[] {
  const { defaults, slack, discord } = file;
  const flat = { defaults, slack, discord, 'slack.direct': slack.direct, 'discord.direct': discord.direct };
  const lists = {
    'slack.workspaces': slack.workspaces,
    'slack.channels': slack.channels,
    'discord.servers': discord.servers,
    'discord.categories': discord.categories,
    'discord.channels': discord.channels,
  };
  return [
    ...Object.entries(flat).flatMap(([at, settings]) => (settings ? [{ path: at.split('.'), settings }] : [])),
    ...Object.entries(lists).flatMap(([at, byId]) =>
      Object.entries(byId ?? {}).map(([id, settings]) => ({ path: [...at.split('.'), id], settings })),
    ),
  ];
}

/** A rule may name only what the file defines, or the environment's site, which always exists. */
function refuseUnknownNames(file: RoutingFile, context: z.RefinementCtx): void {
  const known = {
    site: [...Object.keys(file.sites), environmentName, fallbackName],
    project: [...Object.keys(file.projects), environmentName],
  };
  for (const { path, settings } of allSettings(file)) {
    for (const field of ['site', 'project'] as const) {
      const named = settings[field];
      if (named === undefined || known[field].includes(named)) continue;
      const params = { unknown: named, known: known[field] };
      context.addIssue({ code: 'custom', path: [...path, field], message: `there is no ${field} “${named}”`, params });
    }
  }
  for (const [site, { fallback }] of Object.entries(file.sites)) {
    if (fallback === undefined) continue;
    const others = known.site.filter((name) => name !== site);
    if (others.includes(fallback)) continue;
    const message = fallback === site ? 'a site cannot be its own fallback' : `there is no site “${fallback}”`;
    const params = { unknown: fallback, known: others };
    context.addIssue({ code: 'custom', path: ['sites', site, 'fallback'], message, params });
  }
}
