/** Adds the tag for answered questions to a forum post, which takes the permission “Manage Threads”. */
import { RequestMethod, Routes } from 'discord.js';
import type { ThreadRef } from '../../../core/model/conversation.ts';
import type { Api } from '../connection/rest.ts';
import { readObject } from '../read-json.ts';
import { toChannelInfo } from '../thread-refs.ts';

type Post = Parameters<typeof toChannelInfo>[0];
type Forum = NonNullable<Parameters<typeof toChannelInfo>[1]>;

/** Source: developer docs "Resources: Channel", read 2026-11-23. */
const maxTags = 5;

export interface AnsweredTagOptions {
  readonly api: Api;
  /** Called if the forum does not have the tag. */
  onNoTag(forum: string): void;
}

/** Fails with PlatformError. */
export async function markAnswered({ channel, thread }: ThreadRef, tag: string, options: AnsweredTagOptions) {
  const { api, onNoTag } = options;
  if (!/^\d+$/.test(thread)) return;
  const forum = readObject<Forum>(await api.call(RequestMethod.Get, Routes.channel(channel)));
  const post = readObject<Post>(await api.call(RequestMethod.Get, Routes.channel(thread)));
  const place = toChannelInfo(post, forum);
  if (place.kind !== 'thread' || !place.post) return;
  const found = forum.available_tags?.find((candidate) => matches(candidate, tag));
  if (!found) return onNoTag(channel);
  const { applied_tags: applied = [] } = post;
  if (applied.includes(found.id) || applied.length >= maxTags) return;
  const body = { applied_tags: [...applied, found.id] };
  await api.call(RequestMethod.Patch, Routes.channel(thread), { body });
}

function matches({ id, name }: { readonly id: string; readonly name: string }, tag: string): boolean {
  return id === tag || name.toLowerCase() === tag.toLowerCase();
}
