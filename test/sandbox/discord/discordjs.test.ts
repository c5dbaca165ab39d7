/** The real discord.js on the simulated server: every way to ask a question, with an answer. */
import {
  ActionRowBuilder,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
  type Client,
  Events,
  type Interaction,
  LabelBuilder,
  type Message,
  MessageFlags,
  ModalBuilder,
  TextInputBuilder,
  TextInputStyle,
  type ThreadChannel,
} from 'discord.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiscordSandbox, type DiscordSandbox, NotAnswered } from '../../../src/sandbox/discord/sandbox.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { until } from '../slack/until.ts';
import { connect, createClient } from './client.ts';
import { channelId, userId } from './raw.ts';

let discord: DiscordSandbox;
let client: Client<true>;
let general: string;
let ada: string;
let failures: unknown[];

beforeEach(async () => {
  discord = await createDiscordSandbox();
  client = await connect(discord);
  general = channelId(discord, 'general');
  ada = userId(discord, 'ada');
  failures = [];
});

afterEach(async () => {
  await client.destroy();
  await discord.stop();
  expect(failures).toEqual([]);
});

/** Handles messages as the bot; failures fail the test. */
function onMessage(act: (message: Message<true>) => Promise<void>): void {
  client.on(Events.MessageCreate, (message) => {
    if (message.inGuild()) act(message).catch((error: unknown) => failures.push(error));
  });
}

function onInteraction(act: (interaction: Interaction) => Promise<void>): void {
  client.on(Events.InteractionCreate, (interaction) => {
    act(interaction).catch((error: unknown) => failures.push(error));
  });
}

async function registerCommands(): Promise<void> {
  await client.application.commands.set([
    {
      name: 'docs',
      description: 'Ask the documentation',
      options: [{ name: 'question', description: 'What to ask', type: 3, required: true }],
    },
    { name: 'Ask about this', type: ApplicationCommandType.Message },
  ]);
}

test('login calls only the gateway route, and the ready client knows all channels and permissions', () => {
  expect(discord.calls.map(({ route, status }) => [route, status])).toEqual([['GET /gateway/bot', 200]]);
  const guild = client.guilds.cache.get(discord.guildId);
  expect(guild?.channels.cache.map((one) => one.name)).toContain('questions');
  expect(guild?.members.me?.roles.botRole?.name).toBe('Docent');
  const rights = (name: string) => {
    const channel = client.channels.cache.get(channelId(discord, name));
    return channel && 'permissionsFor' in channel ? channel.permissionsFor(client.user) : undefined;
  };
  expect(rights('docs-help')?.has('CreatePublicThreads')).toBe(true);
  expect(rights('no-threads')?.has('CreatePublicThreads')).toBe(false);
  expect(rights('no-threads')?.has('SendMessages')).toBe(true);
  expect(rights('read-only')?.has('SendMessages')).toBe(false);
  expect(rights('maintainers')?.has('ViewChannel')).toBe(false);
  expect([discord.connections(), discord.sessions()]).toEqual([1, 1]);
});

test('a mention is answered in its own thread: typing, a message, edits', async () => {
  onMessage(async (message) => {
    if (!message.mentions.has(client.user, { ignoreEveryone: true }) || message.system) return;
    const thread = await message.startThread({ name: 'How do I start?' });
    await thread.sendTyping();
    expect(discord.typing(thread.id)).toBe(true);
    const answer = await thread.send({ content: 'Run', flags: MessageFlags.SuppressEmbeds });
    await answer.edit('Run it');
    await answer.edit('Run it.');
  });
  const { id } = await discord.say({ channel: general, user: ada, text: `<@${discord.botUserId}> how do I start?` });
  await until(() => discord.messages(id).at(-1)?.content === 'Run it.');
  expect(discord.threads(general)).toMatchObject([
    { id, name: 'How do I start?', owner: discord.botUserId, parent: general },
  ]);
  expect(discord.messages(general)).toMatchObject([{ id, author: ada, thread: id, flags: MessageFlags.HasThread }]);
  const [starter, answer] = discord.messages(id);
  expect(starter).toMatchObject({ system: true, replyTo: { channel: general, id } });
  expect(answer).toMatchObject({ author: discord.botUserId, embedsSuppressed: true, editedAt: expect.any(Number) });
  expect(discord.typing(id)).toBe(false);
  expect(discord.violations).toEqual([]);
  expect(discord.pings()).toEqual([]);
});

test('an unmentioned follow-up in the thread arrives with its text, thread and parent', async () => {
  const received: [string, string | undefined, boolean][] = [];
  onMessage(async (message) => {
    if (message.author.bot) return;
    const { channel } = message;
    received.push([message.content, channel.isThread() ? (channel.parentId ?? '') : undefined, channel.isThread()]);
    if (message.mentions.has(client.user)) await message.startThread({ name: 'T' });
  });
  const { id } = await discord.say({ channel: general, user: ada, text: `<@${discord.botUserId}> hi` });
  await until(() => discord.threads(general).length === 1);
  await discord.say({ channel: id, user: ada, text: 'and in Python?' });
  await until(() => received.length === 2);
  expect(received[1]).toEqual(['and in Python?', general, true]);
});

test('the bot receives its own messages and edits, as on Discord', async () => {
  const created: (string | number | null)[] = [];
  const updated: string[] = [];
  client.on(Events.MessageCreate, (message) => created.push(message.nonce));
  client.on(Events.MessageUpdate, (_, message) => updated.push(message.content));
  const channel = await client.channels.fetch(general);
  if (!channel?.isSendable()) throw new Error('not sendable');
  const sent = await channel.send({ content: 'one', nonce: 'turn-1', enforceNonce: true });
  await sent.edit('two');
  await until(() => updated.length === 1);
  expect([created, updated]).toEqual([['turn-1'], ['two']]);
});

test('a direct message arrives and is answered', async () => {
  client.on(Events.MessageCreate, (message) => {
    if (message.author.bot || !message.channel.isDMBased()) return;
    message.channel.send('hello').then(
      (sent) => sent.edit('hello!'),
      (error: unknown) => failures.push(error),
    );
  });
  const { channel } = await discord.directMessage({ user: ada, text: 'anybody?' });
  await until(() => discord.messages(channel).at(-1)?.content === 'hello!');
  const user = await client.users.fetch(ada);
  expect((await user.createDM()).id).toBe(channel);
  discord.acceptDirectMessages(ada, false);
  await expect(user.send('psst')).rejects.toMatchObject({ code: 50007, status: 403 });
});

test('a forum post arrives as a thread and then as its first message with the same id', async () => {
  const order: string[] = [];
  client.on(Events.ThreadCreate, (thread, isNew) => order.push(`thread ${thread.id} ${isNew}`));
  onMessage(async (message) => {
    order.push(`message ${message.id}`);
    if (message.author.bot || !message.channel.isThread()) return;
    await message.channel.send('Here is how.');
  });
  const forum = channelId(discord, 'questions');
  const { threadId } = await discord.post({ forum, user: ada, title: 'Install?', text: 'How do I install it?' });
  await until(() => discord.messages(threadId).length === 2);
  expect(order.slice(0, 2)).toEqual([`thread ${threadId} true`, `message ${threadId}`]);
  expect(discord.threads(forum)).toMatchObject([{ name: 'Install?', owner: ada, messageCount: 1 }]);
});

test('an answer before the first message of a post’s author is refused', async () => {
  const refused: unknown[] = [];
  const clock = createManualClock();
  const slow = await createDiscordSandbox({ clock });
  const early = await connect(slow);
  try {
    early.on(Events.ThreadCreate, (thread) => {
      thread.send('too early').catch((error: unknown) => refused.push(error));
    });
    const forum = channelId(slow, 'questions');
    const posted = slow.post({ forum, user: userId(slow, 'ada'), title: 'A', text: 'B', firstMessageDelayMs: 2_000 });
    await until(() => refused.length === 1);
    expect(refused).toMatchObject([{ code: 40058, status: 403 }]);
    await clock.advance(2_000);
    const { threadId } = await posted;
    expect(slow.messages(threadId)).toMatchObject([{ id: threadId, content: 'B' }]);
  } finally {
    await early.destroy();
    await slow.stop();
  }
});

test('a slash command is deferred, shown as thinking, answered, and its response can start a thread', async () => {
  await registerCommands();
  let resume = (): void => undefined;
  const paused = new Promise<void>((resolve) => {
    resume = resolve;
  });
  onInteraction(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const { resource, interaction: given } = await interaction
      .deferReply({ withResponse: true })
      .then((answer) => ({ resource: answer.resource, interaction: answer.interaction }));
    expect(resource?.message ?? null).toBeNull();
    expect(given.responseMessageLoading).toBe(true);
    await paused;
    const reply = await interaction.editReply(`You asked: ${interaction.options.getString('question')}`);
    const thread = await reply.startThread({ name: 'More' });
    await thread.send('More here.');
  });
  const answer = await discord.command({
    name: 'docs',
    options: { question: 'how?' },
    channel: general,
    user: ada,
  });
  expect(answer.kind).toBe('deferred');
  expect(discord.messages(general)).toMatchObject([
    { id: answer.message, content: '', deferred: 'thinking', type: 20, interaction: { user: ada, name: 'docs' } },
  ]);
  resume();
  await until(() => discord.messages(answer.message ?? '').length === 2);
  const [shown] = discord.messages(general);
  expect(shown).toMatchObject({ content: 'You asked: how?', thread: answer.message });
  expect(shown?.deferred).toBeUndefined();
  expect(discord.violations).toEqual([]);
});

test('an ephemeral response is visible to one person only, causes no event, and can be edited and deleted', async () => {
  await registerCommands();
  const received: string[] = [];
  client.on(Events.MessageCreate, (message) => received.push(message.id));
  onInteraction(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const { resource } = await interaction.reply({
      content: 'Only you',
      flags: MessageFlags.Ephemeral,
      withResponse: true,
    });
    expect(resource?.message?.content).toBe('Only you');
    await interaction.editReply('Only you, still');
    const more = await interaction.followUp({ content: 'And this', flags: MessageFlags.Ephemeral });
    await interaction.deleteReply(more);
  });
  await discord.command({ name: 'docs', options: { question: 'q' }, channel: general, user: ada });
  await until(() => discord.calls.some(({ method }) => method === 'DELETE'));
  expect(discord.messages(general)).toMatchObject([{ content: 'Only you, still', visibleTo: ada }]);
  expect(received).toEqual([]);
});

test('a command without a response fails for the person after three seconds', async () => {
  await registerCommands();
  const clock = createManualClock();
  const slow = await createDiscordSandbox({ clock });
  try {
    const silent = await connect(slow);
    await silent.application.commands.set([{ name: 'docs', description: 'd' }]);
    const asked = slow.command({ name: 'docs', channel: channelId(slow, 'general'), user: userId(slow, 'ada') });
    const failed = expect(asked).rejects.toBeInstanceOf(NotAnswered);
    await clock.advance(3_000);
    await failed;
    await silent.destroy();
  } finally {
    await slow.stop();
  }
});

test('a message command contains the whole message that it was used on', async () => {
  await registerCommands();
  onInteraction(async (interaction) => {
    if (!interaction.isMessageContextMenuCommand()) return;
    await interaction.reply(`About: ${interaction.targetMessage.content}`);
  });
  const { id } = await discord.say({ channel: general, user: ada, text: 'what is this?' });
  const user = userId(discord, 'linus');
  const answer = await discord.contextMenu({ name: 'Ask about this', channel: general, user, message: id });
  expect(discord.messages(general).at(-1)).toMatchObject({ id: answer.message, content: 'About: what is this?' });
});

test('a button updates its message, a second one opens a modal, and its submission arrives', async () => {
  const row = new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId('good').setLabel('Helpful').setStyle(ButtonStyle.Success),
    new ButtonBuilder().setCustomId('bad').setLabel('Not helpful').setStyle(ButtonStyle.Danger),
  );
  const why = new TextInputBuilder().setCustomId('why').setStyle(TextInputStyle.Paragraph);
  const modal = new ModalBuilder()
    .setCustomId('reason')
    .setTitle('What was wrong?')
    .addLabelComponents(new LabelBuilder().setLabel('Tell us').setTextInputComponent(why));
  onInteraction(async (interaction) => {
    if (interaction.isButton() && interaction.customId === 'bad') await interaction.showModal(modal);
    else if (interaction.isButton()) {
      await interaction.deferUpdate();
      await interaction.editReply({ content: `Thank you, ${interaction.user.username}`, components: [] });
    } else if (interaction.isModalSubmit() && interaction.isFromMessage())
      await interaction.update({ content: interaction.fields.getTextInputValue('why') });
  });
  const channel = await client.channels.fetch(general);
  if (!channel?.isSendable()) throw new Error('not sendable');
  const { id } = await channel.send({ content: 'Helpful?', components: [row] });
  const place = { channel: general, user: ada };
  const opened = await discord.press({ ...place, message: id, button: 'Not helpful' });
  expect(opened).toMatchObject({ kind: 'modal', modal: { title: 'What was wrong?' } });
  await discord.submitModal({ interaction: opened.interaction, user: ada, values: { why: 'too short' } });
  expect(discord.messages(general)).toMatchObject([{ content: 'too short' }]);
  const pressed = await discord.press({ ...place, message: id, button: 'good' });
  expect(pressed).toMatchObject({ kind: 'deferred update', message: id });
  await until(() => discord.messages(general)[0]?.content === 'Thank you, ada');
  expect(discord.messages(general)[0]?.components).toEqual([]);
  expect(discord.violations).toEqual([]);
});

test('a command is only available where and to whom it is registered', async () => {
  await client.application.commands.set([
    { name: 'deploy', description: 'd', contexts: [0], defaultMemberPermissions: ['ManageGuild'] },
  ]);
  expect(discord.registeredCommands()).toMatchObject([{ name: 'deploy', type: 1 }]);
  const asked = (user: string, channel = general) => discord.command({ name: 'deploy', channel, user });
  await expect(asked(userId(discord, 'linus'))).rejects.toThrow('not offered to linus');
  const direct = discord.channels.find((one) => one.recipient === ada)?.id ?? '';
  await expect(asked(ada, direct)).rejects.toThrow('not offered here');
  await expect(discord.command({ name: 'nope', channel: general, user: ada })).rejects.toThrow('no command');
  onInteraction(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    expect(interaction.memberPermissions?.has('ManageGuild')).toBe(true);
    await interaction.reply('ok');
  });
  await expect(asked(userId(discord, 'grace'))).resolves.toMatchObject({ kind: 'message' });
});

test('tags of a post must belong to the forum, and moderated ones require permission', async () => {
  const forum = channelId(discord, 'questions');
  const { threadId } = await discord.post({ forum, user: ada, title: 'A', text: 'B' });
  const tag = discord.channels.find((one) => one.id === forum)?.tags[2]?.id ?? '';
  const thread = (await client.channels.fetch(threadId)) as ThreadChannel;
  await expect(thread.setAppliedTags([tag])).rejects.toMatchObject({ code: 50013 });
  discord.setPermission(forum, 'manageThreads', true);
  await thread.setAppliedTags([tag]);
  expect(discord.thread(threadId)?.tags).toEqual([tag]);
  await expect(thread.setAppliedTags(['1234567890123456789'])).rejects.toMatchObject({ code: 50035 });
});

test('an archived thread is unarchived by a message, before the message arrives', async () => {
  const order: string[] = [];
  const { id } = await discord.say({ channel: general, user: ada, text: 'hi' });
  await discord.startThread({ channel: general, user: ada, name: 'T', from: id });
  const thread = (await client.channels.fetch(id)) as ThreadChannel;
  discord.archiveThread(id);
  client.on(Events.ThreadUpdate, (_, now) => order.push(`archived ${now.archived}`));
  client.on(Events.MessageCreate, (message) => order.push(message.content));
  await until(() => thread.archived === true);
  order.length = 0;
  await discord.say({ channel: id, user: ada, text: 'again' });
  await until(() => order.length === 2);
  expect(order).toEqual(['archived false', 'again']);
});

test('a wrong token fails the login', async () => {
  const other = createClient(discord);
  await expect(other.login('wrong.wrong.wrong')).rejects.toMatchObject({ code: 'TokenInvalid' });
  await other.destroy();
});

test('a client next to undici 8 in the same process sends and edits', async () => {
  await import('undici');
  const beside = await connect(discord);
  try {
    const channel = await beside.channels.fetch(general);
    if (!channel?.isSendable()) throw new Error('not sendable');
    const sent = await channel.send('one');
    await sent.edit('two');
    expect(discord.messages(general)).toMatchObject([{ content: 'two' }]);
  } finally {
    await beside.destroy();
  }
});
