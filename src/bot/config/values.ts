/** The formats of the bot's own settings: addresses, channel ids, times of the week. Each schema parses a text. */
import { z } from 'zod';
import { parseJson } from '../../kit/base/json.ts';
import { isHttpUrl, platformToken, toList, wholeNumber } from '../../kit/settings/values.ts';

/** One channel; `installation`: Slack only, which of several workspaces. */
export interface NamedPlace {
  readonly platform: string;
  readonly installation?: string;
  readonly channel: string;
}

export const deployFilters = ['all', 'failures'] as const;

export const baseUrl = z
  .string()
  .refine(
    (text) => isHttpUrl(text) && !/\/v\d+(\/|$)/.test(text),
    'expected an http or https address, up to but not including /v1',
  )
  .transform((text) => text.replace(/\/+$/, ''));
export const name = z
  .string()
  .regex(/^[^\s/?#]+$/, 'expected a name without slashes')
  .refine((text) => platformToken(text) === undefined, 'expected a name, not a token');
export const statusPath = z
  .string()
  .regex(/^\/[^\s?#]*\{statusId\}[^\s#]*$/, 'expected a path that begins with / and contains {statusId}');
export const allowList = z
  .string()
  .transform(toList)
  .pipe(z.array(z.string().regex(/^(slack:([TE][A-Z0-9]+:)?[UWS][A-Z0-9]+|discord:\d{1,20})$/)));
export const oneChannel = z
  .string()
  .regex(/^(slack:([TE][A-Z0-9]+:)?[CG][A-Z0-9]+|discord:\d{1,20})$/)
  .transform(toPlace);
const streamingMode = z.enum(['auto', 'native', 'edit', 'off']);
/** One mode for all places, or modes by kind of place: `channels:edit,direct:native`. */
export const streaming = streamingMode
  .transform((mode) => ({ channels: mode, direct: mode }))
  .or(
    z
      .string()
      .transform((text) => Object.fromEntries(toList(text).map((item) => item.split(/ *: */))))
      .pipe(z.partialRecord(z.enum(['channels', 'direct']), streamingMode)),
  );
export const timeout = wholeNumber(1, 3_600_000);

/**
 * Whether a key for `own` may be sent to another address: to the same host, and not in the clear, unless it is sent so to
 * `own` as well or does not leave the machine.
 */
export function mayShareKey(address: string, own: string): boolean {
  const [url, ownUrl] = [new URL(address), new URL(own)];
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  return url.host === ownUrl.host && (url.protocol === 'https:' || url.protocol === ownUrl.protocol || isLoopback);
}

export function isDatabaseUrl(text: string): boolean {
  if (/^postgres(ql)?:\/\//.test(text)) return URL.canParse(text);
  // Two slashes are ambiguous: some programs read them as a relative path, others as an absolute one.
  return /^sqlite:(?!\/\/)./.test(text);
}

export function toJsonObject(text: string, context: z.RefinementCtx): Record<string, unknown> {
  const value = z.record(z.string(), z.unknown()).safeParse(parseJson(text));
  if (value.success) return value.data;
  context.addIssue('not a JSON object');
  return z.NEVER;
}

function toPlace(text: string): NamedPlace {
  const [platform = '', ...names] = text.split(':');
  const [channel = '', installation] = names.toReversed();
  return { platform, channel, ...(installation !== undefined && { installation }) };
}

/** A time of the week. */
export interface WeekTime {
  readonly day: 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat';
  /** `HH:MM`. */
  readonly time: string;
  /** An IANA name. */
  readonly timeZone: string;
}

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

export function toWeekTime(text: string, context: z.RefinementCtx): WeekTime {
  const [first = '', time = '', timeZone = '', ...more] = text.split(/\s+/);
  const day = days.find((known) => known === first.toLowerCase());
  if (day && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) && isTimeZone(timeZone) && more.length === 0)
    return { day, time, timeZone };
  context.addIssue('not a time of the week');
  return z.NEVER;
}

/** An IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    return name !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
