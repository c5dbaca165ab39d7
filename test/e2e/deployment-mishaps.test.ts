/** A hostile commit, another process that takes over, and a place to write into that is closed, through the real SDKs. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { postgres } from '../store/engines.ts';
import { done, openStage, personOf, type Stage } from './deploy-stage.ts';

const hasEnded = ({ world }: Stage): boolean => world.log.lines.some(({ phrase }) => phrase === 'deployment ended');

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  const deployer = platform === 'slack' ? 'grace' : 'ada';

  it('what a commit says notifies nobody, and none of its words leads elsewhere', async () => {
    const stage = await openStage({ confirm: false });
    const { world, service, deploy } = stage;
    const person = personOf(stage, platform, deployer);
    const evil = `<!channel> <@${person.user}> @everyone [docs](https://evil.example) <https://evil.example|docs>`;
    service.status = {
      ...done,
      status: 'success',
      summary: evil,
      commit: { ...done.commit, ref: evil, message: evil },
      author: { name: evil },
    };
    await world.startBot({ deploy });
    await person.type('');
    await until(() => hasEnded(stage));
    expect(person.shows()[0]).toMatch(/^✅/);
    const pinged =
      platform === 'slack'
        ? world.slack.pings().map(({ token }) => token)
        : world.discord.pings().map((ping) => JSON.stringify(ping));
    // The one who typed the command.
    expect([...new Set(pinged)]).toEqual([expect.stringContaining(person.user)]);
    const links = platform === 'slack' ? world.slack.links() : world.discord.links();
    expect(links.filter((link) => JSON.stringify(link).includes('evil') && link.label)).toEqual([]);
  });

  it('another process goes on in the same message when the one that follows ends', async () => {
    const stage = await openStage({ confirm: false }, { clock: createFastClock(4) });
    const { world, service, deploy } = stage;
    const fresh = await postgres.fresh();
    const change = { deploy, database: fresh.url };
    const bots = [await world.startBot(change)];
    onTestFinished(async () => {
      await Promise.all(bots.map((bot) => bot.stop()));
      await fresh.drop();
    });
    service.status = { status: 'in_progress' };
    const person = personOf(stage, platform, deployer);
    await person.type('');
    await until(() => person.shows().some((text) => text.includes('in progress')));
    bots.push(await world.startBot(change));
    await bots[0]?.stop();
    service.status = done;
    await until(() => hasEnded(stage));
    expect(person.shows().filter((text) => text.startsWith('🚀'))).toEqual([]);
    expect(person.shows().filter((text) => text.startsWith('✅'))).toHaveLength(1);
    expect(service.triggered).toBe(1);
  });
});

it('a deployment from a channel of Discord where Docent may not write is followed in answers to its command', async () => {
  const stage = await openStage({ confirm: false });
  const { world, service, deploy } = stage;
  service.status = done;
  await world.startBot({ deploy });
  const person = personOf(stage, 'discord', 'ada', 'read-only');
  await person.type('');
  await until(() => hasEnded(stage));
  expect(person.shows()).toEqual([
    expect.stringMatching(/^✅ [\s\S]*st-1/),
    expect.stringContaining(`<@${person.user}>`),
  ]);
  expect(service.triggered).toBe(1);
});
