/**
 * What every Platform keeps, whatever it talks to: the same suite for the fake that the core is tested with and for both
 * adapters against the simulated platforms. So the fake cannot lie. In: how to open a world with a platform in it.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { Body } from '../../src/core/model/body.ts';
import type { DeploymentRequest, MessageRef, Question, ThreadRef } from '../../src/core/model/conversation.ts';
import { type PlatformCode, PlatformError, StoreError } from '../../src/core/model/errors.ts';
import * as wording from '../../src/core/model/wording.ts';
import type { Handlers, Platform, PlatformAction } from '../../src/core/ports/platform.ts';

/** A platform that is not started yet, and the hands to act on the other side of it. */
export interface World {
  readonly platform: Platform;
  /** A thread that the platform may post in, new each time. Called after start. */
  thread(): ThreadRef | Promise<ThreadRef>;
  /** What the buttons in the thread say, in order; missing where nobody can press them. */
  buttons?(thread: ThreadRef): readonly string[];
  /** Our messages in the thread as readers see them, oldest first. */
  shows(thread: ThreadRef): readonly string[] | Promise<readonly string[]>;
  /** Somebody who may takes our message away. */
  deletes(thread: ThreadRef, message: MessageRef): void | Promise<void>;
  /** The platform refuses the next call of this action as one too many. */
  limits(action: 'post' | 'edit'): void;
  /** The platform does what the next post asks, but its answer is lost. */
  losesAnswer(): void;
  /** Who or what our messages pinged so far, by the platform's own reading of them. */
  pings(): readonly string[];
  /** More characters than one message holds. */
  readonly tooManyChars: number;
  /** The platform as another process has it, started; missing where one process is all there is. */
  another?(): Promise<Platform>;
  /** What people do; missing where nobody can be heard. */
  readonly people?: People;
  /** Stops the other side; the platform is stopped already. */
  close(): void | Promise<void>;
}

/** Each resolves when the platform has been told and has taken or refused what it was told. */
export interface People {
  /** Somebody mentions us in a channel, then says the text. */
  mention(text: string): Promise<void>;
  /** Somebody writes us a direct message. */
  direct(text: string): Promise<void>;
  /** Somebody writes in a thread without mentioning us. */
  reply(thread: ThreadRef, text: string): Promise<void>;
  /** Another bot writes in a thread. */
  bot(thread: ThreadRef, text: string): Promise<void>;
  /** Somebody types /docs and the text in a channel where we may post. */
  docs(text: string): Promise<void>;
  /** Somebody else presses a button in a thread. */
  press(thread: ThreadRef, label: string): Promise<void>;
  /** The asker of a press. */
  readonly presser: string;
  /** Somebody types /deploy. */
  deploy(): Promise<void>;
  /** What was said last is delivered once more: because it was not acknowledged, or for no reason. */
  redeliver(): Promise<void>;
  /** What only the person who typed the last command could see of its outcome. */
  privately(): readonly string[] | Promise<readonly string[]>;
}

/** What the platform told us, and what we answer to it. */
interface Heard extends Handlers {
  readonly questions: Question[];
  readonly deployments: DeploymentRequest[];
  /** The store fails once. */
  failing: boolean;
}

export function body(markdown: string, more: Partial<Body> = {}): Body {
  return { markdown, from: 0, to: markdown.length, sources: [], notices: [], ...more };
}

const actions: readonly PlatformAction[] = ['open', 'post', 'edit', 'remove', 'working'];

/** `open` makes a new world for each test. */
export function platformContract(name: string, open: () => Promise<World>, hears: boolean): void {
  describe(`the contract of a platform, kept by ${name}`, () => {
    let world: World | undefined;

    afterEach(async () => {
      await world?.platform.stop();
      await world?.close();
      world = undefined;
    });

    async function started(): Promise<{ world: World; platform: Platform; heard: Heard }> {
      world = await open();
      const heard = createHeard();
      await world.platform.start(heard);
      return { world, platform: world.platform, heard };
    }

    it('is starting before start, ready after it, and stops for good', async () => {
      world = await open();
      expect(world.platform.health().state).toBe('starting');
      await world.platform.start(createHeard());
      expect(world.platform.health().state).toBe('ready');
      const thread = await world.thread();
      await world.platform.stop();
      expect(world.platform.health().state).not.toBe('ready');
      await expect(world.platform.post(thread, body('late'), 'k')).rejects.toBeInstanceOf(PlatformError);
    });

    it('shows what it posts, edits it in place and takes it away', async () => {
      const { world, platform } = await started();
      const thread = await world.thread();
      const first = await platform.post(thread, body('The first.'), 'k:0');
      await platform.post(thread, body('The second.'), 'k:1');
      expect(await world.shows(thread)).toEqual(['The first.', 'The second.']);
      await platform.edit(thread, first, body('The first, longer.'));
      expect(await world.shows(thread)).toEqual(['The first, longer.', 'The second.']);
      await platform.remove(thread, first);
      expect(await world.shows(thread)).toEqual(['The second.']);
    });

    it('keeps threads apart', async () => {
      const { world, platform } = await started();
      const one = await world.thread();
      const other = await world.thread();
      await platform.post(one, body('For one.'), 'a:0');
      await platform.post(other, body('For the other.'), 'b:0');
      expect([await world.shows(one), await world.shows(other)]).toEqual([['For one.'], ['For the other.']]);
    });

    it('makes no second message of a post whose answer was lost', async () => {
      const { world, platform } = await started();
      const thread = await world.thread();
      world.losesAnswer();
      const error = await failure(platform.post(thread, body('Once.'), 'k:0'), 'unavailable');
      expect(error.arrived).toBe('unknown');
      const message = await platform.post(thread, body('Once.'), 'k:0');
      expect(await world.shows(thread)).toEqual(['Once.']);
      await platform.edit(thread, message, body('Once, and found again.'));
      expect(await world.shows(thread)).toEqual(['Once, and found again.']);
    });

    it('knows a message by its key alone, not by its text', async () => {
      const { world, platform } = await started();
      const thread = await world.thread();
      const one = await platform.post(thread, body('The same.'), 'k:0');
      const other = await platform.post(thread, body('The same.'), 'k:1');
      expect(other).not.toBe(one);
      expect(await world.shows(thread)).toEqual(['The same.', 'The same.']);
    });

    it('shows every script as it is written', async () => {
      const { world, platform } = await started();
      const thread = await world.thread();
      await platform.post(thread, body('漢字, עברית, 👩‍🚀, e\u0301.'), 'k:0');
      expect(await world.shows(thread)).toEqual(['漢字, עברית, 👩‍🚀, e\u0301.']);
    });

    it('finds what a process posted that died before it could say so, and brings it to the newer text', async () => {
      const { world, platform } = await started();
      const thread = await world.thread();
      world.losesAnswer();
      await failure(platform.post(thread, body('Half a'), 'k:0'), 'unavailable');
      const survivor = (await world.another?.()) ?? platform;
      const message = await survivor.post(thread, body('Half a sentence.'), 'k:0', 0);
      expect(await world.shows(thread)).toEqual(['Half a sentence.']);
      await survivor.edit(thread, message, body('A whole sentence.'));
      await survivor.post(thread, body('And another.'), 'k:1', 0);
      expect(await world.shows(thread)).toEqual(['A whole sentence.', 'And another.']);
      if (survivor !== platform) await survivor.stop();
    });

    it('says how long to wait when there is a limit, and has done nothing', async () => {
      const { world, platform } = await started();
      const thread = await world.thread();
      world.limits('post');
      const refused = await failure(platform.post(thread, body('Later.'), 'k:0'), 'rate_limited');
      expect(refused.waitMs).toBeGreaterThan(0);
      expect(await world.shows(thread)).toEqual([]);
      const message = await platform.post(thread, body('Later.'), 'k:0');
      world.limits('edit');
      await failure(platform.edit(thread, message, body('Never seen.')), 'rate_limited');
      expect(await world.shows(thread)).toEqual(['Later.']);
    });

    it('says that a message is gone when it was taken away, and takes it away twice without complaint', async () => {
      const { world, platform } = await started();
      const thread = await world.thread();
      const message = await platform.post(thread, body('Here.'), 'k:0');
      await world.deletes(thread, message);
      await failure(platform.edit(thread, message, body('Still here?')), 'message_gone');
      await platform.remove(thread, message);
      expect(await world.shows(thread)).toEqual([]);
    });

    it('posts whatever fits, and says what does not', async () => {
      const { world, platform } = await started();
      const thread = await world.thread();
      const longest = longestThatFits(platform, world.tooManyChars);
      await platform.post(thread, longest, 'k:0');
      expect((await world.shows(thread))[0]).toContain(longest.markdown);
      expect(platform.fits(body('x'.repeat(world.tooManyChars)))).toBe(false);
      await failure(platform.post(thread, body('x'.repeat(world.tooManyChars)), 'k:1'), 'too_long');
    });

    it('pings nobody, whatever the text', async () => {
      const { world, platform } = await started();
      const thread = await world.thread();
      const hostile = '@everyone @here @channel <!channel> <!here> <@U0ADA00001> <@1> <@&1> <!subteam^S1> `<!channel>`';
      const message = await platform.post(thread, body(hostile, { notices: [hostile] }), 'k:0');
      await platform.edit(thread, message, body(`\`\`\`\n${hostile}\n\`\`\`\n\n${hostile}`));
      expect(world.pings()).toEqual([]);
    });

    it('shows sources and notices under the text', async () => {
      const { world, platform } = await started();
      const thread = await world.thread();
      const sources = [{ path: 'guide/start', title: 'Getting started', url: 'https://docs.example.com/guide/start' }];
      await platform.post(thread, body('Text.', { sources, notices: ['A plain sentence.'] }), 'k:0');
      const [shown = ''] = await world.shows(thread);
      const places = ['Text.', 'https://docs.example.com/guide/start', 'A plain sentence.'].map((each) =>
        shown.indexOf(each),
      );
      expect(places.every((place) => place >= 0)).toBe(true);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(shown).toContain('Getting started');
    });

    it('gives signs of work that do no harm when they are repeated', async () => {
      const { world, platform } = await started();
      const thread = await world.thread();
      for (const on of [true, true, false, false]) await platform.working(thread, on);
      expect(platform.workingLastsMs).toBeGreaterThan(1_000);
      expect(await world.shows(thread)).toEqual([]);
    });

    it('names what each action costs, and shows replies growing', async () => {
      const { world, platform } = await started();
      const thread = await world.thread();
      expect(platform.isLive(thread)).toBe(true);
      for (const action of actions) {
        const budgets = platform.budgets(action, thread);
        expect(budgets.length).toBeGreaterThan(0);
        for (const { limit, windowMs, burst } of budgets) {
          expect(Math.min(limit, windowMs, burst)).toBeGreaterThan(0);
          expect(burst).toBeLessThanOrEqual(limit);
        }
      }
    });

    if (!hears) return;

    it('hears a mention, with our name cut', async () => {
      const { world, heard } = await started();
      await peopleOf(world).mention('how do I start?');
      expect(new Set(heard.questions.map((question) => question.id)).size).toBe(1);
      const [question] = heard.questions;
      expect(question).toMatchObject({ addressed: 'mention', text: 'how do I start?' });
      expect(question?.asker).toMatch(new RegExp(`^${world.platform.name}:`));
      expect(question?.thread.platform).toBe(world.platform.name);
    });

    it('hears an empty mention as a question without text', async () => {
      const { world, heard } = await started();
      await peopleOf(world).mention('');
      expect(heard.questions[0]).toMatchObject({ addressed: 'mention', text: '' });
    });

    it('hears a direct message', async () => {
      const { world, heard } = await started();
      await peopleOf(world).direct('how do I start?');
      expect(heard.questions).toMatchObject([{ addressed: 'direct', text: 'how do I start?' }]);
    });

    it('hears what is said in the thread of its answer as of the same conversation', async () => {
      const { world, platform, heard } = await started();
      const thread = await answered(world, platform, heard);
      await peopleOf(world).reply(thread, 'and then?');
      expect(heard.questions.at(-1)).toMatchObject({ addressed: 'follow_up', text: 'and then?' });
      expect(placeOf(heard.questions.at(-1)?.thread)).toEqual(placeOf(thread));
    });

    it('hears neither itself nor other bots', async () => {
      const { world, platform, heard } = await started();
      const thread = await answered(world, platform, heard);
      const before = heard.questions.length;
      await peopleOf(world).bot(thread, 'I am a bot, who are you?');
      await platform.post(thread, body('Who asks?'), 'k:9');
      expect(heard.questions.slice(before)).toEqual([]);
    });

    it('gives a second delivery the same id', async () => {
      const { world, heard } = await started();
      await peopleOf(world).direct('once?');
      await peopleOf(world).redeliver();
      expect(heard.questions.length).toBeGreaterThan(1);
      expect(new Set(heard.questions.map((question) => question.id)).size).toBe(1);
    });

    it('survives a store that fails, and hears the question when it is delivered again', async () => {
      const { world, heard } = await started();
      heard.failing = true;
      await peopleOf(world).direct('are you there?');
      expect(heard.questions).toEqual([]);
      heard.failing = false;
      await peopleOf(world).redeliver();
      expect(heard.questions[0]).toMatchObject({ text: 'are you there?' });
    });

    it('opens one thread for a command, however often it is asked to', async () => {
      const { world, platform, heard } = await started();
      await peopleOf(world).docs('how do I start?');
      const [question] = heard.questions;
      if (!question) throw new Error('no question was heard');
      expect(question).toMatchObject({ addressed: 'command', text: 'how do I start?' });
      const { thread } = await platform.open(question);
      expect(placeOf((await platform.open(question)).thread)).toEqual(placeOf(thread));
      await platform.post(thread, body('Like this.'), 'k:0');
      expect(await world.shows(thread)).toContain('Like this.');
    });

    it('offers what may be asked next as buttons, as plain words, until it is edited without them', async () => {
      const { world, platform } = await started();
      const thread = await world.thread();
      const suggestions = ['How do I *stop* it?', '<!channel> @everyone <@1>', ':fire: [x](https://evil.example)'];
      const offering = body('Like this.', { suggestions });
      expect(platform.fits(offering)).toBe(true);
      const message = await platform.post(thread, offering, 'k:0');
      expect(world.buttons?.(thread)).toEqual(suggestions);
      expect(world.pings()).toEqual([]);
      expect((await world.shows(thread)).join()).toContain('Like this.');
      await platform.edit(thread, message, body('Like this.'));
      expect(world.buttons?.(thread)).toEqual([]);
      await platform.edit(thread, message, offering);
      expect(world.buttons?.(thread)).toEqual(suggestions);
    });

    it('hears a pressed button as its question in the same conversation, by whoever pressed it', async () => {
      const { world, platform, heard } = await started();
      const thread = await offered(world, platform, heard);
      await peopleOf(world).press(thread, 'And then?');
      const question = heard.questions.at(-1);
      expect(question).toMatchObject({ text: 'And then?', asker: peopleOf(world).presser });
      expect(question?.addressed).not.toBe('follow_up');
      expect(placeOf(question?.thread)).toEqual(placeOf(thread));
    });

    it('tells in the thread what a press asked, once, and pings nobody', async () => {
      const { world, platform, heard } = await started();
      const thread = await offered(world, platform, heard);
      const [, before] = [await peopleOf(world).press(thread, 'And then?'), await world.shows(thread)];
      const question = heard.questions.at(-1);
      if (!question) throw new Error('no press was heard');
      const opened = await platform.open(question);
      expect(placeOf((await platform.open(question)).thread)).toEqual(placeOf(opened.thread));
      expect(placeOf(opened.thread)).toEqual(placeOf(thread));
      const told = (await world.shows(thread)).slice(before.length);
      expect(told).toHaveLength(1);
      expect(told[0]).toMatch(/asked:\n> And then\?$/);
    });

    it('asks nothing new when a button is pressed twice, even before the first press was taken', async () => {
      const { world, platform, heard } = await started();
      const thread = await offered(world, platform, heard);
      const press = (): Promise<void> => peopleOf(world).press(thread, 'And then?');
      await Promise.allSettled([press(), press()]);
      const ids = heard.questions.filter(({ text }) => text === 'And then?').map(({ id }) => id);
      expect(new Set(ids).size).toBe(1);
    });

    it('tells whoever presses a button when the question cannot be stored', async () => {
      const { world, platform, heard } = await started();
      const thread = await offered(world, platform, heard);
      heard.failing = true;
      await peopleOf(world).press(thread, 'And then?');
      expect(await peopleOf(world).privately()).toContain(wording.notTaken);
      expect(world.buttons?.(thread)).toEqual(['And then?', 'And before?']);
    });

    it('hears /deploy, and tells the requester alone what became of it', async () => {
      const { world, platform, heard } = await started();
      await peopleOf(world).deploy();
      const [request] = heard.deployments;
      expect(request?.identities[0]).toMatch(new RegExp(`^${platform.name}:`));
      expect(await peopleOf(world).privately()).toContain('Only you can read this.');
    });
  });
}

function createHeard(): Heard {
  const questions: Question[] = [];
  const deployments: DeploymentRequest[] = [];
  const seen = new Set<string>();
  return {
    questions,
    deployments,
    failing: false,
    async question(question) {
      if (this.failing) throw new StoreError('down');
      questions.push(question);
      if (seen.has(question.id)) return 'duplicate';
      seen.add(question.id);
      return 'accepted';
    },
    async deployment(request) {
      deployments.push(request);
      return { accepted: true, sentence: 'Only you can read this.' };
    },
  };
}

async function failure(promise: Promise<unknown>, code: PlatformCode): Promise<PlatformError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) throw new Error(`expected a PlatformError, got ${error}`);
  expect(error.code).toBe(code);
  return error;
}

/** Asks by mention and answers once; gives the thread of the answer. */
async function answered(world: World, platform: Platform, heard: Heard): Promise<ThreadRef> {
  await peopleOf(world).mention('how do I start?');
  const [question] = heard.questions;
  if (!question) throw new Error('no question was heard');
  const thread = question.opens === undefined ? question.thread : (await platform.open(question)).thread;
  await platform.post(thread, body('Like this.'), 'answer:0');
  return thread;
}

/** The same, with buttons under it. */
async function offered(world: World, platform: Platform, heard: Heard): Promise<ThreadRef> {
  const thread = await answered(world, platform, heard);
  await platform.post(thread, body('And this.', { suggestions: ['And then?', 'And before?'] }), 'answer:1');
  return thread;
}

function longestThatFits(platform: Platform, tooManyChars: number): Body {
  for (let chars = tooManyChars; chars > 0; chars -= 1) {
    const each = body('x'.repeat(chars));
    if (platform.fits(each)) return each;
  }
  throw new Error('nothing fits');
}

/** Without the address, which is no part of a thread's identity. */
function placeOf(thread: ThreadRef | undefined): readonly (string | undefined)[] {
  return [thread?.platform, thread?.installation, thread?.channel, thread?.thread];
}

function peopleOf(world: World): People {
  if (!world.people) throw new Error('nobody can be heard in this world');
  return world.people;
}
