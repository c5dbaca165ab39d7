/**
 * `npm run installs`: packs Docent and installs the package with each package manager from an empty cache. Prints the seconds
 * and megabytes that it takes, and whether it starts. Exit code 1 if one does not, or if npm's is not small beside Node.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'docent-installs-'));
const env = {
  ...process.env,
  npm_config_cache: join(folder, 'npm-cache'),
  YARN_CACHE_FOLDER: join(folder, 'yarn-cache'),
  BUN_INSTALL_CACHE_DIR: join(folder, 'bun-cache'),
};

function run(cwd: string, program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Seconds, and megabytes beside Node. */
const limits = { seconds: 15, megabytes: 120 };

/** `docent`: the command's path where it is installed. */
function install(name: string, docent: string, command: readonly [string, ...string[]]): void {
  const place = join(folder, name);
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  const startedAt = performance.now();
  try {
    run(place, ...command);
    const seconds = (performance.now() - startedAt) / 1_000;
    const version = run(place, join(place, docent), '--version').trim();
    const beside = ['node-linux-*', 'node-darwin-*', 'node-bin-*'].map((nodes) => `--exclude=${nodes}`);
    const [all = 0, own = 0] = [[], beside].map((flags) => Number.parseInt(run(place, 'du', '-sm', ...flags, '.'), 10));
    process.stdout.write(
      `${name}: ${seconds.toFixed(1)} s, ${own} MB and ${all - own} MB of Node, docent ${version}\n`,
    );
    if (name === 'npm' && (seconds > limits.seconds || own > limits.megabytes)) process.exitCode = 1;
  } catch (error) {
    process.stdout.write(`${name}: ${error}\n`);
    process.exitCode = 1;
  }
}

run(root, 'npm', 'pack', '--silent', '--pack-destination', folder);
const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
run(folder, 'npm', 'install', '--prefix', 'tools', 'pnpm', 'yarn', 'bun');
const tool = (name: string): string => join(folder, 'tools/node_modules/.bin', name);
install('npm', 'bin/docent', ['npm', 'install', '--global', '--prefix', '.', tarball]);
const own = 'node_modules/.bin/docent';
install('pnpm', own, [tool('pnpm'), 'add', '--store-dir', join(folder, 'pnpm-store'), tarball]);
install('yarn', own, [tool('yarn'), 'add', tarball]);
install('bun', own, [tool('bun'), 'add', tarball]);
rmSync(folder, { recursive: true, force: true });
