/**
 * `npm run walks [-- --list]`: how far a reader walks. Starts the service, a simulated Slack and the bot in this process, and
 * counts with V8's precise coverage which files and functions of src run for six visible acts. The sandbox is not counted.
 * `--list` also prints each act's files by folder. Afterwards come the members of the largest contracts, the lines of each house
 * and of the architecture test, and the number of dependencies.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from '../../src/bot/app/app.ts';
import { type Config, oneSite } from '../../src/bot/config/config.ts';
import type { Metrics } from '../../src/bot/core/ports/telemetry.ts';
import type { RootLogger } from '../../src/kit/base/logger.ts';
import { createSlackSandbox, type SlackSandbox } from '../../src/sandbox/slack/sandbox.ts';
import { type DocsServer, startDocsServer } from '../../src/service/service.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const silent: RootLogger = {
  debug() {},
  info() {},
  warn() {},
  error: (fields, phrase) => print(`${phrase} ${JSON.stringify(fields)}`),
  child: () => silent,
};

const portsFolder = join(src, 'bot/core/ports');
const ports = readdirSync(portsFolder)
  .map((file) => readFileSync(join(portsFolder, file), 'utf8'))
  .join('\n');

/** What ran since the last call: file -> names and positions of its functions. */
type Ran = ReadonlyMap<string, ReadonlySet<string>>;

/** The six acts, in the order in which people do them. */
async function measure(): Promise<ReadonlyMap<string, Ran>> {
  await using stack = new AsyncDisposableStack();
  const service = await startDocsServer({ docsDir: docs, port: 0, logger: silent });
  stack.defer(() => service.stop());
  const slack = await createSlackSandbox();
  stack.defer(() => slack.stop());
  const ended = listenFor('turns');
  const app = await createApp(toConfig(service, slack), silent, ended.metrics);
  stack.defer(() => app.stop());
  await app.start();

  const channel = idOf(slack.channels, 'docs-help');
  const user = idOf(slack.users, 'grace');
  const ours = (): readonly string[] => slack.allMessages(channel).map(({ ts, text }) => `${ts} ${text}`);
  const mention = () => slack.say({ channel, user, text: `<@${slack.botUserId}> How do I connect Docent to Slack?` });
  const press = async (button: string) => {
    for (const { ts } of slack.allMessages(channel).toReversed()) {
      const done = await slack.press({ channel, user, ts, button }).then(
        () => true,
        () => false,
      );
      if (done) return;
    }
    throw new Error(`no message has the button ${button}`);
  };
  const shows = (pattern: RegExp) => until(() => ours().some((text) => pattern.test(text)));
  const type = (command: string) => slack.command({ command, text: '', channel, user });

  const session = new Session();
  session.connect();
  stack.defer(() => session.disconnect());
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const acts = new Map<string, Ran>();
  const act = async (name: string, run: () => Promise<void>) => {
    await settle();
    await ranIn(session);
    await run();
    await settle();
    acts.set(name, await ranIn(session));
  };
  await act('a mention, to its last edit', async () => {
    const end = ended.next();
    await mention();
    await end;
  });
  await act('POST /v1/assistant', () => ask(service));
  await act('Not helpful', async () => {
    await press('Not helpful');
    await until(() => slack.form(user) !== undefined);
  });
  await act('/deploy, to its question', async () => {
    await type('/deploy');
    await shows(/Deploy/);
  });
  await act('Deploy, to the end', async () => {
    await press('Deploy');
    await shows(/Deployed/);
  });
  await act('/docs-report', async () => {
    await type('/docs-report');
    await shows(/answered: /);
  });
  return acts;
}

function toConfig(service: DocsServer, slack: SlackSandbox): Config {
  const allow = [`slack:${idOf(slack.users, 'grace')}`];
  const assistant: Config['assistant'] = {
    url: service.url,
    domain: service.domain,
    apiKey: service.key,
    apiVersion: 'v1',
    retrievalPageSize: 5,
    firstByteMs: 60_000,
    idleMs: 60_000,
    totalMs: 300_000,
  };
  const project = {
    name: 'default',
    title: 'the docs',
    url: service.url,
    projectId: service.projectId,
    token: service.deployKey,
    statusPath: '/v1/project/update-status/{statusId}',
    allow,
  };
  return {
    slack: { botToken: slack.botToken, appToken: slack.appToken, apiUrl: slack.apiUrl },
    ...oneSite(assistant),
    deploy: { projects: [project], confirm: true, reask: false, timeoutMs: 1_800_000 },
    reportAllow: allow,
    database: 'sqlite::memory:',
    host: '127.0.0.1',
    port: 0,
    logLevel: 'error',
    shutdownGraceMs: 500,
  };
}

async function ask(service: DocsServer): Promise<void> {
  const response = await fetch(`${service.url}/v1/assistant/${service.domain}/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fp: 'reader', messages: [{ id: '1', role: 'user', content: 'How do I connect Slack?' }] }),
  });
  await response.text();
}

/** A metrics sink; `next` resolves when this counter is raised. */
function listenFor(counter: string): { readonly metrics: Metrics; readonly next: () => Promise<void> } {
  let raised = Promise.withResolvers<void>();
  const count: Metrics['count'] = (name) => {
    if (name !== counter) return;
    raised.resolve();
    raised = Promise.withResolvers<void>();
  };
  return { metrics: { count, observe() {} }, next: () => raised.promise };
}

async function ranIn(session: Session): Promise<Ran> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = new Map<string, Set<string>>();
  for (const { url, functions } of result) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : '';
    if (!path.startsWith(src) || path.startsWith(`${src}sandbox/`)) continue;
    for (const { functionName, ranges } of functions) {
      const [range] = ranges;
      // The module's own body has no name and begins at 0.
      if (!range || range.count === 0 || (functionName === '' && range.startOffset === 0)) continue;
      const file = relative(src, path);
      ran.set(file, (ran.get(file) ?? new Set()).add(`${functionName}@${range.startOffset}`));
    }
  }
  return ran;
}

/** Messages that were counted may still be stored: lets what follows an act finish. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

function idOf(all: readonly { readonly id: string; readonly name: string }[], name: string): string {
  const id = all.find((one) => one.name === name)?.id;
  if (id === undefined) throw new Error(`the sandbox has no ${name}`);
  return id;
}

/** Lines and files of TypeScript in a folder of the repository. */
function sizeOf(folder: string): { readonly lines: number; readonly files: number } {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const lines = files.reduce((sum, file) => sum + readFileSync(join(folder, file), 'utf8').split('\n').length - 1, 0);
  return { lines, files: files.length };
}

/** Members of an interface of core/ports, with those that it extends, as the source spells them; `optional`: how many of them. */
function membersOf(contract: string): { readonly members: number; readonly optional: number } {
  const [, parents = '', body = ''] =
    new RegExp(`^export interface ${contract}(?: extends ([\\w, ]+))? \\{\\n(.*?)^\\}`, 'ms').exec(ports) ?? [];
  const own = [...body.matchAll(/^ {2}(?:readonly )?\w+(\??)[(:<]/gm)];
  const inherited = parents.split(', ').flatMap((parent) => (parent === '' ? [] : membersOf(parent)));
  return [{ members: own.length, optional: own.filter(([, mark]) => mark === '?').length }, ...inherited].reduce(
    (sum, each) => ({ members: sum.members + each.members, optional: sum.optional + each.optional }),
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const acts = await measure();
print('files functions folders  act');
for (const [name, ran] of acts) {
  const functions = [...ran.values()].reduce((sum, names) => sum + names.size, 0);
  const folders = new Set([...ran.keys()].map((file) => file.slice(0, file.lastIndexOf('/'))));
  print(
    `${String(ran.size).padStart(5)} ${String(functions).padStart(9)} ${String(folders.size).padStart(7)}  ${name}`,
  );
  if (process.argv.includes('--list')) {
    for (const folder of [...folders].sort()) {
      const files = [...ran.keys()].filter((file) => file.slice(0, file.lastIndexOf('/')) === folder);
      print(`        ${folder}: ${files.map((file) => file.slice(folder.length + 1)).join(' ')}`);
    }
  }
}
print('\nmembers optional  contract');
for (const contract of ['Platform', 'Handlers', 'Store']) {
  const { members, optional } = membersOf(contract);
  print(`${String(members).padStart(7)} ${String(optional).padStart(8)}  ${contract}`);
}
print('\nlines files  folder');
for (const folder of [
  '',
  ...readdirSync(src, { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? [e.name] : [])),
]) {
  const { lines, files } = sizeOf(join(src, folder));
  print(`${String(lines).padStart(5)} ${String(files).padStart(5)}  src/${folder}`);
}
const architecture = fileURLToPath(new URL('../architecture.test.ts', import.meta.url));
print(`${readFileSync(architecture, 'utf8').split('\n').length - 1} lines of test/architecture.test.ts`);
const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(src, '../package.json'), 'utf8'));
print(`\n${Object.keys(dependencies).length} dependencies, ${Object.keys(devDependencies).length} for development`);
