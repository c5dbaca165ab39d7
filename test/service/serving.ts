/** A running service for one test, which stops when the test ends; updates of its projects, and its answers. */
import { expect, onTestFinished } from 'vitest';
import { type UpdateStatusBody, updateStatusSchema } from '../../src/kit/wire/api.ts';
import type { ProjectSettings } from '../../src/service/projects/project.ts';
import { type DocsService, type ServiceOptions, startDocsService } from '../../src/service/service.ts';
import { asking, post, textOf } from './asking.ts';
import { docsFolder, silent } from './folder.ts';
import type { Repository } from './repository.ts';

export function project(source: ProjectSettings['source'], id = 'kettle'): ProjectSettings {
  return { id, domain: id, organization: 'default', source };
}

export function branchOf(repository: Repository): ProjectSettings['source'] {
  return { address: repository.path, branch: 'main', docsFolder: 'docs' };
}

export async function serving(
  projects: readonly ProjectSettings[],
  more: Partial<ServiceOptions> = {},
): Promise<DocsService> {
  const service = await listening(projects, more);
  await service.begun;
  return service;
}

/** A service whose docs may still be loading. */
export async function listening(
  projects: readonly ProjectSettings[],
  more: Partial<ServiceOptions> = {},
): Promise<DocsService> {
  const options = { port: 0, dataDir: docsFolder({}), logger: silent, key: 'ask', deployKey: 'deploy', ...more };
  const service = await startDocsService(projects, options);
  onTestFinished(() => service.stop());
  return service;
}

export const headers = { authorization: 'Bearer deploy' };

export async function queued({ url }: DocsService, id = 'kettle'): Promise<string> {
  const response = await fetch(`${url}/v1/project/update/${id}`, { method: 'POST', headers });
  // The documented shape of the response.
  return ((await response.json()) as { statusId: string }).statusId;
}

export async function statusOf({ url }: DocsService, id: string): Promise<UpdateStatusBody> {
  const response = await fetch(`${url}/v1/project/update-status/${id}`, { headers });
  const status: unknown = await response.json();
  expect(updateStatusSchema.safeParse(status).success).toBe(true);
  // Validated above as clients do.
  return status as UpdateStatusBody;
}

export function ended(service: DocsService, id: string): Promise<UpdateStatusBody> {
  return expect
    .poll(() => statusOf(service, id), { interval: 20 })
    .toHaveProperty('endedAt')
    .then(() => statusOf(service, id));
}

export async function answer(service: DocsService, question: string, domain = 'kettle'): Promise<string> {
  return textOf(await (await post(service, asking(question), { domain })).text());
}
