/**
 * The deploy command and the buttons of its private replies, in the order in which everything is checked: what was typed, who
 * typed it, the audit (which takes each command once), then the project's lock and the deployment that runs.
 */
import { english } from '../../wording/wording.ts';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { DeploymentRequest, ThreadRef } from '../model/conversation.ts';
import type {
  AuditEntry,
  AuditEvent,
  DeploymentCommand,
  DeploymentPress,
  DeploymentRecord,
  PrivateReply,
} from '../model/deployment.ts';
import * as wording from '../model/deployment-wording.ts';
import type { Handlers, Platform } from '../ports/platform.ts';
import type { Route } from '../ports/routing.ts';
import type { Store } from '../ports/store.ts';
import { authorize, type Refusal } from './authorization.ts';
import { type Command, commandInMention, parseCommand } from './command.ts';
import { historyReply, latestReply, statusReply } from './listings.ts';
import { minuteOf, plain, timeOfDay } from './plain-text.ts';
import { type DeployRules, namesOf, type Project, projectNamed } from './projects.ts';
import { nameOf, toLine } from './report.ts';

export interface CommandOptions {
  readonly platform: Platform;
  /** Those of this process: a running deployment may be followed on another one. */
  readonly platforms: readonly Platform[];
  readonly rules: DeployRules;
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What the rules of this place say. */
  routeFor(thread: ThreadRef): Pick<Route, 'mode' | 'project'>;
  /** A deployment was stored. */
  onAccepted(): void;
}

export type DeploymentHandlers = Pick<Handlers, 'deployment' | 'deploymentPress' | 'deploymentIn'>;

/** How long a confirmation may be pressed. */
const confirmMs = 60_000;

export function createDeploymentHandlers(options: CommandOptions): DeploymentHandlers {
  const taker = new CommandTaker(options);
  return {
    deployment: (command) => taker.command(command),
    deploymentPress: (press) => taker.press(press),
    deploymentIn({ text, thread }) {
      if (options.routeFor(thread).mode === 'off') return undefined;
      return commandInMention(text, namesOf(options.rules));
    },
  };
}

class CommandTaker {
  readonly #options: CommandOptions;

  constructor(options: CommandOptions) {
    this.#options = options;
  }

  async command({ text, ...asked }: DeploymentCommand): Promise<PrivateReply | undefined> {
    const { rules, platform, routeFor } = this.#options;
    const route = routeFor(asked.thread);
    if (route.mode === 'off') return say(english.say('refused.off'));
    const [byDefault, ...others] = this.#namesIn(route);
    if (byDefault === undefined) return say(wording.deployFailure('not_configured'));
    const command = parseCommand(text, [byDefault, ...others]);
    if (command.kind === 'help') return help(command, projectNamed(rules, byDefault), others);
    const project = projectNamed(rules, command.project);
    if (!project) throw new TypeError('a parsed command names a project that is configured');
    const found = await authorize(asked, project, platform);
    const request = found.allowed && found.name !== undefined ? { ...asked, requesterName: found.name } : asked;
    const isNew = await this.#record('asked', request, { project: project.name, detail: text.slice(0, 200) });
    // A command that failed half-way may come again; only a deployment that needs no question goes on where it was.
    if (!isNew && (rules.confirm || command.kind !== 'deploy')) return undefined;
    const reply = found.allowed
      ? await this.#run(command, project, request)
      : await this.#refuse(request, project, found);
    return isNew ? reply : undefined;
  }

  /** Projects by name, that of the place first. */
  #namesIn({ project: here }: Pick<Route, 'project'>): readonly string[] {
    const names = namesOf(this.#options.rules);
    return here !== undefined && names.includes(here) ? [here, ...names.filter((name) => name !== here)] : names;
  }

  async #run(command: Exclude<Command, { kind: 'help' }>, project: Project, request: DeploymentRequest) {
    switch (command.kind) {
      case 'deploy':
        return this.#options.rules.confirm ? this.#offer(project, request) : this.#start(project, request);
      case 'status':
        return statusReply(project, command.statusId, this.#options);
      case 'latest':
        return latestReply(project, this.#options);
      case 'history':
        return historyReply(project, command.count, this.#options);
      case 'lock':
        return this.#lock(project, command.reason, request);
      case 'unlock':
        return this.#unlock(project, request);
    }
  }

  async #refuse(request: DeploymentRequest, project: Project, refusal: Refusal): Promise<PrivateReply> {
    const { rule, sentence, cause } = refusal;
    if (cause) this.#options.logger.warn({ code: cause.code, err: cause }, 'rights not checked');
    await this.#record('refused', request, { project: project.name, detail: rule });
    return say(sentence);
  }

  /** Asks before anything is deployed, unless nothing can be. */
  async #offer(project: Project, request: DeploymentRequest): Promise<PrivateReply> {
    const { store, clock } = this.#options;
    const lock = await this.#lockReply(project);
    if (lock) return lock;
    const [newest] = await store.listDeployments(project.name, 1);
    if (newest && newest.endedAt === undefined) return this.#join(project, request, newest);
    const id = randomUUID();
    await store.addConfirmation({ id, project: project.name, request, expiresAt: clock.now() + confirmMs });
    await this.#record('offered', request, { project: project.name });
    const branch = project.branch ?? newest?.outcome?.commit?.ref;
    const lines = [
      wording.askToConfirm(plain(project.title), branch && plain(branch)),
      `${wording.nobodyHoldsLock} ${newest ? wording.lastRun(toLine(newest)) : wording.neverDeployed}`,
      wording.confirmWithin,
    ];
    return {
      markdown: lines.join('\n\n'),
      buttons: [
        { choice: 'confirm', ref: id, label: wording.confirmLabel, isMain: true },
        { choice: 'cancel', ref: id, label: wording.cancelLabel },
      ],
    };
  }

  /** Starts a deployment, unless the project is locked or one is running. */
  async #start(project: Project, request: DeploymentRequest): Promise<PrivateReply> {
    const { store, onAccepted } = this.#options;
    const { result } = await store.acceptDeployment(request, project.name);
    if (result === 'accepted') {
      await this.#record('started', request, { project: project.name });
      onAccepted();
    }
    if (result === 'accepted' || result === 'duplicate') return say(wording.deploymentTaken(plain(project.title)));
    const locked = result === 'locked' ? await this.#lockReply(project) : undefined;
    if (locked) return locked;
    const [newest] = await store.listDeployments(project.name, 1);
    if (newest && newest.endedAt === undefined) return this.#join(project, request, newest);
    // What was in the way has gone meanwhile.
    return say(wording.nothingToRunAfter);
  }

  async #join(project: Project, request: DeploymentRequest, running: DeploymentRecord): Promise<PrivateReply> {
    await this.#record('joined', request, { project: project.name });
    const { thread, requestedAt } = running.request;
    const platform = this.#options.platforms.find((each) => each.name === thread.platform);
    const link = running.message === undefined ? undefined : platform?.linkTo?.(thread, running.message);
    return {
      markdown: wording.joined(plain(project.title), nameOf(running.request), timeOfDay(requestedAt), link),
      buttons: [{ choice: 'again', ref: running.id, label: wording.againLabel }],
    };
  }

  async #lock(project: Project, reason: string, request: DeploymentRequest): Promise<PrivateReply> {
    const { store, clock } = this.#options;
    const { requester: holder, requesterName } = request;
    const name = requesterName !== undefined && { holderName: requesterName };
    const lock = { project: project.name, holder, ...name, reason, lockedAt: clock.now() };
    const holding = await store.lockDeployments(lock);
    if (holding.holder !== holder || holding.reason !== reason) return (await this.#lockReply(project)) ?? say('');
    await this.#record('locked', request, { project: project.name, detail: reason });
    return say(wording.nowLocked(plain(project.title), plain(reason, 200)));
  }

  async #unlock(project: Project, request: DeploymentRequest): Promise<PrivateReply> {
    const lock = await this.#options.store.unlockDeployments(project.name);
    if (!lock) return say(wording.wasNotLocked(plain(project.title)));
    await this.#record('unlocked', request, { project: project.name, detail: lock.reason });
    return say(wording.nowUnlocked(plain(project.title), nameOfHolder(lock), plain(lock.reason, 200)));
  }

  async #lockReply({ name, title }: Project): Promise<PrivateReply | undefined> {
    const lock = await this.#options.store.deploymentLock(name);
    if (!lock) return undefined;
    const since = minuteOf(lock.lockedAt);
    return say(wording.lockedBy(plain(title), nameOfHolder(lock), since, plain(lock.reason, 200)));
  }

  press(press: DeploymentPress): Promise<PrivateReply | undefined> {
    return press.choice === 'again' ? this.#pressAgain(press) : this.#pressConfirmation(press);
  }

  async #pressConfirmation({ choice, ref, ...pressed }: DeploymentPress): Promise<PrivateReply | undefined> {
    const { store, clock, rules, platform } = this.#options;
    const waiting = await store.findConfirmation(ref);
    const project = waiting && projectNamed(rules, waiting.project);
    if (!waiting || !project) return say(wording.confirmationExpired);
    const { request, expiresAt } = waiting;
    if (request.identities[0] !== pressed.identities[0]) return say(wording.notYours);
    // A double click: the first press is answered.
    if (waiting.isTaken || !(await store.takeConfirmation(ref))) return undefined;
    if (clock.now() > expiresAt) {
      await this.#record('expired', request, { project: project.name });
      return say(wording.confirmationExpired);
    }
    if (choice === 'cancel') {
      await this.#record('cancelled', request, { project: project.name });
      return say(wording.cancelled(plain(project.title)));
    }
    const { identities, kind } = pressed;
    const found = await authorize({ ...request, identities, ...(kind && { kind }) }, project, platform);
    if (!found.allowed) return this.#refuse(request, project, found);
    await this.#record('confirmed', request, { project: project.name });
    return this.#start(project, { ...request, requestedAt: clock.now() });
  }

  async #pressAgain({ choice: _, ref, ...pressed }: DeploymentPress): Promise<PrivateReply> {
    const { store, platform } = this.#options;
    const project = await this.#projectOf(ref);
    if (!project) return say(wording.nothingToRunAfter);
    const found = await authorize(pressed, project, platform);
    const request = found.allowed && found.name !== undefined ? { ...pressed, requesterName: found.name } : pressed;
    if (!found.allowed) return this.#refuse(request, project, found);
    const result = await store.planFurtherRun(ref, request);
    if (result === 'planned_already') return say(wording.furtherRunPlannedAlready);
    if (result === 'ended') return say(wording.nothingToRunAfter);
    await this.#record('planned', request, { project: project.name });
    return say(wording.plannedFurtherRun(plain(project.title)));
  }

  /** Whose running deployment this is. */
  async #projectOf(deploymentId: string): Promise<Project | undefined> {
    for (const project of this.#options.rules.projects) {
      const [newest] = await this.#options.store.listDeployments(project.name, 1);
      if (newest?.id === deploymentId && newest.endedAt === undefined) return project;
    }
    return undefined;
  }

  /** false: it was recorded before. */
  #record(
    event: AuditEvent,
    { id, thread, requester, requesterName }: DeploymentRequest,
    more: Pick<AuditEntry, 'project' | 'detail'>,
  ): Promise<boolean> {
    return this.#options.store.audit({
      at: this.#options.clock.now(),
      event,
      platform: thread.platform,
      channel: thread.channel,
      requestId: id,
      person: requester,
      ...(requesterName !== undefined && { personName: requesterName }),
      ...more,
    });
  }
}

function help(
  { because }: Extract<Command, { kind: 'help' }>,
  byDefault: Project | undefined,
  others: readonly string[],
): PrivateReply {
  const first = { unknown: [wording.notACommand], no_reason: [wording.lockNeedsReason] };
  const named = others.map((name) => plain(name));
  return say(
    [...(because ? first[because] : []), wording.deployHelp(plain(byDefault?.title ?? ''), named)].join('\n\n'),
  );
}

function nameOfHolder({ holder, holderName }: { readonly holder: string; readonly holderName?: string }): string {
  return holderName === undefined ? plain(holder) : plain(holderName, 60);
}

function say(markdown: string): PrivateReply {
  return { markdown, buttons: [] };
}
