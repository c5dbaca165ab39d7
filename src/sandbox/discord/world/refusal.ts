/** Discord's error responses by code. Source: developer docs "Topics: Opcodes and Status Codes", read 2026-11-21. */
import type { JsonObject } from '../../json.ts';

/** Error code -> HTTP status and message. */
const known = {
  0: [404, '404: Not Found'],
  10003: [404, 'Unknown Channel'],
  10004: [404, 'Unknown Guild'],
  10007: [404, 'Unknown Member'],
  10008: [404, 'Unknown Message'],
  10013: [404, 'Unknown User'],
  10015: [404, 'Unknown Webhook'],
  10062: [404, 'Unknown interaction'],
  10063: [404, 'Unknown application command'],
  20012: [403, 'You are not authorized to perform this action on this application'],
  40058: [403, 'Cannot message this thread until after the post author has sent an initial message'],
  40060: [400, 'Interaction has already been acknowledged.'],
  50001: [403, 'Missing Access'],
  50003: [403, 'Cannot execute action on a DM channel'],
  50005: [403, 'Cannot edit a message authored by another user'],
  50006: [400, 'Cannot send an empty message'],
  50007: [403, 'Cannot send messages to this user'],
  50008: [400, 'Cannot send messages in a non-text channel'],
  50013: [403, 'Missing Permissions'],
  50021: [403, 'Cannot execute action on a system message'],
  50024: [400, 'Cannot execute action on this channel type'],
  50027: [401, 'Invalid Webhook Token'],
  50035: [400, 'Invalid Form Body'],
  50083: [400, 'Thread is archived'],
  50109: [400, 'The request body contains invalid JSON.'],
  200000: [400, 'Message was blocked by automatic moderation'],
  200001: [400, 'Title was blocked by automatic moderation'],
  240000: [400, 'Message blocked by harmful links filter'],
  160002: [400, 'Cannot reply without permission to read message history'],
  160004: [400, 'A thread has already been created for this message'],
  160005: [400, 'Thread is locked'],
  160006: [400, 'Maximum number of active threads reached'],
} as const satisfies Record<number, readonly [number, string]>;

export type Code = keyof typeof known;

export class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: JsonObject | undefined;

  constructor(status: number, code: number, message: string, errors?: JsonObject) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  /** The JSON of the response. */
  body(): JsonObject {
    return { message: this.message, code: this.code, ...(this.errors ? { errors: this.errors } : {}) };
  }
}

/** `errors`: for 50035, by field. */
export function refusal(code: Code, errors?: JsonObject): Refusal {
  const [status, message] = known[code];
  return new Refusal(status, code, message, errors);
}

/** For a wrong bot token. */
export function unauthorized(): Refusal {
  return new Refusal(401, 0, '401: Unauthorized');
}

/** 400 for unknown codes. */
export function statusOf(code: number): number {
  return Object.entries(known).find(([key]) => Number(key) === code)?.[1][0] ?? 400;
}

/** A problem with one field, by its path: `['content']`, `['components', '0', 'type']`. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** Throws 50035 with nested errors if there are problems. */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const errors: Tree = {};
  for (const { path, code, message } of problems) {
    let node = errors;
    for (const step of path) node = branch(node, String(step));
    const listed = Array.isArray(node._errors) ? node._errors : [];
    node._errors = [...listed, { code, message }];
  }
  throw refusal(50035, errors);
}

interface Tree {
  [key: string]: Tree | readonly JsonObject[];
}

function branch(node: Tree, step: string): Tree {
  const child = node[step];
  if (child && !Array.isArray(child)) return child as Tree; // Only `_errors` holds a list.
  const made: Tree = {};
  node[step] = made;
  return made;
}
