/** Commands in mentions on Discord, which are continued by a public button, through the real SDK. */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { goOn, openStage, personOf, promptsIn, type Stage } from './deploy-stage.ts';

const continued = english.say('button.goOn');

async function open(confirm = false) {
  const stage = await openStage({ confirm });
  await stage.world.startBot({ deploy: stage.deploy });
  const [ada, linus] = [personOf(stage, 'discord', 'ada'), personOf(stage, 'discord', 'linus')];
  return { ...stage, ada, linus };
}

/** Mentions the bot, and resolves with the ids of the message and of the prompt below it. */
async function mention({ world }: Stage, { channel, user }: { channel: string; user: string }, text: string) {
  const { discord } = world;
  const { id } = await discord.say({ channel, user, text: `<@${discord.botUserId}> ${text}` });
  await until(() => promptsIn(world, channel).length > 0);
  const prompt = promptsIn(world, channel).at(-1);
  return { message: id, prompt: prompt?.id ?? '', shows: prompt?.content ?? '' };
}

describe('a command in a mention on Discord', () => {
  it('is offered to its author only, by name and as it will run', async () => {
    const stage = await open();
    const { ada, world } = stage;
    const { shows } = await mention(stage, ada, 'deploy  lock @everyone `release` \u202eday https://discord.gg/abc');
    expect(shows).toContain(`<@${ada.user}>`);
    expect(shows).toContain("`deploy lock @everyone 'release' day https://discord.gg/abc`");
    expect(world.discord.pings()).toEqual([]);
  });

  it.each(['deploy', 'deploy unlock', 'deploy lock mine', 'deploy status'])(
    'is not run by a press of another person, whatever their rights: %s',
    async (text) => {
      const stage = await open();
      const { ada, linus, world, service } = stage;
      await ada.type('lock release day');
      const { prompt } = await mention(stage, linus, text);
      await ada.press(continued, prompt);
      await until(() => ada.last().text === english.say('deploy.onlyAuthor'));
      expect(service.log).toEqual([]);
      expect(promptsIn(world, ada.channel).map(({ id }) => id)).toEqual([prompt]);
      expect(await ada.type('lock again')).toContain('release day');
      await linus.press(continued, prompt);
      await until(() => linus.last().text.includes(linus.user));
    },
  );

  it('is run once by its author, and its public button goes', async () => {
    const stage = await open();
    const { ada, world, service } = stage;
    await mention(stage, ada, 'deploy');
    await goOn(world, ada);
    await until(() => service.triggered === 1);
    expect(promptsIn(world, ada.channel)).toEqual([]);
    expect(world.discord.violations).toEqual([]);
  });

  it.each([
    ['deleted', (stage: Stage, place: Place) => stage.world.discord.remove(place)],
    ['edited', (stage: Stage, place: Place) => stage.world.discord.edit({ ...place, text: 'never mind' })],
    [
      'edited to another command',
      (stage: Stage, place: Place) =>
        stage.world.discord.edit({ ...place, text: `<@${stage.world.discord.botUserId}> deploy latest` }),
    ],
  ])('is not run after its message was %s', async (_, change) => {
    const stage = await open();
    const { ada, world, service } = stage;
    const { message } = await mention(stage, ada, 'deploy');
    await change(stage, { channel: ada.channel, user: ada.user, id: message });
    await goOn(world, ada);
    expect(ada.last().text).toBe(english.say('deploy.commandChanged'));
    expect(service.log).toEqual([]);
  });

  it('that changes the lock asks first, and then checks the message once more', async () => {
    const stage = await open();
    const { ada, world } = stage;
    const { channel, user } = ada;
    await mention(stage, ada, 'deploy lock release day');
    await goOn(world, ada);
    const question = english.say('deploy.confirmLock', { project: 'the docs', reason: 'release day' });
    expect(plainly(ada.last().text)).toBe(plainly(question));
    const asked = ada.last().id;
    await ada.press(english.say('button.lock'), asked);
    await until(() => ada.last().text.includes('🔒'));
    expect(ada.last().id).toBe(asked);
    const { message } = await mention(stage, ada, 'deploy unlock');
    await goOn(world, ada);
    expect(plainly(ada.last().text)).toBe(plainly(english.say('deploy.confirmUnlock', { project: 'the docs' })));
    await world.discord.edit({ channel, user, id: message, text: 'no' });
    await ada.press(english.say('button.unlock'));
    await until(() => ada.last().text === english.say('deploy.commandChanged'));
    expect(await ada.type('lock again')).toContain('release day');
    expect(world.discord.violations).toEqual([]);
  });
});

interface Place {
  readonly channel: string;
  readonly user: string;
  readonly id: string;
}

function plainly(text: string): string {
  return text.replaceAll('*', '');
}
