/** The queue of deployments, on each engine. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../../src/bot/core/model/deployment.ts';
import { listAudit } from '../../../../src/bot/store/deployments/deployment-records.ts';
import type { OwnStore } from '../../../../src/bot/store/store.ts';
import type { Database } from '../../../../src/kit/sql/database.ts';
import { engines, openStore } from '../../../kit/sql/engines.ts';
import { deploymentRequest } from '../samples.ts';

describe.each(engines)('the deployment queue on $name', (engine) => {
  let database: Database;
  let store: OwnStore;

  beforeEach(async () => {
    ({ database, store } = await openStore(engine));
  });

  async function end(state: 'succeeded' | 'failed' = 'succeeded') {
    const claimed = await store.claimDeployment('me', 0, 100, ['slack']);
    if (!claimed) throw new Error('nothing to claim');
    return store.saveDeployment(claimed, { state }, 5);
  }

  it('opens only one deployment per project when fifty requests arrive at the same time', async () => {
    const requests = Array.from({ length: 50 }, (_, at) => deploymentRequest(`d${at}`));
    const results = await Promise.all(requests.map((request) => store.acceptDeployment(request, 'docs')));
    expect(results.filter(({ result }) => result === 'accepted')).toHaveLength(1);
    expect(results.filter(({ result }) => result === 'running')).toHaveLength(49);
    expect(await store.acceptDeployment(deploymentRequest('other'), 'api')).toEqual({ result: 'accepted' });
    await end();
    expect(await store.acceptDeployment(deploymentRequest('next'), 'docs')).toEqual({ result: 'accepted' });
  });

  it('starts the one further run that was planned as soon as a deployment ends', async () => {
    await store.acceptDeployment(deploymentRequest('d1'), 'docs');
    const [running] = await store.listDeployments('docs', 1);
    expect(await store.planFurtherRun(running?.id ?? '', deploymentRequest('d2'))).toBe('planned');
    expect(await store.planFurtherRun(running?.id ?? '', deploymentRequest('d3'))).toBe('planned_already');
    const further = await end();
    expect(further).toEqual({ request: { ...deploymentRequest('d2'), requestedAt: 5 }, result: 'accepted' });
    expect(await store.planFurtherRun(running?.id ?? '', deploymentRequest('d4'))).toBe('ended');
    expect(await store.listDeployments('docs', 5)).toMatchObject([
      { request: { id: 'd2' }, state: 'requested' },
      { request: { id: 'd1' }, state: 'succeeded', endedAt: 5 },
    ]);
  });

  it('drops a further run whose requester may no longer deploy', async () => {
    await store.acceptDeployment(deploymentRequest('d1'), 'docs');
    const [running] = await store.listDeployments('docs', 1);
    const id = running?.id ?? '';
    expect(await store.plannedRun(id)).toBeUndefined();
    await store.planFurtherRun(id, { ...deploymentRequest('d2'), kind: 'member' });
    expect(await store.plannedRun(id)).toEqual({ ...deploymentRequest('d2'), kind: 'member' });
    const claimed = await store.claimDeployment('me', 0, 100, ['slack']);
    if (!claimed) throw new Error('nothing to claim');
    expect(await store.saveDeployment(claimed, { state: 'succeeded', isLast: true }, 5)).toBeUndefined();
    expect(await store.listDeployments('docs', 5)).toHaveLength(1);
  });

  it('accepts neither a deployment nor a further run of a locked project', async () => {
    await store.acceptDeployment(deploymentRequest('d1'), 'docs');
    const [running] = await store.listDeployments('docs', 1);
    await store.planFurtherRun(running?.id ?? '', deploymentRequest('d2'));
    const place = { platform: 'slack', installation: 'T1' };
    const lock = { project: 'docs', holder: 'slack:T1:U1', holderName: 'Ada', reason: 'why', place, lockedAt: 7 };
    expect(await store.lockDeployments(lock)).toEqual(lock);
    expect(await store.lockDeployments({ ...lock, holder: 'slack:T1:U2' })).toEqual(lock);
    expect(await end()).toMatchObject({ result: 'locked' });
    expect(await store.acceptDeployment(deploymentRequest('d3'), 'docs')).toEqual({ result: 'locked' });
    expect(await store.unlockDeployments('docs')).toEqual(lock);
    expect(await store.unlockDeployments('docs')).toBeUndefined();
    expect(await store.acceptDeployment(deploymentRequest('d3'), 'docs')).toEqual({ result: 'accepted' });
  });

  it('lets only one of many presses take a confirmation', async () => {
    const waiting = { id: 'c1', project: 'docs', request: deploymentRequest('d1'), expiresAt: 60_000 };
    await store.addConfirmation(waiting);
    expect(await store.findConfirmation('c1')).toEqual(waiting);
    const taken = await Promise.all(Array.from({ length: 10 }, () => store.takeConfirmation('c1', 'pressed')));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await store.findConfirmation('c1')).toEqual({ ...waiting, taken: 'pressed' });
  });

  it('lists expired confirmations for an hour, or until they are taken', async () => {
    const request = { ...deploymentRequest('d1'), replyAddress: 'secret' };
    const waiting = { id: 'c1', project: 'docs', request, expiresAt: 60_000 };
    for (const id of ['c1', 'c2', 'c3']) await store.addConfirmation({ ...waiting, id });
    await store.takeConfirmation('c1', 'pressed');
    await store.takeConfirmation('c2', 'expired');
    expect(await store.findConfirmation('c2')).toMatchObject({ taken: 'expired' });
    expect(await store.expiredConfirmations(60_000)).toEqual([]);
    expect(await store.expiredConfirmations(60_001)).toEqual([{ ...waiting, id: 'c3' }]);
    expect(await store.expiredConfirmations(60_001 + 3_600_000)).toEqual([]);
  });

  it('stores what the service reported, and each event of a command only once', async () => {
    await store.acceptDeployment({ ...deploymentRequest('d1'), requesterName: 'A\0da' }, 'docs');
    const claimed = await store.claimDeployment('me', 0, 100, ['slack']);
    if (!claimed) throw new Error('nothing to claim');
    const steps = [{ word: 'queued', at: 3 }];
    const outcome = { commit: { sha: 'a1', added: 2 }, author: 'Grace' };
    await store.saveDeployment(claimed, { state: 'succeeded', statusId: 'st', steps, outcome }, 9);
    expect(await store.listDeployments('docs', 1)).toMatchObject([
      { state: 'succeeded', statusId: 'st', steps, outcome, endedAt: 9, request: { requesterName: 'A\uFFFDda' } },
    ]);
    const entry: AuditEntry = {
      at: 1,
      event: 'asked',
      platform: 'slack',
      channel: 'C1',
      requestId: 'd1',
      person: 'slack:T1:U1',
      personName: 'Ada',
      project: 'docs',
      detail: 'lock',
      statusId: 'st',
    };
    const added = await Promise.all([
      store.audit(entry),
      store.audit(entry),
      store.audit({ ...entry, event: 'locked' }),
    ]);
    expect(added.filter(Boolean)).toHaveLength(2);
    expect((await listAudit(database.sql, 0, 10)).map(({ event }) => event).toSorted()).toEqual(['asked', 'locked']);
    expect(await listAudit(database.sql, 2, 10)).toEqual([]);
  });
});
