/** The projects that `docent serve` is given, and what the check of each finds, for `serve --check` and `doctor --docs`. */
import { basename, resolve } from 'node:path';
import { DocsServerError } from '../service/errors.ts';
import { defaultOrganization, isName } from '../service/keys.ts';
import { gitProblem } from '../service/projects/git-source.ts';
import type { SourceSettings } from '../service/projects/project.ts';
import type { ProjectSettings, ServiceConfig } from '../service/service.ts';
import { checkSite, type SiteCheck } from '../service/site-check/site-check.ts';
import { UsageError } from './terminal/command.ts';

/** What was typed: a folder or the address of a git repository, or none if the configuration file lists the projects. */
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

/** The project of a folder, or of the address of a git repository. Fails with UsageError. */
export function projectOf({ folder, domain }: Given & { readonly folder: string }, siteUrl?: string): ProjectSettings {
  const source = sourceOf(folder);
  const id = domainOf(domain, 'folder' in source ? source.folder : source.address.replace(/\.git\/?$/, ''));
  const names = { id, domain: id, organization: defaultOrganization };
  return { ...names, source, ...(siteUrl !== undefined && { siteUrl }) };
}

/** `https://example.com/docs.git#branch`; anything that is no address is a folder. Fails with UsageError. */
function sourceOf(given: string): SourceSettings {
  if (!/^(?:https?|ssh|file):\/\/|^[\w.-]+@[\w.-]+:/i.test(given)) return { folder: given };
  const [address = '', branch = 'main'] = given.split('#', 2);
  const git = { address, branch, docsFolder: '' };
  const problem = gitProblem(git);
  if (problem !== undefined) throw new UsageError(problem);
  return git;
}

/** The domain in URLs: the folder's name, with `-` in place of characters that a domain cannot contain. */
function domainOf(given: string | undefined, folder: string): string {
  const own = basename(resolve(folder)).replace(/[^\w.-]+/g, '-');
  if (given === undefined) return own.replace(/^\W+/, '').slice(0, 100) || 'docs';
  if (isName(given)) return given;
  throw new UsageError('--domain takes letters, digits, -, _ and dots.');
}

/** A branch is read only when it is served. */
export type Checked = SiteCheck | DocsServerError | 'branch';

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

async function check(
  { source, siteUrl, site: settings }: ProjectSettings,
  site: string | undefined,
  signal: AbortSignal,
): Promise<Checked> {
  if (!('folder' in source)) return 'branch';
  try {
    return await checkSite({ docsDir: source.folder, siteUrl, settings, site, signal });
  } catch (error) {
    if (error instanceof DocsServerError) return error;
    throw error;
  }
}
