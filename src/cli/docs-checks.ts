/** The checks of `docent doctor --docs`: whether docs can be read, and whether the site shows their pages at their addresses. */
import { readEnvFile } from '../bot/config/env-file.ts';
import type { SetupCheck } from '../bot/core/model/setup-check.ts';
import { type Env, Reader } from '../kit/settings/reader.ts';
import { lossLine } from '../service/content/summary.ts';
import { DocsServerError } from '../service/errors.ts';
import { type ProjectSettings, readServiceConfig } from '../service/service.ts';
import type { Comparison, SiteCheck } from '../service/site-check/site-check.ts';
import { v } from '../service/variables.ts';
import { checkEach, projectsOf } from './checked-projects.ts';
import { type CommandIo, counted } from './terminal/command.ts';

/**
 * `docs`: a folder, or the configuration of a service, read with the settings that `docent serve` has here. Fails with UsageError
 * if `site` cannot apply.
 */
export async function checkDocs(
  docs: string,
  site: string | undefined,
  io: Pick<CommandIo, 'env' | 'signal'>,
): Promise<AsyncIterable<SetupCheck> | Iterable<SetupCheck>> {
  try {
    return toSetupChecks(docs, checkEach(await readProjects(docs, io.env), site, io.signal));
  } catch (error) {
    if (!(error instanceof DocsServerError)) throw error;
    return [{ name: 'Docs', state: 'failed', detail: error.message }];
  }
}

async function readProjects(docs: string, given: Env): Promise<readonly ProjectSettings[]> {
  if (isConfig(docs)) return projectsOf({ folder: undefined }, await readServiceConfig(docs), undefined);
  const reader = new Reader(await readEnvFile('.env', given), [v.siteUrl.name]);
  const siteUrl = reader.get(v.siteUrl);
  const problems = reader.problems();
  if (problems.length > 0) throw new DocsServerError('config_wrong', problems.join(' '));
  return projectsOf({ folder: docs }, undefined, siteUrl);
}

function isConfig(docs: string): boolean {
  return /\.ya?ml$/i.test(docs);
}

async function* toSetupChecks(docs: string, all: ReturnType<typeof checkEach>): AsyncGenerator<SetupCheck> {
  const options = isConfig(docs) ? `--config ${docs} --check` : `--check ${docs}`;
  for await (const [id, checked] of all) {
    const name = `Docs ${id}`;
    if (checked === 'branch') yield { name, state: 'skipped', detail: 'its branch is read when it is served' };
    else if (checked instanceof DocsServerError) yield { name, state: 'failed', detail: checked.message };
    else yield* toChecks(id, options, checked);
  }
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
