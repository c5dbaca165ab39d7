/** The parts of gateway events that are read, with Discord's own field names. Types only. */

/** A person as the gateway names one. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly global_name?: string | null;
  readonly bot?: boolean;
}

/** A person as a mention describes them. */
export type MentionedPerson = Person & { readonly member?: { readonly nick?: string | null } };

/** The part of a MESSAGE_CREATE that is read. Source: developer docs "Resources: Message", read 2026-11-21. */
export interface MessageEvent {
  readonly id: string;
  readonly channel_id: string;
  /** Missing in direct messages. */
  readonly guild_id?: string;
  readonly type: number;
  readonly content: string;
  readonly author: Person;
  readonly webhook_id?: string;
  /** On what a person edited; null on what Discord itself changed, such as an unfolded link. */
  readonly edited_timestamp?: string | null;
  /** Everybody mentioned by name, and whom a reply pings. */
  readonly mentions?: readonly MentionedPerson[];
  readonly mention_roles?: readonly string[];
  /** The message that this one replies to; null when that was deleted. */
  readonly referenced_message?: { readonly author?: Person } | null;
  /** In a server, and only from the gateway: the author's roles there. */
  readonly member?: { readonly roles?: readonly string[] };
  readonly attachments?: readonly AttachmentShape[];
  /** What a forwarded message says. */
  readonly message_snapshots?: readonly { readonly message: { readonly content?: string } }[];
}

/** A file. Source: developer docs "Resources: Message, Attachment Object", read 2026-11-23. */
export interface AttachmentShape {
  readonly filename: string;
  readonly content_type?: string;
  readonly size: number;
  /** Signed, for a day. */
  readonly url: string;
}

/** The part of a MESSAGE_DELETE that is read. Source: developer docs "Events: Gateway Events", read 2026-11-21. */
export interface DeletedEvent {
  readonly id: string;
  readonly channel_id: string;
  readonly guild_id?: string;
}

/** The part of a MESSAGE_DELETE_BULK that is read. Source: as above, read 2026-11-23. */
export interface PurgedEvent extends Omit<DeletedEvent, 'id'> {
  readonly ids: readonly string[];
}

/**
 * The part of a MESSAGE_REACTION_ADD or _REMOVE that is read. Source: developer docs "Events: Gateway Events", read
 * 2026-11-22.
 */
export interface ReactionEvent {
  readonly user_id: string;
  readonly channel_id: string;
  readonly message_id: string;
  /** When it is added. */
  readonly message_author_id?: string;
  /** When it is added, in a server. */
  readonly member?: { readonly roles?: readonly string[] };
  readonly emoji: { readonly name?: string | null };
}

/** The part of a MESSAGE_REACTION_REMOVE_ALL or _EMOJI that is read; the first names no emoji. Source: as above. */
export type ClearedReactionsEvent = Pick<ReactionEvent, 'channel_id' | 'message_id'> &
  Partial<Pick<ReactionEvent, 'emoji'>>;

/** The fields of a channel that show its kind. Source: developer docs "Resources: Channel", read 2026-11-21. */
export interface ChannelShape {
  readonly id: string;
  readonly type: number;
  readonly name?: string | null;
  readonly parent_id?: string | null;
  /** Of forum posts. */
  readonly applied_tags?: readonly string[];
}

/** The part of a forum that is read. Any other channel has no tags. */
export interface ForumShape {
  readonly type: number;
  readonly available_tags?: readonly TagShape[];
}

export interface TagShape {
  readonly id: string;
  readonly name: string;
}

/** The part of an INTERACTION_CREATE that is read. Source: developer docs "Interactions", read 2026-11-21. */
export interface CommandEvent {
  readonly id: string;
  readonly application_id: string;
  readonly type: number;
  readonly token: string;
  readonly guild_id?: string;
  /** Of the person who typed or pressed. */
  readonly locale?: string;
  readonly channel?: ChannelShape;
  /** Who typed it, in a guild. */
  readonly member?: {
    readonly user: Person;
    readonly roles: readonly string[];
    readonly nick?: string | null;
    readonly flags?: number;
    readonly pending?: boolean;
    /** What the person may do there, a decimal bit set. */
    readonly permissions?: string;
  };
  /** Who typed it, in direct messages. */
  readonly user?: Person;
  /** Of a button: the message under which it stands. */
  readonly message?: PressedMessage;
  /** What we may do where it was typed, a decimal bit set. */
  readonly app_permissions?: string;
  readonly data?: {
    readonly name?: string;
    readonly type?: number;
    /** Of a button, or a form. */
    readonly custom_id?: string;
    /** Of a form: its fields, each in its label. */
    readonly components?: readonly unknown[];
    /** Of a message command: the message, with its content. */
    readonly target_id?: string;
    readonly resolved?: {
      readonly messages?: Readonly<Record<string, Pick<MessageEvent, 'content' | 'mentions' | 'attachments'>>>;
    };
    readonly options?: readonly { readonly name: string; readonly value?: unknown }[];
  };
}

/** A message with buttons, as far as it is read. */
export interface PressedMessage {
  readonly id: string;
  readonly flags?: number;
  readonly components?: readonly {
    readonly components?: readonly { readonly custom_id?: string; readonly label?: string }[];
  }[];
  readonly message_reference?: { readonly message_id?: string };
}

/** The part of a GUILD_CREATE that is read. Source: developer docs "Events: Gateway Events", read 2026-11-21. */
export interface ServerEvent {
  readonly id: string;
  readonly unavailable?: boolean;
  readonly channels?: readonly ChannelActivity[];
  /** Those that are not archived and that we may see. */
  readonly threads?: readonly ChannelActivity[];
}

export interface ChannelActivity {
  readonly id: string;
  readonly type: number;
  readonly last_message_id?: string | null;
}

/** The part of a READY that is read: which shard of how many. */
export interface ReadyEvent {
  readonly shard?: readonly [number, number];
}
