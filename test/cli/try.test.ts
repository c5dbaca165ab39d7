import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startEndpoint } from '../service/model-endpoint.ts';
import { emptyFolder, startDocent } from './terminal.ts';

/** Prints each address that the process looks up or connects to. */
const witness = `
  import { subscribe } from 'node:diagnostics_channel';
  const tell = (address) => process.stderr.write('reached ' + address + '\\n');
  subscribe('net.client.socket', ({ socket }) => {
    socket.on('lookup', (error, address, family, host) => tell(host));
    socket.on('connectionAttempt', (address, port) => tell(address + ':' + port));
  });
`;

it('answers on both platforms, and contacts no service that the environment or .env names', async () => {
  const trap = await openTrap();
  const cwd = emptyFolder();
  const poison = {
    SLACK_BOT_TOKEN: 'xoxb-poison',
    SLACK_APP_TOKEN: 'xapp-poison',
    SLACK_API_URL: `http://127.0.0.1:${trap.port}/api/`,
    DISCORD_TOKEN: 'poi.so.n',
    DISCORD_GUILD_ID: '1',
    DISCORD_API_URL: `http://127.0.0.1:${trap.port}/api`,
    ASSISTANT_URL: `http://127.0.0.1:${trap.port}`,
    ASSISTANT_DOMAIN: 'poison',
    ASSISTANT_API_KEY: 'poison',
    DEPLOY_URL: `http://127.0.0.1:${trap.port}`,
    DOCS_SITE_URL: 'https://poison.example',
    DATABASE_URL: `postgres://poison@127.0.0.1:${trap.port}/poison`,
    HOST: '192.0.2.1',
    PORT: String(trap.port),
    HTTP_PROXY: `http://127.0.0.1:${trap.port}`,
    http_proxy: `http://127.0.0.1:${trap.port}`,
    HTTPS_PROXY: `http://127.0.0.1:${trap.port}`,
    ALL_PROXY: `http://127.0.0.1:${trap.port}`,
  };
  writeFileSync(
    join(cwd, '.env'),
    Object.entries(poison)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const env = { ...poison, NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(witness)}"` };
  const { ended, out, err } = startDocent(['try', '--once'], { cwd, env });
  expect(await ended).toBe(0);
  const [, slack = '', discord = ''] = out().split('── ');
  expect(slack).toMatch(/^Slack · #\S+ ──\n\w+: @docent \S[^\n]+\ndocent: [\s\S]+Sources?[\s\S]+Slack/);
  expect(discord).toMatch(/^Discord · #\S+ ──\n\w+: @docent \S[^\n]+\ndocent: [\s\S]+Sources?[\s\S]+chat/);
  expect(slack).toContain('[I need a human]');
  expect(discord).toContain('[More]');
  expect(out()).not.toMatch(/poison|&amp;|<https|^-# |\*\*|\u200b/m);
  expect(trap.connections()).toBe(0);
  const reached = new Set(err().match(/(?<=^reached ).*(?=:\d+$)/gm));
  expect([...reached]).toEqual(['127.0.0.1']);
});

it('asks a question that the docs answer, even if every page title is a single word', async () => {
  const cwd = emptyFolder();
  writeFileSync(
    join(cwd, 'install.md'),
    '# Installation\n\nInstallation takes a minute: unpack the kettle and plug it in.\n',
  );
  writeFileSync(join(cwd, 'usage.md'), '# Usage\n\nUsage is simple: fill the kettle, press the button.\n');
  const { ended, out } = startDocent(['try', '.', '--once'], { cwd });
  expect(await ended).toBe(0);
  expect(out()).toMatch(/What do the docs say about Installation\?\n[\s\S]+What do the docs say about Usage\?\n/);
});

it('reports a folder that does not exist, and nothing else', async () => {
  const { ended, out, err } = startDocent(['try', 'nosuch'], { cwd: emptyFolder() });
  expect(await ended).toBe(1);
  expect([out(), err()]).toEqual(['', 'There is no docs folder nosuch.\n']);
});

async function openTrap(): Promise<{ readonly port: number; connections(): number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new TypeError('the trap has no port');
  return { port: address.port, connections: () => connections };
}

it('answers with the language model that docent serve would use', async () => {
  const said = 'OUTCOME: answer\nUnpack it: [Install](/install).';
  const endpoint = await startEndpoint([{ say: said }, { finish: 'stop' }]);
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'install.md'), '# Install\n\nUnpack the kettle.\n');
  writeFileSync(join(cwd, '.env'), `DOCENT_MODEL_URL=${endpoint.url}\nDOCENT_MODEL=parrot\n`);
  const { ended, out } = startDocent(['try', '.', '--once', '--ask', 'How do I install it?'], { cwd });
  expect(await ended).toBe(0);
  expect(out()).toContain('The model parrot writes the answers.\n');
  expect(out().match(/Unpack it: /g)).toHaveLength(2);
  expect(new Set(endpoint.requests.map(({ body }) => body.model))).toEqual(new Set(['parrot']));
});
