/** The engine with a fake platform and a fake deployer, for the tests of deployments. All of it is closed after the test. */
import { onTestFinished } from 'vitest';
import type { DeployRules } from '../../../../src/bot/core/deployments/projects.ts';
import { createEngine, type Engine } from '../../../../src/bot/core/engine/engine.ts';
import type { DeploymentCommand, DeploymentPress, PrivateReply } from '../../../../src/bot/core/model/deployment.ts';
import { DeployError } from '../../../../src/bot/core/model/errors.ts';
import type { Ask } from '../../../../src/bot/core/ports/assistant.ts';
import type { Deployer, DeploymentStatus } from '../../../../src/bot/core/ports/deployer.ts';
import type { OperatorNotice } from '../../../../src/bot/core/ports/handlers.ts';
import type { Route } from '../../../../src/bot/core/ports/routing.ts';
import { createPacer } from '../../../../src/bot/core/rate-limits/pacer.ts';
import { listAudit } from '../../../../src/bot/store/deployments/deployment-records.ts';
import { createStore, type OwnStore } from '../../../../src/bot/store/store.ts';
import { openDatabase } from '../../../../src/kit/sql/database.ts';
import { createFakeAssistant, createFakeMetrics, type Step } from '../../../fakes/assistant.ts';
import { createManualClock, type ManualClock } from '../../../fakes/clock.ts';
import { noProjects, rulesFor } from '../../../fakes/deployments.ts';
import { createKeptLog } from '../../../fakes/logger.ts';
import { createFakePlatform, type FakeOptions, type FakePlatform } from '../../../fakes/platform.ts';
import { everywhere } from '../../../fakes/routing.ts';

export interface Bench {
  readonly clock: ManualClock;
  readonly store: OwnStore;
  readonly platform: FakePlatform;
  readonly log: ReturnType<typeof createKeptLog>;
  /** The rule of every place from now on. */
  rule: Partial<Route>;
  /** The assistant's answers from now on. */
  script: (ask: Ask, index: number) => readonly Step[];
  readonly asked: readonly Ask[];
  /** Fingerprints that the service was asked to forget. */
  readonly forgotten: readonly string[];
  /** The notices sent to operators. */
  readonly notices: readonly OperatorNotice[];
  /** Starts a process and its platform. */
  start(rules: DeployRules | undefined, owner?: string): Promise<Engine>;
  /** Types `/deploy …` as U1, each time as a new interaction unless `id` is given. */
  type(text: string, given?: Partial<DeploymentCommand>): Promise<PrivateReply | undefined>;
  /** Presses a button of a reply. */
  press(
    reply: PrivateReply | undefined,
    label: string,
    given?: Partial<DeploymentPress>,
  ): Promise<PrivateReply | undefined>;
  /** The audit so far: event and detail. */
  audit(): Promise<readonly string[]>;
}

export async function openBench(of: Pick<FakeOptions, 'isolatesWorkspaces' | 'live'> = {}): Promise<Bench> {
  const clock = createManualClock();
  const database = await openDatabase('sqlite::memory:');
  const store = createStore(database, clock);
  const platform = createFakePlatform({ clock, ...of });
  const log = createKeptLog();
  const engines: Engine[] = [];
  let count = 0;
  onTestFinished(async () => {
    for (const engine of engines) await clock.until(engine.drain(0));
    await store.close();
  });
  const assistant = createFakeAssistant(clock, (ask, index) => bench.script(ask, index));
  const notices: OperatorNotice[] = [];
  const forgotten: string[] = [];
  const said = { asked: assistant.asked, notices, forgotten, script: () => [] };
  const bench: Bench = { clock, store, platform, log, rule: {}, ...said, start, type, press, audit };
  return bench;

  async function start(rules: DeployRules = noProjects, owner = 'bot-1') {
    const engine = createEngine({
      platforms: [platform],
      routing: {
        ...everywhere(assistant),
        async forget(fp) {
          forgotten.push(fp);
          return true;
        },
        routeFor: (thread) => everywhere(assistant, bench.rule).routeFor(thread),
      },
      deploy: rules,
      store,
      pacer: createPacer(clock),
      clock,
      logger: log,
      metrics: createFakeMetrics(),
      owner,
      fingerprint: (asker) => asker,
      tellOperators: async (_, notice) => notices.push(notice) > 0,
    });
    await platform.start(engine.handlersFor(platform));
    engine.start();
    engines.push(engine);
    return engine;
  }

  async function type(text: string, given: Partial<DeploymentCommand> = {}) {
    count += 1;
    return platform.handlers.deployment({ ...command(`d-${count}`, clock.now()), text, ...given });
  }

  async function press(reply: PrivateReply | undefined, label: string, given: Partial<DeploymentPress> = {}) {
    const button = reply?.buttons.find((candidate) => candidate.label === label);
    if (!button || button.choice === 'run') throw new Error(`no button ${label} under ${reply?.markdown}`);
    count += 1;
    const { text: _, ...who } = command(`p-${count}`, clock.now());
    return platform.handlers.deploymentPress({ ...who, choice: button.choice, ref: button.ref, ...given });
  }

  async function audit() {
    const entries = await listAudit(database.sql, 0, 100);
    return entries.map(({ event, detail }) => (detail ? `${event}: ${detail}` : event));
  }
}

export function command(id: string, now: number): DeploymentCommand {
  return {
    id,
    thread: { platform: 'fake', installation: 'I1', channel: 'C1', thread: '' },
    requester: 'fake:I1:U1',
    requesterName: 'Ada',
    identities: ['fake:U1'],
    kind: 'member',
    requestedAt: now,
    text: '',
  };
}

export interface FakeDeployer extends Deployer {
  readonly triggered: number;
  /** The status ids that were queried. */
  readonly read: string[];
}

export type Reading = DeploymentStatus | DeployError | undefined;

/** Repeats the last status forever. `trigger`: the failure of the update operation. */
export function createFakeDeployer(readings: readonly Reading[], trigger?: DeployError): FakeDeployer {
  const read: string[] = [];
  const deployer = {
    triggered: 0,
    read,
    async trigger() {
      deployer.triggered += 1;
      if (trigger) throw trigger;
      return { statusId: 'st-1' };
    },
    async status(statusId: string) {
      const reading = readings[Math.min(read.length, readings.length - 1)];
      read.push(statusId);
      if (reading instanceof DeployError) throw reading;
      return reading;
    },
  };
  return deployer;
}

/** U1 may deploy, without a confirmation. */
export function open(deployer: Deployer, more: Partial<DeployRules> = {}): DeployRules {
  return rulesFor(deployer, ['fake:U1'], more);
}
