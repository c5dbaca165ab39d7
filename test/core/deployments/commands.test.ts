/** The deploy command as the core answers it: what starts, what joins, what is refused, and what is remembered. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeployRules } from '../../../src/core/deployments/projects.ts';
import type { PrivateReply } from '../../../src/core/model/deployment.ts';
import { DeployError, PlatformError } from '../../../src/core/model/errors.ts';
import { say } from '../../../src/core/model/plain-text.ts';
import type { DeploymentStatus } from '../../../src/core/ports/deployer.ts';
import { english } from '../../../src/wording/wording.ts';
import { projectFor } from '../../fakes/deployments.ts';
import { type Bench, command, createFakeDeployer, type FakeDeployer, open, openBench } from './bot.ts';

const success: DeploymentStatus = { state: 'success', word: 'success' };
const working: DeploymentStatus = { state: 'in_progress', word: 'in_progress' };
/** The command says nothing about who typed it: that is looked up. */
const asOnSlack: object = { kind: undefined };
const grace = { requester: 'fake:I1:U2', requesterName: 'Grace', identities: ['fake:U2'] };

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
    expect(said(first)).toContain(english.say('deploy.confirm', { project: 'docs' }));
    expect(said(first)).toContain(english.say('deploy.never'));
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
    expect(answers.filter((each) => each !== undefined)).toHaveLength(1);
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(1);
  });

  it('expires after a minute, says so by itself, and once more when it is pressed', async () => {
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

  it('that is pressed before anybody has said that it expired says so', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    const reply = await bench.type('');
    await bench.clock.advance(60_001);
    expect(said(await bench.press(reply, 'Deploy'))).toBe(english.say('deploy.expired', { project: 'docs' }));
    await bench.clock.advance(10_000);
    expect(bench.platform.told).toEqual([]);
    expect(await bench.audit()).toEqual(['asked', 'offered', 'expired']);
  });

  it.each(['Deploy', 'Cancel'])('that was answered does not expire (%s)', async (label) => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    const reply = await bench.type('');
    await bench.clock.advance(59_000);
    await bench.press(reply, label);
    await bench.clock.advance(30_000);
    expect(bench.platform.told).toEqual([]);
    expect(await bench.press(reply, label)).toBeUndefined();
  });

  it('expires by one of two processes, also by one that was started meanwhile', async () => {
    const deployer = createFakeDeployer([success]);
    const first = await bench.start(rules(deployer, { confirm: true }));
    await bench.type('');
    await bench.clock.until(first.drain(0));
    await bench.start(rules(deployer, { confirm: true }), 'bot-2');
    await bench.start(rules(deployer, { confirm: true }), 'bot-3');
    await bench.clock.advance(70_000);
    expect(bench.platform.told).toHaveLength(1);
  });

  it('that cannot be said to have expired says so when it is pressed', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    bench.platform.tellRequester = () => Promise.reject(new PlatformError('thread_gone'));
    const reply = await bench.type('');
    await bench.clock.advance(70_000);
    expect(said(await bench.press(reply, 'Deploy'))).toBe(english.say('deploy.expired', { project: 'docs' }));
    expect(deployer.triggered).toBe(0);
  });

  it('expires although the platform hangs with another one, and does not hold up the end of the process', async () => {
    const deployer = createFakeDeployer([success]);
    const engine = await bench.start(rules(deployer, { confirm: true }));
    const told: string[] = [];
    bench.platform.tellRequester = async ({ requester }) => {
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

  it('is refused to somebody whose right was taken away meanwhile', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    const reply = await bench.type('');
    const refused = await bench.press(reply, 'Deploy', { kind: 'deactivated' });
    expect(said(refused)).toBe(english.say('deployRefused.deactivated'));
  });

  it.each(['Deploy', 'Cancel'])('does nothing where the rule of the place is off meanwhile (%s)', async (label) => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    const reply = await bench.type('');
    bench.rule = { mode: 'off' };
    expect(said(await bench.press(reply, label))).toBe(english.say('refused.off'));
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(0);
  });

  it('is refused to somebody whom the platform cannot check any more, half a minute after it said that they may', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer, { confirm: true }));
    bench.platform.standing = async () => ({ kind: 'member' });
    const reply = await bench.type('', asOnSlack);
    bench.platform.standing = () => Promise.reject(new PlatformError('unavailable'));
    await bench.clock.advance(30_000);
    expect(said(await bench.press(reply, 'Deploy', asOnSlack))).toBe(english.say('deployRefused.unchecked'));
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(0);
  });

  it('is looked up once for the question and a press that soon follows, in whichever process', async () => {
    const deployer = createFakeDeployer([working]);
    let looked = 0;
    bench.platform.standing = async () => {
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

  it('is refused to somebody who has lost the role that is named', async () => {
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

  it('is not shown where a deployment runs or the project is locked', async () => {
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
    expect(answers.filter((each) => said(each) === english.say('deploy.taken', { project: 'docs' }))).toHaveLength(1);
    expect(answers.filter((each) => /has been running/.test(said(each)))).toHaveLength(49);
    expect(bench.platform.shows('')).toHaveLength(1);
  });
});

describe('without a confirmation', () => {
  it('three commands at once start one deployment, and the others join it', async () => {
    const deployer = createFakeDeployer([working]);
    await bench.start(rules(deployer));
    const answers = await Promise.all(['', '', ''].map((text) => bench.type(text)));
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(1);
    expect(answers.map(said).filter((each) => each === english.say('deploy.taken', { project: 'docs' }))).toHaveLength(
      1,
    );
    expect(answers.map(said).filter((each) => /has been running/.test(each))).toHaveLength(2);
  });

  it('a command that is delivered twice is answered once and started once', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer));
    const answers = await Promise.all([bench.type('', { id: 'd' }), bench.type('', { id: 'd' })]);
    await bench.clock.advance(10_000);
    expect(answers.filter((each) => each !== undefined)).toHaveLength(1);
    expect(deployer.triggered).toBe(1);
  });

  it('a lock that is delivered again after it was taken off does not lock again', async () => {
    await bench.start(rules(createFakeDeployer([success])));
    await bench.type('lock why', { id: 'd' });
    await bench.type('unlock');
    expect(await bench.type('lock why', { id: 'd' })).toBeUndefined();
    expect(said(await bench.type(''))).toBe(english.say('deploy.taken', { project: 'docs' }));
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

  it('is followed by one further run, however many want it, which is reported in its own message', async () => {
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

  it('is followed by no further run that somebody wants who may not deploy, or where the rule is off', async () => {
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
      'whose account was deactivated',
      (platform) => Object.assign(platform, { standing: async () => ({ kind: 'deactivated' }) }),
      english.say('deployRefused.deactivated'),
    ],
    [
      'whom the platform cannot check any more',
      (platform) => Object.assign(platform, { standing: () => Promise.reject(new PlatformError('unavailable')) }),
      english.say('deployRefused.unchecked'),
    ],
  ])('is followed by no further run of somebody %s, who alone is told', async (_, change, sentence) => {
    const deployer = createFakeDeployer([working, working, success]);
    bench.platform.standing = async () => ({ kind: 'member' });
    const joined = await running(deployer);
    await bench.press(joined, 'Deploy again afterwards', { ...grace, ...asOnSlack, id: 'p' });
    change(bench.platform);
    await bench.clock.advance(60_000);
    expect(deployer.triggered).toBe(1);
    expect(bench.platform.told).toEqual([`p: ${sentence}`]);
    expect(bench.platform.notes.map(({ person }) => person)).toEqual(['fake:I1:U1']);
    expect((await bench.audit()).filter((each) => each.startsWith('refused'))).toHaveLength(1);
    bench.platform.standing = async () => ({ kind: 'member' });
    expect(said(await bench.type(''))).toBe(english.say('deploy.taken', { project: 'docs' }));
  });

  it('is followed by no further run when the project was locked meanwhile, and its requester learns of it', async () => {
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
  it('lets nobody deploy, not even its holder, until somebody unlocks', async () => {
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

  it('whose holder was forgotten, and a deployment of theirs, are somebody’s', async () => {
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

describe('what starts nothing', () => {
  it.each(['help', 'nonsense', 'status', 'latest', 'history', 'lock why', 'unlock', 'lock', 'docs please'])(
    '/deploy %s',
    async (text) => {
      const deployer = createFakeDeployer([success]);
      await bench.start(rules(deployer));
      expect(said(await bench.type(text))).not.toBe('');
      await bench.clock.advance(10_000);
      expect([deployer.triggered, deployer.read.length]).toEqual([0, 0]);
      expect(bench.platform.messages).toEqual([]);
    },
  );

  it('shows the help for what it does not know', async () => {
    await bench.start(rules(createFakeDeployer([success])));
    expect(said(await bench.type('nonsense'))).toMatch(/^I do not know this command.*\n\n- `\/deploy` deploys docs/);
    const command = '`/deploy lock REASON`';
    expect(said(await bench.type('lock'))).toContain(english.say('deploy.lockNeedsReason', { command }));
  });

  it('shows the help once for a command that is delivered twice, and remembers what was typed', async () => {
    await bench.start(rules(createFakeDeployer([success])));
    const replies = await Promise.all([bench.type('nonsense', { id: 'd' }), bench.type('nonsense', { id: 'd' })]);
    expect(replies.filter((reply) => reply !== undefined)).toHaveLength(1);
    expect(await bench.audit()).toEqual(['asked: nonsense']);
  });

  it('lists what was deployed, the newest first', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(rules(deployer));
    expect(said(await bench.type('history'))).toBe(english.say('deploy.none', { project: 'docs' }));
    for (const person of [{}, grace]) {
      await bench.type('', person);
      await bench.clock.advance(60_000);
    }
    expect(said(await bench.type('history')).split('\n')).toEqual([
      '- 2026-01-05 09:01 UTC ✅ succeeded in 0 s, for Grace',
      '- 2026-01-05 09:00 UTC ✅ succeeded in 0 s, for Ada',
    ]);
    expect(said(await bench.type('history 1')).split('\n')).toHaveLength(1);
    expect(said(await bench.type('latest'))).toMatch(/^✅ \*\*Deployed docs\*\* for Grace/);
    expect(said(await bench.type('status'))).toMatch(/^✅ \*\*Deployed docs\*\* for Grace/);
  });

  it('tells the deployment that runs from the newest one that has ended', async () => {
    await bench.start(rules(createFakeDeployer([success, working])));
    await bench.type('');
    await bench.clock.advance(60_000);
    await bench.type('', grace);
    await bench.clock.advance(1_000);
    expect(said(await bench.type('status'))).toMatch(/^🚀 \*\*Deploying docs\*\* for Grace/);
    expect(said(await bench.type('latest'))).toMatch(/^✅ \*\*Deployed docs\*\* for Ada/);
    expect(said(await bench.type('history')).split('\n')).toHaveLength(2);
  });

  it('asks the service about a status id that is typed', async () => {
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

describe('who may deploy', () => {
  async function refusal(text: string, allow: readonly string[], given = {}): Promise<string> {
    const deployer = createFakeDeployer([success]);
    await bench.start(open(deployer, { projects: [projectFor(deployer, allow)] }));
    const reply = await bench.type(text, given);
    await bench.clock.advance(10_000);
    expect([deployer.triggered, deployer.read.length]).toEqual([0, 0]);
    expect(bench.platform.messages).toEqual([]);
    return said(reply);
  }

  it('is nobody when the list is empty, and the requester reads how to change that', async () => {
    expect(await refusal('', [])).toBe(english.say('deployRefused.nobody', { identity: 'fake:U1' }));
  });

  it.each(['', 'status', 'status 01J', 'history', 'lock mine', 'unlock'])(
    'is not somebody who is not named, whatever they type (/deploy %s)',
    async (text) => {
      expect(await refusal(text, ['fake:U2', 'other:U1'])).toBe(
        english.say('deployRefused.not_listed', { identity: 'fake:U1' }),
      );
      expect(await bench.audit()).toEqual([text ? `asked: ${text}` : 'asked', 'refused: not_listed']);
    },
  );

  it.each(['guest', 'stranger', 'bot', 'deactivated'] as const)(
    'is never a %s, even one who is named',
    async (kind) => {
      expect(await refusal('', ['fake:U1'], { kind })).toBe(english.say(`deployRefused.${kind}`));
    },
  );

  it('is nobody of whom the platform does not say what they are', async () => {
    bench.platform.standing = () => Promise.reject(new PlatformError('unavailable'));
    expect(await refusal('', ['fake:U1'], asOnSlack)).toBe(english.say('deployRefused.unchecked'));
  });

  it('is nobody in another channel than those of the project', async () => {
    const deployer = createFakeDeployer([success]);
    const project = projectFor(deployer, ['fake:U1'], { channels: ['fake:C2'] });
    await bench.start(open(deployer, { projects: [project] }));
    expect(said(await bench.type(''))).toBe(english.say('deployRefused.channel', { project: 'docs' }));
    const there = { platform: 'fake', installation: 'I1', channel: 'C2', thread: '' };
    expect(said(await bench.type('', { thread: there }))).toBe(english.say('deploy.taken', { project: 'docs' }));
  });

  it('is somebody one of whose roles is named', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(open(deployer, { projects: [projectFor(deployer, ['fake:R9'])] }));
    expect(said(await bench.type('', { identities: ['fake:U1', 'fake:R9'] }))).toBe(
      english.say('deploy.taken', { project: 'docs' }),
    );
  });

  it('is a member of a named group; groups and standing are asked about at once, since the platform waits', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(open(deployer, { projects: [projectFor(deployer, ['fake:G1', 'fake:G2', 'fake:G3'])] }));
    bench.platform.standing = async () => {
      await bench.clock.wait(1_000);
      return { kind: 'member' };
    };
    bench.platform.isMember = async (_, group) => {
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
  ] as const)('is nobody of a group that the platform cannot look up (%s), who is told so', async (code, sentence) => {
    bench.platform.standing = async () => ({ kind: 'member' });
    bench.platform.isMember = async (_, group) => {
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
  });

  it('is a member of one named group, although another one cannot be looked up', async () => {
    const deployer = createFakeDeployer([success]);
    await bench.start(open(deployer, { projects: [projectFor(deployer, ['fake:G1', 'fake:G2'])] }));
    bench.platform.standing = async () => ({ kind: 'member' });
    bench.platform.isMember = async (_, group) => {
      if (group === 'fake:G1') throw new PlatformError('unavailable');
      return true;
    };
    expect(said(await bench.type('', asOnSlack))).toBe(english.say('deploy.taken', { project: 'docs' }));
  });

  it('is nobody of a group that came with no command, and nothing is looked up then', async () => {
    bench.platform.isMember = () => Promise.reject(new Error('looked up'));
    expect(await refusal('', ['fake:G1'])).toBe(english.say('deployRefused.not_listed', { identity: 'fake:U1' }));
  });

  it('is nobody where deployments are not set up', async () => {
    await bench.start(undefined);
    expect(said(await bench.type(''))).toBe(english.say('deployFailure.not_configured'));
  });
});

it('remembers that a locked project was not deployed, nor locked by somebody else', async () => {
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
])('remembers what became of a further run (locked meanwhile: %s)', async (isLocked, became) => {
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

it('remembers who did what and how it ended', async () => {
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
