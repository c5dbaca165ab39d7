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
/** Bounds what is held for short-lived objects: a third less memory, and no slower. Node reads it only when it starts. */
const memoryFlag = '--max-semi-space-size=8';
const major = Number(process.versions.node.split('.')[0]);

if (major >= oldestMajor) {
  takeMemoryFlag();
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

/**
 * This process begun anew with the flag, where nobody set it and the platform can: to whoever watches it, it is the same
 * process.
 */
function takeMemoryFlag() {
  const { execPath, execArgv, argv, env, platform } = process;
  const isSet = [...execArgv, env.NODE_OPTIONS ?? ''].some((each) => each.includes('--max-semi-space-size'));
  if (isSet || platform === 'win32') return;
  process.execve(execPath, [execPath, ...execArgv, memoryFlag, ...argv.slice(1)], env);
}

/** The optional dependency's program, in this package's node_modules or in those above it. */
function findNode() {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const program = join(folder, 'node_modules', 'node', 'bin', 'node');
    if (existsSync(program)) return program;
  }
  return undefined;
}

/** The same command in the newer Node; signals and the exit code pass through. */
function handOver(program) {
  const child = spawn(program, [memoryFlag, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0);
  });
}
