/** Links to a filled-in form for a new issue. */
import { describe, expect, it } from 'vitest';
import { toReport } from '../../../../src/bot/core/insight/report.ts';
import { toIssueLink } from '../../../../src/bot/core/reports/issue-link.ts';
import { issueButtons, openIssue } from '../../../../src/bot/core/reports/open-issue.ts';
import { english } from '../../../../src/bot/wording/wording.ts';
import { asked } from '../insight/asked.ts';

const issueForm = 'https://github.test/acme/docs/issues/new?title={title}&body={body}';
const span = '2026-01-01 to 2026-01-08';

function formOf(url: string | undefined): { readonly title: string; readonly body: string } {
  const values = new URL(url ?? '').searchParams;
  return { title: values.get('title') ?? '', body: values.get('body') ?? '' };
}

/** The topic of questions asked in as many threads. */
function topicOf(questions: readonly ReturnType<typeof asked>[]) {
  const [topic] = toReport(questions, 0, 2_000_000_000_000).topics;
  if (!topic) throw new Error('no topic');
  return topic;
}

describe('the link to a new issue', () => {
  const texts = ['Rotate API keys in acme?', 'How to rotate API keys?', 'rotate api keys!'];
  const questions = texts.map((text, at) => asked({ turn: `t${at}`, conversation: `c${at}`, text }));
  const topic = topicOf(questions);

  const onlyIn = { platform: 'slack', installation: 'T1', channel: 'G1', thread: '1.0' };

  it.each([
    ['direct messages', { isPrivate: true }],
    ['a private channel', { onlyIn }],
  ])('has no words of %s, not in its title either', (_, where) => {
    for (const secret of questions) {
      const link = toIssueLink(
        topic,
        questions.map((one) => (one === secret ? { ...one, ...where } : one)),
        issueForm,
        span,
      );
      const { title, body } = formOf(link);
      expect(title).toContain('otate');
      expect(`${title}\n${body}`).not.toContain(secret.text);
      expect(body.match(/otate/g)).toHaveLength(2);
    }
  });

  it('does not exist if no question was asked in public', () => {
    const direct = questions.map((one) => ({ ...one, isPrivate: true }));
    expect(toIssueLink(topic, direct, issueForm, span)).toBeUndefined();
  });

  it.each(['x', '日', '👩‍💻', '`'])('is never too long for a message, with questions full of %s', (letter) => {
    const many = Array.from({ length: 40 }, (_, at) =>
      asked({ turn: `t${at}`, conversation: `c${at}`, text: `rotate keys number${at} ${letter.repeat(400)}` }),
    );
    const own = { ...topic, turns: many.map(({ turn }) => turn) };
    const link = toIssueLink(own, many, issueForm, span);
    expect(link?.length).toBeLessThanOrEqual(1_500);
    expect(formOf(link).title).toContain('rotate keys number0');
  });
});

it('the issue of a topic counts what was asked in a private channel for members of the channel only', async () => {
  const onlyIn = { platform: 'slack', installation: 'T1', channel: 'G1', thread: '1.0' };
  const texts = ['Rotate API keys in acme?', 'How to rotate API keys?', 'rotate api keys!'];
  const all = texts.map((text, at) => asked({ turn: `t${at}`, text, ...(at === 2 && { onlyIn }) }));
  const report = toReport(all, 0, 2_000_000_000_000);
  const [button] = issueButtons(report, report.topics, english);
  const options = {
    store: { askedSince: async () => all, platformsApart: async () => [] },
    platforms: [
      {
        name: 'slack',
        isolatesWorkspaces: false,
        people: { mayRead: async (person: string) => person === 'slack:T1:MEMBER' },
      },
    ],
    routing: { privateChannels: false },
    issueForm,
  };
  const linkFor = async (requester: string): Promise<string> => {
    const reply = await openIssue({ ref: button?.ref ?? '', thread: onlyIn, requester }, english, options);
    return JSON.stringify(reply);
  };
  expect(await linkFor('slack:T1:MEMBER')).toContain('asked%20this%203%20times');
  expect(await linkFor('slack:T1:OTHER')).toContain('asked%20this%202%20times');
});
