import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/core/engine/engine.ts';
import type { DeploymentRequest } from '../../../src/core/model/conversation.ts';
import { DeployError, PlatformError } from '../../../src/core/model/errors.ts';
import * as wording from '../../../src/core/model/wording.ts';
import type { Deployer, DeploymentStatus } from '../../../src/core/ports/deployer.ts';
import type { Store } from '../../../src/core/ports/store.ts';
import { createPacer } from '../../../src/core/rate-limits/pacer.ts';
import { createStore } from '../../../src/store/bot/store.ts';
import { openDatabase } from '../../../src/store/sql/database.ts';
import { createFakeAssistant, createFakeMetrics } from '../../fakes/assistant.ts';
import { createManualClock, type ManualClock } from '../../fakes/clock.ts';
import { silent } from '../../fakes/logger.ts';
import { createFakePlatform, type FakePlatform } from '../../fakes/platform.ts';
import { everywhere } from '../../fakes/routing.ts';

let clock: ManualClock;
let store: Store;
let platform: FakePlatform;
let engines: Engine[];

beforeEach(async () => {
  clock = createManualClock();
  store = createStore(await openDatabase('sqlite::memory:'), clock);
  platform = createFakePlatform({ clock });
  engines = [];
});

afterEach(async () => {
  for (const engine of engines) await clock.until(engine.drain(0));
  await store.close();
});

interface FakeDeployer extends Deployer {
  readonly triggered: number;
  readonly read: string[];
}

type Reading = DeploymentStatus | DeployError | undefined;

function createFakeDeployer(readings: readonly Reading[], trigger?: DeployError): FakeDeployer {
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

async function startBot(
  deployer: Deployer | undefined,
  allow: readonly string[] = ['fake:U1'],
  owner = 'bot-1',
): Promise<Engine> {
  const engine = createEngine({
    platforms: [platform],
    routing: everywhere(createFakeAssistant(clock, () => [])),
    deploy: { allow, ...(deployer && { deployer }) },
    store,
    pacer: createPacer(clock),
    clock,
    logger: silent,
    metrics: createFakeMetrics(),
    owner,
    fingerprint: (asker) => asker,
  });
  await platform.start(engine.handlersFor(platform));
  engine.start();
  engines.push(engine);
  return engine;
}

function request(given: Partial<DeploymentRequest> = {}): DeploymentRequest {
  return {
    id: 'd-1',
    thread: { platform: 'fake', installation: 'I1', channel: 'C1', thread: '' },
    requester: 'fake:I1:U1',
    identities: ['fake:U1'],
    requestedAt: clock.now(),
    ...given,
  };
}

const success: DeploymentStatus = { state: 'success' };
const queued: DeploymentStatus = { state: 'queued' };

describe('a deployment', () => {
  it('whose end cannot be shown before the process must stop is left to the next one', async () => {
    const former = await startBot(createFakeDeployer([queued, success]));
    await platform.handlers.deployment(request());
    await clock.advance(1_000);
    platform.failNext('edit', new PlatformError('rate_limited', { waitMs: 20_000 }));
    await clock.advance(1_500);
    await clock.until(former.drain(0));
    platform.heal();
    await startBot(createFakeDeployer([success]), ['fake:U1'], 'bot-2');
    await clock.advance(60_000);
    expect(platform.shows('')).toEqual([wording.deploymentProgress('succeeded', 'st-1')]);
  });

  it.each([
    [0, 'lost', 'st-1'],
    [1, 'failed', undefined],
  ] as const)('is settled when its settings were taken away (%i)', async (index, state, statusId) => {
    if (index === 0) {
      const former = await startBot(createFakeDeployer([queued]));
      await platform.handlers.deployment(request());
      await clock.advance(1_000);
      await clock.until(former.drain(0));
    } else {
      await store.acceptDeployment(request());
    }
    await startBot(undefined, [], 'bot-2');
    await clock.advance(60_000);
    const sentence = wording.deployFailure('not_configured');
    expect(platform.shows('')).toEqual([wording.deploymentProgress(state, statusId, sentence)]);
    expect(await store.claimDeployment('you', clock.now() + 100_000, clock.now() + 200_000, ['fake'])).toBeUndefined();
  });

  it('is triggered once, its status id posted at once, and followed to its success', async () => {
    const deployer = createFakeDeployer([queued, { state: 'in_progress' }, { state: 'success', summary: '12 pages.' }]);
    await startBot(deployer);
    expect(await platform.handlers.deployment(request())).toEqual({
      accepted: true,
      sentence: wording.deploymentTaken,
    });
    await clock.advance(0);
    expect(platform.shows('')).toEqual([wording.deploymentProgress('running', 'st-1')]);
    await clock.advance(3_500);
    expect(platform.shows('')).toEqual([wording.deploymentProgress('running', 'st-1', wording.deploymentInProgress)]);
    await clock.advance(60_000);
    expect(platform.shows('')).toEqual([wording.deploymentProgress('succeeded', 'st-1', '12 pages.')]);
    expect(deployer.triggered).toBe(1);
    expect(new Set(deployer.read)).toEqual(new Set(['st-1']));
  });

  it('that fails says so', async () => {
    await startBot(createFakeDeployer([{ state: 'failure', summary: 'A page is broken.' }]));
    await platform.handlers.deployment(request());
    await clock.advance(10_000);
    expect(platform.shows('')).toEqual([wording.deploymentProgress('failed', 'st-1', 'A page is broken.')]);
  });

  it('whose service reports no progress says that', async () => {
    await startBot(createFakeDeployer([undefined]));
    await platform.handlers.deployment(request());
    await clock.advance(10_000);
    expect(platform.shows('')).toEqual([wording.deploymentProgress('lost', 'st-1', wording.deploymentUnfollowed)]);
  });

  it('is followed through unknown states and failed requests', async () => {
    const readings = [
      { state: 'unknown' } as const,
      new DeployError('unavailable'),
      new DeployError('rate_limited', { waitMs: 9_000 }),
      success,
    ];
    await startBot(createFakeDeployer(readings));
    await platform.handlers.deployment(request());
    await clock.advance(60_000);
    expect(platform.shows('')).toEqual([wording.deploymentProgress('succeeded', 'st-1')]);
  });

  it('that the service refuses says why, and is not tried again', async () => {
    const deployer = createFakeDeployer([], new DeployError('unauthorized', { status: 401 }));
    await startBot(deployer);
    await platform.handlers.deployment(request());
    await clock.advance(60_000);
    expect(platform.shows('')).toEqual([
      wording.deploymentProgress('failed', undefined, wording.deployFailure('unauthorized')),
    ]);
    expect(deployer.triggered).toBe(1);
  });

  it('that is delivered twice is triggered once', async () => {
    const deployer = createFakeDeployer([success]);
    await startBot(deployer);
    await platform.handlers.deployment(request());
    await platform.handlers.deployment(request());
    await clock.advance(10_000);
    expect(deployer.triggered).toBe(1);
  });

  it('goes on after a restart, in the same message', async () => {
    const first = await startBot(createFakeDeployer([queued]));
    await platform.handlers.deployment(request());
    await clock.advance(10_000);
    await clock.until(first.drain(0));
    const deployer = createFakeDeployer([success]);
    await startBot(deployer, undefined, 'bot-2');
    await clock.advance(60_000);
    expect(platform.shows('')).toEqual([wording.deploymentProgress('succeeded', 'st-1')]);
    expect(deployer.triggered).toBe(0);
  });

  it('does not keep a process that must stop: the next one follows it at once', async () => {
    const first = await startBot(createFakeDeployer([queued]));
    await platform.handlers.deployment(request());
    await clock.advance(10_000);
    const startedAt = clock.now();
    await clock.until(first.drain(25_000));
    expect(clock.now() - startedAt).toBeLessThan(1_000);
    await startBot(createFakeDeployer([success]), undefined, 'bot-2');
    await clock.advance(1_000);
    expect(platform.shows('')).toEqual([wording.deploymentProgress('succeeded', 'st-1')]);
  });

  it('that is being triggered is waited for by a process that must stop', async () => {
    const deployer = createFakeDeployer([success]);
    const slow: Deployer = {
      ...deployer,
      trigger: (signal) => clock.wait(5_000).then(() => deployer.trigger(signal)),
    };
    const first = await startBot(slow);
    await platform.handlers.deployment(request());
    await clock.until(first.drain(25_000));
    const second = createFakeDeployer([success]);
    await startBot(second, undefined, 'bot-2');
    await clock.advance(10_000);
    expect(platform.shows('')).toEqual([wording.deploymentProgress('succeeded', 'st-1')]);
    expect([deployer.triggered, second.triggered]).toEqual([1, 0]);
  });

  it('whose process died while triggering it is called lost, and never triggered twice', async () => {
    await store.acceptDeployment(request());
    await store.claimDeployment('dead-bot', 0, 1, ['fake']);
    const deployer = createFakeDeployer([success]);
    await startBot(deployer);
    await clock.advance(10_000);
    expect(deployer.triggered).toBe(0);
    expect(platform.shows('')).toEqual([wording.deploymentProgress('lost', undefined, wording.deployFailure('lost'))]);
  });

  it('is triggered and followed even where its progress cannot be posted', async () => {
    const deployer = createFakeDeployer([queued, success]);
    platform.failNext('post', new PlatformError('forbidden'), 9);
    await startBot(deployer);
    await platform.handlers.deployment(request());
    await clock.advance(60_000);
    expect(deployer.read).toHaveLength(2);
  });
});

describe('who may deploy', () => {
  const refused = (sentence: string) => ({ accepted: false, sentence });

  it('is nobody when the list is empty, and the requester reads how to change that', async () => {
    const deployer = createFakeDeployer([success]);
    await startBot(deployer, []);
    expect(await platform.handlers.deployment(request())).toEqual(refused(wording.nobodyMayDeploy('fake:U1')));
    await clock.advance(10_000);
    expect(deployer.triggered).toBe(0);
    expect(platform.messages).toEqual([]);
  });

  it('is not somebody who is not named', async () => {
    await startBot(createFakeDeployer([success]), ['fake:U2', 'other:U1']);
    expect(await platform.handlers.deployment(request())).toEqual(refused(wording.mayNotDeploy('fake:U1')));
  });

  it('is somebody one of whose roles is named', async () => {
    await startBot(createFakeDeployer([success]), ['fake:R9']);
    expect(await platform.handlers.deployment(request({ identities: ['fake:U1', 'fake:R9'] }))).toMatchObject({
      accepted: true,
    });
  });

  it('is a member of a named group, as the platform says', async () => {
    await startBot(createFakeDeployer([success]), ['fake:G1']);
    platform.isMember = async (_, group) => group === 'fake:G1';
    expect(await platform.handlers.deployment(request())).toMatchObject({ accepted: true });
  });

  it('is nobody of a group that the platform cannot look up', async () => {
    await startBot(createFakeDeployer([success]), ['fake:G1']);
    platform.isMember = async () => {
      throw new PlatformError('unavailable');
    };
    expect(await platform.handlers.deployment(request())).toEqual(refused(wording.mayNotDeploy('fake:U1')));
  });

  it('asks about all groups at once, since the platform waits for the answer', async () => {
    await startBot(createFakeDeployer([success]), ['fake:G1', 'fake:G2', 'fake:G3']);
    platform.isMember = async (_, group) => {
      await clock.wait(1_000);
      return group === 'fake:G3';
    };
    expect(await clock.until(platform.handlers.deployment(request()), 1_000)).toMatchObject({ accepted: true });
  });

  it('is nobody where deployments are not set up', async () => {
    await startBot(undefined);
    expect(await platform.handlers.deployment(request())).toEqual(refused(wording.deployFailure('not_configured')));
  });
});
