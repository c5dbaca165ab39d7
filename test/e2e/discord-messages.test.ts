/**
 * Messages as people send them on Discord: replies, forwards, cards of bots, polls, files without a word. Through discord.js,
 * in the shapes of Discord's documentation.
 */
import { describe, expect, it } from 'vitest';
import { askCommand } from '../../src/bot/platforms/discord/inbound/interactions/message-command.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces, type Scripted } from './assistant-service.ts';
import { openWorld, type World } from './world.ts';

const question = 'How do I rotate the signing key?';
const log = { name: 'error.log', content: 'E_KEY_EXPIRED at sign()' };

function ended(world: World, count: number): Promise<void> {
  return until(() => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length === count);
}

async function openAnswering(): Promise<World & { readonly channel: string; readonly us: string }> {
  const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
  await world.startBot();
  return { ...world, channel: world.discordChannel('docs-help'), us: `<@${world.discord.botUserId}>` };
}

/** The questions as the assistant received them. */
function asked({ service }: World): readonly (string | undefined)[] {
  return service.asked.map(({ messages }) => messages.at(-1)?.content);
}

function contexts({ service }: World): readonly (readonly string[] | undefined)[] {
  return service.asked.map(({ context }) => context?.map(({ value }) => value));
}

function dm(world: World, user: string): string {
  return world.discord.channels.find(({ kind, name }) => kind === 'dm' && name === user)?.id ?? '';
}

describe('a reply on Discord', () => {
  it('that mentions Docent sends the message replied to as context (discord-reply-to-a-question)', async () => {
    const world = await openAnswering();
    const { discord, channel, us } = world;
    const first = await discord.say({ channel, user: world.discordUser('ada'), text: question, files: [log] });
    const reply = {
      channel,
      user: world.discordUser('grace'),
      text: `${us} can you help with this?`,
      replyTo: first.id,
    };
    const { id } = await discord.say(reply);
    await ended(world, 1);
    expect(asked(world)).toEqual(['can you help with this?']);
    expect(contexts(world)).toEqual([[`Ada Byron: ${question}`, log.content]]);
    expect(world.service.asked[0]?.fp).toContain(reply.user);
    expect(world.discordShows(id)).toEqual(['Answer 0.']);
    expect(discord.violations).toEqual([]);
  });

  it('that only mentions Docent asks the message replied to, and the answer says whose question it is', async () => {
    const world = await openAnswering();
    const { discord, channel, us } = world;
    const { id: first } = await discord.say({ channel, user: world.discordUser('ada'), text: question });
    const { id } = await discord.say({ channel, user: world.discordUser('grace'), text: us, replyTo: first });
    await ended(world, 1);
    expect([asked(world), contexts(world)]).toEqual([[question], [undefined]]);
    expect(world.service.asked[0]?.fp).toContain(world.discordUser('grace'));
    expect(world.discordShows(id)).toEqual([`Answer 0.\n-# *${english.say('answeringOf', { name: 'Ada Byron' })}*`]);
    expect(discord.thread(id)?.name).toBe(question);
  });

  it('to a card that a form posted sends the card, in a thread as in a channel', async () => {
    const world = await openAnswering();
    const { discord, channel, us } = world;
    const card = await discord.postForm({
      channel,
      embeds: [{ type: 'rich', title: 'Cleo asks', description: question }],
    });
    const user = world.discordUser('grace');
    const { threadId } = await discord.startThread({ channel, user, from: card.id, name: 'Cleo' });
    await discord.say({ channel, user, text: us, replyTo: card.id });
    await ended(world, 1);
    await discord.say({ channel: threadId, user, text: `${us} can you help here?` });
    await ended(world, 2);
    expect(asked(world)).toEqual([`Cleo asks\n${question}`, 'can you help here?']);
    expect(contexts(world)).toEqual([undefined, [`support-form: Cleo asks\n  ${question}`]]);
  });

  it.each([
    ['with words is answered without it', 'and on Windows?', 'repliedToUnread'],
    ['without words is asked about', '', 'repliedToAlone'],
  ] as const)('to a deleted message %s, and says so', async (_, text, sentence) => {
    const world = await openWorld(() => ({ pieces: pieces('Here.') }));
    const { discord } = world;
    const channel = world.discordChannel('docs-help');
    const bot = await world.startBot();
    const ada = { channel, user: world.discordUser('ada') };
    await discord.say({ ...ada, text: 'Hello' });
    await until(() => world.log.lines.some(({ phrase }) => phrase === 'message ignored'));
    await bot.stop();
    const { id: first } = await discord.say({ ...ada, text: question });
    const reply = {
      channel,
      user: world.discordUser('grace'),
      text: `<@${discord.botUserId}> ${text}`,
      replyTo: first,
    };
    const { id } = await discord.say(reply);
    await discord.remove({ ...ada, id: first });
    await world.startBot();
    await ended(world, 1);
    expect(world.discordShows(id).join()).toContain(english.say(sentence));
    expect(asked(world)).toEqual(text === '' ? [] : [text]);
  });
});

describe('a forward on Discord', () => {
  it('without words is the question', async () => {
    const world = await openAnswering();
    const { discord, channel } = world;
    const user = world.discordUser('ada');
    const from = { channel, ...(await discord.say({ channel, user, text: question })) };
    await discord.forward({ channel: dm(world, 'ada'), user, from });
    await ended(world, 1);
    expect(asked(world)).toEqual([question]);
    expect(discord.violations).toEqual([]);
  });

  it('can be asked about from its menu (discord-ask-about-forward)', async () => {
    const world = await openAnswering();
    const { discord, channel } = world;
    const user = world.discordUser('ada');
    const from = { channel, ...(await discord.say({ channel, user, text: question })) };
    const place = { channel: world.discordChannel('general'), user };
    const { id } = await discord.forward({ ...place, from });
    await discord.contextMenu({ ...place, user: world.discordUser('grace'), name: askCommand, message: id });
    await ended(world, 1);
    expect(asked(world)).toEqual([question]);
    expect(world.discordShows(id)).toEqual(['Answer 0.']);
  });

  it('of a file without words has the file read (discord-forward-file)', async () => {
    const world = await openAnswering();
    const { discord, channel } = world;
    const user = world.discordUser('ada');
    const from = { channel, ...(await discord.say({ channel, user, text: '', files: [log] })) };
    await discord.forward({ channel: dm(world, 'ada'), user, from });
    await ended(world, 1);
    expect([asked(world), contexts(world)]).toEqual([[log.name], [[log.content]]]);
  });

  it('of a card is read with the card’s texts, and names what was not read', async () => {
    const world = await openAnswering();
    const { discord, channel } = world;
    const user = world.discordUser('ada');
    const embed = { type: 'rich', description: question, image: { url: 'https://example.com/a.png' } };
    const from = { channel, ...(await discord.postForm({ channel, embeds: [embed] })) };
    await discord.forward({ channel: dm(world, 'ada'), user, from });
    await ended(world, 1);
    expect(asked(world)).toEqual([question]);
    expect(world.discordShows(dm(world, 'ada')).join()).toContain(
      english.say('partsUnread', { kinds: english.say('part.image') }),
    );
  });
});

it('a pasted log that arrives as message.txt in Docent’s thread is read (discord-message-txt-follow-up)', async () => {
  const world = await openAnswering();
  const { discord, channel, us } = world;
  const user = world.discordUser('ada');
  const { id } = await discord.say({ channel, user, text: `${us} How do I install it?` });
  await ended(world, 1);
  await discord.say({ channel: id, user, text: '', files: [{ name: 'message.txt', content: 'E404\n'.repeat(960) }] });
  await ended(world, 2);
  expect(contexts(world).at(-1)).toEqual(['E404\n'.repeat(960)]);
});

it('a poll and a sticker above a mention without words are what it points at', async () => {
  const world = await openAnswering();
  const { discord, channel, us } = world;
  const user = world.discordUser('ada');
  const poll = { question: 'Which of these is faster?', answers: ['pnpm', 'bun'] };
  const { id: polled } = await discord.say({ channel, user, text: '', poll });
  await discord.say({ channel, user: world.discordUser('grace'), text: us, replyTo: polled });
  await ended(world, 1);
  const { id: stuck } = await discord.say({ channel, user, text: '', sticker: 'Help me' });
  await discord.say({ channel, user: world.discordUser('grace'), text: `${us} what does this want?`, replyTo: stuck });
  await ended(world, 2);
  expect(asked(world)[0]).toBe('Which of these is faster?\n- pnpm\n- bun');
  expect(contexts(world)[1]).toEqual(['Ada Byron: Help me']);
});

describe('a reply to an answer where no thread can be opened on Discord', () => {
  it.each([
    ['in the chat of a voice channel (discord-voice-follow-up)', 'lounge'],
    ['in a channel where Docent may open none', 'no-threads'],
  ])('continues its conversation %s', async (_, name) => {
    const world = await openAnswering();
    const { discord, us } = world;
    const channel = world.discordChannel(name);
    const ada = { channel, user: world.discordUser('ada') };
    const newest = () => discord.messages(channel).findLast(({ author }) => author === discord.botUserId);
    await discord.say({ ...ada, text: `${us} How do I install it?` });
    await ended(world, 1);
    for (const [index, pingReplied] of [true, false].entries()) {
      const reply = { ...ada, text: 'And how do I do that on Windows?', replyTo: newest()?.id ?? '', pingReplied };
      const { id } = await discord.say(reply);
      await ended(world, index + 2);
      expect(newest()).toMatchObject({ content: expect.stringMatching(/^Answer/), replyTo: { id } });
    }
    await discord.say({ ...ada, text: 'thanks a lot!', replyTo: newest()?.id ?? '' });
    const { id: other } = await discord.say({ ...ada, text: `${us} How do I remove it?` });
    await ended(world, 4);
    expect(newest()?.replyTo?.id).toBe(other);
    expect(
      world.service.asked.map(({ messages }) => messages.map(({ role, content }) => `${role}: ${content}`)),
    ).toEqual([
      ['user: How do I install it?'],
      ['user: How do I install it?', 'assistant: Answer 0.', 'user: And how do I do that on Windows?'],
      [
        'user: How do I install it?',
        'assistant: Answer 0.',
        'user: And how do I do that on Windows?',
        'assistant: Answer 1.',
        'user: And how do I do that on Windows?',
      ],
      ['user: How do I remove it?'],
    ]);
    expect(discord.violations).toEqual([]);
  });

  it('continues it for whoever replies', async () => {
    const world = await openAnswering();
    const { discord, us } = world;
    const channel = world.discordChannel('lounge');
    await discord.say({ channel, user: world.discordUser('ada'), text: `${us} How do I install it?` });
    await ended(world, 1);
    const replyTo = discord.messages(channel).findLast(({ author }) => author === discord.botUserId)?.id ?? '';
    await discord.say({ channel, user: world.discordUser('grace'), text: 'How do I do that on Windows?', replyTo });
    await ended(world, 2);
    expect(world.service.asked.map(({ messages }) => messages.length)).toEqual([1, 3]);
  });
});

describe('a thread for a question that is deleted before the first word of its answer on Discord', () => {
  /** `change`: before the question is deleted. */
  async function deleted(change: (world: World, thread: string) => Promise<unknown> = async () => undefined) {
    const stopped = new AbortController();
    const world = await openWorld(() => ({ pieces: pieces('Here.'), after: once(stopped.signal) }));
    const bot = await world.startBot();
    const { discord } = world;
    const place = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
    const { id } = await discord.say({ ...place, text: `<@${discord.botUserId}> How do I install it?` });
    await until(() => world.service.asked.length === 1);
    await change(world, id);
    await discord.remove({ ...place, id });
    await ended(world, 1);
    stopped.abort();
    return { world, id, bot };
  }

  it('is archived, as Docent may do without further rights (discord-orphan-thread)', async () => {
    const { world, id } = await deleted();
    await until(() => world.discord.thread(id)?.archived === true);
    expect(world.discordShows(id)).toEqual([]);
    expect(world.discord.violations).toEqual([]);
  });

  it('is deleted where Docent may manage threads', async () => {
    const { world, id } = await deleted(async ({ discord, discordChannel }) => {
      discord.setPermission(discordChannel('docs-help'), 'manageThreads', true);
    });
    await until(() => world.discord.thread(id) === undefined);
    expect(world.discord.violations).toEqual([]);
  });

  it('stays if somebody has written in it', async () => {
    const { world, id, bot } = await deleted(({ discord, discordUser }, thread) =>
      discord.say({ channel: thread, user: discordUser('grace'), text: 'I can help.' }),
    );
    await bot.stop();
    expect(world.discord.calls.map(({ route }) => route)).toContain('GET /channels/:id/messages');
    expect(world.discord.thread(id)?.archived).toBe(false);
  });
});

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

describe('what the automatic moderation of a Discord server refuses', () => {
  const sentence = english.say('moderated');
  const told = ({ log }: World): readonly string[] =>
    log.lines.flatMap(({ phrase, fields }) =>
      phrase === 'an operator must act' && 'detail' in fields ? [String(fields.detail)] : [],
    );

  /** Returns what Docent shows, without its buttons. */
  async function shownFor(answer: Scripted, blocked: readonly string[], ask = 'How do I install it?') {
    const world = await openWorld(() => answer);
    await world.startBot();
    const { discord } = world;
    for (const words of blocked) discord.block(words);
    const place = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
    const { id } = await discord.say({ ...place, text: `<@${discord.botUserId}> ${ask}` });
    await ended(world, 1);
    return { world, id, shown: world.discordShows(id), dm: world.discordShows(dm(world, 'ada')) };
  }

  it('in the middle of an answer is left out, and the rest goes on in a new message (discord-automod-edit)', async () => {
    const words = (at: number): string => `Sentence ${at} of the answer says how to go on.`;
    const all = Array.from({ length: 30 }, (_, at) => words(at));
    const answer = all.with(15, 'Then say cthulhu once.').map((each) => `${each}\n\n`);
    const { world, shown, dm: direct } = await shownFor({ pieces: answer, gapMs: 40 }, ['cthulhu']);
    const text = shown.join('\n');
    expect(shown.length).toBeGreaterThan(1);
    expect(text).not.toContain('cthulhu');
    expect(all.filter((each) => text.includes(each)).length).toBeGreaterThanOrEqual(26);
    expect(text).toContain(words(29));
    expect(shown.at(-1)).toContain(sentence);
    expect(direct).toEqual([]);
    expect(told(world).filter((detail) => detail.includes('200000'))).toHaveLength(1);
  });

  it('is a link: the answer is shown without the addresses', async () => {
    const url = 'https://harmful.example/a';
    const pieces = [`See [the guide](${url}), or ${url} for more.`];
    const { world, shown } = await shownFor({ pieces, sources: [{ path: '/a' }] }, ['https://harmful.example']);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatch(/^See the guide, or … for more\.\n/);
    expect(shown[0]).toContain(sentence);
    expect(told(world).some((detail) => detail.includes('240000'))).toBe(true);
  });

  it('is all of the answer: the thread says so', async () => {
    const { shown } = await shownFor({ pieces: ['Say cthulhu.'] }, ['cthulhu']);
    expect(shown).toEqual([expect.stringContaining(sentence)]);
    expect(shown[0]).not.toContain('cthulhu');
  });

  it('is whatever Docent writes: the person is told the true reason in a direct message', async () => {
    const world = await openWorld(() => ({ pieces: ['Here.'] }));
    await world.startBot();
    const { discord } = world;
    const place = { channel: world.discordChannel('docs-help'), user: world.discordUser('ada') };
    const elsewhere = new RegExp(`^POST \\S*/channels/(?!${dm(world, 'ada')})\\d+/messages$`);
    discord.faults.failNext(elsewhere, { code: 200000 }, 99);
    const { id } = await discord.say({ ...place, text: `<@${discord.botUserId}> How do I install it?` });
    await until(() => world.discordShows(dm(world, 'ada')).length > 0);
    expect(world.discordShows(dm(world, 'ada'))).toEqual([english.say('moderatedThere')]);
    expect(world.discordShows(id)).toEqual([]);
  });

  it('is the title of the thread: it has another one, and the answer says why', async () => {
    const { world, id, shown } = await shownFor({ pieces: ['Here.'] }, ['install'], 'How do I install it?');
    expect(world.discord.thread(id)?.name).toBe('Question');
    expect(shown.join()).toContain(english.say('place.title_refused'));
    expect(told(world).some((detail) => detail.includes('200001'))).toBe(true);
  });
});
