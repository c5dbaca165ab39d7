/**
 * Who a message notifies: a person or a role. Discord's ids do not show which, and a process has only the roles of servers on
 * its own shards cached, so the roles are fetched.
 */
import { RequestMethod, Routes } from 'discord.js';
import { createLookUps } from '../../../../kit/base/bounded-cache.ts';
import type { Clock } from '../../../../kit/base/clock.ts';
import { rightsLastMs, type ThreadRef } from '../../../core/model/conversation.ts';
import { isPassing, PlatformError } from '../../../core/model/errors.ts';
import type { Api } from '../connection/rest.ts';
import { readList } from '../read-json.ts';

/** `token` goes into the text; `allowed_mentions` makes sure that nobody else is notified. */
export interface Mention {
  readonly token: string;
  readonly allowed_mentions: object;
}

/**
 * `identity`: `discord:<id>` of a person or role. Fails with PlatformError while Discord does not answer, because a call for
 * help that notifies nobody is useless.
 */
export type FindMention = (thread: ThreadRef, identity: string | undefined) => Promise<Mention | undefined>;

const maxServers = 1_000;

export function createMentions(api: Api, clock: Clock): FindMention {
  const lookUp = createLookUps<readonly string[]>(clock, { max: maxServers, keptMs: rightsLastMs });

  return async ({ installation: server }, identity) => {
    if (identity === undefined) return undefined;
    const id = identity.slice(identity.lastIndexOf(':') + 1);
    const isRole = server !== '@me' && (await lookUp(server, () => rolesOf(api, server))).includes(id);
    return isRole ? mention(`<@&${id}>`, { roles: [id] }) : mention(`<@${id}>`, { users: [id] });
  };
}

function mention(token: string, allowed: object): Mention {
  return { token, allowed_mentions: { ...allowed, replied_user: false } };
}

/** Empty if the bot is not a member of the server, where its commands may be usable all the same. */
async function rolesOf(api: Api, server: string): Promise<readonly string[]> {
  try {
    const roles = await api.call(RequestMethod.Get, Routes.guildRoles(server));
    return readList<{ readonly id: string }>(roles).map(({ id }) => id);
  } catch (error) {
    if (!(error instanceof PlatformError) || isPassing(error)) throw error;
    return [];
  }
}
