/** The calls of `docent setup discord`: the application that a token belongs to, its Message Content intent, its servers. */
import { ApplicationFlags, RequestMethod, type RouteLike, Routes } from 'discord.js';
import { z } from 'zod';
import type { Clock } from '../../../../kit/base/clock.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { Tried } from '../../../core/model/setup-check.ts';
import { createApi } from '../connection/rest.ts';
import { isTokenRefusal } from '../errors.ts';
import { createLimits } from '../limits/learned-limits.ts';

export interface DiscordAccess {
  /** Ends in /api, without a version. */
  readonly apiUrl?: string | undefined;
  readonly clock: Clock;
}

const applicationSchema = z.looseObject({ id: z.string(), name: z.string(), flags: z.int().default(0) });
const serversSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }));

export interface Application {
  readonly id: string;
  readonly name: string;
  readonly flags: number;
  readonly hasContent: boolean;
}

export async function readApplication(token: string, access: DiscordAccess): Promise<Tried<Application>> {
  const read = await call(token, access, RequestMethod.Get, Routes.currentApplication(), applicationSchema);
  if (!read.ok) return read;
  const { id, name, flags } = read.value;
  const content = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;
  return { ok: true, value: { id, name, flags, hasContent: (flags & content) !== 0 } };
}

/**
 * Switches on the Message Content intent. Bots in more than 100 servers have to apply for it. Source: developer docs
 * "Resources: Application, Edit Current Application", 2026-11-22.
 */
export function switchOnContent(token: string, { flags }: Application, access: DiscordAccess): Promise<Tried<unknown>> {
  const body = { flags: flags | ApplicationFlags.GatewayMessageContentLimited };
  return call(token, access, RequestMethod.Patch, Routes.currentApplication(), applicationSchema, body);
}

export function serversOf(
  token: string,
  access: DiscordAccess,
): Promise<Tried<readonly { readonly id: string; readonly name: string }[]>> {
  return call(token, access, RequestMethod.Get, Routes.userGuilds(), serversSchema);
}

async function call<T>(
  token: string,
  { apiUrl, clock }: DiscordAccess,
  method: RequestMethod,
  route: RouteLike,
  schema: z.ZodType<T>,
  body?: object,
): Promise<Tried<T>> {
  const api = createApi(token, apiUrl, createLimits(clock), clock);
  try {
    return { ok: true, value: schema.parse(await api.call(method, route, body ? { body } : {})) };
  } catch (error) {
    if (error instanceof z.ZodError) return { ok: false, reason: 'sent an unexpected response' };
    if (!(error instanceof PlatformError)) throw error;
    const isRefused = isTokenRefusal(error) || error.code === 'forbidden' || error.code === 'rejected';
    return { ok: false, reason: isRefused ? 'refuses it' : 'cannot be reached' };
  } finally {
    api.close();
  }
}
