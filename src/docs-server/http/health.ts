/** The state of each project and of the database, for probes, startup and the operator. */
import type { ServiceStore } from '../../store/service/store.ts';
import { toLine } from '../content/page-problem.ts';
import { toSampleQuestion } from '../content/page-question.ts';
import type { Project } from '../projects/project.ts';
import type { UpdatableProject } from '../projects/update-queue.ts';

/** A project as it is served now. */
export interface ServedProject {
  readonly domain: string;
  readonly projectId: string;
  /** Only keys of this organization may query it. */
  readonly organization: string;
  readonly pages: number;
  /** Pages that could not be read, a line each: `guides/a.md: why`. */
  readonly problems: readonly string[];
  /** For each page, a question that it should answer. */
  questions(): readonly { readonly title: string; readonly question: string }[];
  /** Why no docs are served yet. */
  readonly failure?: string;
}

/** One part of the service. */
interface PartHealth {
  /** `ready`, or what is wrong: `missing`, `fetching` or `unreachable`. */
  readonly state: string;
  readonly detail?: string;
  /** The service counts as ready without it. */
  readonly optional?: true;
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
  const failure = reading ? undefined : (project.failure()?.message ?? 'its docs are being fetched.');
  return {
    domain: project.domain,
    projectId: project.settings.id,
    organization: project.organization,
    pages: reading?.pages.length ?? 0,
    problems: reading?.problems.map(toLine) ?? [],
    questions: () => reading?.pages.map(({ title }) => ({ title, question: toSampleQuestion(title) })) ?? [],
    ...(failure !== undefined && { failure }),
  };
}

/** The docs of each project, and the database. One project that is served is enough to be ready. */
export async function healthOf(projects: readonly UpdatableProject[], store: ServiceStore): Promise<Health> {
  const isAnyServed = projects.some(({ project }) => project.corpus());
  const docs = projects.map(({ project }): readonly [string, PartHealth] => {
    const health = docsHealth(project);
    return [`docs ${project.domain}`, health !== ready && isAnyServed ? { ...health, optional: true } : health];
  });
  const database = await store.ping().then(
    () => ready,
    () => ({ state: 'unreachable', detail: 'The database does not answer.' }),
  );
  return { ...Object.fromEntries(docs), store: database };
}

function docsHealth(project: Project): PartHealth {
  if (project.corpus()) return ready;
  if (project.failure()) return { state: 'missing', detail: 'Its docs could not be read yet; see the log.' };
  return { state: 'fetching', detail: 'Its docs are being fetched for the first time.' };
}

const ready: PartHealth = { state: 'ready' };
