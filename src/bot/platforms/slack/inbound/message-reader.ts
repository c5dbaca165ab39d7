/**
 * What a person sees in a Slack message, as Markdown: text, blocks of every kind, forwards and shares with their author, cards of
 * apps, files; and what could not be read. One reader for live messages, thread history and shortcuts. Pure, and bounded: of a
 * message of a thousand blocks, it reads as much as a question may have, and says so.
 * Source: docs.slack.dev reference/block-kit/blocks, reference/messaging/attachments, 2026-11-21.
 */
import { isObject, stringAt, valueAt } from '../../../../kit/base/json.ts';
import { headOf } from '../../../../kit/base/shorten.ts';
import {
  type AttachedFile,
  maxQuestionChars,
  type Question,
  type UnreadPart,
} from '../../../core/model/conversation.ts';
import { toFile } from '../connection/files.ts';
import { readText } from './inbound-text.ts';

/** Somebody else's message that this one forwards, shares or links to. */
export interface QuotedMessage {
  readonly name: string;
  /** The author's user id, if Slack tells it. */
  readonly author?: string;
  /** The id of the channel where it was written. */
  readonly channel?: string;
  /** Empty if it shows only files or other quotes: these are its author's, and of its channel, all the same. */
  readonly text: string;
}

export interface ReadMessage {
  /** What the author wrote or an app shows, without what it quotes. */
  readonly text: string;
  readonly quoted: readonly QuotedMessage[];
  readonly files: readonly AttachedFile[];
  /** Each once. */
  readonly unread: readonly UnreadPart[];
}

/** The fields of a message that show something. All are untrusted. */
export interface MessageParts {
  readonly text?: string | undefined;
  readonly bot_id?: string | undefined;
  readonly blocks?: unknown;
  readonly attachments?: unknown;
  readonly files?: unknown;
}

/** A message of 50 blocks with ten fields each, or with the largest table, has fewer. */
const maxParts = 5_000;
/** Of forwards in forwards, blocks in blocks and lists in lists together. */
const maxDepth = 12;
/** Slack's own limits are 100 and 20. */
const maxRows = 500;
const maxColumns = 50;
const maxNameChars = 80;
/** Blocks that show something other than text. Source: docs.slack.dev reference/block-kit/blocks, 2026-11-28. */
const unreadBlocks: ReadonlyMap<string, UnreadPart> = new Map([
  ['call', 'call'],
  ['data_visualization', 'chart'],
  ['file', 'file'],
]);
/** The longest emoji, a couple with skin tones or the flag of a region, have ten or fewer. */
const maxCodePoints = 20;

export function readMessage(message: MessageParts, self: string): ReadMessage {
  const reader = new Reader(self);
  const { texts, quoted, files } = reader.content(message);
  const read = { text: joined(texts), quoted };
  if (whole(read).length > maxQuestionChars) reader.unread.add('length');
  return { ...read, files, unread: [...reader.unread] };
}

/** A message with what it quotes, each quote with its author. */
export function withQuotes({ text, quoted }: Pick<ReadMessage, 'text' | 'quoted'>): string {
  return toFit(joined([text, ...quoted.map(toQuote)]));
}

/** The question of a message: a forward without words is the question itself. */
export function questionIn(read: Pick<ReadMessage, 'text' | 'quoted'>): string {
  return toFit(whole(read));
}

function toFit(text: string): string {
  return headOf(text, maxQuestionChars).toWellFormed();
}

function whole({ text, quoted }: Pick<ReadMessage, 'text' | 'quoted'>): string {
  return joined(text === '' ? quoted.map((quote) => quote.text) : [text, ...quoted.map(toQuote)]);
}

function toQuote({ name, text }: QuotedMessage): string {
  return text === '' ? '' : asQuote(`${toSpeaker(name)}: ${text}`);
}

function asQuote(text: string): string {
  return text.replace(/^/gm, '> ');
}

function toSpeaker(name: string): string {
  return headOf(name.replaceAll(/[\s:：]+/g, ' ').trim(), maxNameChars) || '?';
}

type Fields = Readonly<Record<string, unknown>>;

interface Content {
  readonly texts: readonly string[];
  readonly quoted: readonly QuotedMessage[];
  readonly files: readonly AttachedFile[];
}

class Reader {
  readonly unread = new Set<UnreadPart>();
  readonly #self: string;
  #left = maxParts;
  #depth = 0;

  constructor(self: string) {
    this.#self = self;
  }

  /** A message, or one that is forwarded in it. */
  content({ text, bot_id: bot, blocks, attachments, files }: MessageParts): Content {
    const said = this.#text(text);
    // Slack writes a person's rich text into `text` as well. An app's `text` is only what notifications show.
    const isShown = bot !== undefined || said === '';
    const shown = this.#blocks(blocks, isShown ? undefined : 'rich_text');
    const own = isShown && shown.length >= said.length ? [shown] : [said, ...(said.includes(shown) ? [] : [shown])];
    const attached = this.#attachments(attachments);
    return {
      ...attached,
      texts: [...own, ...attached.texts],
      files: [...(attachedTo({ files }).files ?? []), ...attached.files],
    };
  }

  /** The Markdown of blocks. `except`: not of this type, whose words are known already. */
  #blocks(list: unknown, except?: string): string {
    return joined(
      this.#each(list, (block) => {
        const type = stringAt(block, 'type') ?? '';
        return type === except ? '' : this.#nested(type, block).trim();
      }),
    );
  }

  #attachments(list: unknown): Content {
    const quoted: QuotedMessage[] = [];
    const files: AttachedFile[] = [];
    const texts = this.#each(list, (attachment) => {
      if (attachment.is_share !== true && attachment.is_msg_unfurl !== true) return this.#attachment(attachment);
      const inside = this.#inside(() => this.#forwarded(attachment));
      if (inside === undefined) return '';
      files.push(...inside.files);
      const text = joined(inside.texts) || this.#text(attachment.fallback);
      const author = stringAt(attachment, 'author_id');
      const channel = stringAt(attachment, 'channel_id');
      const name = stringAt(attachment, 'author_name') ?? stringAt(attachment, 'author_subname') ?? '?';
      if (text === '' && inside.quoted.length + inside.files.length === 0) this.unread.add('forward');
      quoted.push({ name, text, ...(author && { author }), ...(channel && { channel }) }, ...inside.quoted);
      return '';
    });
    return { quoted, files, texts };
  }

  /** Its own words are in `text`, and again, with everything else that it shows, in `message_blocks`. */
  #forwarded(attachment: Fields): Content {
    const messages = objectsIn(attachment.message_blocks).map(({ message }) => message);
    const each = (name: string) => [
      ...objectsIn(attachment[name]),
      ...messages.flatMap((message) => objectsIn(valueAt(message, name))),
    ];
    return this.content({
      text: stringAt(attachment, 'text'),
      bot_id: stringAt(attachment, 'bot_id'),
      blocks: each('blocks'),
      attachments: each('attachments'),
      files: objectsIn(attachment.files),
    });
  }

  /** A card of an app or the preview of a link. */
  #attachment(attachment: Fields): string {
    const blocks = this.#blocks(attachment.blocks);
    if (blocks !== '') return blocks;
    const title = this.#text(attachment.title);
    const address = stringAt(attachment, 'title_link') ?? stringAt(attachment, 'from_url');
    const fields = this.#each(attachment.fields, (field) => `${this.#text(field.title)}: ${this.#text(field.value)}`);
    const said = lines([
      this.#text(attachment.pretext),
      this.#text(attachment.author_name),
      title === '' ? '' : `${bold(title)}${address === undefined ? '' : ` ${address}`}`,
      this.#text(attachment.text),
      ...fields,
      this.#text(attachment.footer),
    ]);
    const text = said || this.#text(attachment.fallback);
    return attachment.from_url === undefined || text === '' ? text : `Preview of the link:\n${asQuote(text)}`;
  }

  #block(type: string, block: Fields): string {
    switch (type) {
      case 'section':
        return lines([this.#object(block.text), ...this.#each(block.fields, (field) => this.#object(field))]);
      case 'alert':
        return this.#object(block.text);
      case 'header':
        return bold(this.#object(block.text));
      case 'markdown':
        return stringAt(block, 'text') ?? '';
      case 'context':
        return this.#each(
          block.elements,
          (element) => this.#object(element) || (stringAt(element, 'alt_text') ?? ''),
        ).join(' ');
      case 'image':
        return `[${this.#object(block.title) || (stringAt(block, 'alt_text') ?? 'image')}]`;
      case 'video':
        return lines([bold(this.#object(block.title)), this.#object(block.description)]);
      case 'rich_text':
        return this.#richText(block);
      case 'table':
        return this.#table(block);
      case 'data_table':
        return lines([bold(stringAt(block, 'caption') ?? ''), this.#table(block)]);
      case 'card':
        return lines([bold(this.#object(block.title)), this.#object(block.subtitle), this.#object(block.body)]);
      case 'carousel':
        return this.#blocks(block.elements);
      case 'container': {
        const title = bold(this.#object(block.title)) || this.#richText(block.rich_text_title);
        return joined([title, this.#object(block.subtitle), this.#blocks(block.child_blocks)]);
      }
      case 'task_card':
        return lines([stringAt(block, 'title') ?? '', this.#richText(block.details), this.#richText(block.output)]);
      case 'plan': {
        const tasks = this.#each(block.tasks, (task) => this.#nested('task_card', task));
        return lines([bold(stringAt(block, 'title') ?? ''), ...tasks]);
      }
      // What can be pressed or filled in says little without its surroundings.
      case 'actions':
      case 'context_actions':
      case 'divider':
      case 'input':
        return '';
      default:
        this.unread.add(unreadBlocks.get(type) ?? 'other');
        return '';
    }
  }

  #nested(type: string, block: Fields): string {
    return this.#inside(() => this.#block(type, block)) ?? '';
  }

  #richText(block: unknown): string {
    return this.#each(valueAt(block, 'elements'), (element) => this.#rich(element)).join('\n');
  }

  #rich(element: Fields): string {
    const inside = () => this.#inside(() => this.#each(element.elements, (each) => this.#rich(each))) ?? [];
    switch (element.type) {
      case 'rich_text_section':
        return inside().join('');
      case 'rich_text_preformatted':
        return `\`\`\`\n${inside().join('')}\n\`\`\``;
      case 'rich_text_quote':
        return asQuote(inside().join(''));
      case 'rich_text_list': {
        const indent = '   '.repeat(Math.min(Number(element.indent) || 0, maxDepth));
        const sign = (index: number) => (element.style === 'ordered' ? `${index + 1}.` : '-');
        return inside()
          .map((item, index) => `${indent}${sign(index)} ${item}`)
          .join('\n');
      }
      case 'text':
        return styled(stringAt(element, 'text') ?? '', element.style);
      case 'link': {
        const [label, url = ''] = [stringAt(element, 'text'), stringAt(element, 'url')];
        return label ? `[${label}](${url})` : url;
      }
      case 'user':
        return element.user_id === this.#self ? '' : `<@${element.user_id}>`;
      case 'usergroup':
        return '@group';
      case 'channel':
        return '#channel';
      case 'broadcast':
        return `@${element.range}`;
      case 'emoji':
        return emojiOf(element);
      case 'date':
        return stringAt(element, 'fallback') ?? '';
      case 'color':
        return stringAt(element, 'value') ?? '';
      default:
        this.unread.add('other');
        return '';
    }
  }

  #table({ rows }: Fields): string {
    const all = Array.isArray(rows) ? rows.filter((row) => Array.isArray(row)) : [];
    if (all.length > maxRows || all.some((row) => row.length > maxColumns)) this.unread.add('length');
    const read = all.slice(0, maxRows).map((row) => this.#each(row.slice(0, maxColumns), (each) => this.#cell(each)));
    const width = Math.max(0, ...read.map((line) => line.length));
    const toLine = (cells: readonly string[]) =>
      `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
    const [head = [], ...others] = read;
    if (width === 0) return '';
    return [toLine(head), toLine(Array.from({ length: width }, () => '---')), ...others.map(toLine)].join('\n');
  }

  #cell(cell: Fields): string {
    const text = cell.type === 'rich_text' ? this.#richText(cell) : this.#object(cell);
    return text
      .split('\n')
      .map((line) => line.trim())
      .join(' ')
      .replaceAll('|', '\\|')
      .trim();
  }

  /** A text object, or an element that contains one. */
  #object(value: unknown): string {
    const text = stringAt(value, 'text');
    if (text === undefined) return '';
    return valueAt(value, 'type') === 'mrkdwn' ? this.#text(text) : text.trim();
  }

  #text(value: unknown): string {
    return typeof value === 'string' ? readText(value, this.#self) : '';
  }

  /** Reads something that may contain the like of itself; undefined when it lies too deep. */
  #inside<T>(read: () => T): T | undefined {
    if (this.#depth === maxDepth) {
      this.unread.add('length');
      return undefined;
    }
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }

  /** Reads the objects of a list, within the limit of parts. */
  #each<T>(list: unknown, read: (each: Fields) => T): T[] {
    const results: T[] = [];
    for (const each of objectsIn(list)) {
      if (this.#left === 0) {
        this.unread.add('length');
        break;
      }
      this.#left -= 1;
      results.push(read(each));
    }
    return results;
  }
}

function objectsIn(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

function lines(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

function bold(text: string): string {
  return text === '' ? '' : `**${text}**`;
}

function styled(text: string, style: unknown): string {
  if (text.trim() !== text || text === '' || !isObject(style)) return text;
  if (style.code === true) return `\`${text}\``;
  const marks = `${style.bold === true ? '**' : ''}${style.italic === true ? '_' : ''}`;
  return `${marks}${text}${[...marks.matchAll(/\*\*|_/g)]
    .map(([mark]) => mark)
    .toReversed()
    .join('')}`;
}

/** `unicode` is a list of code points in hexadecimal; custom emoji have only a name. */
function emojiOf({ unicode, name }: Readonly<Record<string, unknown>>): string {
  const codes = typeof unicode === 'string' ? unicode.split('-', maxCodePoints + 1) : [];
  const points = codes.map((code) => Number.parseInt(code, 16));
  const isFewEnough = points.length > 0 && points.length <= maxCodePoints;
  const isValid = isFewEnough && points.every((point) => point > 0 && point <= 0x10ffff);
  return isValid ? String.fromCodePoint(...points) : `:${name}:`;
}

const maxFiles = 10;

/**
 * The files of a message. Without the scope `files:read`, Slack may omit most fields of a file. Source: docs.slack.dev
 * reference/objects/file-object, 2026-11-21.
 */
function attachedTo({ files }: { readonly files?: unknown }): Pick<Question, 'files'> {
  const attached = Array.isArray(files) ? files.filter(isObject).slice(0, maxFiles).map(toFile) : [];
  return attached.length > 0 ? { files: attached } : {};
}
