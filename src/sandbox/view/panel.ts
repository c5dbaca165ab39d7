/** What the console's page receives and sends: both platforms in one format, so that the page is independent of theirs. */
import type { RenderedNode } from './rendered.ts';

export type PlatformName = 'slack' | 'discord';

export interface Person {
  readonly id: string;
  /** The handle, which is the same on both platforms. */
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
  /** The ids of the people who can see it; everyone if missing. */
  readonly members?: readonly string[];
  /** Whether the bot is in it. */
  readonly hasBot: boolean;
  /** Threads only: the channel. */
  readonly parent?: string;
  /** No one can write there. */
  readonly closed?: boolean;
  /** Hidden from the list of rooms. */
  readonly archived?: boolean;
  readonly tags?: readonly string[];
}

export interface RenderedMessage {
  /** Unique on its platform. */
  readonly id: string;
  readonly room: string;
  /** Slack only: the id of the thread's root. */
  readonly thread?: string;
  /** A reply that is also shown in the channel. */
  readonly alsoInRoom?: boolean;
  readonly author: string;
  /** The name under which an app posted it, instead of its author's. */
  readonly postedAs?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly body: readonly RenderedNode[];
  /** The text as written, for an edit by its author. */
  readonly source: string;
  readonly edited: boolean;
  /** Shown to this person only. */
  readonly visibleTo?: string;
  readonly reactions: readonly { readonly name: string; readonly sign: string; readonly users: readonly string[] }[];
  /** URLs with a preview card. */
  readonly previews: readonly string[];
  readonly files?: readonly { readonly name: string; readonly bytes: number }[];
  /** The line above it: the command that was used, or the message that it replies to. */
  readonly above?: { readonly author: string; readonly text: string };
  /** A system message, shown instead of the body. */
  readonly notice?: string;
  /** A deferred response: still thinking, or failed because none arrived. */
  readonly pending?: 'thinking' | 'failed';
  /** Discord only: the thread that was started from it. */
  readonly opens?: string;
}

/** A status or typing indicator. */
export interface WorkingIndicator {
  readonly room: string;
  /** Slack only: the thread's root. */
  readonly thread?: string;
  readonly author: string;
  readonly text: string;
  /** How long until it disappears automatically. */
  readonly lifetimeMs?: number;
}

export interface CommandHint {
  readonly name: string;
  readonly description: string;
  /** Its arguments. */
  readonly hint: string;
}

export interface PlatformView {
  readonly platform: PlatformName;
  readonly workspace: string;
  readonly bot: string;
  readonly people: readonly Person[];
  readonly rooms: readonly Room[];
  readonly messages: readonly RenderedMessage[];
  readonly working: readonly WorkingIndicator[];
  readonly commands: readonly CommandHint[];
}

/** A form of the app, which one person has open. */
export interface RenderedForm {
  readonly id: string;
  readonly title: string;
  /** The labels of its buttons. */
  readonly send: string;
  readonly cancel: string;
  readonly fields: readonly FormField[];
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly optional: boolean;
  /** The choices; without them, text is entered. */
  readonly options?: readonly { readonly text: string; readonly value: string }[];
}

/** What changed. A message, room or indicator replaces the earlier one. */
export type Patch =
  | { readonly kind: 'message'; readonly message: RenderedMessage }
  | { readonly kind: 'removed'; readonly id: string }
  | { readonly kind: 'room'; readonly room: Room }
  | { readonly kind: 'room removed'; readonly id: string }
  | { readonly kind: 'form'; readonly user: string; readonly form: RenderedForm }
  /** The app's own page, as one person sees it. */
  | { readonly kind: 'home'; readonly user: string; readonly body: readonly RenderedNode[] }
  /** The suggested prompts in direct messages with the bot. */
  | { readonly kind: 'prompts'; readonly room: string; readonly prompts: readonly string[] }
  /** Without `working`, the indicator is removed. */
  | { readonly kind: 'working'; readonly room: string; readonly thread?: string; readonly working?: WorkingIndicator };

/** A file sent with a message. */
export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  /** Base64. */
  readonly content: string;
}

/** What a person does on the page. Ids are those of the view. */
export type UserAction =
  | {
      readonly kind: 'write';
      readonly user: string;
      readonly room: string;
      readonly thread?: string;
      readonly text: string;
      readonly files?: readonly UploadedFile[];
      /** The message to forward there. */
      readonly forwards?: string;
      /** Discord only: the message that it replies to. */
      readonly replyTo?: string;
      /** Posted as a card by an app or a form, not by the person. */
      readonly asApp?: boolean;
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
  | {
      readonly kind: 'submit';
      readonly user: string;
      readonly form: string;
      /** By field name. */
      readonly values: Readonly<Record<string, string>>;
    }
  /** Opens the app's own page, or the direct messages with it. */
  | { readonly kind: 'open'; readonly user: string; readonly tab: 'home' | 'messages' }
  /** Chooses the app in the menu of a message. */
  | { readonly kind: 'ask'; readonly user: string; readonly message: string }
  | { readonly kind: 'react'; readonly user: string; readonly message: string; readonly name: string }
  | { readonly kind: 'edit'; readonly user: string; readonly message: string; readonly text: string }
  | { readonly kind: 'remove'; readonly user: string; readonly message: string };

/** One platform on the page. */
export interface Panel {
  readonly platform: PlatformName;
  view(): PlatformView;
  /** The slash commands that currently exist. */
  commands(): readonly CommandHint[];
  /** Returns a function that unsubscribes. */
  onPatch(listener: (patch: Patch) => void): () => void;
  /** Fails with an Error whose message is shown to the person. */
  perform(action: UserAction): Promise<void>;
}
