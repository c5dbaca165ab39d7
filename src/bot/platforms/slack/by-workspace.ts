/** The Platform's methods, each forwarded to the workspace named by the thread, the person or the request. */
import type { ThreadRef } from '../../core/model/conversation.ts';
import { PlatformError } from '../../core/model/errors.ts';
import type { Platform, Streaming } from '../../core/ports/platform.ts';
import { streamingBy } from './outbound/streaming.ts';
import type { Workspace } from './workspace.ts';
import type { Workspaces } from './workspaces.ts';

export interface ByWorkspaceOptions {
  readonly workspaces: Workspaces;
  /** The workspace of SLACK_BOT_TOKEN. */
  readonly home: Workspace | undefined;
  /** Whether workspaces can install the app. */
  readonly isolatesWorkspaces: boolean;
  readonly mayStream: boolean;
}

export function byWorkspace({ workspaces, home, isolatesWorkspaces, mayStream }: ByWorkspaceOptions) {
  const at = (thread: ThreadRef): Promise<Workspace> => workspaces.of(thread.installation);
  const workspaceOf = (person: string, near?: ThreadRef): Promise<Workspace> => {
    const [, team = ''] = person.split(':').slice(0, -1);
    return workspaces.of(near?.installation ?? (team || (home?.self().teamId ?? '')));
  };

  return {
    resolveNames: (text, thread) =>
      withFallback(
        at(thread).then((workspace) => workspace.resolveNames(text)),
        text,
      ),
    nameOf: (person, thread) =>
      withFallback(
        at(thread).then((workspace) => workspace.nameOf(person)),
        undefined,
      ),
    localeOf: (person, thread) =>
      withFallback(
        at(thread).then((workspace) => workspace.localeOf(person)),
        undefined,
      ),
    earlierIn: (thread, question) =>
      withFallback(
        at(thread).then((workspace) => workspace.earlierIn(thread, question)),
        'unread',
      ),
    describeFile: (file, thread) =>
      withFallback(
        at(thread).then((workspace) => workspace.describeFile(file)),
        file,
      ),
    readFile: (file, maxBytes, thread) =>
      withFallback(
        at(thread).then((workspace) => workspace.readFile(file, maxBytes)),
        undefined,
      ),
    open: async (question, wording) => (await at(question.thread)).open(question, wording),
    post: async (thread, ...message) => (await at(thread)).post(thread, ...message),
    tell: async (recipient, text, near) => (await workspaceOf(recipient, near)).tell(recipient, text),
    postTo: async (recipient, ...message) => (await workspaceOf(recipient)).postTo(recipient, ...message),
    tellPrivately: async (person, thread, text) => (await at(thread)).tellPrivately(person, thread, text),
    edit: async (thread, ...message) => (await at(thread)).edit(thread, ...message),
    remove: async (thread, message) => (await at(thread)).remove(thread, message),
    working: async (thread, ...shown) => (await at(thread)).working(thread, ...shown),
    ...(mayStream && {
      streaming: streamingBy(streamingAt, (thread) => workspaces.known(thread.installation)?.streaming),
    }),
    canSee: (kind, id) => canSee(workspaces, isolatesWorkspaces, kind, id),
    placeKind: (thread) =>
      withFallback(
        at(thread).then((workspace) => workspace.placeKind(thread)),
        undefined,
      ),
    mayRead: async (person, thread) => (await at(thread)).mayRead(person, thread),
    isMember: async (request, group) => (await at(request.thread)).isMember(request, group),
    membershipOf: async (request) => (await at(request.thread)).membershipOf(request),
    notify: async (note) => (await at(note.thread)).notify(note),
    tellRequester: async (request, reply) => (await at(request.thread)).tellRequester(request, reply),
    linkTo: (thread, message) => workspaces.known(thread.installation)?.linkTo(thread, message),
  } satisfies Partial<Platform>;

  async function streamingAt(thread: ThreadRef): Promise<Streaming> {
    const { streaming: streams } = await at(thread);
    if (!streams) throw new PlatformError('not_streaming');
    return streams;
  }
}

async function canSee(
  workspaces: Workspaces,
  isolatesWorkspaces: boolean,
  kind: 'server' | 'channel',
  id: string,
): Promise<boolean> {
  if (!isolatesWorkspaces) return (await workspaces.of('')).canSee(kind, id);
  // We do not know which workspace the channel is in.
  return (
    kind === 'channel' ||
    (await workspaces.of(id).then(
      () => true,
      (error: unknown) => isElsewhere(error),
    ))
  );
}

/** For methods that never fail: resolves to `fallback` when the workspace cannot be used. */
async function withFallback<T>(lookUp: Promise<T>, fallback: T): Promise<T> {
  try {
    return await lookUp;
  } catch (error) {
    if (error instanceof PlatformError) return fallback;
    throw error;
  }
}

function isElsewhere(error: unknown): boolean {
  if (error instanceof PlatformError && error.code === 'thread_gone') return false;
  throw error;
}
