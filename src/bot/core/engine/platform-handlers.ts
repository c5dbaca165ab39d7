/** The handlers that a platform calls: each resolves once the event is stored. */
import { BoundedCache } from '../../../kit/base/bounded-cache.ts';
import { within } from '../../../kit/base/clock.ts';
import type { Wording } from '../../wording/wording.ts';
import { authorize } from '../deployments/authorization.ts';
import type { DeployRules, Project } from '../deployments/projects.ts';
import type { CommandOptions } from '../deployments/start.ts';
import { createDeploymentHandlers } from '../deployments/take-command.ts';
import { createProposals, type Propose } from '../insight/proposed-questions.ts';
import { createKeeping } from '../kept/keep.ts';
import { withFilesAsText } from '../model/attached-files.ts';
import type { Question } from '../model/conversation.ts';
import { PlatformError } from '../model/errors.ts';
import { ignoredReasons, refusalSentence } from '../model/ignored-reason.ts';
import { isPrivatePlace } from '../model/private-place.ts';
import { isHelper, type Refusal, refuse, refuseAsker } from '../people/admission.ts';
import { findWording } from '../people/find-wording.ts';
import type { Handlers, HomePage, Person } from '../ports/handlers.ts';
import type { Platform } from '../ports/platform.ts';
import type { Route, Routing } from '../ports/routing.ts';
import { decideQuestion, defaultRules, type QuestionRules, wishOf } from '../questions/decide-question.ts';
import { callWindowsOf, type WatchBudget, windowsOf } from '../questions/limits.ts';
import { placeOf } from '../questions/place-of.ts';
import { createFiling } from '../reports/file-issue.ts';
import { createReportHandlers } from '../reports/take-report.ts';
import type { ReportTicket } from '../reports/whole-report.ts';
import type { Runtime } from '../runtime.ts';
import type { StoreGuard } from './claims.ts';
import { createControls } from './controls.ts';

const maxIgnored = 1_000;
/** The platforms want an event acknowledged within three seconds. */
const pointingMs = 2_000;

/** The runtime, and what an operator sets. */
export interface HandlerSettings extends Runtime {
  readonly deploy: DeployRules;
  /** Who may read reports; defaults to nobody. */
  readonly reportAllow?: readonly string[];
  /** The address of the page with a whole report. */
  linkToReport?(ticket: ReportTicket): string;
  /** The pattern of a link to the form for a new issue, with `{title}` and `{body}`. If unset, none are offered. */
  readonly issueForm?: string;
  /** Overrides of the default rules. */
  readonly questionRules?: Partial<QuestionRules>;
}

export interface HandlerOptions extends HandlerSettings {
  /** Called when something was stored that can be claimed. */
  onAccepted(): void;
  readonly guard: StoreGuard;
  readonly watchBudget: WatchBudget;
}

export function createHandlers(platform: Platform, options: HandlerOptions): Handlers {
  const { store, clock, logger, metrics, routing, deploy, onAccepted, guard } = options;

  /** Ids of ignored messages. They are not stored, and Slack delivers a mention as two events, but each is counted once. */
  const ignored = new BoundedCache<string, true>(maxIgnored);
  const propose = createProposals(options);
  const asked: Pick<CommandOptions, 'platform' | 'routeFor' | 'wordingOf'> = {
    platform,
    routeFor: (thread) => routing.routeFor(thread),
    wordingOf: (request) => findWording({ ...request, person: request.requester }, { routing, platform }),
  };
  const deployments = createDeploymentHandlers({ ...options, ...asked, rules: deploy });
  const { reportPress, ...reports } = createReportHandlers({ ...options, ...asked, allow: options.reportAllow ?? [] });
  const controls = createControls(platform, { ...options, ask: question });

  async function question(message: Question): ReturnType<Handlers['question']> {
    const placed = await continued(message);
    const route = routing.routeFor(placed.thread);
    const asked = withFilesAsText(await pointedAt(placed), route.assistant.takesPictures ?? false);
    const refused = await refusalOf(asked, route);
    const joinsOnly = refused === 'not_ours' && (await mayJoin(asked, route));
    const refusal = joinsOnly ? undefined : refused;
    const canCall = route.handover !== undefined;
    const rules = { ...defaultRules, followUps: route.followUps, canCall, joinsOnly, ...options.questionRules };
    const result = refusal ?? (await accept(asked, route, { ...rules, isHelper: await mayHelp(asked, route) }));
    if (result in ignoredReasons) {
      if (ignored.has(asked.id)) return result;
      ignored.set(asked.id, true);
      logIgnored(asked, result);
    }
    // Most messages in a channel are not questions for Docent.
    if (refused !== 'not_ours' || result === 'joined')
      metrics.count('questions', { platform: asked.thread.platform, result });
    return result;
  }

  /**
   * A reply to an answer in a channel continues its conversation, which has no thread to be held in. Without a mention it is
   * what a message in that thread would be. Fails with StoreError.
   */
  async function continued({ continues, ...asked }: Question): Promise<Question> {
    const answer = continues && (await store.findAnswer({ platform: platform.name, ...continues }));
    if (!answer || answer.thread.channel !== asked.thread.channel || isPrivatePlace(answer.thread)) return asked;
    const { opens: _, ...there } = asked;
    const addressed = asked.addressed === 'auto' ? 'follow_up' : asked.addressed;
    return { ...there, addressed, thread: { ...answer.thread, address: continues.address } };
  }

  /** A mention without a word points at the message that it replies to, or at the one above it in its thread. Never fails. */
  async function pointedAt(asked: Question): Promise<Question> {
    if (asked.text !== '' || asked.wish || asked.addressed !== 'mention') return asked;
    const { repliesTo, ...reading } = asked.reading ?? {};
    if (repliesTo && repliesTo !== 'unread')
      return { ...asked, text: repliesTo.text, reading: { ...reading, of: repliesTo.name } };
    if (repliesTo || asked.files || !platform.threads) return asked;
    const earlier = await within(platform.threads.earlierIn(asked.thread, asked), pointingMs, clock);
    const above = Array.isArray(earlier)
      ? earlier.findLast(({ text, files }) => text.trim() !== '' || files)
      : undefined;
    if (!above) return asked;
    const { name, unread, ...words } = above;
    return { ...asked, ...words, reading: { ...reading, ...(unread && { unread }), of: name.replace(/^@/, '') } };
  }

  async function refusalOf(asked: Question, route: Route): Promise<Refusal | 'unchecked' | undefined> {
    const refusal = await refuse(asked, route, platform);
    if (!(refusal instanceof PlatformError)) return refusal;
    logger.warn({ code: refusal.code, err: refusal }, 'rights not checked');
    return 'unchecked';
  }

  /** A message right after its author's question in a channel is part of that question, as it would be in its thread. */
  async function mayJoin(asked: Question, route: Route): Promise<boolean> {
    return !asked.isToSomebody && (await store.isWaiting(asked)) && !(await refuseAsker(asked, route, platform));
  }

  /** Looked up only if the result matters. */
  async function mayHelp(asked: Question, route: Route): Promise<boolean> {
    return wishOf(asked) === 'solved' && isHelper(asked, route, platform);
  }

  /** Mentions are logged at info: their authors expect an answer, and operators must be able to see why there is none. */
  function logIgnored({ thread, addressed }: Question, reason: string): void {
    const fields = { platform: thread.platform, channel: thread.channel, addressed, reason };
    logger[addressed === 'mention' ? 'info' : 'debug'](fields, 'message ignored');
  }

  async function accept(asked: Question, route: Route, rules: QuestionRules): ReturnType<Handlers['question']> {
    const windows = (wishOf(asked) === 'human' ? callWindowsOf : windowsOf)(asked, route, clock.now());
    const { place: _, ...message } = asked;
    const place = await placeOf(asked, platform.places);
    const {
      result,
      uses = [],
      isToTell,
    } = await store.accept(
      {
        ...message,
        ...(place && { place }),
        ...(asked.postTags && { reading: { ...asked.reading, isPost: true } }),
      },
      (taken, facts) => decideQuestion(taken, facts, rules),
      windows,
    );
    if (result === 'accepted' || result === 'joined') onAccepted();
    await options.watchBudget(uses, platform.name);
    if (isToTell) void tellAsker(asked, result);
    return result;
  }

  /** In a direct message: in the channel only a response to a press can be private on every platform. Never fails. */
  async function tellAsker({ asker, thread, locale }: Question, result: string): Promise<void> {
    const key = refusalSentence(result);
    if (!key) return;
    try {
      const wording = await findWording({ thread, person: asker, locale }, { routing, platform });
      await platform.notices?.tell(asker, wording.say(key), thread);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      logger.debug({ code: error.code, err: error }, 'limit notice not sent');
    }
  }

  return {
    question,
    ...deployments,
    ...reports,
    deploymentPress: (press) => (press.choice === 'issue' ? reportPress(press) : deployments.deploymentPress(press)),
    wordingFor: (thread, locale) => routing.wordingFor(thread, locale),
    isPrivate: (thread) => routing.routeFor(thread).private,
    ...controls,
    drafting: {
      ...(options.kept && { keep: createKeeping(platform, options.kept, options) }),
      ...(options.issueForm !== undefined && { issue: createFiling(platform, options.issueForm, options) }),
    },
    async forgetMe(person) {
      const removed = await store.forget(person, clock.now());
      const isEverywhere = await routing.forget(options.fingerprint(person));
      logger.info({ platform: platform.name, ...removed, isEverywhere }, 'person forgotten');
      return isEverywhere ? 'forgotten' : 'forgottenHere';
    },
    home: (person, wording) => toHomePage(person, wording, { routing, deploy, platform, propose }),
    prompts: propose,
    async removed(installation) {
      await store.removeInstallation({ platform: platform.name, installation }, clock.now());
    },
    tellOperators: (notice) => void options.tellOperators?.(platform.name, notice),
    stop: (place, by) => guard(() => controls.stop(place, by)),
    readCursors: {
      load: () => store.readCursors(platform.name),
      save: (until) => store.saveReadCursors(platform.name, until),
    },
  };
}

interface HomePageOptions {
  readonly routing: Routing;
  readonly deploy: DeployRules;
  readonly platform: Platform;
  readonly propose: Propose;
}

/** The name of the site that is configured in the environment, which is not shown. */
const unnamed = 'default';

/** Never fails. */
async function toHomePage(
  person: Person,
  wording: Wording,
  { routing, deploy, platform, propose }: HomePageOptions,
): Promise<HomePage> {
  const { site, siteUrl, assistant } = routing.routeFor(person.thread);
  const [isAssistantThere, mayDeploy, prompts] = await Promise.all([
    assistant.isThere?.(),
    Promise.all(deploy.projects.map((project) => isAllowed(person, project, platform))),
    propose(person.thread, wording),
  ]);
  return {
    docs: { ...(site !== unnamed && { name: site }), ...(siteUrl !== undefined && { url: siteUrl }) },
    isAssistantThere,
    prompts,
    mayDeploy: deploy.projects.filter((_, index) => mayDeploy[index]).map(({ title }) => title),
  };
}

async function isAllowed({ identities, thread }: Person, project: Project, platform: Platform): Promise<boolean> {
  const request = { id: '', thread, requester: identities[0] ?? '', identities, requestedAt: 0 };
  return (await authorize(request, project, platform)).allowed;
}
