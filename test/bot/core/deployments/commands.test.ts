/** How the core answers the deploy command: what starts, joins or is refused, and what the audit records. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeployRules } from '../../../../src/bot/core/deployments/projects.ts';
import type { PrivateReply } from '../../../../src/bot/core/model/deployment.ts';
import { DeployError, PlatformError } from '../../../../src/bot/core/model/errors.ts';
import { say } from '../../../../src/bot/core/model/plain-text.ts';
import type { DeploymentStatus } from '../../../../src/bot/core/ports/deployer.ts';
import { english } from '../../../../src/bot/wording/wording.ts';
import { StoreError } from '../../../../src/kit/sql/store-errors.ts';
import { projectFor } from '../../../fakes/deployments.ts';
import { type Bench, command, createFakeDeployer, type FakeDeployer, open, openBench } from './bot.ts';

const success: DeploymentStatus = { state: 'success', word: 'success' };
const working: DeploymentStatus = { state: 'in_progress', word: 'in_progress' };
/** The command does not say who typed it, so that is looked up. */
const asOnSlack: object = { kind: undefined };
const grace = { requester: 'fake:I1:U2', requesterName: 'Grace', identities: ['fake:U2'] };

interface Refused {
  readonly why: string;
  readonly before?: () => Promise<unknown>;
  readonly after?: () => Promise<unknown>;
  readonly who?: object;
  readonly later?: object;
}

let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
});

/** Ada and Grace may deploy. */
function rules(deployer: FakeDeployer, more: Partial<DeployRules> = {}): DeployRules {
  return { ...open(deployer), projects: [projectFor(deployer, ['fake:U1', 'fake:U2'])], ...more };
}

function said(reply: PrivateReply | undefined): string {
  return reply?.markdown ?? '';
}

describe('a confirmation', () => {
  it('names what is deployed and what ran last, and starts nothing until it is pressed', async () => {
    const commit = { sha: 'a1b2c3d4', ref: 'main' };
    const deployer = createFakeDeployer([{ ...success, commit }]);
    await bench.start(rules(deployer, { confirm: true }));
    const first = await bench.type('');
    // The platform itself says who sees it, and a locked project is refused.
    expect(said(first)).toBe(
      `${english.say('deploy.confirm', { project: 'docs' })}\n\n${english.say('deploy.never')}\n\nThe buttons work for 60 seconds.`,
    );
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(0);
    expect(said(await bench.press(first, 'Deploy'))).toBe(english.say('deploy.taken', { project: 'docs' }));
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(1);
    const second = await bench.type('');
    expect(said(second)).toContain(english.say('deploy.confirmBranch', { project: 'docs', branch: 'main' }));
    expect(said(second)).toMatch(
      /Last deployment: 2026-01-05 09:00 UTC ✅ succeeded in 0 s, for Ada, `a1b2c3d` on main\./,
    );
  });

  it('is answered once, however often it is pressed', async () => {
    const deployer = createFakeDeployer([working]);
    await bench.start(rules(deployer, { confirm: true }));
    const reply = await bench.type('');
    const answers = await Promise.all([1, 2, 3].map(() => bench.press(reply, 'Deploy')));
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(1);
  });

  it('expires after a minute with a notice, and says so again when it is pressed', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    const reply = await bench.type('');
    await bench.clock.advance(60_000);
    expect(bench.platform.told).toEqual([]);
    await bench.clock.advance(2_500);
    expect(bench.platform.told).toEqual([`d-1: ${english.say('deploy.expired', { project: 'docs' })}`]);
    expect(said(await bench.press(reply, 'Deploy'))).toBe(english.say('deploy.expired', { project: 'docs' }));
    await bench.clock.advance(10_000);
    expect(bench.platform.told).toHaveLength(1);
    expect(deployer.triggered).toBe(0);
    expect(await bench.audit()).toEqual(['asked', 'offered', 'expired']);
  });

  it('says that it has expired when it is pressed before the notice', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    const reply = await bench.type('');
    await bench.clock.advance(60_001);
    expect(said(await bench.press(reply, 'Deploy'))).toBe(english.say('deploy.expired', { project: 'docs' }));
    await bench.clock.advance(10_000);
    expect(bench.platform.told).toEqual([]);
    expect(await bench.audit()).toEqual(['asked', 'offered', 'expired']);
  });

  it.each(['Deploy', 'Cancel'])('does not expire once it was answered (%s)', async (label) => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    const reply = await bench.type('');
    await bench.clock.advance(59_000);
    await bench.press(reply, label);
    await bench.clock.advance(30_000);
    expect(bench.platform.told).toEqual([]);
    expect(await bench.press(reply, label)).toBeUndefined();
  });

  it('is expired by one of two processes only, even if both were started later', async () => {
    const deployer = createFakeDeployer([success]);
    const first = await bench.start(rules(deployer, { confirm: true }));
    await bench.type('');
    await bench.clock.until(first.drain(0));
    await bench.start(rules(deployer, { confirm: true }), 'bot-2');
    await bench.start(rules(deployer, { confirm: true }), 'bot-3');
    await bench.clock.advance(70_000);
    expect(bench.platform.told).toHaveLength(1);
  });

  it('says that it has expired when it is pressed after the notice could not be shown', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    bench.platform.deployCommand.tellRequester = () => Promise.reject(new PlatformError('thread_gone'));
    const reply = await bench.type('');
    await bench.clock.advance(70_000);
    expect(said(await bench.press(reply, 'Deploy'))).toBe(english.say('deploy.expired', { project: 'docs' }));
    expect(deployer.triggered).toBe(0);
  });

  it('expires while the platform hangs on another one, and does not delay the end of the process', async () => {
    const deployer = createFakeDeployer([success]);
    const engine = await bench.start(rules(deployer, { confirm: true }));
    const told: string[] = [];
    bench.platform.deployCommand.tellRequester = async ({ requester }) => {
      if (requester === grace.requester) await new Promise(() => undefined);
      told.push(requester);
    };
    await bench.type('', grace);
    await bench.type('');
    await bench.clock.advance(63_000);
    expect(told).toEqual(['fake:I1:U1']);
    const startedAt = bench.clock.now();
    await bench.clock.until(engine.drain(0));
    expect(bench.clock.now() - startedAt).toBeLessThanOrEqual(2_000);
  });

  it('may be pressed only by the person who asked', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    const reply = await bench.type('');
    const refused = { ...say(english.say('deploy.notYours')), isBeside: true };
    expect(await bench.press(reply, 'Deploy', grace)).toEqual(refused);
    expect(said(await bench.press(reply, 'Deploy'))).toBe(english.say('deploy.taken', { project: 'docs' }));
  });

  it('is cancelled by its other button', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    const reply = await bench.type('');
    expect(said(await bench.press(reply, 'Cancel'))).toBe(english.say('deploy.cancelled', { project: 'docs' }));
    expect(await bench.press(reply, 'Deploy')).toBeUndefined();
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(0);
    expect(await bench.audit()).toEqual(['asked', 'offered', 'cancelled']);
  });

  it('is refused when its requester was deactivated after the command', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    const reply = await bench.type('');
    const refused = await bench.press(reply, 'Deploy', { kind: 'deactivated' });
    expect(said(refused)).toBe(english.say('deployRefused.deactivated'));
  });

  it.each(['Deploy', 'Cancel'])(
    'does nothing when its place was switched off after the command (%s)',
    async (label) => {
      const deployer = createFakeDeployer([success]);
      await bench.start(rules(deployer, { confirm: true }));
      const reply = await bench.type('');
      bench.rule = { mode: 'off' };
      expect(said(await bench.press(reply, label))).toBe(english.say('refused.off'));
      await bench.clock.advance(10_000);
      expect(deployer.triggered).toBe(0);
    },
  );

  it('is refused when the platform cannot confirm the membership again after half a minute', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    bench.platform.profiles.membershipOf = async () => ({ kind: 'member' });
    const reply = await bench.type('', asOnSlack);
    bench.platform.profiles.membershipOf = () => Promise.reject(new PlatformError('unavailable'));
    await bench.clock.advance(30_000);
    expect(said(await bench.press(reply, 'Deploy', asOnSlack))).toBe(english.say('deployRefused.unchecked'));
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(0);
  });

  it('needs one look-up of the membership for the command and a press soon after, even in another process', async () => {
    const deployer = createFakeDeployer([working]);
    let looked = 0;
    bench.platform.profiles.membershipOf = async () => {
      looked += 1;
      return { kind: 'member' };
    };
    await bench.start(rules(deployer, { confirm: true }));
    const reply = await bench.type('', asOnSlack);
    await bench.start(rules(deployer, { confirm: true }), 'bot-2');
    await bench.clock.advance(20_000);
    expect(said(await bench.press(reply, 'Deploy', asOnSlack))).toBe(english.say('deploy.taken', { project: 'docs' }));
    expect(looked).toBe(1);
  });

  it('is refused when its requester has lost the listed role', async () => {
    const deployer = createFakeDeployer([success]);
    const projects = [projectFor(deployer, ['fake:R9'])];
    await bench.start(rules(deployer, { confirm: true, projects }));
    const reply = await bench.type('', { identities: ['fake:U1', 'fake:R9'] });
    expect(said(await bench.press(reply, 'Deploy', { identities: ['fake:U1'] }))).toBe(
      english.say('deployRefused.not_listed', { identity: 'fake:U1' }),
    );
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(0);
  });

  it('is not shown while a deployment runs or the project is locked', async () => {
    const deployer = createFakeDeployer([working]);
    await bench.start(rules(deployer, { confirm: true }));
    await bench.press(await bench.type(''), 'Deploy');
    await bench.clock.advance(1_000);
    expect(said(await bench.type('', grace))).toMatch(/requested by Ada, has been running since 09:00:00 UTC/);
    await bench.type('lock release day');
    expect(said(await bench.type('', grace))).toMatch(/locked by Ada .*release day/);
  });

  it('pressed by fifty people in the same second starts one deployment', async () => {
    const deployer = createFakeDeployer([working]);
    const people = Array.from({ length: 50 }, (_, at) => ({ requester: `P${at}`, identities: [`fake:P${at}`] }));
    const allow = people.flatMap(({ identities }) => identities);
    await bench.start({ ...rules(deployer, { confirm: true }), projects: [projectFor(deployer, allow)] });
    const offered = await Promise.all(people.map((person) => bench.type('', person)));
    const answers = await Promise.all(offered.map((reply, at) => bench.press(reply, 'Deploy', people[at])));
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(1);
    expect(answers.filter((answer) => said(answer) === english.say('deploy.taken', { project: 'docs' }))).toHaveLength(
      1,
    );
    expect(answers.filter((answer) => /has been running/.test(said(answer)))).toHaveLength(49);
    expect(bench.platform.shows('')).toHaveLength(1);
  });
});

describe('without DEPLOY_CONFIRM', () => {
  const asks = english.say('deploy.confirm', { project: 'docs' });

  it('a deployment is confirmed only within ten minutes after the end of somebody else’s', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer));
    await bench.type('');
    await bench.clock.advance(10_000);
    expect(said(await bench.type(''))).not.toContain(asks);
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(2);
    expect(said(await bench.type('', grace))).toContain(asks);
    await bench.clock.advance(10 * 60_000);
    expect(deployer.triggered).toBe(2);
    expect(said(await bench.type('', grace))).not.toContain(asks);
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(3);
  });

  it('a command that asked first starts nothing when it is delivered again later', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer));
    await bench.type('');
    await bench.clock.advance(10_000);
    const again = { ...grace, id: 'd', requestedAt: bench.clock.now() };
    expect(said(await bench.type('', again))).toContain(asks);
    await bench.clock.advance(11 * 60_000);
    expect(await bench.type('', again)).toBeUndefined();
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(1);
  });

  it('a project that is marked with confirm is always confirmed, and one marked otherwise is not', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { projects: [projectFor(deployer, ['fake:U1'], { confirm: true })] }));
    expect(said(await bench.type(''))).toContain(asks);
    const projects = [projectFor(deployer, ['fake:U1'], { confirm: false })];
    await bench.start(rules(deployer, { confirm: true, projects }), 'bot-2');
    await bench.type('');
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(1);
  });
});

describe('without a confirmation', () => {
  it('three simultaneous commands start one deployment, and two of them join it', async () => {
    const deployer = createFakeDeployer([working]);
    await bench.start(rules(deployer));
    const answers = await Promise.all(['', '', ''].map((text) => bench.type(text)));
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(1);
    expect(
      answers.map(said).filter((answer) => answer === english.say('deploy.taken', { project: 'docs' })),
    ).toHaveLength(1);
    expect(answers.map(said).filter((answer) => /has been running/.test(answer))).toHaveLength(2);
  });

  it('a command that is delivered twice is answered once and started once', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer));
    const answers = await Promise.all([bench.type('', { id: 'd' }), bench.type('', { id: 'd' })]);
    await bench.clock.advance(10_000);
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
    expect(deployer.triggered).toBe(1);
  });

  it('a lock command that is delivered again after the unlock does not lock again', async () => {
    await bench.start(rules(createFakeDeployer([success])));
    await bench.type('lock why', { id: 'd' });
    await bench.type('unlock');
    expect(await bench.type('lock why', { id: 'd' })).toBeUndefined();
    expect(said(await bench.type(''))).toBe(english.say('deploy.taken', { project: 'docs' }));
  });

  describe('a command that was answered starts nothing when it is delivered again, or edited, later', () => {
    const id = 'd';
    const stranger = { requester: 'fake:I1:U3', identities: ['fake:U3'] };
    const refusals: readonly Refused[] = [
      { why: 'the project is locked', before: () => bench.type('lock why'), after: () => bench.type('unlock') },
      {
        why: 'the place is off',
        before: async () => {
          bench.rule = { mode: 'off' };
        },
        after: async () => {
          bench.rule = {};
        },
      },
      { why: 'its author was not listed', who: stranger, later: { ...stranger, identities: ['fake:U3', 'fake:U1'] } },
    ];

    it.each(refusals)('$why', async ({ before, after, who, later }) => {
      const deployer = createFakeDeployer([success]);
      await bench.start(rules(deployer));
      await before?.();
      expect(await bench.type('', { id, ...who })).toBeDefined();
      await after?.();
      await bench.type('', { id, ...later });
      await bench.clock.advance(10_000);
      expect(deployer.triggered).toBe(0);
    });

    it('it joined a deployment that has ended since', async () => {
      const deployer = createFakeDeployer([success]);
      await bench.start(rules(deployer));
      await bench.type('');
      expect(said(await bench.type('', { id }))).toMatch(/has been running/);
      await bench.clock.advance(10_000);
      expect(await bench.type('', { id })).toBeUndefined();
      await bench.clock.advance(10_000);
      expect(deployer.triggered).toBe(1);
    });

    it.each(['Cancel', undefined])('it asked first, and the settings no longer ask (%s)', async (pressed) => {
      const deployer = createFakeDeployer([success]);
      await bench.start(rules(deployer, { confirm: true }));
      const offered = await bench.type('', { id });
      if (pressed) await bench.press(offered, pressed);
      await bench.start(rules(deployer), 'bot-2');
      expect(await bench.type('', { id })).toBeUndefined();
      await bench.clock.advance(10_000);
      expect(deployer.triggered).toBe(0);
    });

    it.each(['status', 'latest', 'history', 'help', 'lock why', 'unlock'])('it was “%s” before', async (text) => {
      const deployer = createFakeDeployer([success]);
      await bench.start(rules(deployer));
      await bench.type(text, { id });
      await bench.type('unlock');
      expect(await bench.type('', { id })).toBeUndefined();
      await bench.clock.advance(10_000);
      expect(deployer.triggered).toBe(0);
    });
  });

  it('a command whose process died before it led to anything starts when it is delivered again', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer));
    const { acceptDeployment } = bench.store;
    bench.store.acceptDeployment = () => Promise.reject(new StoreError('unavailable'));
    await expect(bench.type('', { id: 'd' })).rejects.toThrow(StoreError);
    bench.store.acceptDeployment = acceptDeployment;
    await bench.type('', { id: 'd' });
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(1);
  });

  it('two processes with one database start one', async () => {
    const deployer = createFakeDeployer([working]);
    await bench.start(rules(deployer), 'bot-1');
    const first = bench.platform.handlers;
    await bench.start(rules(deployer), 'bot-2');
    await Promise.all([bench.type(''), bench.type('', grace), first.deployment(command('other', bench.clock.now()))]);
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(1);
  });
});

describe('a running deployment', () => {
  async function running(deployer: FakeDeployer): Promise<PrivateReply | undefined> {
    await bench.start(rules(deployer));
    await bench.type('');
    await bench.clock.advance(1_000);
    return bench.type('', grace);
  }

  it('is joined with a link to the message that follows it', async () => {
    expect(said(await running(createFakeDeployer([working])))).toContain('https://fake.example/C1/m1');
  });

  it('is followed by one further run, however many people request it, with a message of its own', async () => {
    const deployer = createFakeDeployer([working, working, success]);
    const joined = await running(deployer);
    expect(said(await bench.press(joined, 'Deploy again afterwards', grace))).toBe(
      english.say('deploy.planned', { project: 'docs' }),
    );
    expect(said(await bench.press(joined, 'Deploy again afterwards'))).toBe(english.say('deploy.plannedAlready'));
    await bench.clock.advance(60_000);
    expect(deployer.triggered).toBe(2);
    expect(bench.platform.shows('').map((text) => text.split('\n')[0])).toEqual([
      expect.stringMatching(/^✅ \*\*Deployed docs\*\* for Ada/),
      expect.stringMatching(/^✅ \*\*Deployed docs\*\* for Grace/),
    ]);
    expect(said(await bench.press(joined, 'Deploy again afterwards'))).toBe(english.say('deploy.nothingToRunAfter'));
  });

  it('is followed by no further run for a person who may not deploy, or in a place that is off', async () => {
    const deployer = createFakeDeployer([working, working, success]);
    const joined = await running(deployer);
    const noor = { requester: 'fake:I1:U3', identities: ['fake:U3'] };
    expect(said(await bench.press(joined, 'Deploy again afterwards', noor))).toBe(
      english.say('deployRefused.not_listed', { identity: 'fake:U3' }),
    );
    bench.rule = { mode: 'off' };
    expect(said(await bench.press(joined, 'Deploy again afterwards', grace))).toBe(english.say('refused.off'));
    await bench.clock.advance(60_000);
    expect(deployer.triggered).toBe(1);
  });

  it.each<[string, (platform: Bench['platform']) => void, string]>([
    [
      'was deactivated',
      (platform) => Object.assign(platform.profiles, { membershipOf: async () => ({ kind: 'deactivated' }) }),
      english.say('deployRefused.deactivated'),
    ],
    [
      'can no longer be checked',
      (platform) =>
        Object.assign(platform.profiles, { membershipOf: () => Promise.reject(new PlatformError('unavailable')) }),
      english.say('deployRefused.unchecked'),
    ],
  ])('is followed by no further run if its requester %s, and only they read why', async (_, change, sentence) => {
    const deployer = createFakeDeployer([working, working, success]);
    bench.platform.profiles.membershipOf = async () => ({ kind: 'member' });
    const joined = await running(deployer);
    await bench.press(joined, 'Deploy again afterwards', { ...grace, ...asOnSlack, id: 'p' });
    change(bench.platform);
    await bench.clock.advance(60_000);
    expect(deployer.triggered).toBe(1);
    expect(bench.platform.told).toEqual([`p: ${sentence}`]);
    expect(bench.platform.notes.map(({ person }) => person)).toEqual(['fake:I1:U1']);
    expect((await bench.audit()).filter((entry) => entry.startsWith('refused'))).toHaveLength(1);
    bench.platform.profiles.membershipOf = async () => ({ kind: 'member' });
    expect(said(await bench.type(''))).toBe(english.say('deploy.taken', { project: 'docs' }));
  });

  it('is followed by no further run if the project was locked in the meantime, and its requester is notified', async () => {
    const deployer = createFakeDeployer([working, working, success]);
    const joined = await running(deployer);
    await bench.press(joined, 'Deploy again afterwards', grace);
    await bench.type('lock not now');
    await bench.clock.advance(60_000);
    expect(deployer.triggered).toBe(1);
    expect(bench.platform.notes.map(({ person, body }) => [person, body.markdown])).toContainEqual([
      grace.requester,
      english.say('deploy.furtherLocked', { project: 'docs' }),
    ]);
  });
});

describe('a lock', () => {
  it('stops everybody from deploying, even its holder, until it is removed', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer));
    expect(said(await bench.type('lock release *day*'))).toBe(
      english.say('deploy.locked', { project: 'docs', reason: 'release \\*day\\*', unlock: '`/deploy unlock`' }),
    );
    expect(said(await bench.type(''))).toMatch(/locked by Ada since 2026-01-05 09:00 UTC/);
    expect(said(await bench.type('lock mine', grace))).toMatch(/locked by Ada/);
    expect(said(await bench.type('unlock', grace))).toBe(
      english.say('deploy.unlocked', { project: 'docs', name: 'Ada', reason: 'release \\*day\\*' }),
    );
    expect(said(await bench.type('unlock', grace))).toBe(english.say('deploy.notLocked', { project: 'docs' }));
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(0);
    expect(said(await bench.type(''))).toBe(english.say('deploy.taken', { project: 'docs' }));
  });

  it('no longer names its holder after they were forgotten, nor do the replies about their deployment', async () => {
    await bench.start(rules(createFakeDeployer([success])));
    await bench.type('');
    await bench.clock.advance(10_000);
    await bench.type('lock Ada is on it');
    await bench.store.forget('fake:I1:U1', bench.clock.now());
    for (const text of ['', 'history', 'unlock']) {
      const reply = said(await bench.type(text, grace));
      expect(reply).toMatch(/someone/i);
      expect(reply).not.toMatch(/Ada|removed/);
    }
  });

  it('holds for its project only', async () => {
    const deployer = createFakeDeployer([working]);
    const projects = [
      projectFor(deployer, ['fake:U1']),
      projectFor(deployer, ['fake:U1'], { name: 'api', title: 'api' }),
    ];
    await bench.start(rules(deployer, { projects }));
    await bench.type('lock docs release day');
    expect(said(await bench.type(''))).toContain('`/deploy unlock docs`');
    expect(said(await bench.type('api'))).toBe(english.say('deploy.taken', { project: 'api' }));
    await bench.clock.advance(1_000);
    expect(bench.platform.shows('')[0]).toMatch(/^🚀 \*\*Deploying api\*\*/);
  });
});

describe('a command other than a deployment', () => {
  it.each(['help', 'nonsense', 'status', 'latest', 'history', 'lock why', 'unlock', 'lock', 'docs please'])(
    'starts nothing (/deploy %s)',
    async (text) => {
      const deployer = createFakeDeployer([success]);
      await bench.start(rules(deployer));
      expect(said(await bench.type(text))).not.toBe('');
      await bench.clock.advance(10_000);
      expect([deployer.triggered, deployer.read.length]).toEqual([0, 0]);
      expect(bench.platform.messages).toEqual([]);
    },
  );

  it('shows the help if it is unknown or incomplete', async () => {
    await bench.start(rules(createFakeDeployer([success])));
    expect(said(await bench.type('nonsense'))).toMatch(/^I do not know this command.*\n\n- `\/deploy` deploys docs/);
    const command = '`/deploy lock REASON`';
    expect(said(await bench.type('lock'))).toContain(english.say('deploy.lockNeedsReason', { command }));
  });

  it('shows the help once if it is delivered twice, and is recorded as it was typed', async () => {
    await bench.start(rules(createFakeDeployer([success])));
    const replies = await Promise.all([bench.type('nonsense', { id: 'd' }), bench.type('nonsense', { id: 'd' })]);
    expect(replies.filter((reply) => reply !== undefined)).toHaveLength(1);
    expect(await bench.audit()).toEqual(['asked: nonsense']);
  });

  it('lists the deployments, newest first', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer));
    expect(said(await bench.type('history'))).toBe(english.say('deploy.none', { project: 'docs' }));
    for (const person of [{}, grace]) {
      await bench.type('', person);
      await bench.clock.advance(11 * 60_000);
    }
    expect(said(await bench.type('history')).split('\n')).toEqual([
      '- 2026-01-05 09:11 UTC ✅ succeeded in 0 s, for Grace',
      '- 2026-01-05 09:00 UTC ✅ succeeded in 0 s, for Ada',
    ]);
    expect(said(await bench.type('history 1')).split('\n')).toHaveLength(1);
    expect(said(await bench.type('latest'))).toMatch(/^✅ \*\*Deployed docs\*\* for Grace/);
    expect(said(await bench.type('status'))).toMatch(/^✅ \*\*Deployed docs\*\* for Grace/);
  });

  it('distinguishes the running deployment from the newest one that has ended', async () => {
    await bench.start(rules(createFakeDeployer([success, working])));
    await bench.type('');
    await bench.clock.advance(11 * 60_000);
    await bench.type('', grace);
    await bench.clock.advance(1_000);
    expect(said(await bench.type('status'))).toMatch(/^🚀 \*\*Deploying docs\*\* for Grace/);
    expect(said(await bench.type('latest'))).toMatch(/^✅ \*\*Deployed docs\*\* for Ada/);
    expect(said(await bench.type('history')).split('\n')).toHaveLength(2);
  });

  it('queries the service about a typed status id', async () => {
    const deployer = createFakeDeployer([{ ...working, author: 'Grace' }, undefined, new DeployError('unauthorized')]);
    await bench.start(rules(deployer));
    expect(said(await bench.type('status 01J'))).toBe('`01J`: in progress\n\nThe commit is by Grace.');
    expect(said(await bench.type('status 01J'))).toBe(
      english.say('deploy.noStatus', { project: 'docs', service: 'docs.example' }),
    );
    expect(said(await bench.type('status 01J'))).toBe(english.say('deployFailure.unauthorized'));
    expect(deployer.triggered).toBe(0);
    expect(bench.log.lines).toContainEqual({
      level: 'warn',
      fields: { code: 'unauthorized', status: undefined, err: expect.any(DeployError) },
      phrase: 'status of a deployment not read',
    });
  });
});

describe('permission to deploy', () => {
  async function refusal(text: string, allow: readonly string[], given = {}): Promise<string> {
    const deployer = createFakeDeployer([success]);
    await bench.start(open(deployer, { projects: [projectFor(deployer, allow)] }));
    const reply = await bench.type(text, given);
    await bench.clock.advance(10_000);
    expect([deployer.triggered, deployer.read.length]).toEqual([0, 0]);
    expect(bench.platform.messages).toEqual([]);
    return said(reply);
  }

  it('is refused to everybody when the list is empty, with a sentence that says how to change that', async () => {
    expect(await refusal('', [])).toBe(english.say('deployRefused.nobody', { identity: 'fake:U1' }));
  });

  it.each(['', 'status', 'status 01J', 'history', 'lock mine', 'unlock'])(
    'is refused to a person who is not listed, whatever they type (/deploy %s)',
    async (text) => {
      expect(await refusal(text, ['fake:U2', 'other:U1'])).toBe(
        english.say('deployRefused.not_listed', { identity: 'fake:U1' }),
      );
      expect(await bench.audit()).toEqual([text ? `asked: ${text}` : 'asked', 'refused: not_listed']);
    },
  );

  it.each(['guest', 'stranger', 'bot', 'deactivated'] as const)(
    'is refused to a %s, even one who is listed',
    async (kind) => {
      expect(await refusal('', ['fake:U1'], { kind })).toBe(english.say(`deployRefused.${kind}`));
    },
  );

  it('is refused when the platform does not say who the requester is', async () => {
    bench.platform.profiles.membershipOf = () => Promise.reject(new PlatformError('unavailable'));
    expect(await refusal('', ['fake:U1'], asOnSlack)).toBe(english.say('deployRefused.unchecked'));
  });

  it('is refused outside the channels of the project', async () => {
    const deployer = createFakeDeployer([success]);
    const project = projectFor(deployer, ['fake:U1'], { channels: ['fake:C2'] });
    await bench.start(open(deployer, { projects: [project] }));
    expect(said(await bench.type(''))).toBe(english.say('deployRefused.channel', { project: 'docs' }));
    const there = { platform: 'fake', installation: 'I1', channel: 'C2', thread: '' };
    expect(said(await bench.type('', { thread: there }))).toBe(english.say('deploy.taken', { project: 'docs' }));
  });

  it('is granted by a listed role', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(open(deployer, { projects: [projectFor(deployer, ['fake:R9'])] }));
    expect(said(await bench.type('', { identities: ['fake:U1', 'fake:R9'] }))).toBe(
      english.say('deploy.taken', { project: 'docs' }),
    );
  });

  it('is granted by a listed group; groups and membership are looked up at the same time, since the platform waits', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(open(deployer, { projects: [projectFor(deployer, ['fake:G1', 'fake:G2', 'fake:G3'])] }));
    bench.platform.profiles.membershipOf = async () => {
      await bench.clock.wait(1_000);
      return { kind: 'member' };
    };
    bench.platform.people.isMember = async (_, group) => {
      await bench.clock.wait(1_000);
      return group === 'fake:G3';
    };
    const reply = await bench.clock.until(bench.type('', asOnSlack), 1_000);
    expect(said(reply)).toBe(english.say('deploy.taken', { project: 'docs' }));
  });

  it.each([
    ['unavailable', english.say('deployRefused.unchecked')],
    ['rate_limited', english.say('deployRefused.unchecked')],
    ['forbidden', english.say('deployRefused.uncheckable')],
  ] as const)(
    'is refused when a listed group cannot be looked up (%s), with a sentence that says so',
    async (code, sentence) => {
      bench.platform.profiles.membershipOf = async () => ({ kind: 'member' });
      bench.platform.people.isMember = async (_, group) => {
        if (group === 'fake:G1') throw new PlatformError(code);
        return false;
      };
      expect(await refusal('', ['fake:G1', 'fake:G2'], asOnSlack)).toBe(sentence);
      expect(await bench.audit()).toEqual(['asked', 'refused: unchecked']);
      expect(bench.log.lines).toContainEqual({
        level: 'warn',
        fields: { code, err: expect.any(PlatformError) },
        phrase: 'rights not checked',
      });
    },
  );

  it('is granted by one listed group although another one cannot be looked up', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(open(deployer, { projects: [projectFor(deployer, ['fake:G1', 'fake:G2'])] }));
    bench.platform.profiles.membershipOf = async () => ({ kind: 'member' });
    bench.platform.people.isMember = async (_, group) => {
      if (group === 'fake:G1') throw new PlatformError('unavailable');
      return true;
    };
    expect(said(await bench.type('', asOnSlack))).toBe(english.say('deploy.taken', { project: 'docs' }));
  });

  it('is refused without a look-up if the command carries all groups of its requester', async () => {
    bench.platform.people.isMember = () => Promise.reject(new Error('looked up'));
    expect(await refusal('', ['fake:G1'])).toBe(english.say('deployRefused.not_listed', { identity: 'fake:U1' }));
  });

  it('is refused to everybody where deployments are not set up', async () => {
    await bench.start(undefined);
    expect(said(await bench.type(''))).toBe(english.say('deployFailure.not_configured'));
  });
});

it('the audit records commands and presses that were refused because their place is off', async () => {
  await bench.start(rules(createFakeDeployer([success]), { confirm: true }));
  const offered = await bench.type('');
  bench.rule = { mode: 'off' };
  await bench.press(offered, 'Deploy');
  expect(said(await bench.type('status'))).toBe(english.say('refused.off'));
  expect(await bench.audit()).toEqual(['asked', 'offered', 'refused: off', 'asked: status', 'refused: off']);
});

it('the audit records that a locked project was neither deployed nor locked by another person', async () => {
  await bench.start(rules(createFakeDeployer([success]), { confirm: true }));
  const offered = await bench.type('');
  await bench.type('lock why');
  await bench.press(offered, 'Deploy');
  await bench.type('', grace);
  await bench.type('lock mine', grace);
  expect(await bench.audit()).toEqual([
    ...['asked', 'offered', 'asked: lock why', 'locked: why', 'confirmed', 'refused: locked'],
    ...['asked', 'refused: locked', 'asked: lock mine', 'refused: locked'],
  ]);
});

it.each([
  [false, ['started', 'ended: succeeded']],
  [true, ['refused: locked']],
])('the audit records what became of a further run (locked in the meantime: %s)', async (isLocked, became) => {
  await bench.start(rules(createFakeDeployer([working, working, success])));
  await bench.type('');
  await bench.clock.advance(1_000);
  await bench.press(await bench.type('', grace), 'Deploy again afterwards', grace);
  const before = [...(await bench.audit()), ...(isLocked ? ['asked: lock why', 'locked: why'] : [])];
  if (isLocked) await bench.type('lock why');
  await bench.clock.advance(60_000);
  expect(before.slice(0, 5)).toEqual(['asked', 'started', 'asked', 'joined', 'planned']);
  const after = (await bench.audit()).slice(before.length);
  expect(after.toSorted()).toEqual(['ended: succeeded', ...became].toSorted());
});

it('the audit records who did what and how it ended', async () => {
  await bench.start(rules(createFakeDeployer([success]), { confirm: true }));
  await bench.press(await bench.type('docs'), 'Deploy');
  await bench.clock.advance(10_000);
  await bench.type('lock why');
  await bench.type('unlock');
  expect(await bench.audit()).toEqual([
    ...['asked: docs', 'offered', 'confirmed', 'started', 'ended: succeeded'],
    ...['asked: lock why', 'locked: why', 'asked: unlock', 'unlocked'],
  ]);
});

describe('commands that change nothing', () => {
  const linus = { requester: 'fake:I1:U9', identities: ['fake:U9'] };

  it.each(['', 'help'])(
    'are answered each time, but recorded at most twenty times an hour and person: "%s"',
    async (text) => {
      await bench.start(rules(createFakeDeployer([success])));
      for (let count = 0; count < 30; count += 1) expect(said(await bench.type(text, linus))).not.toBe('');
      const recorded = async () => (await bench.audit()).filter((event) => event.startsWith('asked')).length;
      expect(await recorded()).toBe(20);
      expect(said(await bench.type('help'))).not.toBe('');
      expect(await recorded()).toBe(21);
      await bench.clock.advance(60 * 60_000);
      await bench.type(text, linus);
      expect(await recorded()).toBe(22);
    },
  );
});
