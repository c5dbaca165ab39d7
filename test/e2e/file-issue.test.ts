/** Issues that helpers prepare out of a message, through the real SDKs on both platforms. */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { helpers, staffed, threadIn } from './helper.ts';
import { ended, harmless, rooms, startBot } from './room.ts';
import { routingOf } from './routing-file.ts';
import { openWorld } from './world.ts';

const gitHub = 'https://github.com/acme/docs/issues/new?title={title}&body={body}';
const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  async function opened(issueForm?: string) {
    const world = await openWorld(() => ({
      pieces: pieces('Open Settings.'),
      sources: [{ path: '/keys', title: 'Keys' }],
    }));
    await startBot(world, { routing: routingOf(world, staffed(world)), ...(issueForm !== undefined && { issueForm }) });
    const helper = helpers[platform](world, 'issue');
    /** The issue that the form is filled in with. */
    const filled = (name: string) => {
      const link = /https:\/\/github[^>|)\s]+/.exec(helper.told(name).at(-1) ?? '')?.[0] ?? '';
      const values = new URLSearchParams(link.replaceAll('&amp;', '&').replace(/^.*\?/, ''));
      return { title: values.get('title') ?? '', body: values.get('body') ?? '' };
    };
    return { world, helper, filled };
  }

  it('a helper gets a draft of an answer: the question, the pages and where it was said, and a link to the form', async () => {
    const { world, helper, filled } = await opened(gitHub);
    const room = await rooms[platform](world, 'How do I rotate @Grace’s API keys?');
    await until(() => ended(world).length === 1);
    const answer = { channel: threadIn(platform, world), message: room.messages()[0]?.split('/').at(-1) ?? '' };
    await helper.choose('grace', answer);
    await until(() => helper.told('grace').length > 0);
    expect(helper.told('grace').at(-1)).toBe(english.say('draft.notStaff'));
    await helper.choose('ada', answer);
    await until(() => helper.form('ada') !== '');
    await helper.submit('ada', {});
    await until(() => helper.told('ada').length > 0);
    const { title, body } = filled('ada');
    expect(title).toMatch(/^Docs: How do I rotate @….* API keys\?$/);
    expect(body).toMatch(
      /^\*\*Question\*\*\n\n- `How do I rotate @….* API keys\?`\n\n\*\*Pages cited in the answer\*\*\n\n- `.*\/keys`\n\nhttps?:\S+\n\n\*\*Answer\*\*\n\n> Open Settings\.$/,
    );
    expect(room.shows()).toHaveLength(1);
    harmless(world);
  });

  it('what a helper changes in the draft is in the form, without names and secrets', async () => {
    const { world, helper, filled } = await opened(gitHub);
    const room = await rooms[platform](world, 'How do I rotate API keys?');
    await until(() => ended(world).length === 1);
    const message = await room.say('noor', `It is not **Settings**, with ${secret}.`);
    await helper.choose('ada', { channel: threadIn(platform, world), message });
    await until(() => helper.form('ada') !== '');
    expect(helper.form('ada')).toContain('It is not **Settings**, with [secret].');
    expect(helper.form('ada')).toContain(english.say('draft.masked'));
    await helper.submit('ada', {
      title: 'Keys',
      text: `Wrong, says @Noor (noor@acme.example). ${secret} ${'x'.repeat(2_500)}`,
    });
    await until(() => helper.told('ada').length > 0);
    expect(filled('ada')).toMatchObject({
      title: 'Keys',
      body: expect.stringMatching(/^Wrong, says @… \(\[email\]\)\. \[secret\] x+$/),
    });
    for (const key of ['draft.masked', 'issue.cut'] as const)
      expect(helper.told('ada').at(-1)).toContain(english.say(key));
    harmless(world);
  });

  it('a second helper is told when the first one prepared an issue, without a name, and may prepare another one', async () => {
    const { world, helper, filled } = await opened(gitHub);
    const room = await rooms[platform](world, 'How do I rotate API keys?');
    await until(() => ended(world).length === 1);
    const answer = { channel: threadIn(platform, world), message: room.messages()[0]?.split('/').at(-1) ?? '' };
    await helper.choose('ada', answer);
    await until(() => helper.form('ada') !== '');
    await helper.submit('ada', { title: 'Keys' });
    await until(() => helper.told('ada').length > 0);
    await helper.choose('noor', answer);
    const date = english.day(new Date().toISOString().slice(0, 10));
    await until(() => helper.form('noor') !== '');
    expect(helper.form('noor')).toContain(english.say('issue.earlier', { date }));
    expect(helper.form('noor')).not.toMatch(/\bada\b/i);
    await helper.submit('noor', {});
    await until(() => helper.error('noor').includes(english.say('issue.already', { date })));
    await helper.submit('noor', { title: 'Rotation', again: 'again' });
    await until(() => filled('noor').title === 'Rotation');
    harmless(world);
  });

  it('of what was said in private the draft has nothing, and says why', async () => {
    const { world, helper } = await opened(gitHub);
    const channel = platform === 'slack' ? world.slackChannel('docs-writers') : world.discordChannel('maintainers');
    const text = 'Rotate them in the vault.';
    const message =
      platform === 'slack'
        ? (await world.slack.say({ channel, user: world.slackUser('ada'), text })).ts
        : (await world.discord.say({ channel, user: world.discordUser('ada'), text })).id;
    await helper.choose('ada', { channel, message });
    await until(() => helper.form('ada') !== '');
    expect(helper.form('ada')).toContain(english.say('issue.inPrivate'));
    expect(helper.form('ada')).not.toMatch(/vault|https?:\/\/(acme\.slack|discord)/);
    await helper.submit('ada', { title: ' ', text: 'The vault page is wrong.' });
    await until(() => helper.error('ada').includes(english.say('issue.noTitle')));
    harmless(world);
  });

  it('nothing is prepared, and nothing is offered on Discord, unless there is a form for issues', async () => {
    const { world, helper } = await opened();
    const room = await rooms[platform](world, 'How do I rotate API keys?');
    await until(() => ended(world).length === 1);
    const message = room.messages()[0]?.split('/').at(-1) ?? '';
    const choosing = helper.choose('ada', { channel: threadIn(platform, world), message });
    if (platform === 'discord') return expect(choosing).rejects.toThrow('no command File an issue is registered');
    await until(() => helper.told('ada').length > 0);
    expect(helper.told('ada')).toEqual([english.say('issue.off')]);
  });
});
