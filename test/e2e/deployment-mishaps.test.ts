/** A hostile commit, another process taking over, and a channel without write access, through the real SDKs. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFastClock } from '../fakes/fast-clock.ts';
import { postgres } from '../kit/sql/engines.ts';
import { until } from '../sandbox/slack/until.ts';
import { done, openStage, personOf, type Stage } from './deploy-stage.ts';

const hasEnded = ({ world }: Stage): boolean => world.log.lines.some(({ phrase }) => phrase === 'deployment ended');

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  const deployer = platform === 'slack' ? 'grace' : 'ada';

  it('a commit message notifies nobody, and none of its words becomes a link', async () => {
    const stage = await openStage();
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
    await person.start();
    await until(() => hasEnded(stage));
    expect(person.shows()[0]).toMatch(/^✅/);
    const pinged =
      platform === 'slack'
        ? world.slack.pings().map(({ token }) => token)
        : world.discord.pings().map((ping) => JSON.stringify(ping));
    // The person who typed the command.
    expect([...new Set(pinged)]).toEqual([expect.stringContaining(person.user)]);
    const links = platform === 'slack' ? world.slack.links() : world.discord.links();
    expect(links.filter((link) => JSON.stringify(link).includes('evil') && link.label)).toEqual([]);
  });

  it('another process continues in the same message when the one that follows stops', async () => {
    const stage = await openStage({}, { clock: createFastClock(4) });
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
    await person.start();
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

describe('a deployment from a channel where Docent may not write', () => {
  it('is followed on Discord in responses to its command', async () => {
    const stage = await openStage();
    const { world, service, deploy } = stage;
    service.status = done;
    await world.startBot({ deploy });
    const person = personOf(stage, 'discord', 'ada', 'read-only');
    await person.start();
    await until(() => hasEnded(stage));
    expect(person.shows()).toEqual([
      expect.stringMatching(/^✅ [\s\S]*st-1/),
      expect.stringContaining(`<@${person.user}>`),
    ]);
    expect(service.triggered).toBe(1);
  });

  it('is shown in Slack at its start and at its end, because such messages cannot be edited', async () => {
    const stage = await openStage();
    const { world, service, deploy } = stage;
    service.status = { status: 'queued' };
    await world.startBot({ deploy });
    const person = personOf(stage, 'slack', 'grace', 'no-bot-here');
    await person.start();
    for (const status of ['in_progress', 'checking']) {
      const reads = service.log.length;
      service.status = { status };
      await until(() => service.log.length > reads + 1);
    }
    service.status = done;
    await until(() => hasEnded(stage));
    expect(person.shows()).toEqual([
      expect.stringMatching(/^🚀 [\s\S]*st-1/),
      expect.stringMatching(/^✅ [\s\S]*checking/),
      expect.stringContaining(`<@${person.user}>`),
    ]);
  });

  // Slack accepts responses to a command for 30 minutes, Discord for 15.
  it.each([
    ['slack', 'grace', 'no-bot-here', 31],
    ['discord', 'ada', 'read-only', 16],
  ] as const)(
    'ends in a direct message on %s when its command can no longer be answered',
    async (platform, name, place, minutes) => {
      const clock = createFastClock(4);
      const stage = await openStage({ timeoutMs: 60 * 60_000 }, { clock });
      const { world, service, deploy } = stage;
      service.status = { status: 'in_progress' };
      await world.startBot({ deploy });
      const person = personOf(stage, platform, name, place);
      await person.start();
      await until(() => person.shows().length > 0);
      const endsAt = clock.now() + minutes * 60_000;
      while (clock.now() < endsAt) await clock.skip(1_000);
      service.status = done;
      await until(() => hasEnded(stage));
      expect(directMessages(stage, platform, person.user)).toEqual([expect.stringMatching(/^✅ [\s\S]*st-1/)]);
      expect(person.shows().filter((text) => text.startsWith('✅'))).toEqual([]);
    },
  );
});

/** Docent's direct messages to this person. */
function directMessages({ world }: Stage, platform: 'slack' | 'discord', user: string): readonly string[] {
  if (platform === 'slack') {
    const own = world.slack.channels.filter(({ kind, members }) => kind === 'im' && members.includes(user));
    return own.flatMap(({ id }) => world.slackShows(id));
  }
  const own = world.discord.channels.filter(({ kind }) => kind === 'dm');
  return own.flatMap(({ id }) => world.discordShows(id));
}
