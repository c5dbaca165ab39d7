/**
 * response_url: lets an app respond to a command or a click, visibly for one person or for all. Five uses within thirty
 * minutes; the app need not be a member of the channel. A command's has no message to replace, even after one was posted.
 * Source: interactivity/handling-user-interaction, 2026-11-21.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../kit/base/clock.ts';
import type { JsonObject } from '../../json.ts';
import type { Message } from '../world/message.ts';
import { parseArguments, Refusal } from '../world/validation.ts';
import type { Workspace } from '../world/workspace.ts';
import { appAuthor, checkContent, contentTypes, toContent } from './methods/message-content.ts';

const maxUses = 5;
const lifetimeMs = 30 * 60_000;

/** Where a response is shown. */
export interface ResponseTarget {
  readonly channel: string;
  readonly user: string;
  /** The message that was clicked. */
  readonly original?: Message;
}

interface ResponseUrl {
  readonly target: ResponseTarget;
  readonly expiresAt: number;
  uses: number;
}

export type ResponseUrls = ReturnType<typeof createResponseUrls>;

const types = {
  ...contentTypes,
  response_type: 'string',
  replace_original: 'boolean',
  delete_original: 'boolean',
  thread_ts: 'string',
  metadata: 'object',
} as const;

export function createResponseUrls(workspace: Workspace, clock: Clock) {
  const urls = new Map<string, ResponseUrl>();
  return { create, receive, respond };

  /** Returns the path of a new response_url. */
  function create(target: ResponseTarget): string {
    const id = randomUUID();
    urls.set(id, { target, expiresAt: clock.now() + lifetimeMs, uses: 0 });
    return `/response/${id}`;
  }

  /** Handles a request to a response_url. Fails with Refusal: `expired_url`, `used_url`, or the code for its content. */
  function receive(id: string, sent: JsonObject): void {
    const url = urls.get(id);
    if (!url || url.expiresAt <= clock.now()) throw new Refusal('expired_url');
    if (url.uses >= maxUses) throw new Refusal('used_url');
    url.uses += 1;
    respond(url.target, sent);
  }

  /** Also used for the payload of a command's ack. */
  function respond(target: ResponseTarget, sent: JsonObject): void {
    const args = parseArguments(types, sent);
    if (args.delete_original && target.original) {
      workspace.remove(target.original);
      return;
    }
    checkContent(args, 'post');
    if (args.replace_original && target.original) {
      const { blocks: _, ...rest } = target.original;
      workspace.edit(rest, toContent(args));
      return;
    }
    workspace.post({
      channel: target.channel,
      ...appAuthor,
      ...toContent(args),
      ...(args.thread_ts === undefined ? {} : { threadTs: args.thread_ts }),
      ...(args.response_type === 'in_channel' ? {} : { visibleTo: target.user }),
      autoLinks: 'none',
      previews: [],
    });
  }
}
