import { describe, expect, it } from 'vitest';
import { keptAnswerTo } from '../../../../src/bot/core/kept/find-kept.ts';
import type { NamedAnswer } from '../../../../src/bot/core/ports/kept-answers.ts';

const kept: NamedAnswer = {
  name: 'rotate.md',
  question: 'How do I rotate API keys?',
  text: 'Open **Settings**.',
  keptOn: '2026-05-03',
  consent: 'author',
  site: 'default',
  place: { platform: 'slack', installation: 'T1' },
  pages: [],
  groups: [],
};

interface Asked {
  readonly text?: string;
  readonly installation?: string;
  readonly timesAgain?: number;
  readonly files?: readonly { readonly name: string }[];
  readonly isApart?: boolean;
  readonly site?: string;
  readonly filter?: Readonly<Record<string, unknown>>;
}

async function found(asked: Asked, answers: readonly NamedAnswer[] = [kept]): Promise<string | undefined> {
  const { text = 'how do I rotate API keys', installation = 'T1', timesAgain = 0, files, isApart = false } = asked;
  const { site = 'default', filter } = asked;
  const thread = { platform: 'slack', installation, channel: 'C1', thread: '1' };
  const question = {
    id: 'q',
    eventId: 'q',
    thread,
    asker: 'slack:T1:U1',
    addressed: 'mention',
    text,
    askedAt: 0,
  } as const;
  const answer = await keptAnswerTo(
    { question: { ...question, ...(files && { files }) }, timesAgain },
    { site, ...(filter && { filter }) },
    {
      kept: { all: async () => answers },
      platforms: [{ name: 'slack', isolatesWorkspaces: isApart }],
      store: { platformsApart: async () => [] },
    },
  );
  return answer?.name;
}

describe('a kept answer', () => {
  it('goes to those who ask the same, the most alike one first', async () => {
    expect(await found({})).toBe('rotate.md');
    const other = { ...kept, name: 'old.md', question: 'How do I rotate old API keys?' };
    expect(await found({ text: 'How do I rotate old API keys?' }, [kept, other])).toBe('old.md');
    expect(await found({ text: 'How do I delete API keys?' })).toBeUndefined();
  });

  it('goes only where the same site answers, from the same part of its docs', async () => {
    expect(await found({ site: 'other' })).toBeUndefined();
    expect(await found({ filter: { version: 'v2' } })).toBeUndefined();
    const limited = { ...kept, filter: { version: 'v2', language: 'en' } };
    expect(await found({ filter: { language: 'en', version: 'v2' } }, [limited])).toBe('rotate.md');
    expect(await found({}, [limited])).toBeUndefined();
  });

  it('stays in its workspace if workspaces must learn nothing about each other', async () => {
    expect(await found({ installation: 'T2' })).toBe('rotate.md');
    expect(await found({ installation: 'T2', isApart: true })).toBeUndefined();
    expect(await found({ installation: 'T1', isApart: true })).toBe('rotate.md');
  });

  it('that is limited to access groups goes only where the filter gives them', async () => {
    const limited = { ...kept, groups: ['staff'] };
    expect(await found({}, [limited])).toBeUndefined();
    const filter = { groups: ['staff', 'partners'] };
    expect(await found({ filter }, [{ ...limited, filter }])).toBe('rotate.md');
    expect(await found({ filter: { groups: ['partners'] } }, [{ ...limited, filter }])).toBeUndefined();
  });

  it('does not answer a question about files, nor one that is asked again', async () => {
    expect(await found({ files: [{ name: 'a.log' }] })).toBeUndefined();
    expect(await found({ timesAgain: 1 })).toBeUndefined();
  });
});
