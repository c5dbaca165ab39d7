/**
 * Reads a message as a person sees it: its own words, forwarded messages, embeds, polls, stickers, the texts of components, and
 * attached files. Pure, bounded, never throws on odd JSON: Discord's fields are checked here once more, because embeds and
 * components are written by anybody's bot.
 */
import { isObject } from '../../../../../kit/base/json.ts';
import type { Question } from '../../../../core/model/conversation.ts';
import type { EmbedShape, MentionedPerson, MessageParts, PollShape } from '../../native-events.ts';

/** Names that a message refers to by id only. */
export interface Names {
  channel(id: string): string | undefined;
  role(id: string): string | undefined;
}

const maxFiles = 10;
const maxChars = 16_000;
/** Of one kind of part: embeds, forwards, answers and so on. Discord's own limits are at most 40. */
const maxParts = 40;
/** A forward of a forward, and a container's section's button. */
const maxDepth = 4;

/** The words, one part after the other; a part that repeats earlier words is left out. */
export function readWords(message: MessageParts, names: Names): string {
  const parts: string[] = [];
  let rest = maxChars;
  for (const part of partsOf(message, names, 0)) {
    const text = part.trim().slice(0, rest).toWellFormed();
    if (text === '' || parts.some((earlier) => earlier.includes(text))) continue;
    parts.push(text);
    rest -= text.length;
    if (rest <= 0) break;
  }
  return parts.join('\n\n');
}

/** The files of a message and of the messages forwarded in it. */
export function attachedTo(message: MessageParts): Pick<Question, 'files'> {
  const files = filesOf(message, 0).slice(0, maxFiles);
  return files.length > 0 ? { files } : {};
}

function filesOf(
  { attachments, message_snapshots: forwards }: MessageParts,
  depth: number,
): NonNullable<Question['files']> {
  const own = objects(attachments).map(({ filename, content_type: type, size, url }) => ({
    ...{ name: filename, bytes: size, url },
    ...(type !== undefined && { type }),
  }));
  if (depth >= maxDepth) return own;
  return [
    ...own,
    ...objects(forwards).flatMap(({ message }) => (isObject(message) ? filesOf(message, depth + 1) : [])),
  ];
}

function* partsOf(message: MessageParts, names: Names, depth: number): Generator<string> {
  yield toReadable(words(message.content), objects(message.mentions), names);
  if (depth < maxDepth) {
    for (const { message: forwarded } of objects(message.message_snapshots)) {
      if (isObject(forwarded)) yield* partsOf(forwarded, names, depth + 1);
    }
  }
  for (const embed of objects(message.embeds)) yield toReadable(embedText(embed), [], names);
  if (isObject(message.poll)) yield pollText(message.poll);
  for (const text of componentTexts(message.components, 0)) yield toReadable(text, [], names);
  for (const { name } of objects(message.sticker_items)) yield words(name);
}

/** Previews of links are somebody else's words about an address in the text, so that only their title is read. */
function embedText({ type = 'rich', title, description, url, author, footer, fields }: EmbedShape): string {
  if (type !== 'rich') return words(title) === '' ? '' : `(${words(title)}: ${words(url)})`;
  const lines = [author?.name, title, url, description].map(words);
  const rows = objects(fields).map(({ name, value }) => `${words(name)}: ${words(value)}`);
  return [...lines, ...rows, words(footer?.text)].filter((line) => line !== '').join('\n');
}

function pollText({ question, answers }: PollShape): string {
  const choices = objects(answers).map(({ poll_media: media }) => `- ${words(media?.text)}`);
  return [words(question?.text), ...choices].join('\n');
}

/** The texts of text displays, wherever they stand, and the labels of buttons. */
function componentTexts(components: unknown, depth: number): readonly string[] {
  if (depth > maxDepth || !Array.isArray(components)) return [];
  return components.slice(0, maxParts).flatMap((component) => {
    if (!isObject(component)) return [];
    const { content, label, components: inner, accessory } = component;
    return [
      words(content),
      words(label),
      ...componentTexts(inner, depth + 1),
      ...componentTexts([accessory], depth + 1),
    ];
  });
}

function words(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, maxChars) : '';
}

function objects<T>(list: readonly T[] | undefined): readonly T[] {
  return Array.isArray(list) ? list.slice(0, maxParts).filter((item: T) => isObject(item)) : [];
}

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
