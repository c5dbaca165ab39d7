/** The projects that `docent serve` is given, and what the check of each finds, for `serve --check` and `doctor --docs`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { DocsServerError } from '../service/errors.ts';
import { defaultOrganization, isName } from '../service/keys.ts';
import { gitProblem } from '../service/projects/git-source.ts';
import { readingOf, type SourceSettings } from '../service/projects/project.ts';
import type { ProjectSettings, ServiceConfig } from '../service/service.ts';
import { checkSite, type SiteCheck } from '../service/site-check/site-check.ts';
import { type CrawlSettings, crawlHours, defaultCrawl, siteProblem } from '../service/sites/crawl-settings.ts';
import { UsageError } from './terminal/command.ts';

/** What was typed: a folder, the address of a git repository or of a website, or none if the configuration file lists the projects. */
export interface Given {
  readonly folder: string | undefined;
  readonly domain?: string | undefined;
}

/** Fails with UsageError. */
export function projectsOf(
  { folder, domain }: Given,
  config: ServiceConfig | undefined,
  siteUrl: string | undefined,
): readonly ProjectSettings[] {
  const own = config?.projects ?? [];
  if (folder === undefined) {
    if (own.length > 0 && domain !== undefined) {
      throw new UsageError('--domain applies to a folder given here; in the configuration file use domain: NAME.');
    }
    if (own.length > 0) return own;
    throw new UsageError(
      config
        ? 'The configuration file lists no projects: add some, or also give a folder.'
        : 'Which folder? Use docent serve DIR.',
    );
  }
  if (own.length > 0)
    throw new UsageError('The configuration file already lists projects; do not give a folder as well.');
  return [projectOf({ folder, domain }, siteUrl)];
}

/** The project of a folder, or of the address of a git repository or a website. Fails with UsageError. */
export function projectOf({ folder, domain }: Given & { readonly folder: string }, siteUrl?: string): ProjectSettings {
  const source = sourceOf(folder);
  const id = domainOf(domain, nameOf(source));
  const names = { id, domain: id, organization: defaultOrganization };
  const everyHours = 'url' in source ? { everyHours: crawlHours } : {};
  return { ...names, source, ...everyHours, ...(siteUrl !== undefined && { siteUrl }) };
}

function nameOf(source: SourceSettings): string {
  if ('folder' in source) return source.folder;
  return 'address' in source ? source.address.replace(/\.git\/?$/, '') : new URL(source.url).hostname;
}

/**
 * `https://example.com/docs.git#branch` is a repository, and so is every address on a host of nothing else; other addresses with
 * http are websites. Anything that is no address is a folder. Fails with UsageError.
 */
function sourceOf(given: string): SourceSettings {
  if (/^https?:\/\//i.test(given) && !repository.test(given)) {
    const problem = siteProblem(given);
    if (problem !== undefined) throw new UsageError(problem);
    return { url: given, ...defaultCrawl };
  }
  if (!/^(?:https?|ssh|file):\/\/|^[\w.-]+@[\w.-]+:/i.test(given)) return { folder: given };
  const [address = '', branch = 'main'] = given.split('#', 2);
  const git = { address, branch, docsFolder: '' };
  const problem = gitProblem(git);
  if (problem !== undefined) throw new UsageError(problem);
  return git;
}

const repository = /\.git\/?(?:#|$)|#|^https?:\/\/(?:[^/]*@)?(?:github|gitlab|bitbucket|codeberg)\.(?:com|org)\//i;

/** The domain in URLs: the folder's name, with `-` in place of characters that a domain cannot contain. */
function domainOf(given: string | undefined, folder: string): string {
  const own = basename(resolve(folder)).replace(/[^\w.-]+/g, '-');
  if (given === undefined) return own.replace(/^\W+/, '').slice(0, 100) || 'docs';
  if (isName(given)) return given;
  throw new UsageError('--domain takes letters, digits, -, _ and dots.');
}

/** A branch is read only when it is served; of a website, `crawled` says what was found. */
export type Checked = (SiteCheck & { readonly crawled?: readonly string[] }) | DocsServerError | 'branch';

/** `site`: a built site, a sitemap, or an address. Fails with UsageError before the first check. */
export function checkEach(
  projects: readonly ProjectSettings[],
  site: string | undefined,
  signal: AbortSignal,
): AsyncIterable<readonly [id: string, checked: Checked]> {
  if (site !== undefined && projects.length > 1)
    throw new UsageError('--site applies to one project: give the folder of one in place of the configuration file.');
  return checks();

  async function* checks(): AsyncGenerator<readonly [string, Checked]> {
    for (const project of projects) yield [project.id, await check(project, site, signal)];
  }
}

async function check(project: ProjectSettings, site: string | undefined, signal: AbortSignal): Promise<Checked> {
  const { source } = project;
  if ('address' in source) return 'branch';
  const { siteUrl, site: settings } = readingOf(project);
  try {
    if ('folder' in source) return await checkSite({ docsDir: source.folder, siteUrl, settings, site, signal });
    return await crawled(source, signal, (docsDir) => checkSite({ docsDir, siteUrl, settings, site, signal }));
  } catch (error) {
    if (error instanceof DocsServerError) return error;
    throw error;
  }
}

/** Nothing of a crawl that is served is used or changed. */
async function crawled(
  source: CrawlSettings,
  signal: AbortSignal,
  checkFolder: (docsDir: string) => Promise<SiteCheck>,
): Promise<Checked> {
  const { createSiteSource } = await import('../service/projects/site-source.ts');
  const folder = await mkdtemp(join(tmpdir(), 'docent-check-'));
  const lines: string[] = [];
  try {
    const { docsDir } = await createSiteSource(source, folder, 'check').fetch(async (line) => {
      lines.push(line);
    }, signal);
    return { ...(await checkFolder(docsDir)), crawled: lines };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
