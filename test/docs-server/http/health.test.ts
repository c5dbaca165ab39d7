/** Readiness as load balancers read it, from `/readyz`. */
import { expect, test } from 'vitest';
import { createProbes } from '../../../src/ops/http.ts';
import { docsFolder } from '../folder.ts';
import { createRepository } from '../repository.ts';
import { branchOf, listening, project } from '../serving.ts';

test('a service is ready once it serves any of its projects, and names the missing ones', async () => {
  const [first, second] = [createRepository(), createRepository()];
  const served = project({ folder: docsFolder({ 'a.md': '# Kettle' }) });
  const service = await listening([served, project(branchOf(first), 'first'), project(branchOf(second), 'second')]);
  const metrics = { text: async () => '', contentType: 'text/plain' };
  const probes = createProbes({ health: () => service.health(), metrics });
  const isMissing = { 'docs first': { state: 'missing' }, 'docs second': { state: 'missing' } };
  await expect.poll(async () => service.health()).toMatchObject(isMissing);
  const response = await probes.request('/readyz');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    ready: true,
    parts: { 'docs kettle': { state: 'ready' }, ...isMissing, store: { state: 'ready' } },
  });
});
