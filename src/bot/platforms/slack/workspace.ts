/**
 * One workspace (or organisation) that the bot is in: its token, our ids there, and everything cached about it. None of
 * this is visible to another workspace.
 */

import type { Clock } from '../../../kit/base/clock.ts';
import type { Logger } from '../../../kit/base/logger.ts';
import type { ThreadRef } from '../../core/model/conversation.ts';
import type { Handlers, OperatorNotice, Person } from '../../core/ports/handlers.ts';
import type { DeployCommand, Platform, Streaming, WorkingIndicator } from '../../core/ports/platform.ts';
import type { Wording } from '../../wording/wording.ts';
import { describeFile, readFile } from './connection/files.ts';
import { MissingRights } from './connection/missing-rights.ts';
import { agentScope, filesScope, missingScopes } from './connection/scopes.ts';
import { canSee, createChannelKinds } from './connection/visibility.ts';
import { createWebApi, type TokenSource, type WebApi } from './connection/web-api.ts';
import { createAgentView } from './inbound/agent-view.ts';
import { type Backfill, createBackfill } from './inbound/backfill.ts';
import { toControlButtons, toSection } from './inbound/buttons.ts';
import { tellRequester } from './inbound/deploy-command.ts';
import type { Self } from './inbound/events.ts';
import { type Listeners, takeEvent } from './inbound/listen.ts';
import { createPeople, type People } from './inbound/people.ts';
import { takeStop } from './inbound/stop-button.ts';
import { createChatCalls } from './outbound/chat-calls.ts';
import { escapeText } from './outbound/escape.ts';
import { createPostSearch } from './outbound/find-posted.ts';
import { toHomeView } from './outbound/home-view.ts';
import { createMessages } from './outbound/messages.ts';
import { createThreadOpener, type ThreadOpener } from './outbound/open-thread.ts';
import { renderLookingUp, toPrivateContent } from './outbound/render.ts';
import { createResponseUrls } from './outbound/response-urls.ts';
import { createStreaming, type StreamingModes } from './outbound/streaming.ts';
import { earlierIn } from './outbound/thread-history.ts';
import { linkTo } from './outbound/thread-refs.ts';
import { createWorkingIndicator } from './outbound/working-indicator.ts';

export interface WorkspaceOptions {
  readonly tokens: TokenSource;
  /** Ends in `/api/`. Defaults to Slack's own. */
  readonly apiUrl?: string;
  readonly streaming: Partial<StreamingModes>;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Available while the platform is started. */
  handlers(): Handlers;
  /** Reports missing scopes and permissions. */
  tellOperators(notice: OperatorNotice): void;
}

/** One workspace of the process. What the platform has too behaves as the platform's. */
export interface Workspace
  extends Pick<Platform, 'open' | 'post' | 'edit' | 'remove' | 'places'>,
    Required<Pick<Platform, 'people' | 'profiles' | 'files' | 'threads' | 'buttons' | 'notices' | 'privately'>> {
  readonly working: Pick<WorkingIndicator, 'set'>;
  readonly streaming: Streaming;
  readonly deployCommand: Pick<DeployCommand, 'tellRequester'>;
  readonly api: WebApi;
  readonly listeners: Listeners;
  readonly backfill: Backfill;
  self(): Self;
  /** Looks up our own ids while `api` is still closed. Returns the missing scopes. Fails with PlatformError. */
  start(): Promise<readonly string[]>;
  /** Reports missing scopes to the operators and returns the sentence; undefined when none are missing. */
  noteMissing(scopes: readonly string[]): string | undefined;
}

export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { logger, clock, streaming, tellOperators, handlers } = options;
  const missingRights = new MissingRights(tellOperators);
  const api = createWebApi({ ...options, onMissingScope: (scope) => missingRights.scope(scope) });
  const people = createPeople(api, clock);
  let self: Self = { userId: '', botId: '' };
  /** The token's scopes; undefined when Slack did not say. */
  let granted: readonly string[] | undefined;
  const channelKinds = createChannelKinds(api, clock);
  const actions = createActions({ api, people, clock, streaming, self: () => self });
  const backfill = createBackfill({ api, clock, logger, take: (delivery) => takeEvent(delivery, listeners) });
  const listeners: Listeners = {
    agentView: createAgentView({
      api,
      logger,
      wordingFor,
      handlers,
      isAgent: () => granted?.includes(agentScope) ?? true,
      renderHome: toHomeView,
    }),
    api,
    logger,
    clock,
    wordingFor,
    handlers,
    renderPrivate: toPrivateContent,
    renderLookingUp,
    escapeText,
    self: () => self,
    onQuestion: backfill.note,
    onMessageIn: ({ channel, channel_type: type }) => {
      if (channel !== undefined) channelKinds.note({ id: channel, type });
    },
    onUnposted: actions.onUnposted,
    isAdmin: (user) => people.isAdmin(user, self),
    teamsOf: people.teamsOf,
    onStop: (stop, origin, current) => takeStop(stop, origin, current, { api, logger }),
    tell(responseUrl, thread, { text, wording, replaces, offers = [] }) {
      const escaped = escapeText(text);
      const blocks = offers.length > 0 && [toSection(escaped), ...toControlButtons(offers, wording)];
      return api.respond(responseUrl, { text: escaped, forAll: false, thread, replaces, ...(blocks && { blocks }) });
    },
  };

  return {
    ...actions,
    api,
    listeners,
    backfill,
    self: () => self,
    start,
    noteMissing: (scopes) => missingRights.atStart(scopes),
    post: (thread, ...message) => missingRights.watch(thread, actions.post(thread, ...message)),
    places: { kindOf: ({ channel }) => channelKinds.of(channel), canSee: (kind, id) => canSee(api, kind, id) },
    people: {
      nameOf: (person) => people.nameOf(userIn(person)),
      mayRead: (person, { channel }) => mayRead(userIn(person), channel),
      isMember: (request, group) => isMember(request, group, people),
    },
    profiles: {
      resolveNames: people.resolveNames,
      localeOf: (person) => people.localeOf(userIn(person)),
      membershipOf: ({ identities: [first = ''] }) => people.membershipOf(userIn(first), self),
    },
    files: {
      describe: async (file) => (mayReadFiles() ? describeFile(file, api, logger) : file),
      read: async (file, maxBytes) => (mayReadFiles() ? readFile(file, maxBytes, options) : undefined),
    },
    threads: {
      earlierIn: (thread, question) => earlierIn(thread, question, { api, people, self }),
      linkTo: (thread, message) => linkTo(self.url, thread, message),
      // Slack has no forums.
      markAnswered: async () => undefined,
      removeIfEmpty: async () => undefined,
    },
    deployCommand: { tellRequester: (request, reply) => tellRequester(request, toPrivateContent(reply), api) },
  };

  /** All members read all public channels; of those that a guest is in, Slack's list is not asked for. */
  async function mayRead(user: string, channel: string): Promise<boolean> {
    if ((await channelKinds.of(channel)) === 'public') return (await people.membershipOf(user, self)).kind === 'member';
    return (await people.privateChannelsOf(user)).has(channel);
  }

  function mayReadFiles(): boolean {
    const isMissing = granted?.includes(filesScope) === false;
    if (isMissing) missingRights.scope(filesScope);
    return !isMissing;
  }

  async function wordingFor(thread: ThreadRef, user: string): Promise<Wording> {
    return handlers().wordingFor(thread, await people.localeOf(user));
  }

  async function start(): Promise<readonly string[]> {
    const { user_id: userId = '', bot_id: botId = '', team_id: teamId, url, ...us } = await api.whoAmI();
    granted = us.response_metadata?.scopes;
    self = { userId, botId, teamId, organisation: us.enterprise_id, url };
    return missingScopes(granted);
  }
}

/** The user id in `slack:U…` or `slack:T…:U…`. */
function userIn(person: string): string {
  return person.slice(person.lastIndexOf(':') + 1);
}

/** A group that names its workspace (`slack:T…:S…`) has no members in other workspaces. */
async function isMember(request: Person, group: string, people: People): Promise<boolean> {
  const [, ...names] = group.split(':');
  const [id = '', team] = names.toReversed();
  const { identities } = request;
  if (!id.startsWith('S')) return false;
  if (team !== undefined && !identities.some((identity) => identity.startsWith(`slack:${team}:`))) return false;
  const members = await people.members(id, team);
  return identities.some((identity) => members.includes(userIn(identity)));
}

interface ActionsOptions {
  readonly api: WebApi;
  readonly people: People;
  readonly clock: Clock;
  readonly streaming: Partial<StreamingModes>;
  self(): Self;
}

type Actions = Pick<
  Workspace,
  'open' | 'post' | 'edit' | 'remove' | 'working' | 'buttons' | 'notices' | 'privately' | 'streaming'
> &
  Pick<ThreadOpener, 'onUnposted'>;

function createActions({ api, people, clock, streaming, self }: ActionsOptions): Actions {
  const { set, posted } = createWorkingIndicator(api);
  const tools = {
    chat: createChatCalls(api, clock),
    search: createPostSearch(api, clock),
    responses: createResponseUrls(api),
  };
  const { open, onUnposted } = createThreadOpener({ ...tools, people });
  const { doubted, ...messages } = createMessages({ ...tools, clock, self, posted });
  const streams = createStreaming({ api, clock, streaming, posted, doubted });
  return { ...messages, open, onUnposted, working: { set }, streaming: streams };
}
