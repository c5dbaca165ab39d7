/**
 * Reads front matter as the parsers of site generators accept it: YAML between `---`, TOML between `+++`, JSON in braces. Odd
 * YAML loses neither the page nor its other fields. Pure.
 */
import { parse as parseToml } from 'smol-toml';
import { YAMLParseError } from 'yaml';
import { parseJson } from '../../kit/base/json.ts';
import { yamlValues } from './yaml-values.ts';

/** The YAML parser takes time in proportion to the square of some texts. */
const maxFrontMatterChars = 10_000;

export type Front = Readonly<Record<string, unknown>>;

export interface FrontMatter {
  readonly front: Front;
  /** The text after the front matter. */
  readonly body: string;
  /** What could not be read; the rest of the front matter is there. */
  readonly problem?: string;
}

/** A file's front matter and the text after it, or a plain sentence why the page must not be shown. */
export function toFront(source: string): FrontMatter | { readonly reason: string } {
  const yaml = /^\s*---[ \t]*\n([\s\S]*?)(?<=\n)---[ \t]*(?:\n|$)/.exec(source);
  if (yaml) return readFront(yaml, source, readYaml);
  const toml = /^\s*\+\+\+[ \t]*\n([\s\S]*?)(?<=\n)\+\+\+[ \t]*(?:\n|$)/.exec(source);
  if (toml) return readFront(toml, source, readToml);
  const json = /^\s*(\{\n[\s\S]*?\n\})[ \t]*(?:\n|$)/.exec(source);
  return json ? readFront(json, source, readJson) : { front: {}, body: source };
}

type ReadFields = (text: string) => { readonly front: Front; readonly problem?: string } | undefined;

function readFront([all, text = '']: RegExpExecArray, source: string, read: ReadFields): ReturnType<typeof toFront> {
  if (text.length > maxFrontMatterChars && (beginsWithField(text) || mayLimitReaders.test(text))) {
    return { reason: `Its front matter is longer than ${maxFrontMatterChars.toLocaleString('en')} characters.` };
  }
  const found = text.length > maxFrontMatterChars ? undefined : read(text);
  // A page may begin with a rule, or with the line over a title.
  if (!found) return { front: {}, body: source };
  // Whoever limits a page's readers must not lose that to a typing mistake.
  if (found.problem !== undefined && mayLimitReaders.test(text) && found.front.groups === undefined)
    return { reason: found.problem };
  return { ...found, body: source.slice(all.length) };
}

function beginsWithField(text: string): boolean {
  const first = text.split('\n').find((line) => !/^[ \t]*(?:#|$)/.test(line));
  return first !== undefined && /^["']?[\w.-]+["']?[ \t]*[:=]/.test(first);
}

const mayLimitReaders = /^[ \t]*["']?groups["']?\s*[:=]|"groups"\s*:/m;

/** undefined: it is a text, not front matter. */
function readYaml(text: string): ReturnType<ReadFields> {
  try {
    const value = yamlValues(text);
    if (isRecord(value)) return { front: value };
    return text.split('\n').every((line) => /^\s*(?:#|$)/.test(line)) ? { front: {} } : undefined;
  } catch (error) {
    if (!/^["']?[\w.-]+["']?[ \t]*:(?:[ \t]|$)/m.test(text)) return undefined;
    // The fence is the first line.
    const isPlaced = error instanceof YAMLParseError;
    const where = isPlaced ? ` (line ${text.slice(0, error.pos[0]).split('\n').length + 1})` : '';
    const { front, isWhole } = readFields(text);
    return isWhole ? { front } : { front, problem: `Its front matter is not valid YAML${where}.` };
  }
}

function readToml(text: string): ReturnType<ReadFields> {
  try {
    return { front: withPlainDates(parseToml(text)) };
  } catch {
    if (!/^["']?[\w.-]+["']?[ \t]*=/m.test(text)) return undefined;
    // The parser's message quotes the page.
    const { front } = readFields(text.replace(/^([\w.-]+)[ \t]*=/gm, '$1:'));
    return { front, problem: 'Its front matter is not valid TOML.' };
  }
}

function readJson(text: string): ReturnType<ReadFields> {
  const value = parseJson(text);
  if (isRecord(value)) return { front: value };
  return mayLimitReaders.test(text) ? { front: {}, problem: 'Its front matter is not valid JSON.' } : undefined;
}

function withPlainDates(fields: Front): Front {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
}

const field = /^(["']?)([\w.-]+)\1[ \t]*:(?:[ \t]+(.*)|[ \t]*)$/;

/** Each field at the first column by itself, with the lines after it, which libyaml lets begin at the first column, too. */
function readFields(text: string): { readonly front: Front; readonly isWhole: boolean } {
  const fields: { readonly name: string; readonly lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const name = field.exec(line)?.[2];
    if (name !== undefined) fields.push({ name, lines: [line] });
    else fields.at(-1)?.lines.push(line);
  }
  const read = fields.map(({ name, lines }) => ({ name, ...readField(lines) }));
  const known = read.filter(({ value }) => value !== undefined);
  return {
    front: Object.fromEntries(known.map(({ name, value }) => [name, value])),
    isWhole: read.every(({ isYaml }) => isYaml),
  };
}

function readField(lines: readonly string[]): { readonly value: unknown; readonly isYaml: boolean } {
  const [first = '', ...rest] = lines;
  try {
    const value = yamlValues([first, ...rest.map((line) => ` ${line}`)].join('\n'), { maxAliasCount: 10 });
    return { value: isRecord(value) ? Object.values(value)[0] : undefined, isYaml: true };
  } catch {
    return { value: wordsIn(first, rest), isYaml: false };
  }
}

/** Of a field that is not YAML. */
function wordsIn(first: string, rest: readonly string[]): string | undefined {
  const words = [field.exec(first)?.[3] ?? '', ...rest.map((line) => line.trim())].join(' ').trim();
  // Half of a list or a map says nothing.
  return /^[[{&*!|>%@`-]/.test(words) ? undefined : words.replace(/^(["'])(.*?)\1?$/, '$2').trim();
}

function isRecord(value: unknown): value is Front {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
