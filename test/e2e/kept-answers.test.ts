/** Answers that helpers keep, through the real SDKs on both platforms. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fromFile, toFile } from '../../src/bot/kept-answers/answer-file.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { startDocsServer } from '../../src/service/service.ts';
import { until } from '../sandbox/slack/until.ts';
import { docsFolder, silent } from '../service/folder.ts';
import { pieces } from './assistant-service.ts';
import { type Helper, helpers, staffed, threadIn } from './helper.ts';
import { ended, harmless, rooms, startBot } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  it('a kept answer goes before the assistant, until it is withdrawn or somebody asks again', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
    const folder = mkdtempSync(join(tmpdir(), 'docent-kept-'));
    const file = join(folder, 'rotate.md');
    const write = () =>
      writeFileSync(
        file,
        toFile({
          question: 'How do I rotate API keys?',
          text: 'Open **Settings**.',
          keptOn: '2026-05-03',
          consent: 'author',
          site: 'default',
          place: { platform, installation: 'elsewhere' },
          pages: [{ path: 'https://docs.example/keys', url: 'https://docs.example/keys', title: 'Keys' }],
          groups: [],
        }),
      );
    await startBot(world, { keptAnswers: folder });
    write();
    const room = await rooms[platform](world, 'how do we rotate the API key?');
    await until(() => ended(world).length === 1);
    expect(room.shows()[0]).toMatch(/^Open \*+Settings\*+\./);
    expect(room.shows()[0]).toContain('From the team, 3 May 2026.');
    expect(room.shows()[0]).toContain('https://docs.example/keys');
    expect(world.service.asked).toEqual([]);
    await room.press('grace', english.say('button.again'));
    await until(() => ended(world).length === 2);
    expect(room.shows()[0]).toMatch(/^Answer 0\./);
    expect(room.shows()[0]).not.toContain('From the team');
    rmSync(file);
    await room.say('grace', 'How do I rotate API keys?');
    await until(() => ended(world).length === 3);
    expect(room.shows()[1]).toMatch(/^Answer 1\./);
    harmless(world);
  });
});

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

  /** What the service's search shows. */
  const found = (content: string) => ({ path: '/keys', metadata: { title: 'Keys' }, content });

  interface Options {
    readonly isOn?: boolean;
    readonly pages?: object[];
    /** The docs of a service of ours, which answers in place of the scripted one. */
    readonly docs?: string;
  }

  async function opened({ isOn = true, pages, docs }: Options = {}): Promise<{
    readonly world: World;
    readonly helper: Helper;
    files(): readonly string[];
  }> {
    const world = await openWorld(
      (_, index) => ({
        pieces: pieces(`Answer ${index}.`),
        ...(pages && { sources: [{ path: '/keys', title: 'Keys' }] }),
      }),
      pages && { found: pages },
    );
    const folder = docs === undefined ? mkdtempSync(join(tmpdir(), 'docent-kept-')) : join(docs, 'answers');
    const assistant = docs === undefined ? world.assistant : await serve(docs, world);
    const named = routingOf(world, staffed(world));
    const routing = { ...named, sites: new Map([[named.defaultSite, assistant]]) };
    await startBot(world, { routing, ...(isOn && { keptAnswers: folder }) });
    const files = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    return { world, helper: helpers[platform](world, 'keep'), files };
  }

  async function serve(docsDir: string, world: World): Promise<World['assistant']> {
    const service = await startDocsServer({ docsDir, domain: 'kettle', port: 0, logger: silent });
    onTestFinished(() => service.stop());
    return { ...world.assistant, url: service.url, domain: 'kettle', apiKey: service.key };
  }

  it('a helper keeps a person’s answer, without names and secrets, and it is given to the next who asks', async () => {
    const { world, helper, files } = await opened();
    const room = await rooms[platform](world, 'How do I rotate API keys?');
    await until(() => ended(world).length === 1);
    const linus = platform === 'slack' ? `<@${world.slackUser('linus')}>` : `<@${world.discordUser('linus')}>`;
    const message = await room.say('noor', `As ${linus} says: open **Settings**, not with ${secret}.`);
    const kept = { channel: threadIn(platform, world), message };
    await helper.choose('grace', kept);
    await until(() => helper.told('grace').length > 0);
    expect(helper.told('grace').at(-1)).toBe(english.say('draft.notStaff'));
    await helper.choose('ada', kept);
    await until(() => helper.form('ada') !== '');
    const form = helper.form('ada');
    expect(form).toContain('How do I rotate API keys?');
    expect(form).toMatch(/As @….* says: open \*\*Settings\*\*, not with \[secret\]\./);
    for (const key of ['draft.masked', 'form.author'] as const) expect(form).toContain(english.say(key));
    expect(form).not.toMatch(/ghp_|[Ll]inus/);
    await helper.submit('ada', { terms: 'terms' });
    await until(() => helper.told('ada').length > 0);
    expect(helper.told('ada').at(-1)).toBe(english.say('keep.done'));
    const [file = ''] = files();
    expect(fromFile(file)).toMatchObject({
      question: 'How do I rotate API keys?',
      consent: 'confirmed',
      site: 'default',
      source: expect.stringMatching(/^https?:/),
    });
    expect(file).not.toMatch(/ghp_|[Ll]inus|[Aa]da|[Nn]oor/);
    const next = await rooms[platform](world, 'how can I rotate the API key?');
    await until(() => next.shows().length === 1 && next.shows()[0]?.includes('From the team') === true);
    expect(next.shows()[0]).toMatch(/^As @….* says: open \*+Settings\*+/);
    harmless(world);
  });

  it('a second helper is told when the first one kept an answer, without a name, and may replace it', async () => {
    const { world, helper, files } = await opened();
    const room = await rooms[platform](world, 'How do I rotate API keys?');
    await until(() => ended(world).length === 1);
    const kept = { channel: threadIn(platform, world), message: room.messages()[0]?.split('/').at(-1) ?? '' };
    const values = { title: 'How do I rotate API keys?', text: 'Open **Settings**.' };
    await helper.choose('ada', kept);
    await until(() => helper.form('ada') !== '');
    expect(helper.form('ada')).toContain('Answer 0.');
    expect(helper.form('ada')).not.toContain(english.say('form.terms'));
    await helper.submit('ada', values);
    await until(() => files().length === 1);
    await helper.choose('noor', kept);
    const today = english.day(new Date().toISOString().slice(0, 10));
    await until(() => helper.form('noor') !== '');
    expect(helper.form('noor')).toContain(english.say('keep.earlier', { date: today }));
    await helper.submit('noor', { ...values, text: 'Run `rotate`.' });
    await until(() => helper.error('noor').includes(english.say('keep.already', { date: today })));
    expect(files()[0]).toContain('Open **Settings**.');
    await helper.submit('noor', { ...values, text: 'Run `rotate`.', again: 'again' });
    await until(() => files()[0]?.includes('Run `rotate`.') === true);
    expect(files()).toHaveLength(1);
    harmless(world);
  });

  it('an answer is marked as stale when the service’s search shows something else of a page that it cites', async () => {
    const pages = [found('Open Settings.')];
    const { world, helper, files } = await opened({ pages });
    const room = await rooms[platform](world, 'How do I rotate API keys?');
    await until(() => ended(world).length === 1);
    await helper.choose('ada', {
      channel: threadIn(platform, world),
      message: room.messages()[0]?.split('/').at(-1) ?? '',
    });
    await until(() => helper.form('ada') !== '');
    await helper.submit('ada', { title: 'How do I rotate API keys?', text: 'Open **Settings**.' });
    await until(() => files().length === 1);
    const date = english.day(new Date().toISOString().slice(0, 10));
    for (const key of ['kept', 'keptStale'] as const) {
      if (key === 'keptStale') pages.splice(0, 1, found('Run rotate.'));
      const before = ended(world).length;
      const next = await rooms[platform](world, 'How do I rotate API keys?');
      await until(() => ended(world).length > before);
      expect(next.shows()[0]).toContain(english.say(key, { date }));
      expect(files()[0]?.includes('\nstale: ')).toBe(key === 'keptStale');
    }
    harmless(world);
  });

  it('an answer out of a private channel is kept only once it is confirmed that all may read it, without a link', async () => {
    const { world, helper, files } = await opened();
    const channel = platform === 'slack' ? world.slackChannel('docs-writers') : world.discordChannel('maintainers');
    const message =
      platform === 'slack'
        ? (await world.slack.say({ channel, user: world.slackUser('ada'), text: 'Open **Settings**.' })).ts
        : (await world.discord.say({ channel, user: world.discordUser('ada'), text: 'Open **Settings**.' })).id;
    await helper.choose('ada', { channel, message });
    await until(() => helper.form('ada') !== '');
    expect(helper.form('ada')).toContain(english.say('form.public'));
    await helper.submit('ada', { title: 'How do I rotate API keys?', terms: 'terms' });
    await until(() => files().length === 1);
    expect(files()[0]).toMatch(/\nconsent: author\n/);
    expect(files()[0]).not.toContain('http');
    harmless(world);
  });

  it('with a service of ours, a corrected answer is kept in its docs, and cites the page that the service cited', async () => {
    const text = '# Descale the kettle\n\nDescale the kettle with citric acid.';
    const { world, helper, files } = await opened({ docs: docsFolder({ 'descale.md': text }) });
    const room = await rooms[platform](world, 'How do I descale the kettle?');
    await until(() => ended(world).length === 1);
    expect(room.shows()[0]).toContain('citric acid');
    await helper.choose('ada', {
      channel: threadIn(platform, world),
      message: room.messages()[0]?.split('/').at(-1) ?? '',
    });
    await until(() => helper.form('ada') !== '');
    await helper.submit('ada', { text: 'Use **vinegar**.' });
    await until(() => files().length === 1);
    expect(fromFile(files()[0] ?? '')).toMatchObject({
      question: 'How do I descale the kettle?',
      pages: [{ url: 'https://docs.example/descale', digest: expect.any(String) }],
    });
    const next = await rooms[platform](world, 'how can I descale the kettle');
    await until(() => ended(world).length === 2);
    expect(next.shows()[0]).toMatch(/^Use \*+vinegar\*+\./);
    expect(next.shows()[0]).toContain('From the team');
    harmless(world);
  });

  it('nothing is kept, and nothing is offered on Discord, unless a folder is set', async () => {
    const { world, helper } = await opened({ isOn: false });
    const room = await rooms[platform](world, 'How do I rotate API keys?');
    await until(() => ended(world).length === 1);
    const keeping = helper.choose('ada', {
      channel: threadIn(platform, world),
      message: room.messages()[0]?.split('/').at(-1) ?? '',
    });
    if (platform === 'discord') return expect(keeping).rejects.toThrow('no command Keep this answer is registered');
    await until(() => helper.told('ada').length > 0);
    expect(helper.told('ada')).toEqual([english.say('keep.off')]);
  });
});
