#!/usr/bin/env node
/**
 * The executable: plain JavaScript for old versions of Node, which checks the version before loading TypeScript. An older
 * Node hands over to Node 24 from the optional dependencies; without one, it prints what is needed and exits with 2.
 */
import { spawn } from 'node:child_process';
import module from 'node:module';
import { join } from 'node:path';
import v8 from 'node:v8';

const oldestMajor = 24;
const major = Number(process.versions.node.split('.')[0]);

if (major >= oldestMajor) {
  // In the package, the bundle is in chunks.
  const file = import.meta.url.endsWith('/src/docent.js') ? './cli/main.ts' : './chunks/main.js';
  // Optimizing the HTTP client's WebAssembly briefly takes 30 to 50 MB, which the process would never return.
  for (const flag of ['--liftoff', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) v8.setFlagsFromString(flag);
  // The compile cache speeds up later starts, but takes 5 to 10 MB for the life of the process.
  if (!['start', 'serve'].includes(process.argv[2])) module.enableCompileCache();
  const { main } = await import(file);
  await main();
} else {
  const newer = findNode();
  if (newer) handOver(newer);
  else {
    process.stderr.write(
      `Docent needs Node ${oldestMajor} or newer; this is ${process.version}: install it from https://nodejs.org.\n`,
    );
    process.exitCode = 2;
  }
}

/** Of the optional dependencies, package managers install the one for this system: an executable, and no install script. */
function findNode() {
  const require = module.createRequire(import.meta.url);
  for (const name of Object.keys(require('../package.json').optionalDependencies)) {
    try {
      const manifest = require.resolve(`${name}/package.json`);
      return join(manifest, '..', require(manifest).bin.node);
    } catch {
      // It is for another system.
    }
  }
  return undefined;
}

/**
 * Runs the same command in the newer Node, forwarding signals and the exit code. The young generation is limited as in the
 * package's scripts, unless the operator sets a limit: the last one wins.
 */
function handOver(program) {
  const bounds = process.execArgv.filter((flag) => flag.startsWith('--max'));
  const child = spawn(program, [...bounds, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: `--max-semi-space-size=2 ${process.env.NODE_OPTIONS ?? ''}` },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0);
  });
}
