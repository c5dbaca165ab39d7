/**
 * The configuration file of the service (`docent serve --config docs.yaml`). All problems are reported together, each with its
 * field. Paths in the file are relative to it.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { parse as parseYaml, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { talkKinds } from '../../kit/matching/small-talk-phrases.ts';
import { spokenLanguages } from '../answers/wording.ts';
import { generatorNames } from '../content/generators/generators.ts';
import { DocsServerError } from '../errors.ts';
import { isName } from '../ids.ts';
import { defaultOrganization } from '../keys.ts';
import { gitProblem } from '../projects/git-source.ts';
import type { ProjectSettings } from '../projects/project.ts';
import { crawlHours, defaultCrawl, siteProblem } from '../sites/crawl-settings.ts';
import { defaultLimits, type LimitSettings } from './quotas.ts';
import { validationMessage } from './validation-messages.ts';

export interface ServiceConfig {
  /** Empty when the folder is given on the command line. */
  readonly projects: readonly ProjectSettings[];
  /** Origins whose pages may send requests from a browser. */
  readonly corsOrigins: readonly string[];
  readonly limits: LimitSettings;
  readonly requireThreadKey: boolean;
  /** The folder for clones of repositories. */
  readonly dataDir: string;
}

const nameSchema = z.string().refine(isName, { error: 'expected letters, digits, -, _ and dots' });
const urlSchema = z.url({ protocol: /^https?$/, error: 'expected an http or https address' });
const languageSchema = z
  .string()
  .regex(/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i, { error: 'expected the tag of a language, for instance de or pt-BR' });
const sentencesSchema = z.partialRecord(
  z.enum(spokenLanguages),
  z.partialRecord(z.enum(talkKinds), z.string().min(1).max(500)),
);
const readersSchema = z.enum(['public', 'keys']);
const positive = z.int().min(1);

/** Accepts `./docs/`, `/docs` and `.` for a folder in the repository, too. */
function withoutOuterSlashes(folder: string): string {
  return folder.replace(/^\.?\/|^\.$|\/$/g, '');
}

const crawlSchema = z.strictObject({
  maxPages: positive.max(100_000).default(defaultCrawl.maxPages),
  maxMegabytes: positive.max(10_000).default(defaultCrawl.maxMegabytes),
  delayMs: z.int().min(0).max(60_000).default(defaultCrawl.delayMs),
  privateAddresses: z.boolean().default(defaultCrawl.privateAddresses),
});

const projectSchema = z
  .strictObject({
    id: nameSchema,
    domain: nameSchema.optional(),
    organization: nameSchema.default(defaultOrganization),
    siteUrl: urlSchema.optional(),
    name: z.string().min(1).max(100).optional(),
    sentences: sentencesSchema.optional(),
    folder: z.string().min(1).optional(),
    git: z.string().min(1).optional(),
    branch: z.string().default('main'),
    docs: z.string().default('').transform(withoutOuterSlashes),
    url: z.string().min(1).optional(),
    crawl: crawlSchema.optional(),
    everyHours: z.number().min(1).max(8_760).optional(),
    generator: z
      .string()
      .refine((name) => generatorNames.includes(name), { error: `expected one of ${generatorNames.join(', ')}` })
      .optional(),
    root: z.string().min(1).optional(),
    language: languageSchema.optional(),
    llms: readersSchema.optional(),
    mcp: readersSchema.optional(),
    version: z.string().min(1).optional(),
    synonyms: z.record(z.string().min(1), z.array(z.string().min(1)).min(1)).optional(),
  })
  .refine(({ folder, git, url }) => [folder, git, url].filter((source) => source !== undefined).length === 1, {
    error: 'expected one of folder, git and url',
  })
  .refine(({ url, crawl }) => crawl === undefined || url !== undefined, { error: 'crawl needs a url' })
  .refine(({ url, generator }) => generator === undefined || url === undefined, {
    error: 'generator needs a folder or git',
  })
  .refine(({ folder, everyHours }) => everyHours === undefined || folder === undefined, {
    error: 'everyHours needs git or a url; --watch follows folders',
  })
  .refine(({ folder, root }) => root === undefined || folder !== undefined, { error: 'root needs a folder' })
  .superRefine(({ git, branch, docs, url }, context) => {
    const ofGit = git === undefined ? undefined : gitProblem({ address: git, branch, docsFolder: docs });
    const problem = url === undefined ? ofGit : siteProblem(url);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });

const fileSchema = z.strictObject({
  projects: z
    .array(projectSchema)
    .default([])
    .refine((all) => isDistinct(all.map((project) => project.id)), { error: 'ids must be unique' })
    .refine((all) => isDistinct(all.map((project) => project.domain ?? project.id)), {
      error: 'domains must be unique',
    }),
  cors: z.array(urlSchema.transform((url) => new URL(url).origin)).default([]),
  limits: z
    .strictObject({
      perKeyAndMonth: positive.default(defaultLimits.perKeyAndMonth),
      perOrganizationAndHour: positive.default(defaultLimits.perOrganizationAndHour),
      perAddressAndDay: positive.default(defaultLimits.perAddressAndDay),
    })
    .default(defaultLimits),
  requireThreadKey: z.boolean().default(false),
  dataDir: z.string().min(1).default('docent-serve'),
});

/** Fails with DocsServerError: config_wrong, whose message lists all problems. */
export async function readServiceConfig(path: string): Promise<ServiceConfig> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new DocsServerError('config_wrong', `The configuration file ${path} cannot be read.`, cause);
  });
  const content = parsed(text, path);
  if (isRoutingFile(content)) {
    const hint = 'This is a docent.yaml, the routing file of the bot (docent start, DOCENT_CONFIG)';
    throw new DocsServerError('config_wrong', `${hint}; the service reads a docs.yaml, see docs/service-settings.md.`);
  }
  const read = fileSchema.safeParse(content, { error: validationMessage });
  if (!read.success) {
    const problems = read.error.issues.map((issue) => `  - ${issue.path.join('.') || 'the file'}: ${issue.message}`);
    throw new DocsServerError('config_wrong', `${basename(path)} is not valid:\n${problems.join('\n')}`);
  }
  const { projects, cors, limits, requireThreadKey, dataDir } = read.data;
  const from = dirname(resolve(path));
  return {
    projects: projects.map((project) => toProject(project, from)),
    corsOrigins: cors,
    limits,
    requireThreadKey,
    dataDir: resolve(from, dataDir),
  };
}

/** Whether the file is the bot's: it has other fields, and its `projects` are a map instead of a list. */
function isRoutingFile(content: unknown): boolean {
  if (typeof content !== 'object' || content === null) return false;
  if (['sites', 'defaults', 'slack', 'discord'].some((key) => key in content)) return true;
  return 'projects' in content && typeof content.projects === 'object' && !Array.isArray(content.projects ?? []);
}

function parsed(text: string, path: string): unknown {
  try {
    return parseYaml(text, { logLevel: 'error' }) ?? {};
  } catch (cause) {
    const line = cause instanceof YAMLParseError ? cause.linePos?.[0].line : undefined;
    const where = line === undefined ? '' : ` (line ${line})`;
    throw new DocsServerError('config_wrong', `${basename(path)} is not valid YAML${where}.`, cause);
  }
}

function toProject(project: z.infer<typeof projectSchema>, from: string): ProjectSettings {
  const {
    id,
    domain = id,
    organization,
    siteUrl,
    name,
    sentences,
    folder,
    git = '',
    branch,
    docs,
    url,
    crawl = defaultCrawl,
    everyHours = url === undefined ? undefined : crawlHours,
    synonyms,
    generator,
    root,
    language,
    version,
    llms,
    mcp,
  } = project;
  const inRepository = { address: git, branch, docsFolder: docs };
  const elsewhere = url === undefined ? inRepository : { url, ...crawl };
  const source = folder === undefined ? elsewhere : { folder: resolve(from, folder) };
  const site = {
    ...(generator !== undefined && { generator }),
    ...(root !== undefined && { root: resolve(from, root) }),
    ...(language !== undefined && { language }),
    ...(version !== undefined && { version }),
  };
  return {
    id,
    domain,
    organization,
    source,
    ...(everyHours !== undefined && { everyHours }),
    ...(Object.keys(site).length > 0 && { site }),
    ...(llms !== undefined && { llms }),
    ...(mcp !== undefined && { mcp }),
    ...(siteUrl !== undefined && { siteUrl }),
    ...(name !== undefined && { name }),
    ...(sentences && { sentences }),
    ...(synonyms && { synonyms }),
  };
}

function isDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}
