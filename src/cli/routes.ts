/** `docent routes`: prints the settings that the routing file applies in a place, and which rule sets each. */
import type { Routing } from '../bot/config/config.ts';
import { loadRoutes } from '../bot/config/load.ts';
import { type Place, placesOf, reasonsFor, ruleFor } from '../bot/config/routing/rules.ts';
import { type Command, type CommandIo, counted, readWords, UsageError } from './terminal/command.ts';

export const routes: Command = {
  summary: 'print which settings the routing file applies where, and why',
  help: `docent routes [PLACE] [--json]

Checks docent.yaml (or the file that DOCENT_CONFIG names) and prints, for each
place that has a rule, which settings apply there and which rule sets them.
PLACE limits this to one place, whether or not it has a rule:
  slack/WORKSPACE/CHANNEL
  discord/SERVER/CHANNEL or discord/SERVER/CATEGORY/CHANNEL
Exit codes: 0 done, 2 invalid file, missing settings or wrong usage.
`,
  async run(args, io) {
    const words = readWords(args, { json: { type: 'boolean' } }, 1);
    const [word] = words.positionals;
    const only = word === undefined ? undefined : { name: word, place: toPlace(word) };
    const read = await loadRoutes(io.env);
    if (!read.ok) {
      io.err(`These settings do not work:\n${read.problems.map((problem) => `  - ${problem}\n`).join('')}`);
      return 2;
    }
    const found = (only ? [only] : placesOf(read.config.file)).map((place) => describe(place, read.config));
    if (words.flag('json')) io.out(`${JSON.stringify(found, null, 2)}\n`);
    else print(found, read.source.text === undefined ? undefined : read.source.path, io);
    return 0;
  },
};

function toPlace(word: string): Place {
  const [platform = '', installation, ...rest] = word.split('/');
  const channel = rest.pop();
  const [category] = rest;
  const isWhole = installation && channel && (platform === 'slack' || platform === 'discord');
  if (!isWhole || rest.length > (platform === 'discord' ? 1 : 0) || category === '') {
    throw new UsageError(
      `“${word}” is not a place; use slack/WORKSPACE/CHANNEL or discord/SERVER/[CATEGORY/]CHANNEL with their ids.`,
    );
  }
  return { platform, installation, channel, ...(category !== undefined && { category }) };
}

interface Described {
  readonly place: string;
  /** The place's name in the file, only for output. */
  readonly name?: string;
  /** Each setting, with the rule that sets it, or `built in` for a default. */
  readonly applies: Readonly<Record<string, { readonly value: unknown; readonly from: string }>>;
}

function describe({ name: place, place: where }: { name: string; place: Place }, routing: Routing): Described {
  const { site = routing.defaultSite, filter, ...rest } = ruleFor(routing.file, where);
  const reasons = reasonsFor(routing.file, where);
  const settings = { site, ...(Object.keys(filter).length > 0 && { filter }), ...rest };
  const applies = Object.entries(settings).map(([field, value]) => [
    field,
    { value, from: reasons[field] ?? 'built in' },
  ]);
  const name = nameOf(routing, place);
  return { place, ...(name !== undefined && { name }), applies: Object.fromEntries(applies) };
}

function nameOf({ file }: Routing, place: string): string | undefined {
  const [platform, list, id = ''] = place.split('.');
  const lists: Readonly<Record<string, Readonly<Record<string, { name?: string | undefined }>> | undefined>> = {
    'slack.workspaces': file.slack.workspaces,
    'slack.channels': file.slack.channels,
    'discord.servers': file.discord.servers,
    'discord.categories': file.discord.categories,
    'discord.channels': file.discord.channels,
  };
  return lists[`${platform}.${list}`]?.[id]?.name;
}

function print(found: readonly Described[], path: string | undefined, { out }: CommandIo): void {
  out(
    path === undefined
      ? 'There is no docent.yaml; this applies everywhere.\n'
      : `${path}: ${counted(found.length, 'place')}\n`,
  );
  for (const { place, name, applies } of found) {
    out(`\n${place}${name === undefined ? '' : ` (${name})`}\n`);
    for (const [field, { value, from }] of Object.entries(applies)) {
      const shown = typeof value === 'string' ? value : JSON.stringify(value);
      out(`  ${field.padEnd(10)} ${shown.padEnd(24)} ${from}\n`);
    }
  }
}
