/**
 * “File an issue” in the menu of a message: a helper checks a draft, and gets a link to a form that is filled in with it, so that
 * nothing is published unread.
 */
import { shorten } from '../../../kit/base/shorten.ts';
import { dayOf } from '../../../kit/base/wall-clock.ts';
import { clean, type ReadChosen, readChosen, refusalOf } from '../context/chosen-message.ts';
import type { ThreadRef } from '../model/conversation.ts';
import { maxTextChars } from '../model/draft.ts';
import { toOneLine } from '../model/suggestions.ts';
import type { Drafting } from '../ports/drafting.ts';
import type { PostedMessage } from '../ports/feedback-store.ts';
import type { Platform } from '../ports/platform.ts';
import type { IssueSubject } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';
import { listed, mostThatFit, type NewIssue, toFittingLink, toLink, toTitle } from './issue-form.ts';

const maxPages = 5;

/** `form`: the pattern of a link to the form for a new issue. */
export function createFiling(
  platform: Platform,
  form: string,
  options: Pick<Runtime, 'store' | 'routing' | 'clock' | 'logger'>,
): Drafting {
  const { store, clock, logger } = options;

  return {
    async draft(chosen, wording) {
      const read = await readChosen(chosen, platform, options);
      if (typeof read === 'string') return { says: wording.say(read) };
      const { thread } = chosen.said;
      const earlier = await store.issuePreparedAt(subjectOf(thread, chosen.posted, read.turn));
      const draft = {
        terms: 'none' as const,
        ...(earlier !== undefined && { earlier: wording.say('issue.earlier', { date: wording.day(dayOf(earlier)) }) }),
      };
      if (!read.isPublic) return { ...draft, title: '', text: '', note: wording.say('issue.inPrivate') };
      const { title, body, isCut } = toDraft(read, platform.threads?.linkTo(thread, chosen.posted.message), form);
      const notes = [
        ...(read.question.isMasked || read.answer.isMasked ? [wording.say('draft.masked')] : []),
        ...(isCut ? [wording.say('draft.cut')] : []),
      ];
      return { ...draft, title, text: body, ...(notes.length > 0 && { note: notes.join(' ') }) };
    },

    async submit(sent, wording) {
      const [title, body] = [clean(toOneLine(sent.title)), clean(sent.text)];
      const refusal = await refusalOf(sent, sent.thread, platform, options);
      const problem = refusal ?? (title.text === '' ? 'issue.noTitle' : undefined);
      if (problem) return { isDone: false, says: wording.say(problem) };
      const ours = await store.findAnswer(sent.posted);
      const subject = subjectOf(sent.thread, sent.posted, ours?.isAsked ? ours.turn : undefined);
      const { earlier } = await store.prepareIssue(subject, sent.by, clock.now(), sent.isAgain);
      if (earlier !== undefined)
        return { isDone: false, says: wording.say('issue.already', { date: wording.day(dayOf(earlier)) }) };
      const { link, isWhole } = toFittingLink(form, { title: title.text, body: body.text });
      logger.info({ platform: platform.name }, 'issue prepared');
      const sentences = [
        wording.say('issue.ready', { link: `[${wording.say('issue.link')}](<${link}>)` }),
        ...(title.isMasked || body.isMasked ? [wording.say('draft.masked')] : []),
        ...(isWhole ? [] : [wording.say('issue.cut')]),
      ];
      return { isDone: true, says: sentences.join(' ') };
    },
  };
}

/** Every message of an answer of ours is about the same. */
function subjectOf(
  { platform, installation }: ThreadRef,
  { channel, message }: PostedMessage,
  turn?: string,
): IssueSubject {
  return { platform, installation, id: turn ?? JSON.stringify([channel, message]) };
}

/** With as much of the answer as fits into the link. `where`: a link to the message. */
function toDraft(read: ReadChosen, where: string | undefined, form: string): NewIssue & { readonly isCut: boolean } {
  const chars = mostThatFit(Math.min(read.answer.text.length, maxTextChars), (most) =>
    toLink(form, toIssue(read, where, most)),
  );
  return { ...toIssue(read, where, chars), isCut: chars < read.answer.text.length };
}

/** Quoted, so that no line of it is a command to GitLab, such as `/close`. */
function quoted(text: string): string {
  return text.replace(/^/gm, '> ');
}

/** In English, since the docs team reads it. The answer comes last: where it is cut, its markup may be left open. */
function toIssue({ question, answer, sources }: ReadChosen, where: string | undefined, maxChars: number): NewIssue {
  const asked = toOneLine(question.text);
  const said = shorten(answer.text, maxChars);
  const pages = sources.slice(0, maxPages).map(({ url, path }) => url ?? path);
  const parts = [
    ...listed('Question', asked === '' ? [] : [asked]),
    ...listed('Pages cited in the answer', pages),
    ...(where === undefined ? [] : [where]),
    asked === '' ? quoted(said) : `**Answer**\n\n${quoted(said)}`,
  ];
  return { title: toTitle(asked === '' ? toOneLine(answer.text) : asked), body: parts.join('\n\n') };
}
