/** Keeps a message as an answer: what the helper sees of it first, and what is stored of what they send. */
import { within } from '../../../kit/base/clock.ts';
import { headOf } from '../../../kit/base/shorten.ts';
import { maskSensitive } from '../../../kit/masking/mask.ts';
import { keyWordsOf } from '../../../kit/matching/question-likeness.ts';
import type { PlainKey } from '../../wording/catalogue.ts';
import type { Wording } from '../../wording/wording.ts';
import { isByOthers, isFromPrivate, maxKeptAnswerChars, maxKeptQuestionChars, termsFor } from '../model/kept-answer.ts';
import { withoutPeople } from '../model/people.ts';
import { maxSources } from '../model/reply.ts';
import type { FoundPage, Source } from '../model/source.ts';
import { toOneLine } from '../model/suggestions.ts';
import { isHelper } from '../people/admission.ts';
import type { Assistant } from '../ports/assistant.ts';
import type { Keeping, KeepRequest, SentAnswer } from '../ports/keeping.ts';
import type { KeptAnswer, KeptAnswers, KeptFile } from '../ports/kept-answers.ts';
import type { Platform } from '../ports/platform.ts';
import type { Presser } from '../ports/presses.ts';
import { placeOf } from '../questions/place-of.ts';
import type { Runtime } from '../runtime.ts';
import { groupsOf, mostAlike } from './find-kept.ts';
import { dayOf, pagesFor } from './give-kept.ts';

/** Slack opens a form within three seconds only. */
const earlierMs = 1_000;

export function createKeeping(
  platform: Platform,
  kept: KeptAnswers,
  options: Pick<Runtime, 'store' | 'routing' | 'clock' | 'platforms' | 'logger'>,
): Keeping {
  const { store, routing, clock, logger } = options;

  return {
    async draft(request, wording) {
      const { said, posted, author } = request;
      const refusal = await refusalOf({ by: said.asker, ...(said.groups && { groups: said.groups }) }, said.thread);
      if (refusal) return { says: wording.say(refusal) };
      const [ours, place] = await Promise.all([store.findAnswer(posted), placeOf(said, platform.places)]);
      if (ours?.isOpen) return { says: wording.say('press.running') };
      const isOurs = ours?.isAsked === true;
      const answer = clean(isOurs ? ours.answer : said.text);
      if (answer.text === '') return { says: wording.say('keep.noText') };
      const question = clean(isOurs ? ours.question : await questionBefore(request));
      const title = headOf(toOneLine(question.text), maxKeptQuestionChars);
      const earlier = await mostAlike(title, said.thread, routing.routeFor(said.thread), { ...options, kept });
      const isCut = answer.text.length > maxKeptAnswerChars;
      const notes = [
        ...(answer.isMasked || question.isMasked ? [wording.say('keep.masked')] : []),
        ...(isCut ? [wording.say('keep.cut')] : []),
      ];
      return {
        question: title,
        answer: headOf(answer.text, maxKeptAnswerChars),
        terms: termsFor(!isOurs && author !== said.asker, place !== 'public'),
        ...(notes.length > 0 && { note: notes.join(' ') }),
        ...(earlier && { earlier: wording.say('keep.earlier', { date: wording.day(earlier.keptOn) }) }),
      };
    },

    async keep(sent, wording) {
      const { thread, terms } = sent;
      const refuse = (key: PlainKey) => ({ isKept: false, says: wording.say(key) });
      const refusal = await refusalOf(sent, thread);
      if (refusal) return refuse(refusal);
      if (terms !== 'none' && !sent.isConfirmed) return refuse('keep.unconfirmed');
      const [question, answer] = [clean(toOneLine(sent.question)), clean(sent.answer)];
      if (answer.text === '') return refuse('keep.noText');
      if (keyWordsOf(question.text).length === 0) return refuse('keep.vague');
      const { site, filter, assistant } = routing.routeFor(thread);
      const audience = { site, ...(filter && { filter }) };
      const earlier = await mostAlike(question.text, thread, audience, { ...options, kept });
      if (earlier && !sent.replaces)
        return { isKept: false, says: wording.say('keep.already', { date: wording.day(earlier.keptOn) }) };
      const source = isFromPrivate(terms) ? undefined : platform.threads?.linkTo(thread, sent.posted.message);
      const file = await kept.save(
        {
          question: question.text,
          text: answer.text,
          keptOn: dayOf(clock.now()),
          consent: isByOthers(terms) ? 'confirmed' : 'author',
          ...(source !== undefined && { source }),
          ...audience,
          place: { platform: thread.platform, installation: thread.installation },
          pages: await asFound(await pagesOf(sent, answer.text), { question: question.text, ...audience }, assistant),
          groups: groupsOf(filter),
        },
        earlier?.name,
      );
      logger.info({ platform: platform.name, isReplaced: earlier !== undefined }, 'answer kept');
      const isMasked = question.isMasked || answer.isMasked;
      const proposal = kept.proposal?.(file);
      const sentences = [
        wording.say('keep.done'),
        ...(isMasked ? [wording.say('keep.masked')] : []),
        ...(proposal ? [toSentence(proposal, file, wording)] : []),
      ];
      return { isKept: true, says: sentences.join(' ') };
    },
  };

  /** With what a search shows of them now, to notice changes. */
  async function asFound(
    pages: readonly Source[],
    of: Pick<KeptAnswer, 'question' | 'filter'>,
    assistant: Assistant,
  ): Promise<readonly FoundPage[]> {
    if (pages.length === 0) return [];
    const found = await pagesFor(of, assistant, clock.now(), new AbortController().signal);
    return pages.map((page) => {
      const digest = found.find(({ url }) => url === page.url)?.digest;
      return { ...page, ...(digest !== undefined && { digest }) };
    });
  }

  async function refusalOf(
    { by, groups }: Presser,
    thread: KeepRequest['said']['thread'],
  ): Promise<PlainKey | undefined> {
    const route = routing.routeFor(thread);
    if (route.mode === 'off') return 'refused.off';
    const asker = { asker: by, thread, ...(groups && { groups }) };
    return (await isHelper(asker, route, platform)) ? undefined : 'keep.notStaff';
  }

  /** What the message answers: the question that opened its thread; empty if that cannot be read. */
  async function questionBefore({ said, root }: KeepRequest): Promise<string> {
    if (root === undefined) return '';
    const asked = await store.findTurn({ id: root, thread: said.thread });
    if (asked) return asked.text;
    const earlier = await within(
      platform.threads?.earlierIn(said.thread, said) ?? Promise.resolve([]),
      earlierMs,
      clock,
    );
    return Array.isArray(earlier) ? (earlier[0]?.text ?? '') : '';
  }

  /** The pages that our answer cited, else those of the site that the text links to. */
  async function pagesOf({ thread, posted }: SentAnswer, text: string): Promise<readonly Source[]> {
    const ours = await store.findAnswer(posted);
    if (ours?.isAsked) return ours.sources.filter(({ url }) => url !== undefined).slice(0, maxSources);
    const { siteUrl } = routing.routeFor(thread);
    const links = text.match(/https?:\/\/[^\s<>()[\]"'`]+/g) ?? [];
    const pages = links.filter((url) => siteUrl !== undefined && isOn(url, siteUrl));
    return [...new Set(pages)].slice(0, maxSources).map((url) => ({ path: url, url }));
  }
}

function toSentence({ link, isWhole }: Proposal, { name }: KeptFile, wording: Wording): string {
  return isWhole ? wording.say('keep.propose', { link }) : wording.say('keep.proposeFile', { link, file: name });
}

type Proposal = ReturnType<NonNullable<KeptAnswers['proposal']>>;

function isOn(url: string, siteUrl: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(siteUrl).origin;
}

/** Without names, addresses and secrets. */
function clean(written: string): { readonly text: string; readonly isMasked: boolean } {
  const masked = maskSensitive(written);
  return { text: withoutPeople(masked).trim(), isMasked: masked !== written };
}
