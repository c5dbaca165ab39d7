/** Changing the routing file while questions arrive on both platforms. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { followRouting } from '../../src/cli/start.ts';
import { emptyFolder } from '../cli/terminal.ts';
import { createManualClock } from '../fakes/clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld } from './world.ts';

const count = 15;

it('a file that changes under load, even to invalid content, loses no question', async () => {
  const world = await openWorld((asked) => ({ pieces: pieces(`From ${asked.domain}.`), gapMs: 10 }));
  const app = await world.startBot();
  const path = join(emptyFolder(), 'docent.yaml');
  const [clock, ending] = [createManualClock(), new AbortController()];
  const { url, domain, apiKey } = world.assistant;
  const env = { ASSISTANT_URL: url, ASSISTANT_DOMAIN: domain, ASSISTANT_API_KEY: apiKey };
  const followed = followRouting({
    env,
    variables: env,
    source: { path, text: '' },
    app,
    logger: world.log,
    secrets: [],
    clock,
    signal: ending.signal,
  });
  onTestFinished(async () => {
    ending.abort();
    await followed;
  });
  const site = (name: string): string =>
    `limits: { personMinute: off }\nsites: { ${name}: { domain: ${name} } }\ndefaults: { site: ${name} }\n`;
  const files = [site('a'), 'slack: { mode: loud }', site('b'), 'sites: 7'];
  const { slack, discord } = world;
  for (let index = 0; index < count; index += 1) {
    const text = `What is number ${index}?`;
    const inSlack = { channel: world.slackChannel('docs-help'), user: world.slackUser('ada') };
    const inDiscord = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
    await slack.say({ ...inSlack, text: `<@${slack.botUserId}> ${text}` });
    await discord.say({ ...inDiscord, text: `<@${discord.botUserId}> ${text}` });
    writeFileSync(path, files[index % files.length] ?? '');
    await clock.advance(2_000);
    await until(() => clock.waiting() === 1);
  }
  const turns = () => world.log.lines.filter(({ phrase }) => phrase === 'turn ended');
  await until(() => turns().length === 2 * count);
  expect(new Set(turns().map(({ fields }) => Object(fields).state))).toEqual(new Set(['answered']));
  expect(world.service.asked).toHaveLength(2 * count);
  expect(new Set(world.service.asked.map((asked) => asked.domain))).toEqual(new Set([domain, 'a', 'b']));
  expect(world.log.lines.filter(({ phrase }) => phrase === 'routing file refused').length).toBeGreaterThan(2);
});
