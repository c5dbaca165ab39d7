/**
 * The application's commands: the registry, and the routes that change it.
 * Source: developer docs "Interactions: Application Commands", read 2026-11-21.
 */
import { isObject, type Json, type JsonObject } from '../../json.ts';
import { createForm, type Form, type Path } from '../rest/request-body.ts';
import { type Call, noContent, type Outcome, ok, type Quota, type Route, route } from '../rest/route.ts';
import { type Problem, refusal, refuseProblems } from '../world/refusal.ts';
import type { World } from '../world/state.ts';

export const CommandType = { slash: 1, user: 2, message: 3 } as const;

/** `definition`: the command as the API returns it. */
export interface RegisteredCommand {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  /** Guild commands only; global ones have none. */
  readonly guild?: string;
  readonly definition: JsonObject;
}

export type Commands = ReturnType<typeof createCommands>;

const registering: Quota = { bucket: 'commands', limit: 5, windowMs: 5_000 };
/** Limits per command type, for one guild or globally. */
const maxByType: Record<number, number> = { 1: 100, 2: 15, 3: 15 };
const slashName = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const subcommands = [1, 2];
/** Source: developer docs "Reference: Locales", read 2026-11-23. */
const locales: ReadonlySet<string> = new Set(
  `id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko`.split(
    ' ',
  ),
);

export function createCommands(world: World) {
  let registered: readonly RegisteredCommand[] = [];
  const routes: Route[] = [
    route('PUT /applications/:id/commands', (call) => replace(call, undefined), { quota: registering }),
    route('GET /applications/:id/commands', (call) => list(call, undefined)),
    route('POST /applications/:id/commands', (call) => add(call, undefined), { quota: registering }),
    route('DELETE /applications/:id/commands/:id', (call) => remove(call, call.id(1)), { quota: registering }),
    route('PUT /applications/:id/guilds/:id/commands', (call) => replace(call, guildOf(call)), { quota: registering }),
    route('GET /applications/:id/guilds/:id/commands', (call) => list(call, guildOf(call))),
    route('POST /applications/:id/guilds/:id/commands', (call) => add(call, guildOf(call)), { quota: registering }),
    route('DELETE /applications/:id/guilds/:id/commands/:id', (call) => remove(call, call.id(2)), {
      quota: registering,
    }),
  ];
  return { routes, all: () => registered, find };

  /** A guild command takes precedence over a global one of the same name. */
  function find(name: string, type: number): RegisteredCommand | undefined {
    const found = registered.filter((command) => command.name === name && command.type === type);
    return found.find((command) => command.guild !== undefined) ?? found[0];
  }

  function guildOf(call: Call): string {
    if (call.id(1) !== world.guildId) throw refusal(50001);
    return call.id(1);
  }

  function list(call: Call, guild: string | undefined): Outcome {
    requireOwnApplication(call);
    const isWhole = call.query.get('with_localizations') === 'true';
    const definitions = registered.filter((command) => command.guild === guild).map((command) => command.definition);
    return ok(definitions.map((definition) => (isWhole ? definition : withoutLocalizations(definition))));
  }

  /** Deletes commands of this guild, or global ones, that are not in the list. */
  function replace(call: Call, guild: string | undefined): Outcome {
    requireOwnApplication(call);
    if (!Array.isArray(call.body)) throw refusal(50035);
    refuseProblems([
      ...call.body.flatMap((one: Json, index) => commandProblems(one, [index])),
      ...setProblems(call.body),
    ]);
    const made = call.body.filter(isObject).map((command) => register(command, guild));
    registered = [...registered.filter((command) => command.guild !== guild), ...made];
    return ok(made.map((command) => command.definition));
  }

  function add(call: Call, guild: string | undefined): Outcome {
    requireOwnApplication(call);
    refuseProblems(commandProblems(call.body ?? null, []));
    const isNew = !same(isObject(call.body) ? call.body : {}, guild);
    const made = register(isObject(call.body) ? call.body : {}, guild);
    registered = [...registered.filter((command) => command.id !== made.id), made];
    return { status: isNew ? 201 : 200, body: made.definition };
  }

  function remove(call: Call, id: string): Outcome {
    requireOwnApplication(call);
    if (!registered.some((command) => command.id === id)) throw refusal(10063);
    registered = registered.filter((command) => command.id !== id);
    return noContent;
  }

  function requireOwnApplication(call: Call): void {
    if (call.id(0) !== world.applicationId) throw refusal(20012);
  }

  function same(sent: JsonObject, guild: string | undefined): RegisteredCommand | undefined {
    return registered.find(
      (command) =>
        command.guild === guild &&
        command.name === sent.name &&
        command.type === Number(sent.type ?? CommandType.slash),
    );
  }

  function register(sent: JsonObject, guild: string | undefined): RegisteredCommand {
    const id = same(sent, guild)?.id ?? world.nextId();
    const type = Number(sent.type ?? CommandType.slash);
    const name = String(sent.name);
    const definition: JsonObject = {
      description: '',
      default_member_permissions: null,
      nsfw: false,
      name_localizations: null,
      description_localizations: null,
      ...(guild === undefined ? { contexts: null, integration_types: [0] } : {}),
      ...sent,
      id,
      type,
      application_id: world.applicationId,
      version: world.nextId(),
      ...(guild === undefined ? {} : { guild_id: guild }),
    };
    return { id, name, type, definition, ...(guild === undefined ? {} : { guild }) };
  }
}

/** As commands are listed unless localizations are requested. */
function withoutLocalizations(definition: JsonObject): JsonObject {
  const { name_localizations: _, description_localizations: __, ...rest } = definition;
  const { options, choices } = rest;
  return {
    ...rest,
    ...(Array.isArray(options) && { options: options.filter(isObject).map(withoutLocalizations) }),
    ...(Array.isArray(choices) && { choices: choices.filter(isObject).map(withoutLocalizations) }),
  };
}

function setProblems(commands: readonly Json[]): Problem[] {
  const found = commands.filter(isObject);
  const keys = found.map((command) => `${command.type ?? CommandType.slash}/${command.name}`);
  const problems: Problem[] = [];
  for (const [index, key] of keys.entries())
    if (keys.indexOf(key) !== index)
      problems.push({
        path: [index],
        code: 'APPLICATION_COMMANDS_DUPLICATE_NAME',
        message: 'Application command names must be unique',
      });
  for (const [type, most] of Object.entries(maxByType))
    if (found.filter((command) => Number(command.type ?? CommandType.slash) === Number(type)).length > most)
      problems.push({ path: [], code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${most} or fewer in length.` });
  return problems;
}

function commandProblems(sent: Json, path: Path): Problem[] {
  const form = createForm(sent);
  const type = form.choice('type', Object.values(CommandType)) ?? CommandType.slash;
  const name = form.text('name', { required: true, min: 1, max: 32 });
  if (type === CommandType.slash) {
    checkName(form, name);
    form.text('description', { required: true, min: 1, max: 100 });
    checkLocalizations(form, 'description_localizations', 100);
    checkOptions(form);
  } else {
    form.text('description', { max: 0 });
    if ((form.objects('options', 0)?.length ?? 0) > 0)
      form.problem(['options'], 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', 'Only slash commands have options');
  }
  checkLocalizations(form, 'name_localizations', 32, type === CommandType.slash ? checkName : undefined);
  return form.problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
}

function checkName(form: Form, name: string | undefined): void {
  if (name !== undefined && (!slashName.test(name) || name !== name.toLowerCase()))
    form.problem(['name'], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
}

/** Texts by locale. */
function checkLocalizations(form: Form, field: string, max: number, check?: typeof checkName): void {
  const texts = createForm(form.object(field) ?? {});
  for (const locale of Object.keys(texts.fields)) {
    if (!locales.has(locale)) texts.problem([], 'DICT_KEYS_INVALID', `"${locale}" is not a valid locale`);
    const text = texts.text(locale, { required: true, min: 1, max });
    check?.(texts, text);
  }
  form.problems.push(...texts.problems.map((problem) => ({ ...problem, path: [field, ...problem.path] })));
}

function checkOptions(form: Form): void {
  const options = form.objects('options', 25) ?? [];
  let optional = false;
  for (const [index, option] of options.entries()) {
    const inner = createForm(option);
    checkName(inner, inner.text('name', { required: true, min: 1, max: 32 }));
    inner.text('description', { required: true, min: 1, max: 100 });
    checkLocalizations(inner, 'name_localizations', 32, checkName);
    checkLocalizations(inner, 'description_localizations', 100);
    const type = inner.choice('type', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    inner.objects('choices', 25);
    if (type !== undefined && subcommands.includes(type)) checkOptions(inner);
    if (option.required === true && optional)
      inner.problem(
        [],
        'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        'Required options must be placed before non-required options',
      );
    optional ||= option.required !== true;
    form.problems.push(...inner.problems.map((problem) => ({ ...problem, path: ['options', index, ...problem.path] })));
  }
}
