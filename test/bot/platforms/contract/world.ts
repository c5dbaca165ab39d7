/** A world for the contract suite: a platform, what people can do on it, and what readers see. */

import { expect } from 'vitest';
import type { Body } from '../../../../src/bot/core/model/body.ts';
import type {
  DeploymentRequest,
  FixedReply,
  MessageRef,
  Question,
  ThreadRef,
} from '../../../../src/bot/core/model/conversation.ts';
import { type PlatformCode, PlatformError } from '../../../../src/bot/core/model/errors.ts';
import type { Handlers, IgnoredQuestion } from '../../../../src/bot/core/ports/handlers.ts';
import type { Platform, PlatformAction } from '../../../../src/bot/core/ports/platform.ts';
import { StoreError } from '../../../../src/kit/sql/store-errors.ts';
import { quietHandlers } from '../../../fakes/handlers.ts';

/** A platform that is not started yet, and control over the other side of it. */
export interface World {
  readonly platform: Platform;
  /** Returns a new thread that the platform may post in. Called after start. */
  thread(): ThreadRef | Promise<ThreadRef>;
  /** The labels of the buttons in the thread, in order. Undefined if nobody can press them. */
  buttons?(thread: ThreadRef): readonly string[];
  /** Our messages in the thread, as readers see them, oldest first. */
  shows(thread: ThreadRef): readonly string[] | Promise<readonly string[]>;
  /** A person with permission to do so deletes our message. */
  deletes(thread: ThreadRef, message: MessageRef): void | Promise<void>;
  /** The platform rate limits the next call of this action. */
  limits(action: 'post' | 'edit'): void;
  /** The platform refuses the next edit permanently. Undefined if it never does. */
  refusesEdit?(): void;
  /** The platform carries out the next post, but its response is lost. */
  losesResponse(): void;
  /** Who or what our messages have pinged so far, as the platform reads them. */
  pings(): readonly string[];
  /** More characters than one message holds. */
  readonly tooManyChars: number;
  /** The platform in another process, started. Undefined if there can be only one process. */
  another?(): Promise<Platform>;
  /** What people can do. Undefined if nobody can ask. */
  readonly people?: People;
  /** Stops the other side; the platform is stopped already. */
  close(): void | Promise<void>;
}

/** Each method resolves when the platform has accepted or refused what the person did. */
export interface People {
  /** A person mentions us in a channel, followed by the text. */
  mention(text: string): Promise<void>;
  /** A person sends us a direct message. */
  direct(text: string): Promise<void>;
  /** A person writes in a thread without mentioning us. */
  reply(thread: ThreadRef, text: string): Promise<void>;
  /** Another bot writes in a thread. */
  bot(thread: ThreadRef, text: string): Promise<void>;
  /** A person uses /docs with the text in a channel where we may post. */
  docs(text: string): Promise<void>;
  /** Another person presses a button in a thread. */
  press(thread: ThreadRef, label: string): Promise<void>;
  /** The person who presses buttons. */
  readonly presser: string;
  /** A person uses /deploy. */
  deploy(): Promise<void>;
  /** The platform redelivers the last event. */
  redeliver(): Promise<void>;
  /** What only the person behind the last command or press could see of its outcome. */
  privately(): readonly string[] | Promise<readonly string[]>;
}

/** Handlers that record what the platform delivers. */
export interface Received extends Handlers {
  readonly questions: Question[];
  readonly deployments: DeploymentRequest[];
  /** The store fails while this is true. */
  failing: boolean;
  /** Why questions are refused. Undefined: they are accepted. */
  refusing?: Extract<IgnoredQuestion, FixedReply>;
}

export function body(markdown: string, more: Partial<Body> = {}): Body {
  return { markdown, from: 0, to: markdown.length, sources: [], notices: [], ...more };
}

export const actions: readonly PlatformAction[] = ['open', 'post', 'edit', 'remove', 'working'];

/** Opens a world that is closed after the test. */
export type OpenWorld = () => Promise<World>;
/** Opens a world and starts its platform. */
export type StartWorld = () => Promise<{
  readonly world: World;
  readonly platform: Platform;
  readonly received: Received;
}>;

export function createReceived(): Received {
  const questions: Question[] = [];
  const deployments: DeploymentRequest[] = [];
  const seen = new Set<string>();
  return {
    questions,
    deployments,
    failing: false,
    async question(question) {
      if (this.failing) throw new StoreError('down');
      if (this.refusing) return this.refusing;
      // As the core does without a routing rule.
      if (question.addressed === 'auto') return 'not_ours';
      questions.push(question);
      if (seen.has(question.id)) return 'duplicate';
      seen.add(question.id);
      return 'accepted';
    },
    ...quietHandlers,
    async deployment(command) {
      deployments.push(command);
      return { markdown: 'Only you can read this.', buttons: [] };
    },
  };
}

export async function failure(promise: Promise<unknown>, code: PlatformCode): Promise<PlatformError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) throw new Error(`expected a PlatformError, got ${error}`);
  expect(error.code).toBe(code);
  return error;
}

/** Asks by mention and answers. Returns the thread of the answer. */
export async function answered(world: World, platform: Platform, received: Received): Promise<ThreadRef> {
  await peopleOf(world).mention('how do I start?');
  const [question] = received.questions;
  if (!question) throw new Error('no question was received');
  const thread = question.opens === undefined ? question.thread : (await platform.open(question)).thread;
  await platform.post(thread, body('Like this.'), 'answer:0');
  return thread;
}

/** Like `answered`, with buttons under the answer. */
export async function offered(world: World, platform: Platform, received: Received): Promise<ThreadRef> {
  const thread = await answered(world, platform, received);
  await platform.post(thread, body('And this.', { suggestions: ['And then?', 'And before?'] }), 'answer:1');
  return thread;
}

export function longestThatFits(platform: Platform, tooManyChars: number): Body {
  for (let chars = tooManyChars; chars > 0; chars -= 1) {
    const candidate = body('x'.repeat(chars));
    if (platform.fits(candidate)) return candidate;
  }
  throw new Error('nothing fits');
}

/** Without the address, which is not part of a thread's identity. */
export function placeOf(thread: ThreadRef | undefined): readonly (string | undefined)[] {
  return [thread?.platform, thread?.installation, thread?.channel, thread?.thread];
}

export function peopleOf(world: World): People {
  if (!world.people) throw new Error('nobody can ask in this world');
  return world.people;
}
