/** What a service loads that no project's settings ask for: nothing. In a process of its own, because it replaces a module. */
import { expect, it, vi } from 'vitest';
import { asking, post } from '../asking.ts';
import { docsFolder } from '../folder.ts';
import { project, serving } from '../serving.ts';

vi.mock('../../../src/service/mcp/mcp-route.ts', () => {
  throw new Error('loaded');
});

it('the library for MCP is loaded only where a project has it on', async () => {
  const settings = { ...project({ folder: docsFolder({ 'a.md': '# Tea\n\nIt is hot.' }) }), llms: 'public' } as const;
  expect((await post(await serving([settings]), asking('Is tea hot?'))).status).toBe(200);
  await expect(serving([{ ...settings, mcp: 'keys' }])).rejects.toThrow();
});
