import { beforeEach, describe, expect, it } from 'vitest';
import { DeployError, PlatformError } from '../../../../src/bot/core/model/errors.ts';
import type { Deployer, DeploymentStatus } from '../../../../src/bot/core/ports/deployer.ts';
import { english } from '../../../../src/bot/wording/wording.ts';
import { StoreError } from '../../../../src/kit/sql/store-errors.ts';
import { type Bench, command, createFakeDeployer, open, openBench } from './bot.ts';

const success: DeploymentStatus = { state: 'success', word: 'success' };
const queued: DeploymentStatus = { state: 'queued', word: 'queued' };
const working: DeploymentStatus = { state: 'in_progress', word: 'in_progress' };

let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
});

function shown(): string {
  const texts = bench.platform.shows('');
  expect(texts, texts.join(' --- ')).toHaveLength(1);
  return texts[0] ?? '';
}

describe('a deployment that is followed', () => {
  it('shows its status id immediately, then each state with its time, then its end', async () => {
    const deployer = createFakeDeployer([queued, working, working, success]);
    await bench.start(open(deployer));
    await bench.type('');
    await bench.clock.advance(0);
    expect(shown()).toBe('🚀 **Deploying docs** for Ada\n\nStatus id: `st-1`\n\n09:00:00 requested (UTC)');
    await bench.clock.advance(3_500);
    expect(shown()).toContain('09:00:00 queued → 09:00:02 in progress (UTC)');
    await bench.clock.advance(60_000);
    expect(shown()).toBe(
      '✅ **Deployed docs** for Ada in 10 s\n\nStatus id: `st-1`\n\n' +
        '09:00:00 requested → 09:00:00 queued → 09:00:02 in progress → 09:00:09 success (UTC)',
    );
    expect(deployer.triggered).toBe(1);
    expect(new Set(deployer.read)).toEqual(new Set(['st-1']));
  });

  it('is shown as requested while the service takes more than two seconds to accept it, in the same message', async () => {
    const accepted = Promise.withResolvers<{ statusId: string }>();
    const deployer = { ...createFakeDeployer([queued]), trigger: () => accepted.promise };
    await bench.start(open(deployer));
    expect(await bench.type('')).toMatchObject({ isInPublic: true });
    await bench.clock.advance(1_900);
    expect(bench.platform.shows('')).toEqual([]);
    await bench.clock.advance(200);
    expect(shown()).toMatch(/ for Ada\n\n09:00:00 requested \(UTC\)$/);
    accepted.resolve({ statusId: 'st-1' });
    await bench.clock.advance(3_000);
    expect(shown()).toContain('Status id: `st-1`');
  });

  it('ends with its commit, author, changes, summary and the address of the docs', async () => {
    const commit = { sha: 'a1b2c3d4e5', ref: 'main', message: 'Fix *typo*\n\nmore', added: 3, changed: 2, removed: 1 };
    const deployer = createFakeDeployer([{ ...success, commit, author: 'Grace', summary: '12 pages.' }]);
    const rules = open(deployer);
    const [project] = rules.projects;
    if (!project) throw new Error('no project');
    await bench.start({ ...rules, projects: [{ ...project, siteUrl: 'https://docs.example' }] });
    await bench.type('');
    await bench.clock.advance(10_000);
    expect(shown().split('\n\n')).toEqual([
      '✅ **Deployed docs** for Ada in 0 s',
      '`a1b2c3d` on main: Fix \\*typo\\*, by Grace',
      'Pages: 3 added, 2 changed, 1 removed',
      '12 pages.',
      'https://docs.example',
      'Status id: `st-1`',
      expect.stringMatching(/success \(UTC\)$/),
    ]);
  });

  it.each([
    ['does not answer', new PlatformError('unavailable')],
    ['limits every edit', new PlatformError('rate_limited', { waitMs: 5_000 })],
  ])('shows its end in its message even if the platform %s for minutes in between', async (_, refusal) => {
    const readings = Array.from({ length: 90 }, (_item, at) => (at % 2 === 0 ? queued : working));
    await bench.start(open(createFakeDeployer([...readings, success])));
    await bench.type('');
    await bench.clock.advance(1_000);
    bench.platform.failNext('edit', refusal, 10_000);
    await bench.clock.advance(15 * 60_000);
    bench.platform.heal();
    await bench.clock.advance(15 * 60_000);
    expect(shown()).toMatch(/^✅ \*\*Deployed docs\*\* for Ada/);
    expect(bench.log.lines.filter(({ phrase }) => phrase === 'reply not shown yet')).toHaveLength(1);
  });

  it('shows an unknown state as it is, and is followed further', async () => {
    await bench.start(open(createFakeDeployer([{ state: 'unknown', word: 'reticulating' }, success])));
    await bench.type('');
    await bench.clock.advance(10_000);
    expect(shown()).toContain('reticulating → 09:00:02 success');
  });

  it('shows its first and newest states when the service alternates between two', async () => {
    const readings = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? queued : working));
    await bench.start(open(createFakeDeployer([...readings, success])));
    await bench.type('');
    await bench.clock.advance(20 * 60_000);
    const line = shown().split('\n').at(-1) ?? '';
    expect(line).toMatch(/^09:00:00 requested → 09:00:00 queued → … → .* → \S+ success \(UTC\)$/);
    expect(line.split(' → ')).toHaveLength(12);
    const [stored] = await bench.store.listDeployments('docs', 1);
    expect(stored?.steps.length).toBeLessThanOrEqual(20);
  });

  it('is followed through unreadable statuses and failed requests', async () => {
    const readings = [
      { state: 'unknown' } as const,
      new DeployError('unavailable'),
      new DeployError('rate_limited', { waitMs: 9_000 }),
      success,
    ];
    await bench.start(open(createFakeDeployer(readings)));
    await bench.type('');
    await bench.clock.advance(60_000);
    expect(shown()).toMatch(/^✅/);
    expect(shown()).not.toContain('unknown');
  });

  it('is polled less and less often, from 2 s to 15 s', async () => {
    const deployer = createFakeDeployer([working]);
    await bench.start(open(deployer));
    await bench.type('');
    await bench.clock.advance(0);
    const gaps: number[] = [];
    for (let polls = deployer.read.length, since = 0; gaps.length < 8; ) {
      await bench.clock.advance(500);
      since += 500;
      if (deployer.read.length === polls) continue;
      gaps.push(since);
      [polls, since] = [deployer.read.length, 0];
    }
    expect(gaps[0]).toBe(2_000);
    expect(gaps.at(-1)).toBe(15_000);
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  });

  it('is no longer followed after the time limit, and says so', async () => {
    await bench.start(open(createFakeDeployer([working]), { timeoutMs: 60_000 }));
    await bench.type('');
    await bench.clock.advance(59_000);
    expect(shown()).toMatch(/^🚀/);
    await bench.clock.advance(2_000);
    expect(shown()).toMatch(/^❔/);
    expect(shown()).toContain(english.say('deployFailure.timed_out'));
    expect(shown()).toContain(english.say('deploy.lookAt', { service: 'docs.example' }));
    expect(await bench.store.listDeployments('docs', 1)).toMatchObject([{ state: 'lost', code: 'timed_out' }]);
  });

  it('is no longer followed after the time limit even if the service demands a longer wait', async () => {
    const readings = [working, new DeployError('rate_limited', { status: 429, waitMs: 86_400_000 })];
    await bench.start(open(createFakeDeployer(readings), { timeoutMs: 60_000 }));
    await bench.type('');
    await bench.clock.advance(62_000);
    expect(shown()).toContain(english.say('deployFailure.timed_out'));
  });

  it('logs why its status cannot be read, once until it can be read again', async () => {
    const down = new DeployError('unavailable', { status: 502 });
    const unclear = { state: 'unknown' } as const;
    await bench.start(open(createFakeDeployer([queued, down, down, working, unclear, unclear, success])));
    await bench.type('');
    await bench.clock.advance(120_000);
    expect(shown()).toMatch(/^✅/);
    const unread = bench.log.lines.filter(({ phrase }) => phrase === 'status of a deployment not read');
    expect(unread).toMatchObject([
      { level: 'warn', fields: { code: 'unavailable', status: 502, err: down } },
      { level: 'warn', fields: { code: 'malformed' } },
    ]);
  });

  it('has the whole time limit even if the platform’s clock is behind or it waited for a process', async () => {
    await bench.start(open(createFakeDeployer([queued, working, success])));
    await bench.type('', { requestedAt: bench.clock.now() - 3_600_000 });
    await bench.clock.advance(60_000);
    expect(shown()).toMatch(/^✅/);
  });

  it('says where to look when the service reports no progress', async () => {
    await bench.start(open(createFakeDeployer([undefined])));
    await bench.type('');
    await bench.clock.advance(10_000);
    expect(shown()).toContain(english.say('deployFailure.unfollowed'));
    expect(shown()).toContain(english.say('deploy.lookAt', { service: 'docs.example' }));
  });

  it.each(['unauthorized', 'not_found', 'already_running', 'rate_limited', 'unavailable', 'rejected'] as const)(
    'says why the service refused it (%s), is not retried, and does not block the next one',
    async (code) => {
      const deployer = createFakeDeployer([success], new DeployError(code));
      await bench.start(open(deployer));
      await bench.type('');
      await bench.clock.advance(60_000);
      expect(shown()).toMatch(/^❌ \*\*Could not deploy docs\*\* for Ada/);
      expect(shown()).toContain(english.say(`deployFailure.${code}`));
      expect(deployer.triggered).toBe(1);
      await bench.type('');
      await bench.clock.advance(1_000);
      expect(deployer.triggered).toBe(2);
    },
  );

  it('is reported as unknown if the response was lost, and is never repeated', async () => {
    const deployer = createFakeDeployer([success], new DeployError('lost'));
    await bench.start(open(deployer));
    await bench.type('');
    await bench.clock.advance(600_000);
    expect(shown()).toMatch(/^❔/);
    expect(shown()).toContain(english.say('deployFailure.lost'));
    expect(deployer.triggered).toBe(1);
    expect(await bench.store.listDeployments('docs', 1)).toMatchObject([
      { state: 'lost', endedAt: expect.any(Number) },
    ]);
  });

  it('is triggered and followed even if its progress cannot be posted, and its requester gets the end as a direct message', async () => {
    const deployer = createFakeDeployer([queued, success]);
    bench.platform.failNext('post', new PlatformError('forbidden'), 9);
    await bench.start(open(deployer));
    await bench.type('');
    await bench.clock.advance(60_000);
    expect(deployer.read).toHaveLength(2);
    expect(bench.platform.sentTo).toEqual([
      expect.stringMatching(/^fake:I1:U1: ✅ \*\*Deployed docs\*\* for Ada in 2 s[\s\S]*st-1/),
    ]);
    expect(await bench.store.listDeployments('docs', 1)).toMatchObject([{ state: 'succeeded' }]);
  });
});

describe('a deployment whose message can rarely or never be edited', () => {
  const readings = [queued, working, working, success];

  it('is posted immediately, and ends in the same message, where replies are shown only when complete', async () => {
    bench = await openBench({ live: false });
    await bench.start(open(createFakeDeployer(readings)));
    await bench.type('');
    await bench.clock.advance(0);
    expect(shown()).toContain('Status id: `st-1`');
    await bench.clock.advance(60_000);
    expect(shown()).toMatch(/^✅/);
    expect(bench.platform.messages.map(({ edits }) => edits)).toEqual([1]);
  });

  it('shows only its beginning and its end where newer text would be posted below it', async () => {
    bench.platform.isLive = (_, message) => message === undefined;
    await bench.start(open(createFakeDeployer(readings)));
    await bench.type('');
    await bench.clock.advance(60_000);
    expect(shown()).toMatch(/^✅/);
    expect(bench.platform.messages.map(({ edits }) => edits)).toEqual([1]);
  });

  it('ends in a direct message to its requester if its message can no longer be reached', async () => {
    await bench.start(open(createFakeDeployer(readings)));
    await bench.type('');
    await bench.clock.advance(1_000);
    bench.platform.failNext('edit', new PlatformError('thread_gone'), 9);
    await bench.clock.advance(60_000);
    expect(bench.platform.sentTo).toEqual([expect.stringMatching(/^fake:I1:U1: ✅ \*\*Deployed docs\*\* for Ada/)]);
    expect(bench.platform.notes).toEqual([]);
    expect(await bench.store.listDeployments('docs', 1)).toMatchObject([{ state: 'succeeded' }]);
  });
});

describe('a deployment whose process ends', () => {
  it('continues after a restart in the same message, with the earlier states', async () => {
    const first = await bench.start(open(createFakeDeployer([queued, working])));
    await bench.type('');
    await bench.clock.advance(10_000);
    await bench.clock.until(first.drain(0));
    const deployer = createFakeDeployer([success]);
    await bench.start(open(deployer), 'bot-2');
    await bench.clock.advance(60_000);
    expect(shown()).toContain('09:00:00 queued → 09:00:02 in progress → 09:00:1');
    expect(shown()).toMatch(/^✅/);
    expect(deployer.triggered).toBe(0);
  });

  it('continues in the same message if its process died while following it', async () => {
    const store = bench.store;
    const request = command('d-0', bench.clock.now());
    await store.acceptDeployment(request, 'docs');
    const body = { markdown: 'Deploying', from: 0, to: 9, sources: [], notices: [] };
    const claimed = await store.claimDeployment('dead-bot', bench.clock.now(), bench.clock.now() + 30_000, ['fake']);
    if (!claimed) throw new Error('nothing to claim');
    const message = await bench.platform.post(request.thread, body, `${claimed.id}:0`);
    await store.saveDeploymentShown(claimed, [{ message, from: 0, to: 9, digest: '' }]);
    const steps = [{ word: 'queued', at: bench.clock.now() }];
    await store.saveDeployment(claimed, { state: 'running', statusId: 'st-1', steps }, bench.clock.now());
    const deployer = createFakeDeployer([success]);
    await bench.start(open(deployer));
    await bench.clock.advance(60_000);
    expect(shown()).toMatch(/^✅/);
    expect(shown()).toContain('09:00:00 queued →');
    expect(deployer.triggered).toBe(0);
  });

  it('does not delay a process that must stop: the next one follows it immediately', async () => {
    const first = await bench.start(open(createFakeDeployer([queued])));
    await bench.type('');
    await bench.clock.advance(10_000);
    const startedAt = bench.clock.now();
    await bench.clock.until(first.drain(25_000));
    expect(bench.clock.now() - startedAt).toBeLessThan(1_000);
    await bench.start(open(createFakeDeployer([success])), 'bot-2');
    await bench.clock.advance(1_000);
    expect(shown()).toMatch(/^✅/);
  });

  it('is left to the next process if its end cannot be shown in time', async () => {
    const former = await bench.start(open(createFakeDeployer([queued, success])));
    await bench.type('');
    await bench.clock.advance(1_000);
    bench.platform.failNext('edit', new PlatformError('rate_limited', { waitMs: 20_000 }));
    await bench.clock.advance(1_500);
    await bench.clock.until(former.drain(0));
    bench.platform.heal();
    await bench.start(open(createFakeDeployer([success])), 'bot-2');
    await bench.clock.advance(60_000);
    expect(shown()).toMatch(/^✅/);
    // The platform looks for a note of the former process.
    expect(bench.platform.notes).toMatchObject([{ since: expect.any(Number) }]);
  });

  it('has one end in the audit, whether its process dies before or after storing the end', async () => {
    const { saveDeployment } = bench.store;
    for (const isStored of [false, true]) {
      bench.store.saveDeployment = async (deployment, change, now) => {
        const isEnd = change.state !== 'running';
        const further = isEnd && !isStored ? undefined : await saveDeployment(deployment, change, now);
        if (isEnd) throw new StoreError();
        return further;
      };
      const first = await bench.start(open(createFakeDeployer([success])), `dying-${isStored}`);
      await bench.type('');
      await bench.clock.advance(1_000);
      await bench.clock.until(first.drain(0));
      bench.store.saveDeployment = saveDeployment;
      const second = await bench.start(open(createFakeDeployer([success])), `next-${isStored}`);
      await bench.clock.advance(40_000);
      await bench.clock.until(second.drain(0));
    }
    const listed = await bench.store.listDeployments('docs', 2);
    expect(listed.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
    const each = ['asked', 'started', 'ended: succeeded'];
    expect(await bench.audit()).toEqual([...each, ...each]);
  });

  it('is waited for while it is being triggered', async () => {
    const deployer = createFakeDeployer([success]);
    const slow: Deployer = {
      ...deployer,
      trigger: (signal) => bench.clock.wait(5_000).then(() => deployer.trigger(signal)),
    };
    const first = await bench.start(open(slow));
    await bench.type('');
    await bench.clock.until(first.drain(25_000));
    const second = createFakeDeployer([success]);
    await bench.start(open(second), 'bot-2');
    await bench.clock.advance(10_000);
    expect(shown()).toMatch(/^✅/);
    expect([deployer.triggered, second.triggered]).toEqual([1, 0]);
  });

  it('is reported as unknown if its process died while triggering it, and is never triggered twice', async () => {
    await bench.store.acceptDeployment(command('d-0', bench.clock.now()), 'docs');
    await bench.store.claimDeployment('dead-bot', 0, 1, ['fake']);
    const deployer = createFakeDeployer([success]);
    await bench.start(open(deployer));
    await bench.clock.advance(10_000);
    expect(deployer.triggered).toBe(0);
    expect(shown()).toContain(english.say('deployFailure.lost'));
  });

  it.each([
    [true, 'lost'],
    [false, 'failed'],
  ])('is ended if its settings were removed (triggered: %s)', async (isTriggered, state) => {
    if (isTriggered) {
      const former = await bench.start(open(createFakeDeployer([queued])));
      await bench.type('');
      await bench.clock.advance(1_000);
      await bench.clock.until(former.drain(0));
    } else {
      await bench.store.acceptDeployment(command('d-0', bench.clock.now()), 'docs');
    }
    await bench.start(undefined, 'bot-2');
    await bench.clock.advance(60_000);
    expect(shown()).toContain(english.say('deployFailure.not_configured'));
    expect(await bench.store.listDeployments('docs', 1)).toMatchObject([{ state, code: 'not_configured' }]);
  });
});

describe('the end of a deployment', () => {
  it('notifies the person who wanted it, once', async () => {
    await bench.start(open(createFakeDeployer([queued, success])));
    await bench.type('');
    await bench.clock.advance(60_000);
    expect(bench.platform.notes).toMatchObject([
      { person: 'fake:I1:U1', message: 'm1', body: { markdown: 'Deployed docs in 2 s.' } },
    ]);
    expect(bench.platform.notes[0]).not.toHaveProperty('title');
  });

  it('has the last 20 lines of a failure’s log in a code block that they cannot close', async () => {
    const logs = [...Array.from({ length: 30 }, (_, line) => `line ${line}`), '```', '<!channel> @everyone'];
    await bench.start(open(createFakeDeployer([{ state: 'failure', word: 'failure', summary: 'Broken.', logs }])));
    await bench.type('');
    await bench.clock.advance(10_000);
    expect(shown()).toContain('Broken.');
    const [note] = bench.platform.notes;
    expect(note?.title).toBe(english.say('deployEnd.thread', { project: 'docs' }));
    const lines = note?.body.markdown.split('\n') ?? [];
    expect(lines.slice(2, 5)).toEqual(['````text', 'line 12', 'line 13']);
    expect(lines.slice(-3)).toEqual(['```', '<!channel> @everyone', '````']);
    expect(lines).toHaveLength(24);
  });

  it('has all 20 lines of a log with long lines: the longest are cut, and the others stay whole', async () => {
    const logs = Array.from({ length: 20 }, (_, line) =>
      line % 4 === 0 ? `short ${line}` : `${line} ${'word '.repeat(60)}`,
    );
    await bench.start(open(createFakeDeployer([{ state: 'failure', word: 'failure', logs }])));
    await bench.type('');
    await bench.clock.advance(10_000);
    const [note] = bench.platform.notes;
    const lines = note?.body.markdown.split('\n').slice(3, -1) ?? [];
    expect(lines).toEqual(
      logs.map((line) =>
        line.startsWith('short') ? line : expect.stringMatching(new RegExp(`^${line.slice(0, 60)}.*…$`)),
      ),
    );
    expect(lines.join('\n').length).toBeLessThanOrEqual(1_600);
  });

  it('is retried if it cannot be posted, and ends the deployment anyway', async () => {
    await bench.start(open(createFakeDeployer([success])));
    bench.platform.notices.notify = () => Promise.reject(new PlatformError('unavailable'));
    await bench.type('');
    await bench.clock.advance(60_000);
    expect(await bench.store.listDeployments('docs', 1)).toMatchObject([{ state: 'succeeded' }]);
  });

  const announcements = { platform: 'fake', channel: 'C9', filter: 'all' } as const;
  const everywhere = () =>
    bench.platform.messages.filter((message) => message.text.includes('https://fake.example/C1/m1'));

  it('is announced in the channel for all deployments, with a link', async () => {
    await bench.start(open(createFakeDeployer([success]), { announcements }));
    await bench.type('');
    await bench.clock.advance(10_000);
    expect(everywhere()).toHaveLength(1);
    expect(everywhere()[0]?.text).toMatch(/^✅/);
  });

  it('is logged if it cannot be announced in the channel for all deployments, and ends the deployment anyway', async () => {
    await bench.start(open(createFakeDeployer([success]), { announcements }));
    const { post } = bench.platform;
    bench.platform.post = (thread, ...message) =>
      thread.channel === 'C9' ? Promise.reject(new PlatformError('forbidden')) : post(thread, ...message);
    await bench.type('');
    await bench.clock.advance(10_000);
    expect(shown()).toMatch(/^✅/);
    expect(await bench.store.listDeployments('docs', 1)).toMatchObject([{ state: 'succeeded' }]);
    expect(bench.log.lines).toContainEqual({
      level: 'warn',
      fields: expect.objectContaining({ code: 'forbidden' }),
      phrase: 'end of a deployment not announced',
    });
  });

  it.each([
    ['unless it is a success and the channel is for failures', success, { ...announcements, filter: 'failures' }, 0],
    [
      'in a channel for failures if it is one',
      { state: 'failure' } as const,
      { ...announcements, filter: 'failures' },
      1,
    ],
    ['unless the deployment was followed in that channel', success, { ...announcements, channel: 'C1' }, 0],
    ['unless the platform of the channel is not connected', success, { ...announcements, platform: 'slack' }, 0],
  ] as const)('is announced %s', async (_, end, given, count) => {
    await bench.start(open(createFakeDeployer([end]), { announcements: given }));
    await bench.type('');
    await bench.clock.advance(10_000);
    expect(everywhere()).toHaveLength(count);
  });
});
