/**
 * The body of a new message, an edit or an interaction response, checked field by field. Source: developer docs "Resources:
 * Message, Create Message", read 2026-11-21.
 */
import { isObject, type Json, type JsonObject } from '../../json.ts';
import type { AllowedMentions, MentionKind } from '../world/mentions.ts';
import { MessageFlag } from '../world/message.ts';
import { componentProblems } from './components.ts';
import { createForm, type Form } from './request-body.ts';
import type { Call } from './route.ts';

/** In code points. */
const maxContentChars = 2_000;
const maxNonceChars = 25;
const maxEmbeds = 10;
const maxEmbedChars = 6_000;
const embedLimits = { title: 256, description: 4_096 } as const;

/** undefined: not sent. `content` null: sent empty. */
export interface MessageForm {
  readonly content?: string | null;
  readonly embeds?: readonly JsonObject[];
  readonly components?: readonly JsonObject[];
  readonly flags?: number;
  readonly allowed?: AllowedMentions;
  readonly nonce?: string | number;
  readonly enforceNonce: boolean;
  readonly replyTo?: { readonly id: string; readonly mustExist: boolean };
}

const fieldsRead = [
  'content',
  'embeds',
  'components',
  'flags',
  'allowed_mentions',
  'nonce',
  'enforce_nonce',
  'message_reference',
  'tts',
];

/**
 * Refuses with 50035. Records fields that the sandbox or Discord does not know. `current`: the message being edited.
 */
export function readMessage(
  call: Pick<Call, 'note'>,
  sent: Json | undefined,
  current?: { readonly flags: number },
): MessageForm {
  const form = createForm(sent);
  const content = form.fields.content === null ? null : form.text('content', { max: maxContentChars })?.trim();
  const embeds = form.objects('embeds', maxEmbeds);
  const components = form.objects('components', Number.POSITIVE_INFINITY);
  const flags = form.integer('flags');
  const v2 = (((current?.flags ?? 0) | (flags ?? 0)) & MessageFlag.componentsV2) !== 0;
  form.boolean('tts');
  checkEmbeds(form, embeds ?? []);
  if (components) form.problems.push(...componentProblems(components, v2));
  if (v2 && (content || (embeds?.length ?? 0) > 0))
    form.problem(
      ['content'],
      'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
    );
  const allowed = readAllowedMentions(form);
  const nonce = readNonce(form);
  const enforceNonce = form.boolean('enforce_nonce') ?? false;
  const replyTo = readReference(form);
  form.done();
  const unread = form.unknown(fieldsRead).filter((name) => !isEmpty(form.fields[name]));
  if (unread.length > 0) call.note(`unsupported fields: ${unread.join(', ')}`);
  return {
    ...(content === undefined ? {} : { content }),
    ...(embeds === undefined ? {} : { embeds }),
    ...(components === undefined ? {} : { components }),
    ...(flags === undefined ? {} : { flags }),
    ...(allowed === undefined ? {} : { allowed }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(replyTo === undefined ? {} : { replyTo }),
    enforceNonce,
  };
}

/** Whether it should be visible to one person only, which only interaction responses can be. */
export function wantsEphemeral({ flags = 0 }: Pick<MessageForm, 'flags'>): boolean {
  return (flags & MessageFlag.ephemeral) !== 0;
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function checkEmbeds(form: Form, embeds: readonly JsonObject[]): void {
  let total = 0;
  for (const [index, embed] of embeds.entries()) {
    for (const [name, max] of Object.entries(embedLimits)) {
      const length = [...String(embed[name] ?? '')].length;
      total += length;
      if (length > max)
        form.problem(['embeds', index, name], 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
    }
    for (const field of Array.isArray(embed.fields) ? embed.fields.filter(isObject) : [])
      total += [...`${field.name ?? ''}${field.value ?? ''}`].length;
  }
  if (total > maxEmbedChars)
    form.problem(['embeds'], 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${maxEmbedChars}`);
}

function readNonce(form: Form): string | number | undefined {
  const nonce = form.text('nonce', { max: maxNonceChars });
  const sent = form.fields.nonce;
  return nonce === undefined ? undefined : typeof sent === 'number' ? sent : nonce;
}

function readReference(form: Form): MessageForm['replyTo'] {
  const reference = form.fields.message_reference;
  if (!isObject(reference) || reference.message_id === undefined) return undefined;
  return { id: String(reference.message_id), mustExist: reference.fail_if_not_exists !== false };
}

const kinds: readonly MentionKind[] = ['users', 'roles', 'everyone'];

/** Source: developer docs "Resources: Message, Allowed Mentions Object", read 2026-11-21. */
function readAllowedMentions(form: Form): AllowedMentions | undefined {
  const sent = form.fields.allowed_mentions;
  if (!isObject(sent)) return undefined;
  const inner = createForm(sent);
  const parse = (Array.isArray(sent.parse) ? sent.parse : []).filter((sentKind) =>
    kinds.some((kind) => kind === sentKind),
  );
  const users = inner.ids('users', 100) ?? [];
  const roles = inner.ids('roles', 100) ?? [];
  for (const [kind, listed] of Object.entries({ users, roles }))
    if (parse.includes(kind) && listed.length > 0)
      inner.problem(
        [],
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      );
  form.problems.push(...inner.problems.map((problem) => ({ ...problem, path: ['allowed_mentions', ...problem.path] })));
  return {
    parse: kinds.filter((kind) => parse.includes(kind)),
    users,
    roles,
    repliedUser: sent.replied_user === true,
  };
}
