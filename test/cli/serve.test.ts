import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keys } from '../../src/cli/keys.ts';
import { serve } from '../../src/cli/serve.ts';
import { lockFileExclusively } from '../../src/kit/sql/file-lock.ts';
import { asking, post, textOf } from '../service/asking.ts';
import { docsFolder } from '../service/folder.ts';
import { startEndpoint } from '../service/model-endpoint.ts';

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const quiet = { LOG_LEVEL: 'error' };

/** Runs a command that ends on its own, or that was stopped before it began. */
async function ran(
  command: typeof serve,
  args: readonly string[],
  env: Record<string, string> = {},
  signal = AbortSignal.abort(),
): Promise<Run> {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    env: { ...quiet, ...env },
    stdin: { async *[Symbol.asyncIterator]() {} },
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    signal,
  };
  const code = await command.run(args, io);
  return { code, out: out.join(''), err: err.join('') };
}

interface Serving {
  /** What it printed when it started. */
  readonly welcome: string;
  readonly url: string;
  /** What it printed on standard error so far. */
  readonly err: () => string;
}

/** Runs the service until the test ends. */
async function serving(
  args: readonly string[],
  env: Record<string, string> = {},
  isOutTerminal = true,
): Promise<Serving> {
  const ending = new AbortController();
  const printed = Promise.withResolvers<string>();
  const err: string[] = [];
  const code = serve.run([...args, '--port', '0'], {
    env: { ...quiet, ...env },
    stdin: { async *[Symbol.asyncIterator]() {} },
    out: printed.resolve,
    err: (text) => void err.push(text),
    isOutTerminal,
    signal: ending.signal,
  });
  onTestFinished(async () => {
    ending.abort();
    expect(await code).toBe(0);
  });
  const welcome = await Promise.race([printed.promise, code.then((each) => `ended with ${each}: ${err.join('')}`)]);
  return { welcome, url: /http:\S+/.exec(welcome)?.[0] ?? '', err: () => err.join('') };
}

function newDatabase(): { readonly database: string; readonly folder: string } {
  const folder = docsFolder({});
  return { database: `sqlite:${join(folder, 'serve.db')}`, folder };
}

async function created(database: string, ...args: readonly string[]): Promise<string> {
  const { out } = await ran(keys, ['create', ...args, '--database', database]);
  return out.trim();
}

test('keys are created, listed without the secret, and revoked', async () => {
  const { database, folder } = newDatabase();
  const made = await ran(keys, ['create', 'assistant', '--organization', 'acme', '--expires', '90'], {
    SERVE_DATABASE_URL: database,
  });
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^docent_assistant_[\w-]{43}\n$/) });
  expect(existsSync(join(folder, 'serve.db'))).toBe(true);
  await created(database, 'deploy');
  const { out } = await ran(keys, ['list', '--database', database]);
  const [first = '', second = ''] = out.split('\n');
  expect(first).toMatch(/^[0-9A-Z]{26} {2}assistant {2}acme {2}created \d{4}-\d\d-\d\d {2}expires \d{4}-\d\d-\d\d$/);
  expect(second).toMatch(/deploy {5}default .* does not expire$/);
  expect(out).not.toContain(made.out.trim().slice(17));
  const [id = ''] = second.split(' ');
  expect(await ran(keys, ['revoke', id, '--database', database])).toMatchObject({ code: 0 });
  expect(await ran(keys, ['revoke', id, '--database', database])).toMatchObject({
    code: 1,
    err: expect.stringContaining(id),
  });
  expect((await ran(keys, ['list', '--database', database])).out).toMatch(/revoked \d{4}-\d\d-\d\d\n$/);
});

test.each([
  [['create']],
  [['create', 'admin']],
  [['revoke']],
  [[]],
  [['create', 'deploy', '--expires', 'soon']],
  [['create', 'deploy', '--expires', '0']],
  [['create', 'deploy', '--organization', 'no name']],
  [['create', 'deploy', '--groups', 'staff']],
  [['create', 'assistant', '--groups', 'staff,']],
])('docent keys %j is wrong usage, and opens no database', async (args) => {
  const { database, folder } = newDatabase();
  await expect(ran(keys, [...args, '--database', database])).rejects.toMatchObject({ name: 'UsageError' });
  expect(existsSync(join(folder, 'serve.db'))).toBe(false);
});

test('a key that is created for access groups reads their pages', async () => {
  const { database } = newDatabase();
  const docs = docsFolder({ 'a.md': '# Kettle', 'b.md': '---\ngroups: staff\n---\n# Safe\n\nThe safe opens at noon.' });
  const [open, staff] = [
    await created(database, 'assistant'),
    await created(database, 'assistant', '--groups', 'staff, ops'),
  ];
  expect((await ran(keys, ['list', '--database', database])).out).toContain('default  groups staff, ops  created');
  const { url } = await serving([docs, '--domain', 'kettle', '--database', database]);
  const answers = [open, staff].map(async (key) =>
    (await post({ url, key }, asking('When does the safe open?'))).text(),
  );
  expect((await Promise.all(answers)).map((text) => text.includes('at noon'))).toEqual([false, true]);
});

test('a stored key works for the running service until it is revoked, and no other key is created', async () => {
  const { database } = newDatabase();
  const docs = docsFolder({ 'a.md': '# Kettle\n\nThe kettle boils water.' });
  const key = await created(database, 'assistant');
  const { welcome, url } = await serving([docs, '--domain', 'kettle', '--database', database]);
  expect(welcome).toContain('Serving 1 page as “kettle”');
  expect(welcome).toContain(
    `ASSISTANT_URL=${url}\nASSISTANT_DOMAIN=kettle\nASSISTANT_API_KEY=   (the one that docent keys create printed)\nDEPLOY_URL=${url}\nDEPLOY_PROJECT_ID=kettle\nDEPLOY_TOKEN=docent_deploy_`,
  );
  expect(welcome).toContain(
    '\nThe deploy key is valid for this run only; docent keys create deploy creates a permanent one.\n',
  );
  const answer = await post({ url, key }, asking('What boils water?'));
  expect(textOf(await answer.text())).toContain('The kettle boils water.');
  const [id = ''] = (await ran(keys, ['list', '--database', database])).out.split(' ');
  await ran(keys, ['revoke', id, '--database', database]);
  const refused = await post({ url, key }, asking('What boils water?'));
  expect(refused.status).toBe(401);
  await refused.text();
});

test('a key is shown on a terminal only; elsewhere it says how to create one', async () => {
  const { database } = newDatabase();
  const docs = docsFolder({ 'a.md': '# Kettle' });
  const args = [docs, '--domain', 'kettle', '--database', database];
  expect((await serving(args)).welcome).toMatch(/docent_assistant_.*docent_deploy_/s);
  const { welcome } = await serving(args, {}, false);
  expect(welcome).not.toMatch(/docent_(?:assistant|deploy)_/);
  expect(welcome).toContain(
    '\nKeys are shown on a terminal only. Create one with docent keys create assistant|deploy, or set DOCENT_ASSISTANT_KEY and DOCENT_DEPLOY_KEY.\n',
  );
  const configured = await serving(args, { DOCENT_ASSISTANT_KEY: 'ask' }, false);
  expect(configured.welcome).toContain('Create one with docent keys create deploy, or set DOCENT_DEPLOY_KEY.\n');
});

test.each([
  [[], { HOST: 'localhost' }, 'http://localhost:'],
  [['--host', '127.0.0.1'], { HOST: '::1' }, 'http://127.0.0.1:'],
  [['--host', '[::1]'], {}, 'http://[::1]:'],
  [[], { HOST: '[::1]', PORT: '1' }, 'http://[::1]:'],
  [[], { HOST: '' }, 'http://127.0.0.1:'],
])('docent serve %j listens where %j says: on %s', async (args, env, address) => {
  const docs = docsFolder({ 'a.md': '# Kettle' });
  const { url } = await serving([docs, '--database', 'sqlite::memory:', ...args], env);
  expect(url.startsWith(address)).toBe(true);
  expect((await fetch(url)).status).toBe(404);
});

test('PORT is the port unless --port names one', async () => {
  const { database } = newDatabase();
  const { url } = await serving([docsFolder({ 'a.md': '# Kettle' }), '--database', 'sqlite::memory:']);
  const { port } = new URL(url);
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const taken = await ran(
    serve,
    [docsFolder({ 'a.md': '# Kettle' }), '--database', database],
    { PORT: port },
    ending.signal,
  );
  expect(taken).toMatchObject({ code: 1, err: expect.stringContaining(`Port ${port} on 127.0.0.1 is taken`) });
});

test.each([
  [['--host', 'http://x'], {}],
  [[], { HOST: 'a b' }],
  [[], { PORT: '65536' }],
])('docent serve %j with %j is wrong usage', async (args, env) => {
  await expect(ran(serve, [docsFolder({ 'a.md': '# A' }), ...args], env)).rejects.toMatchObject({ name: 'UsageError' });
});

test('a configuration file lists several projects, and origins that may ask', async () => {
  const { database, folder } = newDatabase();
  const tea = docsFolder({ 'a.md': '# Tea\n\nThe teapot brews oolong.' });
  const text = `cors: [https://docs.example]
limits: { perKeyAndMonth: 1 }
requireThreadKey: true
projects:
  - { id: kettle, folder: ./kettle, siteUrl: https://kettle.example/docs }
  - { id: tea, domain: teapot, folder: ${tea} }
`;
  writeFileSync(join(folder, 'docs.yaml'), text);
  await expect(
    serving(['--config', join(folder, 'docs.yaml'), '--database', database, '--port', '0']),
  ).resolves.toMatchObject({
    welcome: expect.stringMatching(/^Not serving “kettle” yet: There is no docs folder .*\nServing 1 page as “teapot”/),
  });
});

test('--llms makes no project of a configuration file public', async () => {
  const { folder } = newDatabase();
  const text = `projects: [{ id: tea, folder: ${docsFolder({ 'a.md': '# Tea' })}, llms: keys }]`;
  writeFileSync(join(folder, 'docs.yaml'), text);
  await expect(ran(serve, ['--config', join(folder, 'docs.yaml'), '--llms'])).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringContaining('llms: public'),
  });
  const docs = docsFolder({ 'a.md': '# Tea\n\nIt is hot.' });
  const { url } = await serving([docs, '--domain', 'tea', '--database', 'sqlite::memory:', '--llms']);
  expect(await (await fetch(`${url}/v1/docs/tea/llms.txt`)).text()).toContain('[Tea](<./a.md>)');
});

test('--mcp answers who has the key, and the welcome connects editors with it, on a terminal only', async () => {
  const docs = docsFolder({ 'a.md': '# Tea\n\nIt is hot.' });
  const args = [docs, '--domain', 'tea', '--database', 'sqlite::memory:', '--mcp'];
  const [shown, hidden] = [await serving(args), await serving(args, {}, false)];
  const address = `${shown.url}/mcp/tea`;
  const [, key = ''] = /ASSISTANT_API_KEY=(\S+)/.exec(shown.welcome) ?? [];
  const headers = `"headers":{"Authorization":"Bearer ${key}"}`;
  expect(shown.welcome).toContain(
    [
      'Use it in an editor, through MCP:',
      `claude mcp add --transport http tea ${address} --header "Authorization: Bearer ${key}"`,
      `code --add-mcp '{"name":"tea","type":"http","url":"${address}",${headers}}'`,
      `Cursor, in .cursor/mcp.json: {"mcpServers":{"tea":{"url":"${address}",${headers}}}}`,
      '\nPress Ctrl+C to stop.\n',
    ].join('\n'),
  );
  expect(hidden.welcome).toContain('--header "Authorization: Bearer YOUR_KEY"');
  const statusWith = async (authorization?: string): Promise<number> => {
    const sent = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    const all = { ...sent, ...(authorization !== undefined && { authorization }) };
    return (await fetch(address, { method: 'POST', headers: all, body })).status;
  };
  expect([await statusWith(), await statusWith(`Bearer ${key}`)]).toEqual([401, 200]);
});

test('who may use a public project needs no header in its editor', async () => {
  const { folder } = newDatabase();
  writeFileSync(
    join(folder, 'docs.yaml'),
    `projects: [{ id: tea, folder: ${docsFolder({ 'a.md': '# Tea' })}, mcp: public }]`,
  );
  const { welcome, url } = await serving(['--config', join(folder, 'docs.yaml'), '--database', 'sqlite::memory:']);
  expect(welcome).toContain(`claude mcp add --transport http tea ${url}/mcp/tea\n`);
  await expect(ran(serve, ['--config', join(folder, 'docs.yaml'), '--mcp'])).rejects.toMatchObject({
    message: '--mcp applies to a folder given here; in the configuration file use mcp: keys.',
  });
});

test('no key is printed that does not work for the project, and the model that answers is named', async () => {
  const { folder } = newDatabase();
  const docs = docsFolder({ 'a.md': '# Tea' });
  const text = `projects: [{ id: tea, folder: ${docs}, organization: acme }, { id: cup, folder: ${docs} }]`;
  writeFileSync(join(folder, 'docs.yaml'), text);
  const env = { DOCENT_MODEL_URL: 'http://127.0.0.1:1/v1', DOCENT_MODEL: 'parrot' };
  const { welcome } = await serving(['--config', join(folder, 'docs.yaml'), '--database', 'sqlite::memory:'], env);
  expect(welcome).not.toMatch(/docent_(?:assistant|deploy)_/);
  expect(welcome).toContain('\nThe model parrot writes the answers.\n\nSettings for a bot that asks “tea”:\n');
  expect(welcome).toContain('docent keys create assistant --organization acme\n');
});

test('a model that does not answer is told at the start, and the docs are served', async () => {
  const endpoint = await startEndpoint([{ status: 401 }]);
  const docs = docsFolder({ 'a.md': '# Tea' });
  const env = { DOCENT_MODEL_URL: endpoint.url, DOCENT_MODEL: 'parrot', DOCENT_MODEL_KEY: 'key-1' };
  const { err } = await serving([docs, '--database', 'sqlite::memory:'], env);
  await expect
    .poll(err)
    .toMatch(/^The model parrot is refused: .* does not accept the key \(401\)\. Check DOCENT_MODEL_KEY\.\n$/);
  expect(endpoint.requests).toHaveLength(1);
});

test('one port answers questions, probes and browsers of the allowed origins', async () => {
  const { database } = newDatabase();
  const docs = docsFolder({ 'a.md': '# Kettle\n\nThe kettle boils water.' });
  const env = { DOCENT_ASSISTANT_KEY: 'ask', DOCENT_DEPLOY_KEY: 'deploy', CORS_ORIGINS: 'https://docs.example' };
  const { url } = await serving([docs, '--domain', 'kettle', '--database', database], env);
  await (await post({ url, key: 'ask' }, asking('What boils water?'))).text();
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ alive: true });
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
    ready: true,
    parts: { docs: { state: 'ready' }, store: { state: 'ready' } },
  });
  expect(await (await fetch(`${url}/metrics`)).text()).toContain(
    'docent_service_requests_total{operation="assistant",status="200"} 1\n',
  );
  const preflight = (origin: string): Promise<Response> =>
    fetch(`${url}/v2/assistant/kettle/message`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, traceparent',
      },
    });
  const allowed = await preflight('https://docs.example');
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, 'https://docs.example']);
  const names = (response: Response, header: string) => response.headers.get(header)?.toLowerCase().split(/, ?/) ?? [];
  expect(names(allowed, 'access-control-allow-headers')).toEqual(
    expect.arrayContaining(['authorization', 'traceparent', 'tracestate', 'baggage', 'sentry-trace']),
  );
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  const asked = await fetch(`${url}/v2/assistant/kettle/message`, {
    method: 'POST',
    headers: { origin: 'https://docs.example', authorization: 'Bearer ask', 'content-type': 'application/json' },
    body: JSON.stringify(asking('What boils water?')),
  });
  expect(names(asked, 'access-control-expose-headers')).toEqual(
    expect.arrayContaining(['x-thread-id', 'x-vercel-ai-data-stream', 'x-vercel-ai-ui-message-stream']),
  );
  await asked.text();
});

test.each([
  ['projects: [{ id: a }]', 'projects.0: expected one of folder, git and url'],
  ['projects: [{ id: a, git: "ext::sh -c date" }]', 'projects.0: git must be an address'],
  ['projects: [{ id: a, git: /srv/x, branch: --all }]', 'projects.0: branch must be the name'],
  ['projects: [{ id: a, folder: x }, { id: a, folder: y }]', 'projects: ids must be unique'],
  ['projects: [{ id: ../a, folder: x }]', 'projects.0.id: expected letters'],
  ['limits: { perKeyAndMonth: 0 }\nports: 1', 'limits.perKeyAndMonth: '],
  [': [', 'docs.yaml is not valid YAML (line '],
])('a configuration file with %j is refused, naming the field', async (text, problem) => {
  const { database, folder } = newDatabase();
  writeFileSync(join(folder, 'docs.yaml'), text);
  const { code, err } = await ran(serve, ['--config', join(folder, 'docs.yaml'), '--database', database]);
  expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
  expect(existsSync(join(folder, 'serve.db'))).toBe(false);
});

test('a folder that does not exist is reported once, before anything is created', async () => {
  const { database, folder } = newDatabase();
  const missing = join(folder, 'nosuch');
  expect(await ran(serve, [missing, '--database', database], { LOG_LEVEL: 'debug' })).toEqual({
    code: 1,
    out: '',
    err: `There is no docs folder ${missing}.\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY'],
  [{ RETENTION_DAYS: '0' }, 'RETENTION_DAYS'],
  [{ CORS_ORIGINS: 'https://docs.example/path' }, 'CORS_ORIGINS'],
  [{ DOCS_SITE_URL: 'docs.example' }, 'DOCS_SITE_URL'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
])('%j is refused', async (env, name) => {
  await expect(ran(serve, [docsFolder({ 'a.md': '# A' })], env)).rejects.toThrow(name);
});

test('all wrong settings are named at once, each with what is expected, and none with its value', async () => {
  const env = { RETENTION_DAYS: '4000', PORT: 'eighty', DOCENT_MODEL_KEY: 'xoxb-12-345678901234-abcdef' };
  const refused = ran(serve, [docsFolder({ 'a.md': '# A' })], env);
  await expect(refused).rejects.toThrow(
    'PORT is wrong: expected a whole number from 0 to 65535.\nRETENTION_DAYS is wrong: expected a whole number of days from 1 to 3650, or off.\nDOCENT_MODEL_KEY is wrong (it looks like SLACK_BOT_TOKEN)',
  );
  await expect(refused).rejects.not.toThrow('xoxb-12');
});

test('a service whose only repository cannot be fetched listens, says why, and ends', async () => {
  const { database, folder } = newDatabase();
  writeFileSync(join(folder, 'docs.yaml'), 'projects: [{ id: kettle, git: /nowhere/at/all }]');
  const args = ['--config', join(folder, 'docs.yaml'), '--database', database, '--port', '0'];
  expect(await ran(serve, args, {}, new AbortController().signal)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^Listening on http:.*\nNot serving “kettle” yet: its docs are being fetched\.\n/),
    err: expect.stringMatching(/^git failed for \/nowhere\/at\/all\./),
  });
});

test('a missing folder and a database that cannot be opened are each reported in one sentence', async () => {
  const { database } = newDatabase();
  const gone = await ran(serve, ['/nowhere/at/all', '--port', '0', '--database', database]);
  expect(gone).toMatchObject({ code: 1, err: 'There is no docs folder /nowhere/at/all.\n' });
  const docs = docsFolder({ 'a.md': '# A' });
  for (const [command, ...args] of [[serve, docs, '--port', '0'] as const, [keys, 'list'] as const]) {
    const closed = await ran(command, [...args, '--database', 'sqlite:/nowhere/at/all/x.db']);
    expect(closed.code).toBe(1);
    expect(closed.err).toMatch(
      /^Docent cannot use its database sqlite:\/nowhere\/at\/all\/x\.db \(.+\): check --database or SERVE_DATABASE_URL, and .+\.\n$/,
    );
    const wrong = await ran(command, [...args, '--database', 'serve.db']);
    expect(wrong).toMatchObject({ code: 1, err: expect.stringMatching(/SERVE_DATABASE_URL takes sqlite:FILE/) });
    const away = await ran(command, [...args, '--database', 'postgres://me:secret@127.0.0.1:1/docs']);
    expect(away.err).toMatch(
      /^Docent cannot use its database postgres:\/\/me@127\.0\.0\.1:1\/docs \(.*REFUSED.*\): .+\n$/,
    );
  }
});

test('the printed domain is one that a bot accepts: a folder name is converted to one, and an invalid --domain is refused', async () => {
  const folder = join(docsFolder({ 'my docs/a.md': '# A\n\nWords.' }), 'my docs');
  const { welcome } = await serving([folder, '--database', 'sqlite::memory:']);
  expect(welcome).toContain('\nASSISTANT_DOMAIN=my-docs\n');
  expect(welcome).toContain(
    '\nThese keys are valid for this run only; docent keys create assistant|deploy creates permanent ones.\n',
  );
  await expect(ran(serve, [folder, '--domain', 'my docs'])).rejects.toThrow(/^--domain takes letters/);
});

test('--domain with a configuration file is wrong usage', async () => {
  const { folder } = newDatabase();
  writeFileSync(join(folder, 'docs.yaml'), 'projects: [{ id: kettle, folder: . }]');
  const args = ['--config', join(folder, 'docs.yaml'), '--domain', 'tea'];
  await expect(ran(serve, args)).rejects.toThrow(/^--domain applies to a folder/);
});

test('a service does not start while its database is being restored, and says so', async () => {
  const { database, folder } = newDatabase();
  onTestFinished(lockFileExclusively(join(folder, 'serve.db')));
  expect(await ran(serve, [docsFolder({ 'a.md': '# A' }), '--port', '0', '--database', database])).toMatchObject({
    code: 1,
    err: 'The database of the service is being restored from a backup; start again when that is done.\n',
  });
});

test('a signal ends a start that is still reading docs', async () => {
  const { database } = newDatabase();
  expect(await ran(serve, [docsFolder({ 'a.md': '# A' }), '--port', '0', '--database', database])).toEqual({
    code: 0,
    out: '',
    err: '',
  });
});

test.each([true, false])(
  'the log is readable on a terminal, and JSON elsewhere (terminal: %s)',
  async (isOutTerminal) => {
    const out: string[] = [];
    const docs = docsFolder({ 'a.md': '# A\n\nWords.', 'b.md': '---\ngroups: [\n---\n' });
    const ending = new AbortController();
    await serve.run([docs, '--domain', 'my-docs', '--port', '0', '--database', 'sqlite::memory:'], {
      env: {},
      stdin: { async *[Symbol.asyncIterator]() {} },
      out: (text) => {
        out.push(text);
        if (text.startsWith('Serving')) ending.abort();
      },
      err: () => {},
      isOutTerminal,
      signal: ending.signal,
    });
    const read =
      /^\d\d:\d\d:\d\d warn docs read project=my-docs pages=1 problems=1 changed=1 tookMs=\d+ overview=\S.*$/m;
    const left =
      /^\d\d:\d\d:\d\d warn page not served project=my-docs file=b.md reason="Its front matter is not valid YAML \(line 3\)."$/m;
    expect([read.test(out.join('')), left.test(out.join(''))]).toEqual([isOutTerminal, isOutTerminal]);
    expect(out.at(-1)).toMatch(
      /^Serving 1 page as “my-docs” on http:[\s\S]*\ncurl -N "http:\S+\/v1\/assistant\/my-docs\/message" /,
    );
  },
);

test('answers end with follow-up questions with --propose', async () => {
  const ownDocs = join(import.meta.dirname, '../../docs');
  const env = { DOCENT_ASSISTANT_KEY: 'ask' };
  const { url } = await serving([ownDocs, '--propose', '--database', 'sqlite::memory:'], env);
  const answer = await post({ url, key: 'ask' }, asking('How do I connect Docent to Slack?'), { domain: 'docs' });
  expect(textOf(await answer.text())).toMatch(/\n```suggestions\n(?:\([^)\n]+\?\)\[\/[^\]\n]+\]\n){1,3}```\n$/);
});
