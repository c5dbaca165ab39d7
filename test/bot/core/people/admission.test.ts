import { describe, expect, it } from 'vitest';
import type { Question } from '../../../../src/bot/core/model/conversation.ts';
import { PlatformError } from '../../../../src/bot/core/model/errors.ts';
import { refuse } from '../../../../src/bot/core/people/admission.ts';
import type { Route } from '../../../../src/bot/core/ports/routing.ts';
import { createFakeAssistant } from '../../../fakes/assistant.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { createFakePlatform } from '../../../fakes/platform.ts';
import { everywhere } from '../../../fakes/routing.ts';

const clock = createManualClock();
const thread = { platform: 'slack', installation: 'T1', channel: 'C1', thread: '1.0' };

function asked(fields: Partial<Question>): Question {
  const rest = { id: 'q', eventId: 'e', thread, askedAt: 0, addressed: 'mention' } as const;
  return { ...rest, asker: 'slack:T1:U1', text: 'How do I rotate the API key of my project?', ...fields };
}

/** Whether it is refused under this rule, and which groups were looked up. Groups not given cannot be looked up. */
async function admitted(question: Partial<Question>, rule: Partial<Route>, groups: Record<string, boolean> = {}) {
  const lookedUp: string[] = [];
  const platform = createFakePlatform({ clock, name: 'slack' });
  platform.people.isMember = async (_, group) => {
    lookedUp.push(group);
    if (!(group in groups)) throw new PlatformError('unavailable');
    return groups[group] ?? false;
  };
  const { routeFor } = everywhere(
    createFakeAssistant(clock, () => []),
    rule,
  );
  return { refused: await refuse(asked(question), routeFor(thread), platform), lookedUp };
}

describe('a message', () => {
  it('of text files alone is a question where Docent answers without a mention, unless it is to somebody', async () => {
    const files = [{ name: 'message.txt', bytes: 4_800 }];
    const pasted = { addressed: 'auto', text: 'message.txt', files } as const;
    expect(await admitted(pasted, { mode: 'auto' })).toMatchObject({ refused: undefined });
    expect(await admitted(pasted, { mode: 'mention' })).toMatchObject({ refused: 'not_ours' });
    expect(await admitted({ ...pasted, isToSomebody: true }, { mode: 'auto' })).toMatchObject({ refused: 'not_ours' });
    expect(await admitted({ ...pasted, text: 'thanks!' }, { mode: 'auto' })).toMatchObject({ refused: 'not_ours' });
    const picture = [{ name: 'error.png', bytes: 900 }];
    expect(await admitted({ ...pasted, text: '', files: picture }, { mode: 'auto' })).toMatchObject({
      refused: 'not_ours',
    });
  });

  it('that opens a forum post is a question only if the post has one of the rule’s tags, by id or name', async () => {
    const rule = { tags: ['Question', '17'] };
    expect(await admitted({ postTags: ['3', 'bug'] }, rule)).toMatchObject({ refused: 'no_tag' });
    expect(await admitted({ postTags: [] }, rule)).toMatchObject({ refused: 'no_tag' });
    expect(await admitted({ postTags: ['4', 'question'] }, rule)).toMatchObject({ refused: undefined });
    expect(await admitted({ postTags: ['17', 'help'] }, rule)).toMatchObject({ refused: undefined });
    expect(await admitted({ postTags: ['3', 'bug'] }, {})).toMatchObject({ refused: undefined });
    expect(await admitted({}, rule)).toMatchObject({ refused: undefined });
  });

  it('that is addressed to nobody is a question only in mode auto, and only if it reads like one', async () => {
    expect(await admitted({ addressed: 'auto' }, {})).toMatchObject({ refused: 'not_ours' });
    expect(await admitted({ addressed: 'auto' }, { mode: 'off' })).toMatchObject({ refused: 'not_ours' });
    expect(await admitted({ addressed: 'auto' }, { mode: 'auto' })).toMatchObject({ refused: undefined });
    const chatter = { addressed: 'auto', text: 'thanks, have a nice weekend' } as const;
    expect(await admitted(chatter, { mode: 'auto' })).toMatchObject({ refused: 'not_ours' });
    const toSomebody = { addressed: 'auto', isToSomebody: true } as const;
    expect(await admitted(toSomebody, { mode: 'auto' })).toMatchObject({ refused: 'not_ours' });
  });

  it('is not answered in mode off', async () => {
    for (const addressed of ['mention', 'direct', 'command', 'follow_up'] as const) {
      expect(await admitted({ addressed }, { mode: 'off' })).toMatchObject({ refused: 'off' });
    }
  });

  it('is answered if the list names its author or one of their groups', async () => {
    const mayAsk = ['slack:U1', 'slack:S1', 'discord:7'];
    expect(await admitted({}, { mayAsk })).toEqual({ refused: undefined, lookedUp: [] });
    const other = { asker: 'slack:T1:U2' };
    expect(await admitted(other, { mayAsk }, { 'slack:U1': false, 'slack:S1': true })).toMatchObject({
      refused: undefined,
      lookedUp: ['slack:U1', 'slack:S1'],
    });
    expect(await admitted(other, { mayAsk }, { 'slack:U1': false, 'slack:S1': false })).toMatchObject({
      refused: 'not_allowed',
    });
    expect(await admitted({ asker: 'discord:8', groups: ['discord:7'] }, { mayAsk })).toMatchObject({
      refused: undefined,
    });
  });

  it('is not answered if a group cannot be looked up, which is not needed if its author’s groups are known', async () => {
    const mayAsk = ['slack:S1'];
    expect((await admitted({}, { mayAsk })).refused).toBeInstanceOf(PlatformError);
    expect(await admitted({ groups: [] }, { mayAsk })).toEqual({ refused: 'not_allowed', lookedUp: [] });
  });
});
