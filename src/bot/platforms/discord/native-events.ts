/** The fields of gateway events that we read, under Discord's own names. Types only. */

/** A user, as gateway events describe one. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly global_name?: string | null;
  readonly bot?: boolean;
}

/** A mentioned user. */
export type MentionedPerson = Person & { readonly member?: { readonly nick?: string | null } };

/** The parts of a message that people see. Source: developer docs "Resources: Message" and "Poll", read 2026-11-21. */
export interface MessageParts {
  readonly content?: string;
  /** Everyone mentioned by name, and the author whom a reply pings. */
  readonly mentions?: readonly MentionedPerson[];
  readonly attachments?: readonly AttachmentShape[];
  readonly embeds?: readonly EmbedShape[];
  readonly components?: readonly unknown[];
  readonly poll?: PollShape;
  readonly sticker_items?: readonly { readonly name?: string }[];
  /** Forwarded messages. */
  readonly message_snapshots?: readonly { readonly message?: MessageParts }[];
  /** The message that this one replies to or forwards. */
  readonly message_reference?: { readonly type?: number; readonly channel_id?: string; readonly guild_id?: string };
}

/** `rich` is written by a bot or webhook; other types are previews of links. */
export interface EmbedShape {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly url?: string;
  readonly author?: { readonly name?: string };
  readonly footer?: { readonly text?: string };
  readonly fields?: readonly { readonly name?: string; readonly value?: string }[];
  readonly image?: unknown;
  readonly video?: unknown;
}

export interface PollShape {
  readonly question?: { readonly text?: string };
  readonly answers?: readonly { readonly poll_media?: { readonly text?: string } }[];
}

/** The fields of MESSAGE_CREATE that we read. Source: developer docs "Resources: Message", read 2026-11-21. */
export interface MessageEvent extends MessageParts {
  readonly id: string;
  readonly channel_id: string;
  /** Absent in direct messages. */
  readonly guild_id?: string;
  readonly type: number;
  readonly content: string;
  readonly author: Person;
  readonly webhook_id?: string;
  /** Set when a person edited the message; null for changes by Discord itself, such as adding a link preview. */
  readonly edited_timestamp?: string | null;
  readonly mention_roles?: readonly string[];
  /** The message that this one replies to; null if it was deleted. */
  readonly referenced_message?: (MessageParts & { readonly id?: string; readonly author?: Person }) | null;
  /** The author's roles; sent only in servers, and only over the gateway. */
  readonly member?: { readonly roles?: readonly string[] };
}

/** An attached file. Source: developer docs "Resources: Message, Attachment Object", read 2026-11-23. */
export interface AttachmentShape {
  readonly filename: string;
  readonly content_type?: string;
  readonly size: number;
  /** Signed; valid for one day. */
  readonly url: string;
}

/** The fields of MESSAGE_DELETE that we read. Source: developer docs "Events: Gateway Events", read 2026-11-21. */
export interface DeletedEvent {
  readonly id: string;
  readonly channel_id: string;
  readonly guild_id?: string;
}

/** The fields of MESSAGE_DELETE_BULK that we read. Source: as above, read 2026-11-23. */
export interface PurgedEvent extends Omit<DeletedEvent, 'id'> {
  readonly ids: readonly string[];
}

/**
 * The fields of MESSAGE_REACTION_ADD and _REMOVE that we read. Source: developer docs "Events: Gateway Events", read
 * 2026-11-22.
 */
export interface ReactionEvent {
  readonly user_id: string;
  readonly channel_id: string;
  readonly message_id: string;
  /** Sent only when the reaction is added. */
  readonly message_author_id?: string;
  /** Sent only when the reaction is added, and only in servers. */
  readonly member?: { readonly roles?: readonly string[] };
  readonly emoji?: { readonly name?: string | null };
}

/** The fields of MESSAGE_REACTION_REMOVE_ALL and _REMOVE_EMOJI that we read; only the latter has an emoji. Source: as above. */
export type ClearedReactionsEvent = Pick<ReactionEvent, 'channel_id' | 'message_id'> & Pick<ReactionEvent, 'emoji'>;

/** The fields of a channel that we read. Source: developer docs "Resources: Channel", read 2026-11-21. */
export interface ChannelShape {
  readonly id: string;
  readonly type: number;
  readonly name?: string | null;
  readonly parent_id?: string | null;
  /** Only on forum posts. */
  readonly applied_tags?: readonly string[];
}

/** The fields of a forum that we read. Other channels have no tags. */
export interface ForumShape {
  readonly type: number;
  readonly available_tags?: readonly TagShape[];
}

export interface TagShape {
  readonly id: string;
  readonly name: string;
}

/** The fields of INTERACTION_CREATE that we read. Source: developer docs "Interactions", read 2026-11-21. */
export interface CommandEvent {
  readonly id: string;
  readonly application_id: string;
  readonly type: number;
  readonly token: string;
  readonly guild_id?: string;
  readonly channel_id?: string;
  /** The language that the person uses Discord in. */
  readonly locale?: string;
  readonly channel?: ChannelShape;
  /** The person, in a server. */
  readonly member?: {
    readonly user: Person;
    readonly roles: readonly string[];
    readonly nick?: string | null;
    readonly flags?: number;
    readonly pending?: boolean;
    /** The person's permissions in the channel, as a decimal bit set. */
    readonly permissions?: string;
  };
  /** The person, in direct messages. */
  readonly user?: Person;
  /** For buttons: the message that the button belongs to. */
  readonly message?: PressedMessage;
  /** Our own permissions in the channel, as a decimal bit set. */
  readonly app_permissions?: string;
  readonly data?: {
    readonly name?: string;
    readonly type?: number;
    /** For buttons and forms. */
    readonly custom_id?: string;
    /** For menus: what was chosen. */
    readonly values?: readonly string[];
    /** For forms: the fields, each wrapped in its label. */
    readonly components?: readonly unknown[];
    /** For message commands: the id of the message, whose content is in `resolved`. */
    readonly target_id?: string;
    readonly resolved?: {
      readonly messages?: Readonly<Record<string, MessageParts & Pick<MessageEvent, 'author'>>>;
    };
    readonly options?: readonly { readonly name: string; readonly value?: unknown }[];
  };
}

/** The fields of a message with buttons that we read. */
export interface PressedMessage {
  readonly id: string;
  readonly flags?: number;
  readonly components?: readonly {
    readonly components?: readonly { readonly custom_id?: string; readonly label?: string }[];
  }[];
  readonly message_reference?: { readonly message_id?: string };
}

/** The fields of GUILD_CREATE that we read. Source: developer docs "Events: Gateway Events", read 2026-11-21. */
export interface ServerEvent {
  readonly id: string;
  readonly unavailable?: boolean;
  readonly channels?: readonly ChannelActivity[];
  /** Only active threads that we may see. */
  readonly threads?: readonly ChannelActivity[];
}

export interface ChannelActivity {
  readonly id: string;
  readonly type: number;
  readonly last_message_id?: string | null;
}

/** The field of READY that we read: the shard's id and the number of shards. */
export interface ReadyEvent {
  readonly shard?: readonly [number, number];
}
