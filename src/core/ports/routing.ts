/** The routing as the core asks for it: site, mode, limits and wording by place. Types only. */
import type { Language } from '../../wording/languages.ts';
import type { Wording } from '../../wording/wording.ts';
import type { ThreadRef } from '../model/conversation.ts';
import type { Assistant } from './assistant.ts';

/** Days and times in a time zone, on each day from `from` to `to` (`HH:MM`). */
export interface WorkingHours {
  readonly days: readonly ('sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat')[];
  readonly from: string;
  readonly to: string;
  /** An IANA name. */
  readonly timeZone: string;
}

/** Questions per window of UTC; a missing one is not limited. */
export interface Limits {
  readonly personMinute?: number;
  readonly personDay?: number;
  readonly channelMinute?: number;
  /** Of one installation. */
  readonly workspaceMonth?: number;
  /** Of one site: what its API key may be used for. */
  readonly siteMonth?: number;
}

/** What applies in one place. */
export interface Route {
  /** The name of the site that answers. */
  readonly site: string;
  readonly assistant: Assistant;
  /** Narrows the search; its fields take precedence over the site's own filter. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** mention: answers who addresses it. auto: also questions that address nobody. off: says nothing. */
  readonly mode: 'mention' | 'auto' | 'off';
  /** Whose unmentioned messages in a thread may be questions; `mention`: nobody's. */
  readonly followUps: 'asker' | 'anyone' | 'mention';
  /** `slack:U…`, `slack:S…`, `discord:<user or role>`. */
  readonly mayAsk: 'everyone' | readonly string[];
  /** Of our own sentences; missing: the platform's. */
  readonly language?: Language;
  /** Whom a reader may call for help. */
  readonly handover?: string;
  /** When they are there; missing: always. */
  readonly handoverHours?: WorkingHours;
  /** Who helps there beside them, in the form of `mayAsk`. */
  readonly staff?: readonly string[];
  /** Commands are answered for the asker only. */
  readonly private: boolean;
  /** Forum posts with one of these tags are answered, by id or name; missing: all are. */
  readonly tags?: readonly string[];
  /** The tag that an answered forum post gets, by id or name. */
  readonly answeredTag?: string;
  /** What is proposed to ask; missing: something that fits most docs. */
  readonly prompts?: readonly string[];
  /** Where the docs of the site can be read. */
  readonly siteUrl?: string;
  /** The project that a deploy command updates. */
  readonly project?: string;
  /** Of questions there. */
  readonly limits: Limits;
}

/** Everything is answered from memory, and may be answered differently the next time. */
export interface Routing {
  routeFor(thread: ThreadRef): Route;
  /** Our own sentences in the language of the place, or else in that of a platform's locale (`pt-BR`), or else in English. */
  wordingFor(thread: ThreadRef, locale: string | undefined): Wording;
  /** undefined: there is no such site any more. */
  assistantOf(site: string): Assistant | undefined;
  /** Has every service delete what it keeps of this fingerprint, within some seconds. Whether all did. Never fails. */
  forget(fp: string): Promise<boolean>;
}
