/**
 * What a person sees in a Slack message, as Markdown: text, blocks of every kind, forwards and shares with their author, cards of
 * apps, files; and what could not be read. One reader for live messages, thread history and shortcuts. Pure, and bounded: a
 * message of a thousand blocks is read up to a limit and says so.
 * Source: docs.slack.dev reference/block-kit/blocks, reference/messaging/attachments, 2026-11-21.
 */
import { isObject, stringAt, valueAt } from '../../../../kit/base/json.ts';
import { headOf } from '../../../../kit/base/shorten.ts';
import type { AttachedFile } from '../../../core/model/conversation.ts';
import { attachedTo } from './files.ts';
import { readText } from './inbound-text.ts';

/** Somebody else's message that this one forwards, shares or links to. */
export interface QuotedMessage {
  readonly name: string;
  /** The author's user id, if Slack tells it. */
  readonly author?: string;
  /** The id of the channel where it was written. */
  readonly channel?: string;
  readonly text: string;
}

export interface ReadMessage {
  /** What the author wrote or an app shows, without what it quotes. */
  readonly text: string;
  readonly quoted: readonly QuotedMessage[];
  readonly files: readonly AttachedFile[];
  /** Kinds of parts that were not read, each once, as Slack names them; `length`: the rest of a long message. */
  readonly unread: readonly string[];
}

/** The fields of a message that show something. All are untrusted. */
export interface MessageParts {
  readonly text?: string | undefined;
  readonly bot_id?: string | undefined;
  readonly blocks?: unknown;
  readonly attachments?: unknown;
  readonly files?: unknown;
}

const maxParts = 200;
const maxDepth = 8;
const maxChars = 20_000;

export function readMessage(message: MessageParts, self: string): ReadMessage {
  const reader = new Reader(self);
  const said = readText(message.text ?? '', self);
  // Slack writes a person's rich text into `text` as well, but for tables; of an app's card it holds a summary at most.
  const isCard = message.bot_id !== undefined || said === '';
  const blocks = reader.blocks(message.blocks, isCard ? undefined : 'table');
  const attachments = reader.attachments(message.attachments);
  const own = isCard && blocks.length >= said.length ? [blocks] : [said, ...(isCard ? [] : [blocks])];
  const text = [...own, ...attachments.texts].filter((part) => part !== '').join('\n\n');
  const { files = [] } = attachedTo(message);
  if (text.length > maxChars) reader.unread.add('length');
  return {
    text: headOf(text, maxChars),
    quoted: attachments.quoted.map((quote) => ({ ...quote, text: headOf(quote.text, maxChars) })),
    files: [...files, ...attachments.files],
    unread: [...reader.unread],
  };
}

/** A message with what it quotes, each quote with its author. */
export function withQuotes({ text, quoted }: Pick<ReadMessage, 'text' | 'quoted'>): string {
  const quotes = quoted.map(({ name, text: words }) => `${toSpeaker(name)}: ${words}`.replace(/^/gm, '> '));
  return [text, ...quotes].filter((part) => part !== '').join('\n\n');
}

/** The question of a message: a forward without words is the question itself. */
export function questionIn(read: Pick<ReadMessage, 'text' | 'quoted'>): string {
  return read.text === '' ? read.quoted.map(({ text }) => text).join('\n\n') : withQuotes(read);
}

function toSpeaker(name: string): string {
  return name.replaceAll(/[\s:：]+/g, ' ').trim() || '?';
}

class Reader {
  readonly unread = new Set<string>();
  readonly #self: string;
  #left = maxParts;

  constructor(self: string) {
    this.#self = self;
  }

  /** The Markdown of blocks. `only`: this type alone. */
  blocks(list: unknown, only?: string): string {
    return this.#each(list, (block) => {
      const type = stringAt(block, 'type') ?? '';
      return only === undefined || type === only ? this.#block(type, block) : '';
    })
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .join('\n\n');
  }

  attachments(list: unknown) {
    const quoted: QuotedMessage[] = [];
    const files: AttachedFile[] = [];
    const texts = this.#each(list, (attachment) => {
      if (attachment.is_share !== true && attachment.is_msg_unfurl !== true) return this.#attachment(attachment);
      files.push(...(attachedTo(attachment).files ?? []));
      const original = this.#each(attachment.message_blocks, (each) => this.blocks(valueAt(each, 'message', 'blocks')));
      const said = this.#text(attachment.text) || original.filter((text) => text !== '').join('\n\n');
      const text = said || this.blocks(attachment.blocks) || this.#text(attachment.fallback);
      const author = stringAt(attachment, 'author_id');
      const channel = stringAt(attachment, 'channel_id');
      if (text === '') return '';
      const name = stringAt(attachment, 'author_name') ?? stringAt(attachment, 'author_subname') ?? '?';
      quoted.push({ name, text, ...(author && { author }), ...(channel && { channel }) });
      return '';
    });
    return { quoted, files, texts };
  }

  /** A card of an app or the preview of a link. */
  #attachment(attachment: Readonly<Record<string, unknown>>): string {
    const blocks = this.blocks(attachment.blocks);
    if (blocks !== '') return blocks;
    const title = stringAt(attachment, 'title');
    const address = stringAt(attachment, 'title_link') ?? stringAt(attachment, 'from_url');
    const fields = this.#each(attachment.fields, (field) => `${this.#text(field.title)}: ${this.#text(field.value)}`);
    const lines = [
      this.#text(attachment.pretext),
      ...(title === undefined ? [] : [`**${this.#text(title)}**${address === undefined ? '' : ` ${address}`}`]),
      this.#text(attachment.text),
      ...fields,
    ].filter((line) => line !== '');
    const text = lines.length > 0 ? lines.join('\n') : this.#text(attachment.fallback);
    return attachment.from_url === undefined || text === ''
      ? text
      : `Preview of the link:\n${text.replace(/^/gm, '> ')}`;
  }

  #block(type: string, block: Readonly<Record<string, unknown>>): string {
    switch (type) {
      case 'section':
        return [this.#object(block.text), ...this.#each(block.fields, (field) => this.#object(field))]
          .filter((text) => text !== '')
          .join('\n');
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
        return [bold(this.#object(block.title)), this.#object(block.description)]
          .filter((text) => text !== '')
          .join('\n');
      case 'rich_text':
        return this.#each(block.elements, (element) => this.#rich(element)).join('\n');
      case 'table':
        return this.#table(block);
      case 'actions':
      case 'context_actions':
      case 'divider':
      case 'input':
        return '';
      default:
        this.unread.add(type || 'block');
        return '';
    }
  }

  #rich(element: Readonly<Record<string, unknown>>, depth = 0): string {
    if (depth > maxDepth) return '';
    const inside = () => this.#each(element.elements, (each) => this.#rich(each, depth + 1));
    switch (element.type) {
      case 'rich_text_section':
        return inside().join('');
      case 'rich_text_preformatted':
        return `\`\`\`\n${inside().join('')}\n\`\`\``;
      case 'rich_text_quote':
        return inside().join('').replace(/^/gm, '> ');
      case 'rich_text_list': {
        const indent = '   '.repeat(Math.min(Number(element.indent) || 0, maxDepth));
        const sign = (index: number) => (element.style === 'ordered' ? `${index + 1}.` : '-');
        return inside()
          .map((item, index) => `${indent}${sign(index)} ${item}`)
          .join('\n');
      }
      case 'text':
        return styled(String(element.text ?? ''), element.style);
      case 'link':
        return element.text ? `[${element.text}](${element.url})` : String(element.url ?? '');
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
        this.unread.add(typeof element.type === 'string' ? element.type : 'rich_text');
        return '';
    }
  }

  #table({ rows }: Readonly<Record<string, unknown>>): string {
    const cell = (each: Readonly<Record<string, unknown>>): string => {
      const text =
        each.type === 'raw_text'
          ? String(each.text ?? '')
          : each.type === 'rich_text'
            ? this.#block('rich_text', each)
            : this.#object(each);
      return text
        .replaceAll(/\s*\n\s*/g, ' ')
        .replaceAll('|', '\\|')
        .trim();
    };
    const lines = (Array.isArray(rows) ? rows : []).map((row) => this.#each(row, cell));
    const width = Math.max(0, ...lines.map((line) => line.length));
    const toLine = (cells: readonly string[]) =>
      `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
    const [head = [], ...others] = lines;
    if (width === 0) return '';
    return [toLine(head), toLine(Array.from({ length: width }, () => '---')), ...others.map(toLine)].join('\n');
  }

  /** A text object, or an element that contains one. */
  #object(value: unknown): string {
    const text = stringAt(value, 'text');
    if (text === undefined) return '';
    return valueAt(value, 'type') === 'plain_text' ? text.trim() : this.#text(text);
  }

  #text(value: unknown): string {
    return typeof value === 'string' ? readText(value, this.#self) : '';
  }

  /** Reads the objects of a list, within the limit of parts. */
  #each<T>(list: unknown, read: (each: Readonly<Record<string, unknown>>) => T): T[] {
    const all = Array.isArray(list) ? list.filter(isObject) : [];
    const results: T[] = [];
    for (const each of all) {
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
  const points = typeof unicode === 'string' ? unicode.split('-').map((point) => Number.parseInt(point, 16)) : [];
  const isValid = points.length > 0 && points.every((point) => point > 0 && point <= 0x10ffff);
  return isValid ? String.fromCodePoint(...points) : `:${name}:`;
}
