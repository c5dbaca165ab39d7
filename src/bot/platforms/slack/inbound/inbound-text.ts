/**
 * Slack's message text -> readable Markdown: decodes tokens (`<@U1>`, `<#C1|general>`, `<https://x|y>`) and entities.
 * Mentions of people keep their ids until `insertNames`.
 * Source: docs.slack.dev messaging/formatting-message-text, 2026-11-21.
 */
import { headOf } from '../../../../kit/base/shorten.ts';

/** Display names by user id. */
export type Names = ReadonlyMap<string, string>;

const token = /<([^<>\n]+)>/g;
const maxNameChars = 80;

/** The ids of the mentioned users, each once, in order of appearance. */
export function usersIn(text: string): readonly string[] {
  const ids = [...text.matchAll(token)].map(([, inside = '']) => userOf(inside)).filter((id) => id !== undefined);
  return [...new Set(ids)];
}

/** Whether the text mentions this user. */
export function mentions(text: string, user: string): boolean {
  return usersIn(text).includes(user);
}

/** Whether the text mentions people or a user group. `@here` and `@channel` do not count: they address everyone. */
export function isToPeople(text: string): boolean {
  return [...text.matchAll(token)].some(
    ([, inside = '']) => userOf(inside) !== undefined || inside.startsWith('!subteam^'),
  );
}

/** The text as Markdown, without mentions of `self`. Entities are decoded exactly once. */
export function readText(text: string, self: string): string {
  // The look-behind keeps this linear: a run of blanks is matched only from its first blank.
  const withoutUs = text.replaceAll(new RegExp(`(?:(?<![ \\t])[ \\t]+)?<@${self}(?:\\|[^<>]*)?>[,:]?`, 'g'), '');
  return decode(withoutUs.replaceAll(token, (whole, inside: string) => readToken(inside) ?? whole)).trim();
}

/** Replaces user ids by names; a user without a known name becomes "someone". */
export function insertNames(text: string, names: Names): string {
  return text.replaceAll(token, (whole, inside: string) => {
    const id = userOf(inside);
    return id === undefined ? whole : `@${toName(names.get(id) ?? inside.slice(id.length + 2)) || 'someone'}`;
  });
}

function userOf(inside: string): string | undefined {
  return /^@([UW][A-Z0-9]+)(?:\||$)/.exec(inside)?.[1];
}

function readToken(inside: string): string | undefined {
  const [target = '', ...rest] = inside.split('|');
  const label = rest.join('|').trim();
  if (target.startsWith('#')) return `#${label || 'channel'}`;
  if (target.startsWith('!subteam^')) return label || '@group';
  if (target.startsWith('!')) return label || `@${target.slice(1)}`;
  return readLink(target, label);
}

/** A name is untrusted text that goes to the assistant, so it becomes one short line. */
function toName(name: string): string {
  return headOf(name.replaceAll(/\s+/g, ' ').replace(/^@/, '').trim(), maxNameChars);
}

/** Slack turns bare hosts and addresses into links; those are returned as typed. */
function readLink(target: string, label: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  if (label === '') return target;
  const typed = target.endsWith(label) || target === `${label}/`;
  return typed ? label : `[${label.replaceAll(/[[\]]/g, '\\$&')}](${target})`;
}

/** `&amp;` last, or a typed `&amp;lt;` would be decoded twice. */
function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
