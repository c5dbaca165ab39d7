/** The maximum lengths of sentences in characters, by key or by the part of the key before the dot. */
import type { Key } from './catalogue.ts';

/** For a notice; several may appear below an answer. */
const maxNoticeChars = 500;
/**
 * Sources: docs.slack.dev reference/views/modal-views (title, submit and close: 24), block-elements/button-element (75),
 * blocks/header-block (150); developer docs "Components: Reference" (label: 45, button: 80), "Application Commands" (name:
 * 32, description: 100), 2026-11-23.
 */
const limits: ReadonlyMap<string, number> = new Map([
  ['form.title', 24],
  ['form.send', 24],
  ['form.cancel', 24],
  ['home.title', 150],
  ['home.askTitle', 150],
  ['home.examplesTitle', 150],
  ['home.statusTitle', 150],
  ['command.ask', 32],
  ['command', 100],
  ['form', 45],
  ['reason', 45],
  ['button', 75],
  ['prompt', 75],
]);

export function maxCharsOf(key: Key): number {
  return limits.get(key) ?? limits.get(key.replace(/\..*/, '')) ?? maxNoticeChars;
}
