import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Routing } from '../../src/bot/config/config.ts';
import { readSecrets } from '../../src/bot/config/env-file.ts';
import { followRouting } from '../../src/cli/start.ts';
import { createManualClock } from '../fakes/clock.ts';
import { createKeptLog } from '../fakes/logger.ts';
import { until } from '../sandbox/slack/until.ts';
import { emptyFolder } from './terminal.ts';

const env = {
  ASSISTANT_URL: 'https://a.example',
  ASSISTANT_DOMAIN: 'docs',
  ASSISTANT_API_KEY: 'the-first-key',
  LATER_KEY: 'the-later-key',
};

/** Follows docent.yaml and the key files in an empty folder; `look` resolves when both have been checked. */
async function follow(given: (folder: string) => Readonly<Record<string, string>>, text?: string) {
  const folder = emptyFolder();
  const path = join(folder, 'docent.yaml');
  const variables = given(folder);
  const [clock, logger, ending] = [createManualClock(), createKeptLog(), new AbortController()];
  const applied: Routing[] = [];
  const secrets = ['the-first-key'];
  const done = followRouting({
    variables,
    env: await readSecrets(variables),
    source: { path, text },
    logger,
    secrets,
    clock,
    app: { route: (routing) => void applied.push(routing) },
    signal: ending.signal,
  });
  onTestFinished(async () => {
    ending.abort();
    await done;
  });
  const look = async (): Promise<void> => {
    await clock.advance(2_000);
    await until(() => clock.waiting() === 1);
  };
  const keys = () =>
    applied.map(({ sites }) => Object.fromEntries([...sites].map(([name, { apiKey }]) => [name, apiKey])));
  return { folder, path, logger, applied, secrets, look, keys };
}

it('a valid file is applied, with its keys kept out of the log; an invalid or missing one changes nothing', async () => {
  const { path, logger, applied, secrets, look } = await follow(() => env, '');
  for (const text of ['slack: { mode: loud }', 'sites: { api: { domain: api, key: LATER_KEY } }', 'sites: 7']) {
    writeFileSync(path, text);
    await look();
  }
  expect(logger.lines).toMatchObject([
    {
      level: 'error',
      phrase: 'routing file refused',
      fields: { problems: ['docent.yaml, line 1, column 10: slack.mode: expected mention, auto or off'] },
    },
    { level: 'info', phrase: 'routing file applied', fields: { sites: 2 } },
    { level: 'error', phrase: 'routing file refused' },
  ]);
  expect(applied.map(({ sites }) => [...sites.keys()])).toEqual([['default', 'api']]);
  expect(secrets).toEqual(['the-first-key', 'the-later-key']);
});

it('a renewed key in a file is applied, as in a Kubernetes secret; a missing or unreadable one changes nothing', async () => {
  const { ASSISTANT_API_KEY: first, LATER_KEY: _, ...rest } = env;
  const { folder, path, logger, secrets, look, keys } = await follow((mounted) => {
    writeFileSync(join(mounted, 'one'), `${first}\n`);
    symlinkSync('one', join(mounted, 'key'));
    return { ...rest, ASSISTANT_API_KEY_FILE: join(mounted, 'key'), LATER_KEY_FILE: join(mounted, 'later') };
  });
  const put = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
    symlinkSync(name, join(folder, 'next'));
    renameSync(join(folder, 'next'), join(folder, 'key'));
  };
  await look();
  put('two', 'the-second-key\n');
  await look();
  put('empty', '');
  await look();
  rmSync(join(folder, 'key'));
  await look();
  put('three', 'the-third-key');
  writeFileSync(path, 'sites: { api: { domain: api, key: LATER_KEY } }');
  writeFileSync(join(folder, 'later'), 'the-later-key');
  await look();
  writeFileSync(join(folder, 'later'), 'the-latest-key');
  await look();
  await look();
  expect(keys()).toEqual([
    { default: 'the-second-key' },
    { default: 'the-third-key', api: 'the-later-key' },
    { default: 'the-third-key', api: 'the-latest-key' },
  ]);
  expect(logger.lines).toMatchObject([
    { level: 'info', phrase: 'renewed keys applied' },
    {
      level: 'error',
      phrase: 'renewed keys refused',
      fields: { problems: [expect.stringMatching(/^ASSISTANT_API_KEY/)] },
    },
    { level: 'info', phrase: 'routing file applied' },
    { level: 'info', phrase: 'renewed keys applied' },
  ]);
  expect(secrets).toEqual(['the-first-key', 'the-second-key', 'the-third-key', 'the-later-key', 'the-latest-key']);
});

it('a rejected key does not block later files once its own file is deleted', async () => {
  const { ASSISTANT_API_KEY: first, ...rest } = env;
  const { folder, path, look, keys } = await follow((mounted) => {
    writeFileSync(join(mounted, 'key'), first);
    return { ...rest, ASSISTANT_API_KEY_FILE: join(mounted, 'key') };
  });
  await look();
  writeFileSync(join(folder, 'key'), '');
  await look();
  rmSync(join(folder, 'key'));
  writeFileSync(path, 'sites: { api: { domain: api, key: LATER_KEY } }');
  await look();
  expect(keys()).toEqual([{ default: first, api: 'the-later-key' }]);
});

it('a renewed deploy token waits for a restart, and is not logged as applied', async () => {
  const text = 'projects: { site: { url: "https://deploy.example", id: p, token: SITE_TOKEN, allow: ["slack:U1"] } }';
  const { folder, applied, logger, look } = await follow((mounted) => {
    writeFileSync(join(mounted, 'docent.yaml'), text);
    for (const name of ['all', 'site']) writeFileSync(join(mounted, name), 'the-first-token');
    return { ...env, DEPLOY_TOKEN_FILE: join(mounted, 'all'), SITE_TOKEN_FILE: join(mounted, 'site') };
  }, text);
  for (const name of ['all', 'site']) writeFileSync(join(folder, name), 'the-second-token');
  await look();
  expect([applied, logger.lines.map(({ phrase }) => phrase)]).toEqual([[], []]);
});
