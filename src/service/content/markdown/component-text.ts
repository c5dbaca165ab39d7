/**
 * The text in the attributes of components: titles, parameters, cards, commands. In: a component's name and attributes. Out:
 * Markdown. Knows the components of Mintlify, Docusaurus, Nextra and Fumadocs. Pure.
 */
import { capital } from './callouts.ts';
import { codeSpan } from './code-spans.ts';
import type { Literal } from './literals.ts';
import { fenced } from './marks/mark.ts';

/**
 * The label before a component's children, and its own text. `name` is in lower case; `step` is the number of the current
 * step.
 */
export function toMarkdown(
  name: string,
  attributes: ReadonlyMap<string, Literal>,
  step: number,
): { readonly label: string; readonly body: string } {
  const text = (...keys: readonly string[]): string => textOf(attributes, keys);
  const lists = [...attributes.values()].map((value) => listOf(itemsOf(value), '')).filter((list) => list !== '');
  const command = text('packages') ? `npm install ${text('packages')}` : text('command', 'code', 'text');
  if (/install|snippet|command|terminal/.test(name)) {
    const language = /^(?:import|export|const)\b/.test(command) ? 'ts' : 'sh';
    return { label: '', body: command === '' ? '' : fenced(command, language) };
  }
  const parameter = text('path', 'query', 'body', 'name', 'field');
  if (/field|param|property|prop$|option/.test(name) && parameter !== '') {
    return { label: `- ${signature(parameter, attributes)}:`, body: text('description') };
  }
  const title = text('title', 'label', 'header', 'heading', 'question', isTab.test(name) ? 'value' : 'title');
  const body = [text('description', 'tip', 'caption'), ...lists].filter((part) => part !== '').join('\n\n');
  if (/^(?:filetree\.)?(?:file|folder)$/.test(name)) return { label: '', body: `- ${codeSpan(text('name', 'title'))}` };
  const kind = isCallout.test(name) ? text('type', 'kind', 'variant') || 'note' : name;
  if (name === 'step' && title !== '') return { label: `${step}. **${title}**\n\n`, body };
  return { label: label(kind, title, text('href', 'to')), body };
}

const isTab = /^tab(?:s\.tab|item)?$/;
const isCallout = /^(?:callout|alert|admonition|aside)$/;

function label(name: string, title: string, href: string): string {
  if (/^(note|warn|warning|tip|info|caution|danger|error|success|important)$/.test(name)) {
    return `**${title || capital(name === 'warn' ? 'warning' : name)}:**`;
  }
  if (title === '') return '';
  return href === '' ? `**${title}**\n\n` : `- [${title}](${href}):`;
}

/** A list of objects, objects by name (`type={{ id: { type: 'string' } }}`), or a list by its name. */
function itemsOf(value: Literal): readonly Literal[] {
  if (Array.isArray(value)) return value;
  if (value === null || !isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, field]): readonly Literal[] =>
    Array.isArray(field) ? field : isRecord(field) ? [{ name, ...field }] : [],
  );
}

/** Objects of an attribute (cards, parameters) as a list; nested objects become nested lists. */
function listOf(items: readonly Literal[], indent: string): string {
  return items
    .flatMap((item) => (isRecord(item) ? [itemOf(item, indent)] : []))
    .filter((line) => line !== '')
    .join('\n');
}

function itemOf(item: { readonly [key: string]: Literal }, indent: string): string {
  const fields = new Map(Object.entries(item));
  const text = textOf(fields, ['description', 'content', 'text', 'answer', 'value']).replace(/\s+/g, ' ');
  const name = textOf(fields, ['name']);
  const title = textOf(fields, ['title', 'label', 'question']);
  const href = textOf(fields, ['href', 'link', 'url']);
  const head = name === '' ? (href === '' ? title && `**${title}**` : `[${title}](${href})`) : signature(name, fields);
  const own = [head, text].filter((part) => part !== '').join(': ');
  const inner = Object.values(item)
    .flatMap((value) => (Array.isArray(value) ? [listOf(value, own === '' ? indent : `${indent}  `)] : []))
    .filter((list) => list !== '');
  return [...(own === '' ? [] : [`${indent}- ${own}`]), ...inner].join('\n');
}

/** `name` (`type`, optional, default: x) */
function signature(name: string, fields: ReadonlyMap<string, Literal>): string {
  const type = textOf(fields, ['type']).replace(/\s+/g, ' ');
  const initial = fields.get('default');
  const facts = [
    type === '' ? '' : codeSpan(type),
    fields.get('isOptional') === true || fields.get('optional') === true ? 'optional' : '',
    fields.get('required') === true ? 'required' : '',
    initial === undefined ? '' : `default: ${String(initial)}`,
  ].filter((fact) => fact !== '');
  return facts.length === 0 ? codeSpan(name) : `${codeSpan(name)} (${facts.join(', ')})`;
}

function textOf(fields: ReadonlyMap<string, Literal>, keys: readonly string[]): string {
  for (const key of keys) {
    const value = fields.get(key);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return '';
}

function isRecord(value: Literal): value is { readonly [key: string]: Literal } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
