/** REST calls and a gateway socket without an SDK, for what discord.js never does. */
import { WebSocket } from 'ws';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';
import { until } from '../slack/until.ts';

/** JSON, typed by the fields that tests read; a missing one is undefined, and fails its expectation. */
export interface Fields {
  readonly code: number;
  readonly content: string;
  readonly edited_timestamp: string | null;
  readonly embeds: readonly Fields[];
  readonly errors: Problems;
  readonly flags: number;
  readonly guilds: readonly Fields[];
  readonly id: string;
  readonly mention_everyone: boolean;
  readonly mention_roles: readonly string[];
  readonly message: unknown;
  readonly name: string;
  readonly referenced_message: Fields;
  readonly retry_after: number;
  readonly session_id: string;
  readonly threads: readonly Fields[];
  readonly token: string;
  readonly type: number;
  readonly url: string;
  readonly user_id: string;
}

/** The problems of a body, by field. */
interface Problems {
  readonly [field: string]: Problems & { readonly _errors: readonly [{ readonly code: string }] };
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  /** An object or a list of them. */
  readonly body: Fields & readonly Fields[];
}

export async function call(
  discord: DiscordSandbox,
  method: string,
  path: string,
  body?: unknown,
  authorization = `Bot ${discord.token}`,
): Promise<RawResponse> {
  const response = await fetch(`${discord.apiUrl}/v10${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** HTTP status and Discord's error code. */
export function codes(response: RawResponse): [number, number] {
  return [response.status, response.body.code];
}

export interface Frame {
  readonly op: number;
  readonly t: string | null;
  readonly s: number | null;
  readonly d: Fields;
}

/** An open socket, with all frames that it received. */
export interface RawSocket {
  readonly frames: Frame[];
  /** The code it was closed with; 0 while it is open. */
  closed(): number;
  send(op: number, d: unknown): void;
  /** Waits for the first frame that matches. */
  next(holds: (frame: Frame) => boolean): Promise<Frame>;
  close(code?: number): Promise<void>;
}

export const allIntents = 1 | (1 << 9) | (1 << 12) | (1 << 15);

export async function open(discord: DiscordSandbox, query = 'v=10&encoding=json'): Promise<RawSocket> {
  const { body } = await call(discord, 'GET', '/gateway/bot');
  const socket = new WebSocket(`${body.url}/?${query}`);
  const frames: Frame[] = [];
  let code = 0;
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  socket.on('close', (given) => {
    code = given;
  });
  socket.on('error', () => undefined);
  await until(() => frames.length > 0 || code > 0 || socket.readyState === WebSocket.OPEN);
  return {
    frames,
    closed: () => code,
    send: (op, d) => socket.send(JSON.stringify({ op, d })),
    async next(holds) {
      await until(() => frames.some(holds));
      const found = frames.find(holds);
      if (!found) throw new Error('gone');
      return found;
    },
    async close(given = 1000) {
      socket.close(given);
      await until(() => code > 0);
    },
  };
}

export function identify(socket: RawSocket, discord: DiscordSandbox, fields: object = {}): void {
  const properties = { os: 'linux', browser: 'test', device: 'test' };
  socket.send(2, { token: discord.token, intents: allIntents, properties, ...fields });
}

export function named(name: string): (frame: Frame) => boolean {
  return (frame) => frame.t === name;
}

/** A channel's id by its name. */
export function channelId(discord: DiscordSandbox, name: string): string {
  const found = discord.channels.find((one) => one.kind !== 'dm' && one.name === name);
  if (!found) throw new Error(`no channel ${name}`);
  return found.id;
}

export function userId(discord: DiscordSandbox, name: string): string {
  const found = discord.users.find((one) => one.name === name);
  if (!found) throw new Error(`no user ${name}`);
  return found.id;
}
