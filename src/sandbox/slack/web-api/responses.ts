/**
 * response_url: where an app answers a command or a click, for one person or for all. Five uses within thirty minutes,
 * membership not needed.
 * Source: interactivity/handling-user-interaction, 2026-11-21.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { JsonObject, Message, Workspace } from '../world/state.ts';
import { check, Refusal } from '../world/validation.ts';
import { checkContent } from './blocks.ts';
import { contentOf } from './chat.ts';

const maxUses = 5;
const lastsMs = 30 * 60_000;

/** Where an answer goes. */
export interface ResponsePlace {
  readonly channel: string;
  readonly user: string;
  /** The message that was clicked on. */
  readonly original?: Message;
}

export type Responses = ReturnType<typeof createResponses>;

const rules = {
  text: 'string',
  blocks: 'objects',
  markdown_text: 'string',
  response_type: 'string',
  replace_original: 'boolean',
  delete_original: 'boolean',
  thread_ts: 'string',
  metadata: 'object',
} as const;

export function createResponses(workspace: Workspace, clock: Clock) {
  const places = new Map<string, { place: ResponsePlace; readonly until: number; uses: number }>();
  return { mint, take, answer };

  /** The path of a new response_url. */
  function mint(place: ResponsePlace): string {
    const id = randomUUID();
    places.set(id, { place, until: clock.now() + lastsMs, uses: 0 });
    return `/response/${id}`;
  }

  /** What was posted to a response_url. Fails with Refusal: `expired_url`, `used_url`, or a word for its content. */
  function take(id: string, sent: JsonObject): void {
    const found = places.get(id);
    if (!found || found.until <= clock.now()) throw new Refusal('expired_url');
    if (found.uses >= maxUses) throw new Refusal('used_url');
    found.uses += 1;
    const said = answer(found.place, sent);
    // What was said over the URL of a command is what it can replace later.
    if (said) found.place = { ...found.place, original: found.place.original ?? said };
  }

  /** Also what comes with the ack of a command. Gives the message that it made or changed. */
  function answer(place: ResponsePlace, sent: JsonObject): Message | undefined {
    const given = check(rules, sent);
    if (given.delete_original && place.original) {
      workspace.remove(place.original);
      return undefined;
    }
    checkContent(given, 'post');
    const shown = contentOf(given);
    if (given.replace_original && place.original) {
      const { blocks: _, ...rest } = place.original;
      return workspace.edit(rest, shown);
    }
    return workspace.post({
      channel: place.channel,
      user: workspace.botUserId,
      botId: workspace.botId,
      ...shown,
      ...(given.thread_ts === undefined ? {} : { threadTs: given.thread_ts }),
      ...(given.response_type === 'in_channel' ? {} : { visibleTo: place.user }),
      autoLinks: 'none',
      previews: [],
    });
  }
}
