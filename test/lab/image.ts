/**
 * `npm run image`, as root on Debian with its packages buildah, runc and debootstrap: builds the Dockerfile, and runs the bot and the
 * service of compose.yaml from the image, with their limits and rights. A question in the simulated Slack is answered through
 * both; then both are healthy, and stop. No engine, registry or virtual network is needed: Debian and the Node that runs this
 * stand in for the image `node:24-slim`, and the containers share the machine's network.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { createSlackSandbox } from '../../src/sandbox/slack/sandbox.ts';

const root = join(import.meta.dirname, '../..');
const base = 'docker.io/library/node:24-slim';
const authorities = '/etc/ssl/certs/ca-certificates.crt';
const folder = mkdtempSync(join(tmpdir(), 'docent-image-'));

const imageConfig = z.object({
  Docker: z.object({
    config: z.object({
      Env: z.array(z.string()),
      Entrypoint: z.array(z.string()),
      Cmd: z.array(z.string()),
      WorkingDir: z.string(),
      User: z.literal('node'),
      StopSignal: z.string(),
      Healthcheck: z.object({ Test: z.tuple([z.literal('CMD')], z.string()) }),
    }),
  }),
});
type ImageConfig = z.infer<typeof imageConfig>['Docker']['config'];

const composeService = z.object({
  read_only: z.literal(true),
  tmpfs: z.array(z.string()),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  mem_limit: z.string().regex(/^\d+[mg]$/),
  stop_grace_period: z.string().regex(/^\d+s$/),
});
type ComposeService = z.infer<typeof composeService>;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', cwd: root, stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

/** Debian, this Node with npm, the image's user, and the authorities that this machine trusts. Kept for the next run. */
function buildBase(): void {
  const rootfs = join(folder, 'rootfs');
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', rootfs], { stdio: ['ignore', 'ignore', 'inherit'] });
  run('chroot', rootfs, 'useradd', '--create-home', '--uid', '1000', 'node');
  const local = join(rootfs, 'usr/local');
  cpSync(process.execPath, join(local, 'bin/node'));
  cpSync(join(run('npm', 'root', '--global'), 'npm'), join(local, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  mkdirSync(join(rootfs, 'etc/ssl/certs'), { recursive: true });
  if (existsSync(authorities)) cpSync(authorities, join(rootfs, authorities));
  const container = run('buildah', 'from', 'scratch');
  run('buildah', 'copy', '--quiet', container, rootfs, '/');
  run('buildah', 'config', '--env', `NODE_EXTRA_CA_CERTS=${authorities}`, container);
  run('buildah', 'commit', '--quiet', container, base);
  run('buildah', 'rm', container);
}

function buildImage(): ImageConfig {
  const cache = `${run('npm', 'config', 'get', 'cache')}:/root/.npm`;
  const how = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', '--volume', cache];
  run('buildah', 'build', '--quiet', ...how, '--tag', 'docent', '.');
  return imageConfig.parse(JSON.parse(run('buildah', 'inspect', '--type', 'image', 'docent'))).Docker.config;
}

interface Container {
  readonly name: string;
  readonly process: ChildProcess;
  /** What it wrote so far. */
  readonly output: () => string;
}

/** Starts what compose.yaml calls `name`. */
function start(name: string, image: ImageConfig, command: readonly string[], settings: readonly string[]): Container {
  const { services } = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true });
  const service = composeService.parse(services[name]);
  const bundle = join(folder, name);
  const volume = join(bundle, 'volume');
  mkdirSync(volume, { recursive: true });
  chownSync(volume, 1000, 1000);
  const disk = run('buildah', 'mount', run('buildah', 'from', '--pull-never', 'docent'));
  const args = [...image.Entrypoint, ...command];
  const runtime = toRuntime(service, { disk, volume, image, args, env: [...image.Env, ...settings] });
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(runtime));
  const child = spawn('runc', ['run', '--bundle', bundle, `docent-${name}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (text += piece));
  return { name: `docent-${name}`, process: child, output: () => text };
}

interface Inside {
  readonly disk: string;
  readonly volume: string;
  readonly image: ImageConfig;
  readonly args: readonly string[];
  readonly env: readonly string[];
}

/** Source: https://github.com/opencontainers/runtime-spec/blob/main/config.md, read 2026-11-28. */
function toRuntime(service: ComposeService, { disk, volume, image, args, env }: Inside): object {
  const megabytes = Number.parseInt(service.mem_limit, 10) * (service.mem_limit.endsWith('g') ? 1_024 : 1);
  const temporary = service.tmpfs.map((destination) => ({ destination, type: 'tmpfs', source: 'tmpfs' }));
  return {
    ociVersion: '1.0.2',
    process: {
      user: { uid: 1000, gid: 1000 },
      args,
      env,
      cwd: image.WorkingDir,
      noNewPrivileges: true,
      capabilities: {},
    },
    root: { path: disk, readonly: service.read_only },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
      { destination: image.WorkingDir, type: 'bind', source: volume, options: ['bind', 'rw'] },
      ...temporary,
    ],
    linux: {
      namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })),
      resources: { memory: { limit: megabytes * 1_024 * 1_024 } },
    },
  };
}

/** With the image's own check, once a second, like an engine. */
async function untilHealthy({ name, process: child, output }: Container, image: ImageConfig): Promise<void> {
  const [, ...check] = image.Healthcheck.Test;
  for (let tries = 1; ; tries += 1) {
    try {
      execFileSync('runc', ['exec', name, ...check], { stdio: 'ignore' });
      return say(`${name} is healthy after ${tries} checks`);
    } catch {
      if (tries === 60 || child.exitCode !== null) throw new Error(`${name} is not healthy:\n${output()}`);
      await setTimeout(1_000);
    }
  }
}

/** What the kernel grants its first process, and whether it may write to its own program. */
function sayRights({ name }: Container): void {
  const status = run('runc', 'exec', name, 'cat', '/proc/1/status');
  const kept = status.split('\n').filter((line) => /^(?:Uid|CapEff|CapBnd|NoNewPrivs):/.test(line));
  const write = 'try { fs.writeFileSync("/app/x", "") } catch (error) { console.log(error.code) }';
  say(
    `${name} ${kept.join(' ').replaceAll('\t', ' ')}; a write to /app: ${run('runc', 'exec', name, 'node', '-e', write)}`,
  );
}

async function stop({ name, process: child, output }: Container, image: ImageConfig): Promise<void> {
  const stoppedAt = performance.now();
  const ended = child.exitCode === null ? once(child, 'exit') : [child.exitCode];
  run('runc', 'kill', name, image.StopSignal);
  const [code] = await ended;
  const seconds = ((performance.now() - stoppedAt) / 1_000).toFixed(1);
  say(`${name} ended with ${code} after ${seconds} s`);
  if (code !== 0) throw new Error(`${name} did not stop well:\n${output()}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

if (run('buildah', 'images', '--quiet', '--filter', `reference=${base}`) === '') buildBase();
const image = buildImage();
const [servicePort, botPort] = [await freePort(), await freePort()];
const slack = await createSlackSandbox();
const serve = ['serve', '/app/docs', '--domain', 'docs', '--host', '127.0.0.1', '--port', String(servicePort)];
const service = start('service', image, serve, [`PORT=${servicePort}`, 'DOCENT_ASSISTANT_KEY=key']);
await untilHealthy(service, image);
const bot = start('bot', image, image.Cmd, [
  `SLACK_BOT_TOKEN=${slack.botToken}`,
  `SLACK_APP_TOKEN=${slack.appToken}`,
  `SLACK_API_URL=${slack.apiUrl}`,
  `ASSISTANT_URL=http://127.0.0.1:${servicePort}`,
  'ASSISTANT_DOMAIN=docs',
  'ASSISTANT_API_KEY=key',
  `PORT=${botPort}`,
]);
await untilHealthy(bot, image);
const ready = await fetch(`http://127.0.0.1:${botPort}/readyz`);
say(`/readyz ${ready.status} ${await ready.text()}`);
const channel = slack.channels.find(({ name }) => name === 'docs-help')?.id ?? '';
const user = slack.users[0]?.id ?? '';
const answered = new Promise<string>((resolve) => {
  slack.onChange((change) => {
    if (change.kind === 'edited' && change.message.botId === slack.botId) resolve(change.message.text);
  });
});
await slack.say({ channel, user, text: `<@${slack.botUserId}> How do I connect Docent to Slack?` });
say(`answered: ${(await answered).split('\n')[0]}`);
for (const each of [service, bot]) sayRights(each);
await stop(bot, image);
await stop(service, image);
await slack.stop();
rmSync(folder, { recursive: true, force: true });
