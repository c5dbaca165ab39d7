/** The buttons below an answer that only the asker sees, through the real SDKs on both platforms. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { toExport } from '../../src/bot/core/insight/exports.ts';
import { readAsked } from '../../src/bot/store/reports/asked-questions.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { stringAt } from '../../src/kit/base/json.ts';
import { walk } from '../../src/sandbox/discord/rest/components.ts';
import { isObject } from '../../src/sandbox/json.ts';
import { readFeedback } from '../bot/store/feedback-records.ts';
import { createFastClock } from '../fakes/fast-clock.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { ended, harmless } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World, withoutNoSources } from './world.ts';

/** What the asker sees and does. */
interface Private {
  /** Everything that only they see, oldest first. */
  seen(): readonly string[];
  /** The buttons below the newest message that has any. */
  buttons(): readonly string[];
  press(label: string): Promise<void>;
  /** Submits the open form. */
  submit(values: Readonly<Record<string, string>>): Promise<unknown>;
  /** undefined if none is open. */
  form(): object | undefined;
}

async function askInSlack(world: World, text: string): Promise<Private> {
  const { slack } = world;
  const [channel, user] = [world.slackChannel('docs-help'), world.slackUser('grace')];
  await slack.command({ command: '/docs', text, channel, user });
  const mine = () => slack.allMessages(channel).filter(({ visibleTo }) => visibleTo === user);
  const labels = ({ blocks = [] }: ReturnType<typeof mine>[number]): readonly string[] =>
    blocks
      .flatMap(({ elements }) => (Array.isArray(elements) ? elements.filter(isObject) : []))
      .flatMap((each) => [each, ...(Array.isArray(each.options) ? each.options : [])])
      .flatMap((each) => stringAt(each, 'text', 'text') ?? []);
  const last = () => mine().findLast((one) => labels(one).length > 0);
  return {
    seen: () => mine().map((one) => withoutNoSources(one.text)),
    buttons: () => mine().flatMap(labels),
    async press(button) {
      await slack.press({ channel, user, ts: last()?.ts ?? '', button });
    },
    submit: (values) => slack.submitForm({ user, values }),
    form: () => slack.form(user),
  };
}

async function askOnDiscord(world: World, text: string): Promise<Private> {
  const { discord } = world;
  const [channel, user] = [world.discordChannel('docs-help'), world.discordUser('grace')];
  await discord.command({ name: 'docs', options: { question: text }, channel, user });
  const mine = () => discord.messages(channel).filter(({ visibleTo }) => visibleTo === user);
  const labels = ({ components }: ReturnType<typeof mine>[number]): readonly string[] =>
    walk(components).flatMap(({ label }) => (typeof label === 'string' ? [label] : []));
  let form: Awaited<ReturnType<typeof discord.press>> | undefined;
  return {
    seen: () => mine().map((one) => withoutNoSources(one.content)),
    buttons: () => mine().flatMap(labels),
    async press(button) {
      const message = mine().findLast((one) => labels(one).length > 0)?.id ?? '';
      form = await discord.press({ channel, user, message, button });
    },
    submit: (values) => discord.submitModal({ interaction: form?.interaction ?? '', user, values }),
    form: () => form?.modal,
  };
}

const ask = { slack: askInSlack, discord: askOnDiscord };
/** In Slack the question is shown above the answer. */
const above = { slack: [`${english.say('lookingUp')}\n> How?`], discord: [] };
/** The messages of the thread in which an answer was shared. */
const shared = {
  slack: (world: World) => {
    const channel = world.slackChannel('docs-help');
    const roots = world.slack.messages(channel).filter(({ visibleTo }) => visibleTo === undefined);
    return roots.flatMap(({ ts }) => world.slackShows(channel, ts).slice(1));
  },
  discord: (world: World) =>
    world.discord.threads(world.discordChannel('docs-help')).flatMap(({ id }) => world.discordShows(id)),
};
const all = ['Helpful', 'Not helpful', 'Ask again', 'Share in channel'];
/** Needs more than one message on either platform. */
const twoMessages = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ');

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  it('a private answer can be marked with a reason, and no export contains a word of it', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
    const grace = `${platform}:${platform === 'slack' ? world.slackUser('grace') : world.discordUser('grace')}`;
    await world.startBot({ routing: routingOf(world, `defaults: { staff: [${grace}], handover: ${grace} }`) });
    const mine = await ask[platform](world, 'How?');
    await until(() => ended(world).length === 1);
    // Nobody can be called to an answer that others do not see.
    expect(mine.buttons()).toEqual(all);
    await mine.press('Helpful');
    await until(() => mine.seen().at(-1) === english.say('feedback.helpful'));
    await mine.press('Not helpful');
    await until(() => mine.form() !== undefined);
    // Nobody else has read it, so it cannot be taken back.
    expect(JSON.stringify(mine.form())).not.toContain('take_back');
    await mine.submit({ reason: 'outdated', comment: 'since v2' });
    expect(await readFeedback(world.database)).toMatchObject([
      { mark: 'not_helpful', reason: 'outdated', comment: 'since v2', answer: { question: 'How?' } },
    ]);
    const { asked } = await readAsked(world.database, 0);
    expect(asked).toMatchObject([{ isPrivate: true, text: '', marks: [{ mark: 'not_helpful' }] }]);
    expect(JSON.stringify(asked)).not.toMatch(/How|since v2/);
    expect([toExport('questions', asked), toExport('feedback', asked)]).toEqual([[], []]);
    harmless(world);
  });

  it('"Ask again" replaces a private answer, even long after the command, and a shared copy stays', async () => {
    const clock = createFastClock(5);
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }), { clock });
    await world.startBot();
    const mine = await ask[platform](world, 'How?');
    await until(() => ended(world).length === 1);
    await mine.press('Share in channel');
    await until(() => ended(world).length === 2);
    await clock.skip(40 * 60_000);
    await mine.press('Ask again');
    await until(() => ended(world).length === 3);
    expect(mine.seen()).toEqual([...above[platform], 'Answer 1.']);
    expect(mine.buttons()).toContain('Ask again');
    expect(shared[platform](world)).toEqual(['Answer 0.']);
    harmless(world);
  });

  it('the earlier private answer stays, and says so, while it is asked again', async () => {
    const over = Promise.withResolvers<void>();
    onTestFinished(() => over.resolve());
    const world = await openWorld((_, index) => ({
      pieces: pieces(`Answer ${index}.`),
      ...(index === 1 && { after: over.promise }),
    }));
    await world.startBot();
    const mine = await ask[platform](world, 'How?');
    await until(() => ended(world).length === 1);
    await mine.press('Ask again');
    await until(() => mine.seen().at(-1) !== 'Answer 0.');
    expect(mine.seen().at(-1)).toMatch(/^Answer 0\.\s/);
    expect(mine.seen().at(-1)).toContain(english.say('askingAgain'));
    expect(mine.buttons()).toEqual([]);
    over.resolve();
    await until(() => ended(world).length === 2);
    expect(mine.seen()).toEqual([...above[platform], 'Answer 1.']);
    expect(mine.buttons()).toEqual(all);
    harmless(world);
  });

  it('each version of a private answer is shared once, and every press gets a sentence', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
    await world.startBot();
    const mine = await ask[platform](world, 'How?');
    await until(() => ended(world).length === 1);
    await Promise.all([mine.press('Share in channel'), mine.press('Share in channel')]);
    await until(() => ended(world).length === 2 && mine.seen().at(-1) === english.say('sharedAlready'));
    await mine.press('Ask again');
    await until(() => ended(world).length === 3);
    await mine.press('Share in channel');
    await until(() => ended(world).length === 4);
    expect(mine.seen().filter((text) => text === english.say('sharedAlready'))).toHaveLength(1);
    expect(shared[platform](world)).toEqual(['Answer 0.', 'Answer 1.']);
    const { asked } = await readAsked(world.database, 0);
    expect(asked).toMatchObject([{ isPrivate: false, text: 'How?' }]);
    harmless(world);
  });

  it('a private answer that failed can be asked again in place', async () => {
    const world = await openWorld((_, index) =>
      index === 0 ? { refuse: { status: 402, body: '{}' } } : { pieces: pieces('The answer.') },
    );
    await world.startBot();
    const mine = await ask[platform](world, 'How?');
    await until(() => ended(world).length === 1);
    expect(mine.buttons()).toEqual(['Ask again']);
    await mine.press('Ask again');
    await until(() => ended(world).length === 2);
    expect(mine.seen()).toEqual([...above[platform], 'The answer.']);
    expect(mine.buttons()).toEqual(all);
    harmless(world);
  });

  it('the limits apply to asking again, which only the asker is told', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
    await world.startBot({ routing: routingOf(world, 'limits: { personMinute: 1 }') });
    const mine = await ask[platform](world, 'How?');
    await until(() => ended(world).length === 1);
    await mine.press('Ask again');
    await until(() => mine.seen().length === above[platform].length + 2);
    expect(mine.seen().slice(-2)).toEqual(['Answer 0.', english.say('reply.limit_minute')]);
    expect(world.service.asked).toHaveLength(1);
    harmless(world);
  });

  it('an answer of several messages cannot be replaced, so asking again is not offered', async () => {
    const world = await openWorld(() => ({ pieces: [twoMessages] }));
    await world.startBot();
    const mine = await ask[platform](world, 'How?');
    await until(() => ended(world).length === 1);
    expect(mine.seen().length).toBeGreaterThan(above[platform].length + 1);
    expect(mine.buttons()).toEqual(all.filter((label) => label !== 'Ask again'));
    harmless(world);
  });
});
