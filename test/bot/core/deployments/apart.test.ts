/** What people in one workspace learn about deployments in another one, where workspaces belong to different people. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeployRules } from '../../../../src/bot/core/deployments/projects.ts';
import type { DeploymentCommand } from '../../../../src/bot/core/model/deployment.ts';
import { english } from '../../../../src/bot/wording/wording.ts';
import { projectFor } from '../../../fakes/deployments.ts';
import { type Bench, createFakeDeployer, type FakeDeployer, open, openBench } from './bot.ts';

const second: Partial<DeploymentCommand> = {
  thread: { platform: 'fake', installation: 'I2', channel: 'C2', thread: '' },
  requester: 'fake:I2:U2',
  requesterName: 'Grace',
  identities: ['fake:U2'],
};
const working = { state: 'in_progress', word: 'in_progress' } as const;
const success = { state: 'success', word: 'success' } as const;
/** People, channel and words of the first workspace. */
const ofFirst = /Ada|I1|U1|C1|m1|secret/;

let bench: Bench;

beforeEach(async () => {
  bench = await openBench({ isolatesWorkspaces: true });
});

/** Ada deploys in the first workspace, Grace in the second one. */
function rules(deployer: FakeDeployer, more: Partial<DeployRules> = {}): DeployRules {
  return { ...open(deployer), projects: [projectFor(deployer, ['fake:U1', 'fake:U2'])], ...more };
}

describe('in another workspace', () => {
  it('a lock shows neither who holds it nor why, even when it is removed', async () => {
    await bench.start(rules(createFakeDeployer([success])));
    await bench.type('lock secret release');
    const since = { project: 'docs', time: '2026-01-05 09:00', unlock: '`/deploy unlock`' };
    const locked = english.say('deploy.lockedElsewhere', since);
    for (const text of ['', 'lock mine']) expect((await bench.type(text, second))?.markdown).toBe(locked);
    expect((await bench.type('lock again'))?.markdown).toContain('Ada');
    expect((await bench.type('unlock', second))?.markdown).toBe(
      english.say('deploy.unlockedElsewhere', { project: 'docs' }),
    );
  });

  it('a further run that does not begin is reported only where it was requested', async () => {
    await bench.start(rules(createFakeDeployer([working, working, success])));
    await bench.type('');
    await bench.clock.advance(1_000);
    const joined = await bench.type('', second);
    expect(joined?.markdown).not.toMatch(ofFirst);
    await bench.press(joined, 'Deploy again afterwards', second);
    await bench.type('lock not now');
    await bench.clock.advance(60_000);
    const sentence = english.say('deploy.furtherLocked', { project: 'docs' });
    expect(bench.platform.in('C2')).toEqual([sentence]);
    expect(bench.platform.notes.filter(({ person }) => person === second.requester)).toEqual([]);
    expect(bench.platform.in('C1').join()).not.toContain(sentence);
  });

  it('the end of a deployment is announced without its requester and without a link', async () => {
    const place = { platform: 'fake', installation: 'I2', channel: 'C9', filter: 'all' } as const;
    await bench.start(rules(createFakeDeployer([success]), { announcements: place }));
    await bench.type('');
    await bench.clock.advance(11 * 60_000);
    await bench.type('', second);
    await bench.clock.advance(10_000);
    const [ofAda = '', ofGrace = ''] = bench.platform.in('C9');
    expect(ofAda).toContain('Deployed docs');
    expect(ofAda).not.toMatch(ofFirst);
    expect(ofGrace).toMatch(/for Grace[\s\S]*https:\/\/fake\.example\/C2\//);
  });
});
