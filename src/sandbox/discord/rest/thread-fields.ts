/**
 * Request bodies that start or change a thread: their fields, and the permissions that each requires. Pure.
 * Source: developer docs "Resources: Channel" and "Topics: Threads", read 2026-11-21.
 */
import type { Json } from '../../json.ts';
import { has } from '../world/permissions.ts';
import { type Place, requirePermission } from '../world/places.ts';
import { refusal } from '../world/refusal.ts';
import type { World } from '../world/state.ts';
import type { Thread, ThreadDraft } from '../world/thread.ts';
import { threadDraft } from '../world/thread-creation.ts';
import { createForm, type Form } from './request-body.ts';

const archiveChoices = [60, 1_440, 4_320, 10_080];
const maxTags = 5;

export function readNewThread(world: World, place: Place, body: Json | undefined): ThreadDraft {
  const form = createForm(body);
  const name = readName(form, true) ?? '';
  const minutes = form.choice('auto_archive_duration', archiveChoices);
  const slowMode = form.integer('rate_limit_per_user');
  form.done();
  if (slowMode !== undefined) requirePermission(place.permissions, 'manageThreads');
  if ([...world.blocked].some((words) => name.includes(words))) throw refusal(200001);
  return threadDraft(world, {
    parent: place.id,
    name,
    owner: world.botUserId,
    ...(minutes === undefined ? {} : { autoArchiveMinutes: minutes }),
  });
}

/** A forum post: the thread, and its first message as sent. */
export function readNewPost(world: World, place: Place, body: Json | undefined) {
  const draft = readNewThread(world, place, body);
  const form = createForm(body);
  const message = form.object('message', { required: true });
  const tags = form.ids('applied_tags', maxTags) ?? [];
  form.done();
  checkTags(place, [], tags);
  return { draft: { ...draft, tags }, message };
}

/** Refuses changes that the bot may not make. */
export function readThreadChange(world: World, place: Place, thread: Thread, body: Json | undefined): Partial<Thread> {
  const form = createForm(body);
  const name = readName(form, false);
  const archived = form.boolean('archived');
  const locked = form.boolean('locked');
  const minutes = form.choice('auto_archive_duration', archiveChoices);
  const tags = form.ids('applied_tags', maxTags);
  if (form.integer('rate_limit_per_user') !== undefined) requirePermission(place.permissions, 'manageThreads');
  form.done();
  if (tags) checkTags(place, thread.tags, tags);
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(archived === undefined ? {} : { archived }),
    ...(locked === undefined ? {} : { locked }),
    ...(minutes === undefined ? {} : { autoArchiveMinutes: minutes }),
    ...(tags === undefined ? {} : { tags }),
  };
  checkMayChange(world, place, thread, change);
  return change;
}

/** Source: developer docs "Topics: Threads, Editing & Deleting", "Unarchiving", read 2026-11-21. */
function checkMayChange(world: World, place: Place, thread: Thread, change: Partial<Thread>): void {
  const unarchives = change.archived === false;
  if (thread.archived && !unarchives) throw refusal(50083);
  if (has(place.permissions, 'manageThreads')) return;
  if (thread.locked || change.locked !== undefined) throw refusal(50013);
  const onlyUnarchives = unarchives && Object.keys(change).length === 1;
  if (onlyUnarchives) requirePermission(place.permissions, 'sendMessagesInThreads');
  else if (thread.owner !== world.botUserId) throw refusal(50013);
}

/** Adding or removing moderated tags requires a permission of its own. */
function checkTags({ channel, permissions }: Place, before: readonly string[], wanted: readonly string[]): void {
  const form = createForm({});
  for (const [index, id] of wanted.entries())
    if (!channel.tags.some((tag) => tag.id === id))
      form.problem(['applied_tags', index], 'BASE_TYPE_CHOICES', `Unknown tag "${id}"`);
  form.done();
  const changed = channel.tags.filter(({ id }) => before.includes(id) !== wanted.includes(id));
  if (changed.some((tag) => tag.moderated)) requirePermission(permissions, 'manageThreads');
}

/** Surrounding spaces are ignored. */
function readName(form: Form, required: boolean): string | undefined {
  const sent = form.fields.name;
  const trimmed = createForm(typeof sent === 'string' ? { name: sent.trim() } : { name: sent ?? null });
  const name = trimmed.text('name', { required, min: 1, max: 100 });
  form.problems.push(...trimmed.problems);
  return name;
}
