/** Three workspaces, the last one an organisation, that each install the Slack app of the same bot. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { App } from '../../src/bot/app/app.ts';
import type { Config } from '../../src/bot/config/config.ts';
import { createOpsServer } from '../../src/kit/ops/http.ts';
import { openDatabase } from '../../src/kit/sql/database.ts';
import { createSlackSandbox, type SlackSandbox } from '../../src/sandbox/slack/sandbox.ts';
import type { TestEngine } from '../kit/sql/engines.ts';
import type { Asked, Scripted } from './assistant-service.ts';
import { openWorld, type World, withoutNoSources } from './world.ts';

/** A channel that exists in each of them. */
export const [ada, grace, docsHelp] = ['U0ADA00001', 'U0GRACE001', 'C0DOCSHELP'];
const teams = [
  { id: 'T0SECOND01', name: 'Second & Sons', domain: 'second' },
  { id: 'T0THIRD001', name: 'Third', domain: 'third', organization: 'E0THIRD001' },
];

export interface Installed {
  readonly world: World;
  readonly workspaces: readonly [SlackSandbox, SlackSandbox, SlackSandbox];
  readonly keys: string[];
  readonly database: string;
  app: App;
  start(change?: Partial<Config>): Promise<void>;
  /** The page on which the OAuth flow ends. */
  install(workspace: SlackSandbox): Promise<{ readonly status: number; readonly text: string }>;
  get(path: string, cookie?: string): Promise<Response>;
}

export async function openWorkspaces(
  engine: TestEngine,
  script: (asked: Asked, index: number) => Scripted,
): Promise<Installed> {
  const fresh = await engine.migrated();
  onTestFinished(() => fresh.drop());
  const world = await openWorld(script);
  const [second, third] = await Promise.all(teams.map((team) => createSlackSandbox({ team, beside: world.slack })));
  if (!second || !third) throw new Error('no workspaces');
  onTestFinished(async () => {
    await Promise.all([second.stop(), third.stop()]);
  });
  const { clientId, clientSecret, appToken, apiUrl } = world.slack;
  const keys = [randomBytes(32).toString('base64')];
  let base = '';
  const installed: Installed = {
    world,
    keys,
    database: fresh.url,
    workspaces: [world.slack, second, third],
    // Set by start.
    app: undefined as unknown as App,
    async start(change = {}) {
      const installing = { clientId, clientSecret, stateSecret: 'hard to guess indeed', encryptionKeys: keys };
      const app = await world.startBot({ slack: { installing, appToken, apiUrl }, database: fresh.url, ...change });
      const metrics = { text: async () => '', contentType: 'text/plain' };
      const listeners = app.listeners;
      const server = await createOpsServer({
        host: '127.0.0.1',
        port: 0,
        health: () => app.health(),
        metrics,
        listeners,
      });
      onTestFinished(() => server.close());
      base = `http://127.0.0.1:${server.port}`;
      installed.app = app;
    },
    get: (path, cookie) => fetch(base + path, { redirect: 'manual', headers: cookie === undefined ? {} : { cookie } }),
    async install(workspace) {
      const began = await installed.get('/slack/install');
      const cookie = began.headers.get('set-cookie')?.split(';')[0] ?? '';
      const query = workspace.oauth.approve(began.headers.get('location') ?? '');
      const page = await installed.get(`/slack/oauth_redirect${query}`, cookie);
      return { status: page.status, text: await page.text() };
    },
  };
  await installed.start();
  return installed;
}

/** Docent's public messages there. */
export function shows(slack: SlackSandbox, channel: string, thread?: string): readonly string[] {
  return slack
    .messages(channel, thread)
    .flatMap((one) => (one.user === slack.botUserId && !one.visibleTo ? [withoutNoSources(one.text)] : []));
}

/** Ada asks a question. Returns its thread. */
export async function ask(slack: SlackSandbox, text: string, thread?: string): Promise<string> {
  const mention = thread === undefined ? `<@${slack.botUserId}> ` : '';
  const { ts } = await slack.say({ channel: docsHelp, user: ada, text: mention + text, ...(thread && { thread }) });
  return thread ?? ts;
}

/** Everything that is stored, as text. */
export async function stored({ database: url }: Installed): Promise<string> {
  if (url.startsWith('sqlite:')) {
    const folder = dirname(url.slice('sqlite:'.length));
    const files = await readdir(folder);
    return (await Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')))).join('\n');
  }
  const database = await openDatabase(url);
  const tables = (await database.sql.introspection.getTables()).map(({ name }) => name);
  const rows = await Promise.all(
    tables.map((table) => sql`select * from ${sql.table(table)}`.execute(database.sql).then((read) => read.rows)),
  );
  await database.close();
  return JSON.stringify(rows);
}
