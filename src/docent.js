#!/usr/bin/env node
/**
 * The door. Plain JavaScript that any Node can read: checks Node's version before any TypeScript is. An older Node hands
 * over to the Node 24 that comes with the optional dependency `node`; without it, it says what is missing and ends with 2.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const oldestMajor = 24;
const major = Number(process.versions.node.split('.')[0]);

if (major >= oldestMajor) {
  // Packed, this file lies beside compiled JavaScript.
  const file = import.meta.url.endsWith('/src/docent.js') ? './main.ts' : './main.js';
  // What was compiled once starts sooner, and takes less memory, the next time.
  module.enableCompileCache();
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

/** The optional dependency's program, in this package's node_modules or in those above it. */
function findNode() {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const program = join(folder, 'node_modules', 'node', 'bin', 'node');
    if (existsSync(program)) return program;
  }
  return undefined;
}

/**
 * The same command in the newer Node; signals and the exit code pass through. It holds no more for short-lived objects than
 * where the package's scripts start it, unless the operator sets a bound: of several the last counts.
 */
function handOver(program) {
  const bounds = process.execArgv.filter((flag) => flag.startsWith('--max'));
  const child = spawn(program, [...bounds, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: `--max-semi-space-size=8 ${process.env.NODE_OPTIONS ?? ''}` },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0);
  });
}
