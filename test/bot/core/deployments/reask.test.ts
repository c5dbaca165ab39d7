/** Questions without a good answer are asked again after a deployment. Time moves by hand. */
import { expect, it } from 'vitest';
import type { PlaceKind } from '../../../../src/bot/core/model/conversation.ts';
import { AssistantError } from '../../../../src/bot/core/model/errors.ts';
import type { Source } from '../../../../src/bot/core/model/source.ts';
import type { TurnEnd } from '../../../../src/bot/core/ports/store.ts';
import { english } from '../../../../src/bot/wording/wording.ts';
import type { Step } from '../../../fakes/assistant.ts';
import { type Bench, command, createFakeDeployer, open, openBench } from './bot.ts';

const how: Source = { path: '/how' };
const unanswered: TurnEnd = { state: 'answered', answer: 'The docs do not say.', sources: [] };
const answered: TurnEnd = { state: 'answered', answer: 'Like this.', sources: [how] };
const deployed = { state: 'success', pages: ['docs/how.md'] } as const;

function says(text: string, sources: readonly Source[] = []): readonly Step[] {
  return [
    { type: 'text', text },
    ...sources.map((source): Step => ({ type: 'source', source })),
    { type: 'finish', reason: 'stop' },
  ];
}

/** Asks a question in a thread of its own, which ends in the given way. Returns its turn. */
async function ask(
  { store, clock }: Bench,
  id: string,
  end: TurnEnd,
  installation = 'I1',
  place: PlaceKind = 'public',
): Promise<string> {
  const thread = { platform: 'fake', installation, channel: 'C1', thread: id };
  const question = { id, eventId: id, thread, asker: 'fake:I1:U9', addressed: 'mention', text: `How ${id}?` } as const;
  await store.accept({ ...question, place, askedAt: clock.now() });
  const turn = await store.claimTurn('former', clock.now(), clock.now() + 1, ['fake']);
  if (!turn) throw new TypeError('nothing to claim');
  await store.endTurn(turn, { ...end, link: `https://chat.example/${id}` }, clock.now());
  return turn.id;
}

async function dislike({ store, clock }: Bench, turn: string): Promise<void> {
  await store.saveFeedback({ turn, person: 'fake:I1:U8', mark: 'not_helpful', via: 'button', at: clock.now() });
}

/** Deploys, and waits until no question is left. Returns what was posted about it. */
async function deploy(
  bench: Bench,
  readings: Parameters<typeof createFakeDeployer>[0] = [deployed],
): Promise<readonly string[]> {
  const before = bench.log.lines.filter(isEnd).length;
  await bench.start(open(createFakeDeployer(readings), { reask: true }));
  await bench.type('');
  await bench.clock.until(expect.poll(() => bench.log.lines.filter(isEnd).length).toBeGreaterThan(before));
  return notes(bench);
}

function isEnd({ phrase }: { readonly phrase: string }): boolean {
  return phrase === 'questions asked again after a deployment';
}

function notes({ platform }: Bench): readonly string[] {
  return platform.notes.flatMap(({ key, body }) => (key.endsWith(':reasked:0') ? [body.markdown] : []));
}

it('a reask asks at most twenty questions again after one deployment', async () => {
  const bench = await openBench();
  for (let at = 1; at <= 25; at += 1) await ask(bench, `q${at}`, unanswered);
  bench.script = (_, index) => says('Like this.', index % 2 === 0 ? [how] : []);
  const [note] = await deploy(bench);
  expect(bench.asked).toHaveLength(20);
  expect(note).toContain('Answered now: 10 of 20.');
  expect(note).toContain('[1](https://chat.example/q25)');
  expect(note).toContain(english.say('deployEnd.reaskedSome'));
  expect(bench.platform.notes.at(-1)?.person).toBeUndefined();
});

it('a reask counts a new answer in place of an unhelpful one only if it reads differently and cites a deployed page', async () => {
  for (const [source, found, text] of [
    [{ path: '/how#again' }, ['Answered now: 1 of 1.'], 'Rather like this.'],
    [{ path: '/other' }, [], 'Rather like this.'],
    [how, [], 'Like this.'],
  ] as const) {
    const bench = await openBench();
    await dislike(bench, await ask(bench, 'q', answered));
    bench.script = () => says(text, [source]);
    expect(await deploy(bench)).toEqual(found.map((counts) => expect.stringContaining(counts)));
  }
});

it('a reask counts a new answer that reads differently if the deployed pages are not known', async () => {
  for (const [text, found] of [
    ['Rather like this.', ['Answered now: 1 of 1.']],
    ['Like this.', []],
  ] as const) {
    const bench = await openBench();
    await dislike(bench, await ask(bench, 'q', answered));
    bench.script = () => says(text, [how]);
    const notes = await deploy(bench, [{ state: 'success' }]);
    expect(notes).toEqual(found.map((counts) => expect.stringContaining(counts)));
  }
});

it('a reask does not ask a question again after the next deployment once it has an answer', async () => {
  const bench = await openBench();
  await ask(bench, 'q1', unanswered);
  await ask(bench, 'q2', unanswered);
  bench.script = ({ messages }) => says('Like this.', messages.at(-1)?.text === 'How q1?' ? [how] : []);
  await deploy(bench);
  expect(bench.asked).toHaveLength(2);
  await deploy(bench);
  expect(bench.asked.map(({ messages }) => messages.at(-1)?.text).slice(2)).toEqual(['How q2?']);
});

it('a reask stays within the month’s budget of the site, and warns its operators', async () => {
  const bench = await openBench();
  for (let at = 1; at <= 5; at += 1) await ask(bench, `q${at}`, unanswered);
  bench.rule = { limits: { siteMonth: 3 } };
  bench.script = () => says('Like this.', [how]);
  expect((await deploy(bench))[0]).toContain('Answered now: 3 of 3.');
  expect(bench.asked).toHaveLength(3);
  expect(bench.notices.map(({ id }) => id)).toEqual([expect.stringContaining('budget:limit_month:docs:')]);
});

it('a reask stays within each workspace’s budget, and one that is used up does not stop the questions of others', async () => {
  const bench = await openBench();
  for (const installation of ['I2', 'I1'])
    for (let at = 1; at <= 3; at += 1) await ask(bench, `${installation}q${at}`, unanswered, installation);
  bench.rule = { limits: { workspaceMonth: 2 } };
  bench.script = () => says('Like this.', [how]);
  const [note] = await deploy(bench);
  expect(note).toContain('Answered now: 4 of 4.');
  expect(note).toContain(english.say('deployEnd.reaskedSome'));
});

it('a reask waits for a rate limit of the assistant, and stops after a refusal', async () => {
  const bench = await openBench();
  for (const id of ['q1', 'q2', 'q3']) await ask(bench, id, unanswered);
  bench.script = (_, index) => {
    if (index === 0) return [new AssistantError('rate_limited', { waitMs: 5_000 })];
    return index === 1 ? says('Like this.', [how]) : [new AssistantError('unauthorized')];
  };
  expect((await deploy(bench))[0]).toContain('Answered now: 1 of 1.');
  expect(bench.asked).toHaveLength(3);
});

it('a reask does not count answers of the fallback assistant', async () => {
  const bench = await openBench();
  await ask(bench, 'q', unanswered);
  bench.script = () => [{ type: 'fallback' }, ...says('Like this.', [how])];
  expect(await deploy(bench)).toEqual([]);
});

it.each(['private', 'group', 'direct'] as const)(
  'a reask neither asks nor links to a question from a place that is %s, because everybody sees the links',
  async (place) => {
    const bench = await openBench();
    await ask(bench, 'q1', unanswered);
    await ask(bench, 'q2', unanswered, 'I1', place);
    bench.script = () => says('Like this.', [how]);
    const [note] = await deploy(bench);
    expect(note).toContain('Answered now: 1 of 1.');
    expect(note).toContain('https://chat.example/q1');
    expect(note).not.toContain('https://chat.example/q2');
    expect(bench.asked.map(({ messages }) => messages.at(-1)?.text)).toEqual(['How q1?']);
  },
);

it('a reask asks only questions about the docs that were deployed', async () => {
  const bench = await openBench();
  await ask(bench, 'q', unanswered);
  bench.rule = { project: 'another' };
  expect(await deploy(bench)).toEqual([]);
  expect(bench.asked).toEqual([]);
});

it('a reask continues in another process after the questions that were asked, and posts the result once', async () => {
  const bench = await openBench();
  for (const id of ['q1', 'q2', 'q3']) await ask(bench, id, unanswered);
  bench.script = (_, index) => [...(index === 1 ? [3_600_000] : []), ...says('Like this.', [how])];
  const rules = open(createFakeDeployer([deployed]), { reask: true });
  const first = await bench.start(rules);
  await bench.type('');
  await bench.clock.until(expect.poll(() => bench.asked.length).toBe(2));
  await bench.clock.until(first.drain(0));
  await bench.start(rules, 'bot-2');
  await bench.clock.until(expect.poll(() => notes(bench).length).toBe(1));
  expect(notes(bench)[0]).toContain('Answered now: 3 of 3.');
  expect(notes(bench)[0]).not.toContain(english.say('deployEnd.reaskedSome'));
  expect(bench.asked.map(({ messages }) => messages.at(-1)?.text)).toEqual([
    'How q3?',
    'How q2?',
    'How q2?',
    'How q1?',
  ]);
});

it('a reask sends what was asked before in the thread, without names', async () => {
  const bench = await openBench();
  const thread = { platform: 'fake', installation: 'I1', channel: 'C1', thread: 'T' };
  for (const [id, text, end] of [
    ['a', 'Does @Ada know?', answered],
    ['b', 'And @Bob?', unanswered],
  ] as const) {
    const question = { id, eventId: id, thread, asker: 'fake:I1:U9', addressed: 'mention', text } as const;
    await bench.store.accept({ ...question, place: 'public', askedAt: bench.clock.now() });
    const turn = await bench.store.claimTurn('former', bench.clock.now(), bench.clock.now() + 1, ['fake']);
    if (!turn) throw new TypeError('nothing to claim');
    await bench.store.endTurn(turn, end, bench.clock.now());
  }
  bench.script = () => says('Like this.', [how]);
  await deploy(bench);
  expect(bench.asked[0]?.messages.map(({ text }) => text)).toEqual(['Does @… know?', 'Like this.', 'And @…?']);
  expect(bench.asked[0]?.fp).toBe('docent:reask');
});

it('a reask only posts the result if the twenty were asked by an earlier process, and not even that in the sixth process', async () => {
  for (const [owners, said] of [
    [1, ['Answered now: 20 of 20.']],
    [5, []],
  ] as const) {
    const bench = await openBench();
    for (let at = 1; at <= 25; at += 1) await ask(bench, `q${at}`, unanswered);
    const { store, clock } = bench;
    await store.acceptDeployment(command('d', clock.now()), 'docs');
    const deployment = await store.claimDeployment('former', clock.now(), clock.now() + 1, ['fake']);
    if (!deployment) throw new TypeError('nothing to claim');
    await store.saveDeploymentShown(deployment, [{ message: 'm1', from: 0, to: 1, digest: 'd' }]);
    await store.saveDeployment(deployment, { state: 'succeeded', reask: {} }, clock.now());
    const asked = Array.from({ length: 20 }, (_, at) => ({ turn: `former ${at}`, isAnswered: true }));
    for (let owner = 1; owner <= owners; owner += 1) {
      const claimed = await store.claimReask('former', clock.now(), clock.now() + 100, ['fake']);
      if (!claimed) throw new TypeError('nothing to claim');
      await store.saveReask(claimed, asked);
      await store.release('former');
    }
    await bench.start(open(createFakeDeployer([deployed]), { reask: true }));
    await clock.until(expect.poll(() => store.answeredAfterReask(0)).toHaveProperty('size', 20));
    expect(bench.asked).toEqual([]);
    expect(notes(bench)).toEqual(said.map((text) => expect.stringContaining(text)));
  }
});

it('a reask deletes the copies of the questions from the service', async () => {
  const bench = await openBench();
  await ask(bench, 'q', unanswered);
  bench.script = () => says('Like this.', [how]);
  await deploy(bench);
  expect(bench.forgotten).toEqual(['docent:reask']);
});
