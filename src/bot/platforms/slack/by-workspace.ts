/** The Platform's methods and powers, each forwarded to the workspace named by the thread, the person or the request. */
import type { ThreadRef } from '../../core/model/conversation.ts';
import { PlatformError } from '../../core/model/errors.ts';
import type { EarlierMessage, Platform } from '../../core/ports/platform.ts';
import { workingLastsMs } from './limits/budgets.ts';
import { type StreamingModes, streamingBy } from './outbound/streaming.ts';
import type { Workspace } from './workspace.ts';
import type { Workspaces } from './workspaces.ts';

export function byWorkspace(workspaces: Workspaces, modes: Partial<StreamingModes>) {
  const at = (thread: ThreadRef): Promise<Workspace> => workspaces.of(thread.installation);

  return {
    isolatesWorkspaces: workspaces.areApart,
    open: async (question, wording) => (await at(question.thread)).open(question, wording),
    post: async (thread, ...message) => (await at(thread)).post(thread, ...message),
    edit: async (thread, ...message) => (await at(thread)).edit(thread, ...message),
    remove: async (thread, message) => (await at(thread)).remove(thread, message),
    working: {
      set: async (thread, ...shown) => (await at(thread)).working.set(thread, ...shown),
      lastsMs: workingLastsMs,
      clearsItself: false,
      stepsIn: 'indicator',
    },
    places: {
      kindOf: (thread) => lookUp(thread, ({ places }) => places.kindOf(thread), undefined),
      canSee: (kind, id) => canSee(workspaces, kind, id),
    },
    streaming: streamingBy(
      modes,
      async (thread) => (await at(thread)).streaming,
      (thread) => workspaces.known(thread.installation)?.streaming,
    ),
    people: {
      nameOf: (person, thread) => lookUp(thread, ({ people }) => people.nameOf(person, thread), undefined),
      mayRead: async (person, thread) => (await at(thread)).people.mayRead(person, thread),
      isMember: async (person, group) => (await at(person.thread)).people.isMember(person, group),
    },
    profiles: {
      resolveNames: (text, thread) => lookUp(thread, ({ profiles }) => profiles.resolveNames(text, thread), text),
      localeOf: (person, thread) => lookUp(thread, ({ profiles }) => profiles.localeOf(person, thread), undefined),
      membershipOf: async (request) => (await at(request.thread)).profiles.membershipOf(request),
    },
    files: {
      describe: (file, thread) => lookUp(thread, ({ files }) => files.describe(file, thread), file),
      read: (file, max, thread) => lookUp(thread, ({ files }) => files.read(file, max, thread), undefined),
    },
    threads: {
      earlierIn: (thread, question) =>
        lookUp<readonly EarlierMessage[] | 'unread'>(
          thread,
          ({ threads }) => threads.earlierIn(thread, question),
          'unread',
        ),
      linkTo: (thread, message) => workspaces.known(thread.installation)?.threads.linkTo(thread, message),
      markAnswered: async (thread, tag) => (await at(thread)).threads.markAnswered(thread, tag),
      removeIfEmpty: async (thread) => (await at(thread)).threads.removeIfEmpty(thread),
    },
    buttons: { remove: async (thread, message) => (await at(thread)).buttons.remove(thread, message) },
    notices: {
      tell: async (recipient, text, near) =>
        (await workspaces.ofRecipient(recipient, near)).notices.tell(recipient, text),
      postTo: async (recipient, ...message) =>
        (await workspaces.ofRecipient(recipient)).notices.postTo(recipient, ...message),
      notify: async (note) => (await at(note.thread)).notices.notify(note),
    },
    privately: { tell: async (person, thread, text) => (await at(thread)).privately.tell(person, thread, text) },
    deployCommand: {
      field: (_, value) => value,
      tellRequester: async (request, reply) => (await at(request.thread)).deployCommand.tellRequester(request, reply),
    },
  } satisfies Partial<Platform>;

  /** For methods that never fail: resolves to `fallback` when the workspace cannot be used. */
  async function lookUp<T>(thread: ThreadRef, use: (workspace: Workspace) => Promise<T>, fallback: T): Promise<T> {
    try {
      return await use(await at(thread));
    } catch (error) {
      if (error instanceof PlatformError) return fallback;
      throw error;
    }
  }
}

async function canSee(workspaces: Workspaces, kind: 'server' | 'channel', id: string): Promise<boolean> {
  if (!workspaces.areApart) return (await workspaces.of('')).places.canSee(kind, id);
  // We do not know which workspace the channel is in.
  return (
    kind === 'channel' ||
    (await workspaces.of(id).then(
      () => true,
      (error: unknown) => isElsewhere(error),
    ))
  );
}

function isElsewhere(error: unknown): boolean {
  if (error instanceof PlatformError && error.code === 'thread_gone') return false;
  throw error;
}
