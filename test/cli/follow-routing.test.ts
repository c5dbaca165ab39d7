import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { followRouting } from '../../src/cli/follow-routing.ts';
import type { Routing } from '../../src/config/config.ts';
import { createManualClock } from '../fakes/clock.ts';
import { createKeptLog } from '../fakes/logger.ts';
import { until } from '../sandbox/slack/until.ts';
import { emptyFolder } from './terminal.ts';

const env = {
  ...{ ASSISTANT_URL: 'https://a.example', ASSISTANT_DOMAIN: 'docs', ASSISTANT_API_KEY: 'the-first-key' },
  LATER_KEY: 'the-later-key',
};

it('a right file applies, with its keys kept out of the log; a wrong one or none changes nothing', async () => {
  const path = join(emptyFolder(), 'docent.yaml');
  const [clock, logger, ending] = [createManualClock(), createKeptLog(), new AbortController()];
  const applied: Routing[] = [];
  const secrets = ['the-first-key'];
  const done = followRouting({
    ...{ env, source: { path, text: '' }, logger, secrets, clock, signal: ending.signal },
    app: { route: (routing) => void applied.push(routing) },
  });
  onTestFinished(async () => {
    ending.abort();
    await done;
  });
  for (const text of ['slack: { mode: loud }', 'sites: { api: { domain: api, key: LATER_KEY } }', 'sites: 7']) {
    writeFileSync(path, text);
    await clock.advance(2_000);
    await until(() => clock.waiting() === 1);
  }
  expect(logger.lines).toMatchObject([
    {
      ...{ level: 'error', phrase: 'routing file refused' },
      fields: { problems: ['docent.yaml, line 1, column 10: slack.mode: expected mention, auto or off'] },
    },
    { level: 'info', phrase: 'routing file applied', fields: { sites: 2 } },
    { level: 'error', phrase: 'routing file refused' },
  ]);
  expect(applied.map(({ sites }) => [...sites.keys()])).toEqual([['default', 'api']]);
  expect(secrets).toEqual(['the-first-key', 'the-later-key']);
});
