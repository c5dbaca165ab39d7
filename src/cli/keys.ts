/**
 * `docent keys create|list|revoke`: the Bearer keys of the documentation service. A key is shown once, when it is
 * created.
 */

import { readEnvFile } from '../bot/config/env-file.ts';
import { dayOf } from '../kit/base/wall-clock.ts';
import { createKey, defaultOrganization, isName, keyKinds, toStoredKey } from '../service/keys.ts';
import type { StoredKey } from '../service/store/keys.ts';
import { openServiceStore, type ServiceStore } from '../service/store/store.ts';
import { v } from '../service/variables.ts';
import { databaseOf, databaseProblem, databaseSettings } from './database-problem.ts';
import { type Command, type CommandIo, type ExitCode, readWords, UsageError, type Words } from './terminal/command.ts';

export const keys: Command = {
  summary: 'create, list and revoke keys of the documentation service',
  help: `docent keys create assistant [--groups NAMES] [--organization NAME] [--expires DAYS]
docent keys create deploy [--organization NAME] [--expires DAYS]
docent keys create messages [--groups NAMES] [--organization NAME] [--expires DAYS]
docent keys list
docent keys revoke ID

Keys of the documentation service (docent serve): an assistant key can ask, a
deploy key can update projects and read their status, a messages key can read
what a person asked. A new key is printed once; only its hash is stored.
Changes apply immediately to a running service.
  --groups        access groups, separated by commas, whose pages the key may read,
                  or answers from them; without them it reads only what everybody may
  --organization  the owner (default: ${defaultOrganization}); the key works for its projects only
  --expires       the number of days after which the key expires
  --database      where keys are stored (SERVE_DATABASE_URL or ${v.databaseUrl.default})
Exit codes: 0 done, 1 failed, 2 wrong usage.
`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const words = readWords(args, { organization: text, expires: text, groups: text, database: text }, 2);
    const act = actionOf(words);
    const database = databaseOf(words.text('database'), await readEnvFile('.env', io.env), v.databaseUrl);
    try {
      const store = await openServiceStore(database);
      try {
        return await act(store, io);
      } finally {
        await store.close();
      }
    } catch (error) {
      const sentence = databaseProblem(error, database, databaseSettings);
      if (sentence === undefined) throw error;
      io.err(`${sentence}\n`);
      return 1;
    }
  },
};

type Action = (store: ServiceStore, io: CommandIo) => Promise<ExitCode>;

/** Parses the arguments before the database is opened, so that wrong ones change nothing. */
function actionOf(words: Words): Action {
  const [verb, what] = words.positionals;
  if (verb === 'list' && what === undefined) return list;
  if (verb === 'revoke' && what !== undefined) return (store, io) => revoke(what, store, io);
  const kind = keyKinds.find((known) => known === what);
  if (verb !== 'create' || !kind)
    throw new UsageError('Use create assistant, create deploy, create messages, list, or revoke ID.');
  const days = words.number('expires', 3_650);
  if (days === 0) throw new UsageError('--expires takes a number of days, at least 1.');
  const organization = words.text('organization') ?? defaultOrganization;
  if (!isName(organization)) throw new UsageError('--organization takes letters, digits, -, _ and dots.');
  const groups = groupsOf(words);
  if (kind === 'deploy' && groups.length > 0)
    throw new UsageError('--groups applies to assistant and messages keys: a deploy key reads no pages.');
  return async (store, io) => {
    const now = Date.now();
    const key = createKey(kind);
    const expiresAt = days === undefined ? undefined : now + days * dayMs;
    const stored = toStoredKey(key, { kind, organization, expiresAt, groups }, now);
    await store.addKey(stored);
    io.err(`${lineOf(stored, now)}\nThis key will not be shown again:\n`);
    io.out(`${key}\n`);
    return 0;
  };
}

/** The access groups of `--groups`. Fails with UsageError. */
export function groupsOf(words: Words): readonly string[] {
  const given = words.text('groups');
  if (given === undefined) return [];
  const groups = given.split(',').map((group) => group.trim());
  if (groups.every((group) => /^[^\p{C}]+$/u.test(group))) return [...new Set(groups)];
  throw new UsageError('--groups takes names of access groups separated by commas, for example staff,partners.');
}

const dayMs = 24 * 3_600_000;

async function list(store: ServiceStore, io: CommandIo): Promise<ExitCode> {
  const all = await store.listKeys();
  if (all.length === 0) io.err('There are no keys. Create one: docent keys create assistant\n');
  for (const key of all) io.out(`${lineOf(key, Date.now())}\n`);
  return 0;
}

async function revoke(id: string, store: ServiceStore, io: CommandIo): Promise<ExitCode> {
  const revoked = await store.revokeKey(id, Date.now());
  if (revoked) io.out(`Revoked ${id}.\n`);
  else io.err(`There is no active key ${id}. See: docent keys list\n`);
  return revoked ? 0 : 1;
}

function lineOf(key: StoredKey, now: number): string {
  return [
    key.id,
    key.kind.padEnd('assistant'.length),
    key.organization,
    ...(key.groups.length === 0 ? [] : [`groups ${key.groups.join(', ')}`]),
    `created ${dayOf(key.createdAt)}`,
    stateOf(key, now),
  ].join('  ');
}

function stateOf({ expiresAt, revokedAt }: StoredKey, now: number): string {
  if (revokedAt !== undefined) return `revoked ${dayOf(revokedAt)}`;
  if (expiresAt === undefined) return 'does not expire';
  return `${expiresAt <= now ? 'expired' : 'expires'} ${dayOf(expiresAt)}`;
}
