/** Readiness as load balancers read it, from `/readyz`. */
import { expect, test } from 'vitest';
import { createProbes } from '../../../src/kit/ops/http.ts';
import { docsFolder } from '../folder.ts';
import { createRepository } from '../repository.ts';
import { branchOf, listening, project } from '../serving.ts';

test('a service is ready once it serves any of its projects, and counts the missing ones without naming them', async () => {
  const [first, second] = [createRepository(), createRepository()];
  const served = project({ folder: docsFolder({ 'a.md': '# Kettle' }) });
  const service = await listening([served, project(branchOf(first), 'first'), project(branchOf(second), 'second')]);
  const metrics = { text: async () => '', contentType: 'text/plain' };
  const probes = createProbes({ health: () => service.health(), metrics });
  const docs = {
    state: 'ready',
    detail: expect.stringContaining('2 of 3 projects (0 being fetched for the first time, 2 could not be read'),
  };
  await expect.poll(async () => service.health()).toMatchObject({ docs });
  const response = await probes.request('/readyz');
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(JSON.parse(text)).toEqual({ ready: true, parts: { docs, store: { state: 'ready' } } });
  expect(text).not.toMatch(/kettle|first(?! time)|second/);
});
