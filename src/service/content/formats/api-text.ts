/** How pages of a description of an API are written: sections, lines of lists, schemas, examples, authorization. Pure. */
import { stringAt, valueAt } from '../../../kit/base/json.ts';
import { fenced } from '../markdown/marks/mark.ts';
import { bounded, code, entriesOf, fieldsOf, type Schemas, textOfType } from './api-schema.ts';

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function section(title: string, lines: readonly string[]): string | undefined {
  if (lines.length === 0) return undefined;
  return [`## ${title}`, ...paragraphs(lines)].join('\n\n');
}

export function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

/** Lines of a list are one paragraph. */
export function paragraphs(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => line.startsWith('- '));
  const list = at === -1 ? [] : [lines.slice(at).join('\n')];
  return [...lines.slice(0, at === -1 ? lines.length : at), ...list].filter((text) => text !== '');
}

const maxTextChars = 20_000;

export function boundedText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : text.slice(0, maxTextChars).trim();
}

const maxLineChars = 1_000;

/** For a list item. */
export function oneLine(text: string): string {
  const short = text.length > maxLineChars ? `${text.slice(0, maxLineChars)}…` : text;
  return short.replace(/\s+/g, ' ').trim();
}

/** What the whole is, and its fields; the page of a schema has those further down. */
export function topFields(schema: unknown, schemas: Schemas): readonly string[] {
  const fields = fieldsOf(schema, schemas, 2);
  return [textOfType(schema, schemas), ...fields].filter((line) => line !== '');
}

/** A schema that may be written in another language than JSON Schema, whose name it has beside it or around it. */
export interface WrittenSchema {
  readonly schema: unknown;
  readonly language: 'Avro' | 'Protocol Buffers' | 'RAML' | undefined;
}

export function schemaIn(value: unknown, { resolve }: Schemas, beside?: string): WrittenSchema {
  const found = resolve(value);
  const around = stringAt(found, 'schemaFormat');
  const format = around ?? beside ?? '';
  const language = /avro/i.test(format)
    ? 'Avro'
    : /protobuf/i.test(format)
      ? 'Protocol Buffers'
      : /raml/i.test(format)
        ? 'RAML'
        : undefined;
  return { schema: around === undefined ? value : valueAt(found, 'schema'), language };
}

/** What the whole is, and its fields; or as it is written in its language. */
export function schemaBlocks({ schema, language }: WrittenSchema, schemas: Schemas): readonly string[] {
  if (language === undefined) return paragraphs(topFields(schema, schemas));
  const found = schemas.resolve(schema);
  if (found === undefined) return [`Schema in ${language}: ${textOfType(schema, schemas)}`];
  return [`Schema in ${language}:`, fenced(shortJson(found), language === 'Avro' ? 'json' : '')];
}

/** `wanted`: ways to be allowed an operation, each of which names schemes with their scopes. */
export function securityLines(wanted: unknown, schemeOf: (name: string, way: unknown) => unknown): readonly string[] {
  return listOf(wanted)
    .slice(0, 20)
    .map((way) => {
      const parts = entriesOf(way)
        .slice(0, 10)
        .map(([name, scopes]) => {
          const wantedScopes = listOf(valueAt(scopes, 'scopes') ?? scopes)
            .slice(0, 30)
            .filter((scope) => typeof scope === 'string');
          const scoped = wantedScopes.length === 0 ? '' : ` with the scopes ${wantedScopes.map(code).join(', ')}`;
          return `${code(name)}${scoped} (${schemeText(schemeOf(name, scopes))})`;
        });
      return `- ${parts.length === 0 ? 'No authorization' : parts.join(' and ')}`;
    });
}

const schemeNames: Readonly<Record<string, string>> = {
  asymmetricEncryption: 'asymmetric encryption',
  gssapi: 'SASL/GSSAPI',
  oauth2: 'OAuth 2',
  openIdConnect: 'OpenID Connect',
  plain: 'SASL/PLAIN',
  scramSha256: 'SASL/SCRAM-SHA-256',
  scramSha512: 'SASL/SCRAM-SHA-512',
  symmetricEncryption: 'symmetric encryption',
  userPassword: 'user name and password',
  X509: 'X.509 certificate',
};

export function schemeText(scheme: unknown): string {
  const about = stringAt(scheme, 'description');
  const kind = stringAt(scheme, 'type') ?? 'unknown';
  const where = stringAt(scheme, 'in');
  const name = stringAt(scheme, 'name');
  const http = stringAt(scheme, 'scheme');
  const text =
    kind === 'http'
      ? `HTTP ${http ?? ''} authentication, header \`Authorization\``
      : /^(?:httpA|a)piKey$/.test(kind)
        ? `API key in the ${where ?? 'header'}${name === undefined ? '' : ` ${code(name)}`}`
        : Object.hasOwn(schemeNames, kind)
          ? schemeNames[kind]
          : oneLine(kind);
  return about === undefined ? (text ?? kind) : `${text}: ${oneLine(about)}`;
}

const maxExampleChars = 3_000;

export function shortJson(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(bounded(value, 300), undefined, 2) ?? '');
  return text.length > maxExampleChars ? `${text.slice(0, maxExampleChars)}…` : text;
}

export function jsonFence(value: unknown): string {
  return fenced(shortJson(value), 'json');
}

/** Those that say something. */
export function tagLines(tags: unknown): readonly string[] {
  return listOf(tags).flatMap((tag) => {
    const about = stringAt(tag, 'description');
    return about === undefined ? [] : [`- **${stringAt(tag, 'name') ?? ''}**: ${oneLine(about)}`];
  });
}
