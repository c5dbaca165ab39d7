/** The checks of `docent doctor --docs`: whether docs can be read, and whether the site shows their pages at their addresses. */
import { basename, resolve } from 'node:path';
import type { SetupCheck } from '../bot/core/model/setup-check.ts';
import { lossLine } from '../service/content/summary.ts';
import { DocsServerError } from '../service/errors.ts';
import { readServiceConfig } from '../service/service.ts';
import { type Comparison, checkSite, type SiteCheck } from '../service/site-check/site-check.ts';
import { counted } from './terminal/command.ts';

/** `docs`: a folder, or the configuration of a service. */
export async function* checkDocs(
  docs: string,
  site: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<SetupCheck> {
  try {
    for (const project of await projectsOf(docs)) {
      if (!('folder' in project.source)) {
        const detail = 'its branch is read when it is served';
        yield { name: `Docs ${project.id}`, state: 'skipped', detail };
        continue;
      }
      const { siteUrl, site: settings, source } = project;
      const check = await checkSite({ docsDir: source.folder, siteUrl, settings, site, signal });
      yield* toChecks(project.id, isConfig(docs) ? `--config ${docs} --check` : `--check ${docs}`, check);
    }
  } catch (error) {
    if (!(error instanceof DocsServerError)) throw error;
    yield { name: 'Docs', state: 'failed', detail: error.message };
  }
}

async function projectsOf(docs: string): ReturnType<typeof projectsIn> {
  if (isConfig(docs)) return projectsIn(docs);
  const id = basename(resolve(docs));
  return [{ id, domain: id, organization: 'default', source: { folder: docs } }];
}

function isConfig(docs: string): boolean {
  return /\.ya?ml$/i.test(docs);
}

async function projectsIn(file: string) {
  return (await readServiceConfig(file)).projects;
}

function* toChecks(id: string, options: string, { summary, places, compared }: SiteCheck): Generator<SetupCheck> {
  const losses = lossLine(summary);
  const found = `${counted(places.length, 'page')} (${summary.generator})`;
  const remedy = `Run docent serve ${options} to see all of it.`;
  yield losses === undefined
    ? { name: `Docs ${id}`, state: 'ok', detail: found }
    : { name: `Docs ${id}`, state: 'warning', detail: `${found}. ${losses}`, remedy };
  if (compared) yield addressesOf(id, places.length, compared);
}

function addressesOf(id: string, pages: number, { missing, anchors }: Comparison): SetupCheck {
  const name = `Addresses ${id}`;
  const [first] = [...missing, ...anchors];
  if (!first) return { name, state: 'ok', detail: `${counted(pages, 'page')} on the site` };
  return {
    name,
    state: 'failed',
    detail: `${missing.length} of ${counted(pages, 'page')} and ${counted(anchors.length, 'anchor')} are not on the site (${first.address})`,
    remedy: 'Name the generator of the site in docs.yaml, or report the rule that is wrong.',
  };
}
