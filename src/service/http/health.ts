/** The state of each project and of the database, for probes, startup and the operator. */

import { toLine } from '../content/page-problem.ts';
import { toSampleQuestion } from '../content/page-question.ts';
import { lossLine } from '../content/summary.ts';
import type { Project, ProjectSettings } from '../projects/project.ts';
import type { UpdatableProject } from '../projects/update-queue.ts';
import type { ServiceStore } from '../store/store.ts';

/** A project as it is served now. */
export interface ServedProject {
  readonly domain: string;
  readonly projectId: string;
  /** Only keys of this organization may query it. */
  readonly organization: string;
  readonly pages: number;
  /** Pages that could not be read, a line each: `guides/a.md: why`. */
  readonly problems: readonly string[];
  /** What is left out or missing in pages, in one line. undefined: nothing. */
  readonly losses?: string;
  /** For each page, a question that it should answer. */
  questions(): readonly { readonly title: string; readonly question: string }[];
  /** Who may use it through MCP, if anybody. */
  readonly mcp?: ProjectSettings['mcp'];
  /** Why no docs are served yet. */
  readonly failure?: string;
}

/** One part of the service. */
interface PartHealth {
  /** `ready`, or what is wrong: `missing`, `fetching` or `unreachable`. */
  readonly state: string;
  readonly detail?: string;
}

/** The service's parts by name, for probes. */
export type Health = Readonly<Record<string, PartHealth>>;

/** Resolves once one project is served. Fails with the first project's failure when all have failed. */
export async function untilOneServed(projects: readonly UpdatableProject[]): Promise<void> {
  const waiting = new Map(projects.map((entry) => [entry, entry.project.begun.then(() => entry)]));
  while (waiting.size > 0 && projects.every(({ project }) => project.corpus() === undefined)) {
    waiting.delete(await Promise.race(waiting.values()));
  }
  throwIfAllFailed(projects);
}

/** Fails with the first project's failure when all have failed. */
export function throwIfAllFailed(projects: readonly UpdatableProject[]): void {
  const failures = projects.map(({ project }) => project.failure());
  const [first] = failures;
  if (first && failures.every((failure) => failure !== undefined)) throw first;
}

export function toServedProject({ project }: UpdatableProject): ServedProject {
  const reading = project.corpus()?.current();
  const losses = reading?.summary && lossLine(reading.summary);
  const failure = reading ? undefined : (project.failure()?.message ?? 'its docs are being fetched.');
  return {
    domain: project.domain,
    projectId: project.settings.id,
    organization: project.organization,
    pages: reading?.pages.length ?? 0,
    problems: reading?.problems.map(toLine) ?? [],
    questions: () => reading?.pages.map(({ title }) => ({ title, question: toSampleQuestion(title) })) ?? [],
    ...(losses !== undefined && { losses }),
    ...(project.settings.mcp && { mcp: project.settings.mcp }),
    ...(failure !== undefined && { failure }),
  };
}

/**
 * The docs and the database. One project that is served is enough to be ready. Everybody can read this, and projects may belong
 * to several organizations, so they are counted and not named; the log names them.
 */
export async function healthOf(projects: readonly UpdatableProject[], store: ServiceStore): Promise<Health> {
  const database = await store.ping().then(
    () => ready,
    () => ({ state: 'unreachable', detail: 'The database does not answer.' }),
  );
  return { docs: docsHealth(projects.map(({ project }) => project)), store: database };
}

function docsHealth(projects: readonly Project[]): PartHealth {
  const waiting = projects.filter((project) => !project.corpus());
  if (waiting.length === 0) return ready;
  const missing = waiting.filter((project) => project.failure()).length;
  const fetching = waiting.length - missing;
  const detail = `Not served yet: ${waiting.length} of ${projects.length} projects (${fetching} being fetched for the first time, ${missing} could not be read; see the log).`;
  if (waiting.length < projects.length) return { state: 'ready', detail };
  return { state: fetching > 0 ? 'fetching' : 'missing', detail };
}

const ready: PartHealth = { state: 'ready' };
