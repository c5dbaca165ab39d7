/**
 * Reads a message as a person sees it: its own words, forwarded messages, embeds, polls, stickers, the texts of components, and
 * attached files; and names what could not be read. One reader for new messages, the messages before them in a thread, the
 * message that one replies to, and the message command. Pure, bounded, never throws on odd JSON: Discord's fields are checked
 * here once more, because embeds and components are written by anybody's bot.
 */
import { ComponentType, MessageReferenceType } from 'discord.js';
import { isObject } from '../../../../../kit/base/json.ts';
import { headOf } from '../../../../../kit/base/shorten.ts';
import type { AttachedFile, Question, ThreadRef, UnreadPart } from '../../../../core/model/conversation.ts';
import { maxQuestionChars } from '../../../../core/model/conversation.ts';
import type {
  AttachmentShape,
  EmbedShape,
  MentionedPerson,
  MessageParts,
  Person,
  PollShape,
} from '../../native-events.ts';
import { threadRef } from '../../thread-refs.ts';

/** Names that a message refers to by id only. */
export interface Names {
  channel(id: string): string | undefined;
  role(id: string): string | undefined;
}

export interface ReadMessage {
  /** One part after the other; a part that repeats earlier words is left out. */
  readonly text: string;
  /** Those of forwarded messages, too. */
  readonly files: readonly AttachedFile[];
  /** Each once. */
  readonly unread: readonly UnreadPart[];
  /** Where the forwarded messages were written. */
  readonly from: readonly ThreadRef[];
}

const maxFiles = 10;
/** Between parts. */
const between = '\n\n';
/** Of all kinds together. Discord allows 40 components and 10 embeds of 25 fields. */
const maxParts = 500;
/** A forward of a forward, and a container's section's button. */
const maxDepth = 4;

export function readMessage(message: MessageParts, names: Names): ReadMessage {
  const reader = new Reader(names);
  reader.read(message, 0);
  return { text: reader.text(), files: reader.files, unread: [...reader.unread], from: reader.from };
}

/** What of the messages that a question consists of belongs to it besides their texts. `here`: where they were written. */
export function besidesText(
  messages: readonly ReadMessage[],
  here: string,
): Pick<Question, 'files' | 'reading' | 'quotedFrom'> {
  const files = messages.flatMap((message) => message.files);
  const unread = new Set(messages.flatMap((message) => message.unread));
  const quotedFrom = messages.flatMap(({ from }) => from.filter(({ channel }) => channel !== here));
  return {
    ...(files.length > 0 && { files }),
    ...(unread.size > 0 && { reading: { unread: [...unread] } }),
    ...(quotedFrom.length > 0 && { quotedFrom }),
  };
}

/** Who wrote a message; `id` only for people, in the form of `Question.asker`. */
export function authorOf(author: Partial<Person> & { readonly member?: MentionedPerson['member'] } = {}): {
  readonly name: string;
  readonly id?: string;
} {
  const { id, bot, global_name: shown, username, member } = author;
  const name = member?.nick ?? shown ?? username ?? 'someone';
  return { name, ...(id !== undefined && !bot && { id: `discord:${id}` }) };
}

class Reader {
  readonly unread = new Set<UnreadPart>();
  readonly files: AttachedFile[] = [];
  readonly from: ThreadRef[] = [];
  readonly #names: Names;
  readonly #texts: string[] = [];
  #chars = maxQuestionChars;
  #parts = maxParts;
  /** How many parts were found, read or not. */
  #found = 0;

  constructor(names: Names) {
    this.#names = names;
  }

  text(): string {
    return this.#texts.join(between);
  }

  read(message: MessageParts, depth: number): void {
    this.#add(this.#readable(message.content, this.#each(message.mentions)));
    this.#forwards(message, depth);
    for (const embed of this.#each(message.embeds)) this.#embed(embed);
    if (isObject(message.poll)) this.#poll(message.poll);
    this.#components(message.components, 0);
    for (const { name } of this.#each(message.sticker_items)) this.#add(this.#readable(name));
    for (const attachment of this.#each(message.attachments)) this.#file(attachment);
  }

  /** Discord sends a forward of a message that it does not let us read without its content. */
  #forwards({ message_snapshots: snapshots, message_reference: reference }: MessageParts, depth: number): void {
    const forwards = this.#each(snapshots).flatMap(({ message }) => (isObject(message) ? [message] : []));
    if (reference?.type === MessageReferenceType.Forward && forwards.length === 0) this.unread.add('forward');
    // A forward that does not say where it is from has no known place.
    if (forwards.length > 0) this.from.push(threadRef(reference?.guild_id, reference?.channel_id ?? ''));
    for (const forward of forwards) {
      const before = this.#found;
      if (depth < maxDepth) this.read(forward, depth + 1);
      if (this.#found === before) this.#skip('forward');
    }
  }

  /** Previews of links are somebody else's words about an address in the text, so that only their title is read. */
  #embed({ type = 'rich', title, description, url, author, footer, fields, image, video }: EmbedShape): void {
    const [heading, address] = [this.#readable(title), this.#readable(url)];
    if (type !== 'rich') {
      if (heading !== '') this.#add(`(${heading}: ${address})`);
      return;
    }
    const rows = this.#each(fields).map(({ name, value }) => `${this.#readable(name)}: ${this.#readable(value)}`);
    const lines = [
      this.#readable(author?.name),
      heading,
      address,
      this.#readable(description),
      ...rows,
      this.#readable(footer?.text),
    ];
    this.#add(lines.filter((line) => line !== '' && !this.#repeats(line)).join('\n'));
    if (isObject(image)) this.#skip('image');
    if (isObject(video)) this.#skip('video');
  }

  #poll({ question, answers }: PollShape): void {
    const choices = this.#each(answers).map(({ poll_media: media }) => `- ${this.#readable(media?.text)}`);
    this.#add([this.#readable(question?.text), ...choices].join('\n').trim());
  }

  /** The texts of text displays, wherever they stand, and the labels of buttons. */
  #components(list: unknown, depth: number): void {
    const components = this.#each(Array.isArray(list) ? list.filter(isObject) : []);
    if (depth > maxDepth && components.length > 0) this.#skip('length');
    if (depth > maxDepth) return;
    for (const { type, content, label, components: inner, accessory } of components) {
      this.#add(this.#readable(content));
      this.#add(this.#readable(label));
      this.#components(inner, depth + 1);
      this.#components([accessory], depth + 1);
      const kind = unreadComponents.get(type);
      if (kind !== undefined) this.#skip(kind);
    }
  }

  #file({ filename, content_type: type, size, url }: AttachmentShape): void {
    if (this.files.length === maxFiles) this.#skip('file');
    else {
      this.#found += 1;
      this.files.push({
        name: this.#readable(filename),
        ...(typeof type === 'string' && { type }),
        ...(typeof size === 'number' && { bytes: size }),
        ...(typeof url === 'string' && { url }),
      });
    }
  }

  #skip(kind: UnreadPart): void {
    this.#found += 1;
    this.unread.add(kind);
  }

  #readable(value: unknown, mentioned: readonly MentionedPerson[] = []): string {
    const text = typeof value === 'string' ? value.slice(0, maxQuestionChars + 1) : '';
    return toReadable(text, mentioned, this.#names).trim().toWellFormed();
  }

  #add(text: string): void {
    if (text === '') return;
    this.#found += 1;
    if (this.#repeats(text)) return;
    const head = headOf(text, Math.max(0, this.#chars));
    if (head.length < text.length) this.unread.add('length');
    if (head === '') return;
    this.#texts.push(head);
    this.#chars -= head.length + between.length;
  }

  #repeats(text: string): boolean {
    return this.#texts.some((earlier) => earlier.includes(text));
  }

  /** The objects of a list, as many as may still be read. */
  #each<T>(list: readonly T[] | undefined): readonly T[] {
    const all = Array.isArray(list) ? list.filter((item: T) => isObject(item)) : [];
    const read = all.slice(0, this.#parts);
    if (read.length < all.length) this.unread.add('length');
    this.#parts -= read.length;
    return read;
  }
}

/** Components that show something other than text. Source: developer docs "Components: Reference", read 2026-11-28. */
const unreadComponents: ReadonlyMap<unknown, UnreadPart> = new Map<number, UnreadPart>([
  [ComponentType.Thumbnail, 'image'],
  [ComponentType.MediaGallery, 'image'],
  [ComponentType.File, 'file'],
]);

/** Replaces Discord's tokens with readable text. Source: developer docs "Reference: Message Formatting", read 2026-11-21. */
export function toReadable(text: string, people: readonly MentionedPerson[], names: Names): string {
  return text
    .replace(/<@!?(\d+)>/g, (_, id: string) => `@${nameOf(people, id)}`)
    .replace(/<@&(\d+)>/g, (_, id: string) => `@${names.role(id) ?? 'role'}`)
    .replace(/<#(\d+)>/g, (_, id: string) => `#${names.channel(id) ?? 'channel'}`)
    .replace(/<a?(:\w+:)\d+>/g, '$1')
    .replace(/<(\/[^<>:]+):\d+>/g, '$1')
    .replace(/<t:(-?\d{1,11})(?::[a-zA-Z])?>/g, (_, seconds: string) =>
      new Date(Number(seconds) * 1_000).toISOString(),
    );
}

function nameOf(people: readonly MentionedPerson[], id: string): string {
  const person = people.find((candidate) => candidate.id === id);
  return person?.member?.nick ?? person?.global_name ?? person?.username ?? 'someone';
}
