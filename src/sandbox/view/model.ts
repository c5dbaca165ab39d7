/**
 * What the console page is told: both platforms in one shape, so that the page knows no platform's format. Types only.
 */
import type { Shown } from './shown.ts';

export type PlatformName = 'slack' | 'discord';

export interface Person {
  readonly id: string;
  /** The handle: the same person has the same one on both platforms. */
  readonly name: string;
  readonly displayName: string;
  /** Six hex digits. */
  readonly colour: string;
  readonly bot: boolean;
}

/** A channel, direct messages with the bot, a forum, or (Discord) a thread. */
export interface Room {
  readonly id: string;
  readonly name: string;
  readonly kind: 'channel' | 'private' | 'direct' | 'forum' | 'news' | 'thread';
  readonly topic: string;
  /** Ids of the people who see it; without it all do. */
  readonly members?: readonly string[];
  /** Whether the bot is in it. */
  readonly hasBot: boolean;
  /** Of threads: the channel. */
  readonly parent?: string;
  /** Nobody may write there. */
  readonly closed?: boolean;
  /** Off the list of what is going on. */
  readonly archived?: boolean;
  readonly tags?: readonly string[];
}

export interface ShownMessage {
  /** Unique on its platform. */
  readonly id: string;
  readonly room: string;
  /** Slack: the id of the root it answers. */
  readonly thread?: string;
  /** A reply that the channel shows as well. */
  readonly inRoomToo?: boolean;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly body: readonly Shown[];
  /** What it was written as, for an edit by its author. */
  readonly source: string;
  readonly edited: boolean;
  /** Shown to this person alone. */
  readonly visibleTo?: string;
  readonly reactions: readonly { readonly name: string; readonly sign: string; readonly users: readonly string[] }[];
  /** Addresses with a preview card. */
  readonly previews: readonly string[];
  /** What stands above it: a command that was used, a message that is answered. */
  readonly above?: { readonly author: string; readonly text: string };
  /** A line of the platform's own, not a message. */
  readonly notice?: string;
  /** An answer that was announced: it is being thought about, or never came. */
  readonly pending?: 'thinking' | 'failed';
  /** Discord: the thread that was started from it. */
  readonly opens?: string;
}

/** A sign that somebody is at work. */
export interface Working {
  readonly room: string;
  /** Slack: the thread's root. */
  readonly thread?: string;
  readonly author: string;
  readonly text: string;
  /** After how long it goes by itself. */
  readonly lastsMs?: number;
}

export interface CommandHint {
  readonly name: string;
  readonly description: string;
  /** What is written after it. */
  readonly hint: string;
}

export interface PlatformView {
  readonly platform: PlatformName;
  readonly workspace: string;
  readonly bot: string;
  readonly people: readonly Person[];
  readonly rooms: readonly Room[];
  readonly messages: readonly ShownMessage[];
  readonly working: readonly Working[];
  readonly commands: readonly CommandHint[];
}

/** What changed. Messages, rooms and signs of work replace what was told of them before. */
export type Patch =
  | { readonly kind: 'message'; readonly message: ShownMessage }
  | { readonly kind: 'removed'; readonly id: string }
  | { readonly kind: 'room'; readonly room: Room }
  | { readonly kind: 'room removed'; readonly id: string }
  /** Without `working`: no more. */
  | { readonly kind: 'working'; readonly room: string; readonly thread?: string; readonly working?: Working };

/** What somebody does on the page. Ids are those of the view. */
export type Act =
  | {
      readonly kind: 'write';
      readonly user: string;
      readonly room: string;
      readonly thread?: string;
      readonly text: string;
    }
  | {
      readonly kind: 'post';
      readonly user: string;
      readonly room: string;
      readonly title: string;
      readonly text: string;
    }
  | {
      readonly kind: 'press';
      readonly user: string;
      readonly message: string;
      readonly button: string;
      readonly value?: string;
    }
  | { readonly kind: 'react'; readonly user: string; readonly message: string; readonly name: string }
  | { readonly kind: 'edit'; readonly user: string; readonly message: string; readonly text: string }
  | { readonly kind: 'remove'; readonly user: string; readonly message: string };

/** One platform as the console drives it. */
export interface Stage {
  readonly platform: PlatformName;
  view(): PlatformView;
  /** What may be typed after a slash, as it stands now. */
  commands(): readonly CommandHint[];
  /** Gives what ends the listening. */
  onPatch(listener: (patch: Patch) => void): () => void;
  /** Fails with an Error whose message the person reads. */
  act(act: Act): Promise<void>;
}
