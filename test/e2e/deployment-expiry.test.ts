/** A confirmation that nobody presses, through the real SDKs on both simulated platforms. */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { createFastClock, type FastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { goOn, openStage, personOf, type Stage } from './deploy-stage.ts';

const expired = english.say('deploy.expired', { project: 'the docs' });

async function open(): Promise<Stage & { readonly clock: FastClock }> {
  const clock = createFastClock(4);
  return { ...(await openStage({ confirm: true }, { clock })), clock };
}

/** Advances in steps, so that connections can keep up their heartbeats. */
async function passTo(clock: FastClock, at: number): Promise<void> {
  while (clock.now() < at) await clock.skip(1_000);
}

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  const deployer = platform === 'slack' ? 'grace' : 'ada';

  it.each([false, true])(
    'the confirmation says on its own that it has expired (after a restart: %s)',
    async (isRestarted) => {
      const stage = await open();
      const { world, service, deploy, clock } = stage;
      const bot = await world.startBot({ deploy });
      const person = personOf(stage, platform, deployer);
      expect(await person.type('')).toMatch(/Deploy \*+the docs/);
      const asked = { at: clock.now(), id: person.last().id };
      if (isRestarted) {
        await bot.stop();
        await world.startBot({ deploy });
      }
      await passTo(clock, asked.at + 50_000);
      expect(person.last()).toMatchObject({ id: asked.id, text: expect.not.stringContaining(expired) });
      await passTo(clock, asked.at + 65_000);
      await until(() => person.last().text === expired);
      // Slack cannot replace the response to a command before a button in it was pressed.
      expect(person.private()).toHaveLength(platform === 'slack' ? 2 : 1);
      if (platform === 'slack') await person.press('Deploy', asked.id);
      await until(() => person.private().every(({ text }) => text === expired));
      expect([person.shows(), service.log]).toEqual([[], []]);
      expect([world.slack.violations, world.discord.violations]).toEqual([[], []]);
    },
  );

  it('the confirmation says so if the command was a mention', async () => {
    const stage = await open();
    const { world, service, deploy, clock } = stage;
    await world.startBot({ deploy });
    const person = personOf(stage, platform, deployer);
    const { channel, user } = person;
    if (platform === 'slack') await world.slack.say({ channel, user, text: `<@${world.slack.botUserId}> deploy` });
    else await mentionOnDiscord(stage, person);
    await until(() => /Deploy \*+the docs/.test(person.last().text));
    await passTo(clock, clock.now() + 65_000);
    await until(() => person.last().text === expired);
    expect(service.log).toEqual([]);
  });
});

async function mentionOnDiscord({ world }: Stage, { channel, user }: { channel: string; user: string }): Promise<void> {
  const { discord } = world;
  await discord.say({ channel, user, text: `<@${discord.botUserId}> deploy` });
  await goOn(world, { channel, user });
}
