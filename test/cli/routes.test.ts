import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { enterEmptyFolder, openTerminal } from './terminal.ts';

const env = { ASSISTANT_URL: 'https://a.example', ASSISTANT_DOMAIN: 'docs', ASSISTANT_API_KEY: 'a-key' };

async function docent(args: readonly string[], file: string | undefined) {
  enterEmptyFolder();
  if (file !== undefined) writeFileSync('docent.yaml', file);
  const terminal = openTerminal(env);
  const code = await run(['routes', ...args], terminal.io);
  return { code, out: terminal.out(), err: terminal.err() };
}

const file = `
sites: { api: { domain: api } }
slack:
  mode: off
  channels: { C1: { name: help, site: api, mode: auto, filter: { version: v2 } } }
`;

describe('docent routes', () => {
  it('prints which settings apply where, and which rule sets them', async () => {
    const { code, out } = await docent([], file);
    expect(code).toBe(0);
    expect(out).toContain('docent.yaml: 4 places\n');
    expect(out).toContain('\nslack.channels.C1 (help)\n');
    expect(out).toMatch(/^ {2}site {7}api {22}slack\.channels\.C1$/m);
    expect(out).toMatch(/^ {2}mode {7}off {22}slack$/m);
    expect(out).toMatch(/^ {2}followUps {2}asker {20}built in$/m);
  });

  it('prints a single place, and everything as JSON', async () => {
    const { out } = await docent(['slack/T1/C1', '--json'], file);
    expect(JSON.parse(out)).toMatchObject([
      {
        place: 'slack/T1/C1',
        applies: {
          site: { value: 'api', from: 'slack.channels.C1' },
          filter: { value: { version: 'v2' }, from: 'slack.channels.C1' },
          private: { value: true, from: 'built in' },
        },
      },
    ]);
  });

  it('reports a missing file', async () => {
    expect(await docent([], undefined)).toMatchObject({
      code: 0,
      out: expect.stringContaining('There is no docent.yaml; this applies everywhere.'),
    });
  });

  it('reports a file that cannot be read', async () => {
    const folder = enterEmptyFolder();
    mkdirSync(join(folder, 'docent.yaml'));
    const terminal = openTerminal(env);
    expect(await run(['routes'], terminal.io)).toBe(2);
    expect(terminal.err()).toContain(
      'The routing file is docent.yaml, and it cannot be read (EISDIR); see DOCENT_CONFIG.',
    );
  });

  it('reports every problem of an invalid file with its position', async () => {
    const { code, err } = await docent([], 'slack:\n  mdoe: off\n');
    expect(code).toBe(2);
    expect(err).toContain('- docent.yaml, line 2, column 3: there is no field “mdoe” in slack; did you mean “mode”?\n');
  });

  it.each(['slack/T1', 'teams/1/2', 'slack/T1/X/C1', 'discord/1//2'])(
    'refuses a word that is not a place: %s',
    async (place) => {
      expect((await docent([place], file)).code).toBe(2);
    },
  );
});
