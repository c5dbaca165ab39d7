/**
 * Questions without a good answer are asked again after a deployment, through the real SDKs on both simulated
 * platforms.
 */
import { describe, expect, it } from 'vitest';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { done, openStage, type Platform, personOf, type Stage } from './deploy-stage.ts';
import { ended, rooms } from './room.ts';

const deployed = {
  ...done,
  commit: { ...done.commit, filesChanged: { added: ['docs/how.md'], modified: [], removed: [] } },
};

/** Deploys and waits for the end. */
async function deploy(stage: Stage, platform: Platform): Promise<void> {
  const person = personOf(stage, platform, platform === 'slack' ? 'grace' : 'ada');
  await person.command('');
  await until(() => stage.world.log.lines.some((line) => line.phrase === 'deployment ended'));
}

/** Everything that Docent says there, including threads. */
function said({ world }: Stage, platform: Platform): readonly string[] {
  if (platform === 'discord') return world.discord.channels.flatMap(({ id }) => world.discordShows(id));
  return world.slack.channels.flatMap(({ id }) =>
    world.slack.messages(id).flatMap(({ ts }) => world.slackShows(id, ts)),
  );
}

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  it('the thread of a deployment says how many questions are answered now, with links, and the askers are not notified', async () => {
    const script = (_: unknown, index: number) =>
      index === 0 ? { pieces: pieces('No idea.') } : { pieces: pieces('Like this.'), sources: [{ path: 'how' }] };
    const stage = await openStage({ reask: true }, { script });
    const { world, service } = stage;
    service.status = deployed;
    await world.startBot({ deploy: stage.deploy });
    await rooms[platform](world, 'How does @ada do it?');
    await until(() => ended(world).length === 1);
    const before = said(stage, platform);
    await deploy(stage, platform);
    await until(() => said(stage, platform).some((text) => text.includes('Answered now: 1 of 1.')));
    const added = said(stage, platform).filter((text) => !before.includes(text));
    expect(added.find((text) => text.includes('Answered now'))).toMatch(/https?:\/\//);
    expect(added.some((text) => text.includes('Like this.'))).toBe(false);
    const [first, second] = world.service.asked;
    expect(second?.messages.at(-1)?.content).toContain('How does');
    expect(second?.fp).not.toBe(first?.fp);
    expect(second?.threadId).toBeUndefined();
    expect([world.slack.violations, world.discord.violations]).toEqual([[], []]);
  });

  it('nothing is asked again if that is turned off, and nothing is said if there is nothing to ask', async () => {
    for (const reask of [false, true]) {
      const stage = await openStage({ reask });
      const { world, service } = stage;
      service.status = deployed;
      await world.startBot({ deploy: stage.deploy });
      if (!reask) {
        await rooms[platform](world, 'How?');
        await until(() => ended(world).length === 1);
      }
      await deploy(stage, platform);
      if (reask) await until(() => world.log.lines.some((line) => line.phrase.startsWith('questions asked again')));
      expect(world.service.asked).toHaveLength(reask ? 0 : 1);
      expect(said(stage, platform).join('\n')).not.toContain('Answered now');
    }
  });
});
