/** Routing as the core sees it: site, mode, limits and wording by place. Types only. */
import type { Language } from '../../wording/languages.ts';
import type { Wording } from '../../wording/wording.ts';
import type { ThreadRef } from '../model/conversation.ts';
import type { Assistant } from './assistant.ts';

/** Days and times in a time zone: on each of the days from `from` to `to` (`HH:MM`). */
export interface WorkingHours {
  readonly days: readonly ('sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat')[];
  readonly from: string;
  readonly to: string;
  /** An IANA name. */
  readonly timeZone: string;
}

/** Questions per window, in UTC; unset means unlimited. */
export interface Limits {
  readonly personMinute?: number;
  readonly personDay?: number;
  readonly channelMinute?: number;
  /** Per installation. */
  readonly workspaceMonth?: number;
  /** Per site: how many questions its API key may be used for. */
  readonly siteMonth?: number;
  /** Per service: how many questions it accepts from one organization. */
  readonly organizationHour?: number;
  /** Per service: how many it accepts from one network address. */
  readonly addressDay?: number;
}

/** The settings of one place. */
export interface Route {
  /** The name of the site that answers. */
  readonly site: string;
  readonly assistant: Assistant;
  /** Narrows the search; its fields take precedence over the site's own filter. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** mention: answers messages addressed to Docent. auto: also questions addressed to nobody. off: says nothing. */
  readonly mode: 'mention' | 'auto' | 'off';
  /** What a question addressed to nobody gets if the docs do not answer it; the default depends on the place. */
  readonly unanswered?: 'silent' | 'pages' | 'say';
  /** Whose messages in a thread may be questions without a mention; `mention`: nobody's. */
  readonly followUps: 'asker' | 'anyone' | 'mention';
  /** `slack:U…`, `slack:S…`, `discord:<user or role>`. */
  readonly mayAsk: 'everyone' | readonly string[];
  /** For Docent's own sentences; defaults to the platform's language. */
  readonly language?: Language;
  /** Whom a reader may call for help. */
  readonly handover?: string;
  /** When they are available; defaults to always. */
  readonly handoverHours?: WorkingHours;
  /** Further helpers, in the form of `mayAsk`. */
  readonly staff?: readonly string[];
  /** Which answers of an AI say that an AI writes: the first one in each place, or each one. */
  readonly aiNotice: 'first' | 'always' | 'off';
  /** Whether an answer links an earlier, helpful one to the same question. */
  readonly answeredBefore: 'on' | 'off';
  /** Commands are answered for the asker only. */
  readonly private: boolean;
  /** Only forum posts with one of these tags (id or name) are answered; if unset, all are. */
  readonly tags?: readonly string[];
  /** The tag to add to an answered forum post, by id or name. */
  readonly answeredTag?: string;
  /** Suggested questions; defaults to some that suit most docs. */
  readonly prompts?: readonly string[];
  /** Where the site's docs can be read. */
  readonly siteUrl?: string;
  /** The project that a deploy command updates. */
  readonly project?: string;
  /** On questions there. */
  readonly limits: Limits;
}

/** Look-ups need no I/O, and their results may change from call to call. */
export interface Routing {
  /** Whether everybody who reads reports may read words of private channels. */
  readonly privateChannels: boolean;
  routeFor(thread: ThreadRef): Route;
  /** Docent's sentences in the language of the place, else of a platform's locale (`pt-BR`), else in English. */
  wordingFor(thread: ThreadRef, locale: string | undefined): Wording;
  /** undefined if the site no longer exists. */
  assistantOf(site: string): Assistant | undefined;
  /** Has every service delete its data about this fingerprint, within a few seconds. Returns whether all did. Never fails. */
  forget(fp: string): Promise<boolean>;
}
