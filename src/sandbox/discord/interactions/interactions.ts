/**
 * What people ask of the app by commands, buttons and modals. In: an interaction. Out: the app's answer as the person sees
 * it; NotAnswered when none came within 3 seconds.
 * An interaction is open until the app calls back; answered until its token ends 15 minutes after; late when nobody came.
 * Source: developer docs "Interactions: Receiving and Responding", read 2026-11-21.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { JsonObject } from '../world/json.ts';
import type { Message } from '../world/message.ts';
import type { World } from '../world/state.ts';

/** What the person sees when an app does not answer in time. */
export class NotAnswered extends Error {
  constructor() {
    super('The application did not respond');
  }
}

/** How long the app has for its first answer. */
const responseTimeoutMs = 3_000;
/** How long it has for all others. */
export const tokenLifetimeMs = 15 * 60_000;

/** What kind of asking it is. */
export const InteractionType = { command: 2, component: 3, modal: 5 } as const;

/** How the app answered, as the person sees it. */
export interface InteractionResponse {
  readonly interaction: string;
  readonly kind: 'message' | 'deferred' | 'deferred update' | 'update' | 'modal';
  /** The message that was made or changed. */
  readonly message?: string;
  /** What opened: title and components, to be sent back with submitModal. */
  readonly modal?: JsonObject;
}

/** Who asks what, where. */
export interface InteractionRequest {
  readonly type: number;
  readonly user: string;
  readonly channel: string;
  readonly name?: string;
  /** A slash command, or one from a message's menu. */
  readonly fromMenu?: boolean;
  /** The message that the button is on. */
  readonly source?: Message;
}

/** One asking, from its first moment to the end of its token. */
export interface Interaction extends InteractionRequest {
  readonly id: string;
  readonly token: string;
  readonly at: number;
  state: 'open' | 'answered' | 'late';
  /** The answer's message. */
  original?: string;
  modal?: JsonObject;
  answer(answer: InteractionResponse): void;
}

/** All interactions. */
export type Interactions = ReturnType<typeof createInteractions>;

/** None yet. `stopped` ends the waiting. */
export function createInteractions(world: World, clock: Clock, stopped: AbortSignal) {
  const byToken = new Map<string, Interaction>();
  return { open, find, withToken };

  /** An interaction begins; `send` tells the app of it. */
  async function open(
    asking: InteractionRequest,
    send: (interaction: Interaction) => void,
  ): Promise<InteractionResponse> {
    const { promise, resolve } = Promise.withResolvers<InteractionResponse>();
    const token = randomBytes(48).toString('base64url');
    const begun = { id: world.nextId(), token, at: clock.now(), state: 'open' as const, answer: resolve };
    const interaction: Interaction = { ...asking, ...begun };
    byToken.set(token, interaction);
    send(interaction);
    const over = new AbortController();
    const late = clock.wait(responseTimeoutMs, AbortSignal.any([over.signal, stopped])).then(() => undefined);
    const answer = await Promise.race([promise, late]);
    over.abort();
    if (answer) return answer;
    if (interaction.state !== 'open') return promise;
    interaction.state = 'late';
    throw new NotAnswered();
  }

  function find(id: string): Interaction | undefined {
    return [...byToken.values()].find((one) => one.id === id);
  }

  /** Whatever its state; undefined when its token has ended. */
  function withToken(token: string): Interaction | undefined {
    const interaction = byToken.get(token);
    return interaction && clock.now() <= interaction.at + tokenLifetimeMs ? interaction : undefined;
  }
}
