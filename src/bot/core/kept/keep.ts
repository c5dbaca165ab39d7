/** Keeps a message as an answer: what the helper sees of it first, and what is stored of what they send. */
import { headOf } from '../../../kit/base/shorten.ts';
import { dayOf } from '../../../kit/base/wall-clock.ts';
import { keyWordsOf } from '../../../kit/matching/question-likeness.ts';
import type { PlainKey } from '../../wording/catalogue.ts';
import type { Wording } from '../../wording/wording.ts';
import { clean, readChosen, refusalOf } from '../context/chosen-message.ts';
import { isByOthers, isFromPrivate, maxTextChars, maxTitleChars, termsFor } from '../model/draft.ts';
import { maxSources } from '../model/reply.ts';
import type { FoundPage, Source } from '../model/source.ts';
import { toOneLine } from '../model/suggestions.ts';
import type { Assistant } from '../ports/assistant.ts';
import type { Drafting, SentDraft } from '../ports/drafting.ts';
import type { KeptAnswer, KeptAnswers, KeptFile } from '../ports/kept-answers.ts';
import type { Platform } from '../ports/platform.ts';
import type { Runtime } from '../runtime.ts';
import { groupsOf, mostAlike } from './find-kept.ts';
import { pagesFor } from './give-kept.ts';

export function createKeeping(
  platform: Platform,
  kept: KeptAnswers,
  options: Pick<Runtime, 'store' | 'routing' | 'clock' | 'platforms' | 'logger'>,
): Drafting {
  const { store, routing, clock, logger } = options;

  return {
    async draft(chosen, wording) {
      const read = await readChosen(chosen, platform, options);
      if (typeof read === 'string') return { says: wording.say(read) };
      const { turn, isPublic, question, answer } = read;
      const { said, author } = chosen;
      const title = headOf(toOneLine(question.text), maxTitleChars.keep);
      const earlier = await mostAlike(title, said.thread, routing.routeFor(said.thread), { ...options, kept });
      const isCut = answer.text.length > maxTextChars;
      const notes = [
        ...(answer.isMasked || question.isMasked ? [wording.say('draft.masked')] : []),
        ...(isCut ? [wording.say('draft.cut')] : []),
      ];
      return {
        title,
        text: headOf(answer.text, maxTextChars),
        terms: termsFor(turn === undefined && author !== said.asker, !isPublic),
        ...(notes.length > 0 && { note: notes.join(' ') }),
        ...(earlier && { earlier: wording.say('keep.earlier', { date: wording.day(earlier.keptOn) }) }),
      };
    },

    async submit(sent, wording) {
      const { thread, terms } = sent;
      const refuse = (key: PlainKey) => ({ isDone: false, says: wording.say(key) });
      const refusal = await refusalOf(sent, thread, platform, options);
      if (refusal) return refuse(refusal);
      if (terms !== 'none' && !sent.isConfirmed) return refuse('keep.unconfirmed');
      const [question, answer] = [clean(toOneLine(sent.title)), clean(sent.text)];
      if (answer.text === '') return refuse('draft.noText');
      if (keyWordsOf(question.text).length === 0) return refuse('keep.vague');
      const { site, filter, assistant } = routing.routeFor(thread);
      const audience = { site, ...(filter && { filter }) };
      const earlier = await mostAlike(question.text, thread, audience, { ...options, kept });
      if (earlier && !sent.isAgain)
        return { isDone: false, says: wording.say('keep.already', { date: wording.day(earlier.keptOn) }) };
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
        ...(isMasked ? [wording.say('draft.masked')] : []),
        ...(proposal ? [toSentence(proposal, file, wording)] : []),
      ];
      return { isDone: true, says: sentences.join(' ') };
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

  /** The pages that our answer cited, else those of the site that the text links to. */
  async function pagesOf({ thread, posted }: SentDraft, text: string): Promise<readonly Source[]> {
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
