/**
 * The commands as registered with Discord, with descriptions in every language that Docent speaks. The names that people type
 * are not translated. Pure.
 */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  Locale,
} from 'discord.js';
import type { DraftKind } from '../../../../core/model/draft.ts';
import type { PlainKey } from '../../../../wording/catalogue.ts';
import { toLanguage } from '../../../../wording/languages.ts';
import { Wording } from '../../../../wording/wording.ts';
import { draftCommands } from './draft-commands.ts';
import { askCommand } from './message-command.ts';

/** The sentences for people who use Discord in this locale. */
export type WordingOf = (locale: string) => Wording;

const builtIn: WordingOf = (locale) => new Wording(toLanguage(locale));

/** Discord's locales that we have a translation for. Source: developer docs "Reference: Locales", read 2026-11-23. */
const locales = [
  Locale.EnglishUS,
  Locale.EnglishGB,
  Locale.German,
  Locale.SpanishES,
  Locale.SpanishLATAM,
  Locale.French,
  Locale.Japanese,
  Locale.PortugueseBR,
];

const everywhere = { contexts: [InteractionContextType.Guild, InteractionContextType.BotDM] };
const guildOnly = { contexts: [InteractionContextType.Guild] };
const installed = { integration_types: [ApplicationIntegrationType.GuildInstall] };

/** The query that makes Discord include localizations. */
export const withLocalizations = new URLSearchParams({ with_localizations: 'true' });

/** Only global commands may have contexts. `drafts`: those that helpers can make. */
export function commandsFor(
  scope: 'global' | 'guild',
  wordingOf: WordingOf = builtIn,
  drafts: readonly DraftKind[] = [],
): readonly object[] {
  const [docs, deploy, report] = [toDocs(wordingOf), toDeploy(wordingOf), toReport(wordingOf)];
  const about = toMenuEntry(askCommand, 'command.ask', wordingOf);
  const offered = drafts.map((kind) => toMenuEntry(draftCommands[kind], `command.${kind}`, wordingOf));
  if (scope === 'guild') return [docs, deploy, report, about, ...offered];
  return [
    { ...docs, ...everywhere, ...installed },
    { ...deploy, ...guildOnly, ...installed },
    { ...report, ...guildOnly, ...installed },
    { ...about, ...everywhere, ...installed },
    ...offered.map((draft) => ({ ...draft, ...guildOnly, ...installed })),
  ];
}

/** Whether exactly the wanted commands are registered. Fields that Discord adds are ignored. */
export function areRegistered(wanted: readonly object[], registered: unknown): boolean {
  if (!Array.isArray(registered) || registered.length !== wanted.length) return false;
  return wanted.every((command) => registered.some((candidate) => covers(candidate, command)));
}

function covers(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(actual) &&
      actual.length === wanted.length &&
      wanted.every((item, index) => covers(actual[index], item))
    );
  }
  if (typeof wanted !== 'object' || wanted === null) return actual === wanted;
  return Object.entries(wanted).every(([key, value]) => covers(Reflect.get(Object(actual), key), value));
}

function toDocs(wordingOf: WordingOf): object {
  const question = { type: ApplicationCommandOptionType.String, name: 'question', required: true };
  const isPublic = { type: ApplicationCommandOptionType.Boolean, name: 'public' };
  return {
    name: 'docs',
    type: ApplicationCommandType.ChatInput,
    ...described('command.docs', wordingOf),
    options: [
      { ...question, ...described('command.question', wordingOf) },
      { ...isPublic, ...described('command.public', wordingOf) },
    ],
  };
}

const actions = ['deploy', 'status', 'latest', 'history', 'lock', 'unlock', 'help'];

/** Without subcommands, which would rule out a bare /deploy. */
function toDeploy(wordingOf: WordingOf): object {
  const text = ApplicationCommandOptionType.String;
  const choices = actions.map((name) => ({ name, value: name }));
  return {
    name: 'deploy',
    type: ApplicationCommandType.ChatInput,
    ...described('command.deploy', wordingOf),
    options: [
      { type: text, name: 'action', ...described('command.action', wordingOf), choices },
      { type: text, name: 'project', ...described('command.project', wordingOf) },
      { type: text, name: 'text', ...described('command.text', wordingOf) },
    ],
  };
}

function toReport(wordingOf: WordingOf): object {
  const since = { type: ApplicationCommandOptionType.String, name: 'since' };
  return {
    name: 'docs-report',
    type: ApplicationCommandType.ChatInput,
    ...described('command.report', wordingOf),
    options: [{ ...since, ...described('command.since', wordingOf) }],
  };
}

/** Appears in each message's menu. Its name is localized, because nobody types it. */
function toMenuEntry(name: string, key: PlainKey, wordingOf: WordingOf): object {
  return { name, type: ApplicationCommandType.Message, name_localizations: inEachLocale(key, wordingOf) };
}

function described(key: PlainKey, wordingOf: WordingOf): object {
  const description = wordingOf(Locale.EnglishUS).say(key);
  return { description, description_localizations: inEachLocale(key, wordingOf) };
}

function inEachLocale(key: PlainKey, wordingOf: WordingOf): Readonly<Record<string, string>> {
  return Object.fromEntries(locales.map((locale) => [locale, wordingOf(locale).say(key)]));
}
