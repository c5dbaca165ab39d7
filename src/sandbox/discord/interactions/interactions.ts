/**
 * Interactions, from their creation by a person until their token expires. The app must call back within 3 seconds, and may
 * edit its response and follow up for another 15 minutes.
 * Source: developer docs "Interactions: Receiving and Responding", read 2026-11-21.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../kit/base/clock.ts';
import type { JsonObject } from '../../json.ts';
import type { Message } from '../world/message.ts';
import type { World } from '../world/state.ts';

/** What the person sees if an app does not respond in time. */
export class NotAnswered extends Error {
  constructor() {
    super('The application did not respond');
  }
}

/** How long an app may take to respond. */
const discordTimeoutMs = 3_000;
export const tokenLifetimeMs = 15 * 60_000;

export const InteractionType = { command: 2, component: 3, modal: 5 } as const;

/** The app's callback as the person sees it. */
export interface InteractionResponse {
  readonly interaction: string;
  readonly kind: 'message' | 'deferred' | 'deferred update' | 'update' | 'modal';
  /** The message that was posted or updated: the original response. */
  readonly message?: string;
  /** The modal that opened: its title and components, for submitModal. */
  readonly modal?: JsonObject;
}

export interface InteractionRequest {
  readonly type: number;
  readonly user: string;
  readonly channel: string;
  /** Commands only. */
  readonly name?: string;
  /** Whether the command was chosen from a message's menu. */
  readonly fromMenu?: boolean;
  /** The message that the component is on. */
  readonly source?: Message;
}

export interface Interaction extends InteractionRequest {
  readonly id: string;
  readonly token: string;
  readonly createdAt: number;
  /** Present once the app has called back. */
  response?: InteractionResponse;
  timedOut: boolean;
  /** Records the callback and passes it to the waiting person. */
  respond(response: Omit<InteractionResponse, 'interaction'>): void;
}

export type Interactions = ReturnType<typeof createInteractions>;

/** `stopped` ends waits for responses. */
export function createInteractions(
  world: World,
  clock: Clock,
  stopped: AbortSignal,
  responseTimeoutMs: number = discordTimeoutMs,
) {
  const byToken = new Map<string, Interaction>();
  return { open, find, withToken };

  /** `deliver` sends the new interaction to the app. Rejects with NotAnswered. */
  async function open(
    request: InteractionRequest,
    deliver: (interaction: Interaction) => void,
  ): Promise<InteractionResponse> {
    const { promise, resolve } = Promise.withResolvers<InteractionResponse>();
    const interaction: Interaction = {
      ...request,
      id: world.nextId(),
      token: randomBytes(48).toString('base64url'),
      createdAt: clock.now(),
      timedOut: false,
      respond(response) {
        interaction.response = { interaction: interaction.id, ...response };
        resolve(interaction.response);
      },
    };
    byToken.set(interaction.token, interaction);
    deliver(interaction);
    const responded = new AbortController();
    const timeout = clock.wait(responseTimeoutMs, AbortSignal.any([responded.signal, stopped]));
    await Promise.race([promise, timeout]);
    responded.abort();
    if (interaction.response) return interaction.response;
    interaction.timedOut = true;
    throw new NotAnswered();
  }

  function find(id: string): Interaction | undefined {
    return [...byToken.values()].find((interaction) => interaction.id === id);
  }

  /** undefined if the token has expired. */
  function withToken(token: string): Interaction | undefined {
    const interaction = byToken.get(token);
    return interaction && clock.now() <= interaction.createdAt + tokenLifetimeMs ? interaction : undefined;
  }
}
