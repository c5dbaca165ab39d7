/** `docent mcp`, started by the official MCP clients as editors start it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mcp } from '../../src/cli/mcp.ts';
import { docsFolder } from '../service/folder.ts';
import { connections } from '../service/mcp/clients.ts';
import { door, emptyFolder, openTerminal, startDocent } from './terminal.ts';

const files = {
  'start.md': '# Start\n\nFill the kettle with water, then press the red button.',
  'safe.md': '---\ngroups: staff\n---\n# Safe\n\nThe safe opens at noon.',
};

/** In a folder whose own `.env` says something else. */
function command(...args: readonly string[]) {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, '.env'), 'PORT=3000/tcp\n');
  return { command: process.execPath, args: [door, 'mcp', ...args], cwd };
}

it.each(Object.entries(connections))('%s: searches, reads and asks a folder', async (name, connect) => {
  const client = await connect(command(docsFolder(files)));
  expect(client.revision()).toBe(name.split(',')[0]);
  expect((await client.tools()).map((tool) => tool.name)).toEqual(['search', 'read_page', 'ask']);
  expect((await client.call('search', { query: 'red button' })).text).toContain('Page: /start');
  expect((await client.call('read_page', { page: '/start' })).text).toContain('Fill the kettle');
  expect(await client.call('read_page', { page: '/safe' })).toMatchObject({ isError: true });
  const pieces: string[] = [];
  const asked = { question: 'How do I start the kettle?' };
  const { text } = await client.call('ask', asked, { onProgress: (piece) => pieces.push(piece) });
  expect(text).toMatch(/red button[\s\S]*\n\nSources:\n- Start: \/start$/);
  // The clients drop progress that arrives together with the result.
  expect(text.startsWith(pieces.join(''))).toBe(true);
  await expect(client.call('report_problem', {})).rejects.toMatchObject({ code: -32602 });
});

it('shows the pages of the groups that it is given, and takes reports where they are kept', async () => {
  const connect = connections['2026-07-28, client 2'];
  const database = `sqlite:${join(docsFolder({}), 'mcp.db')}`;
  const client = await connect?.(command(docsFolder(files), '--groups', 'staff', '--database', database));
  expect((await client?.call('read_page', { page: '/safe' }))?.text).toContain('noon');
  const problem = { question: 'When does the safe close?', problem: 'It does not say', pages: ['/safe'] };
  expect((await client?.call('report_problem', problem))?.text).toContain('was reported');
});

it('ends when its client closes the input, and writes only messages to its output', async () => {
  const { child, out, ended } = startDocent(['mcp', docsFolder(files)]);
  child.stdin?.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\nno message\n');
  child.stdout?.once('data', () => child.stdin?.end());
  expect(await ended).toBe(0);
  expect(JSON.parse(out())).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

it('says what is wrong on standard error', async () => {
  const { io, out, err } = openTerminal();
  expect(await mcp.run([join(emptyFolder(), 'nowhere')], io)).toBe(1);
  expect([out(), err()]).toEqual(['', expect.stringContaining('nowhere')]);
  await expect(mcp.run([], io)).rejects.toThrow('Which folder? Use docent mcp DIR.');
  await expect(mcp.run(['docs', '--groups', 'staff,'], io)).rejects.toThrow('--groups');
});
