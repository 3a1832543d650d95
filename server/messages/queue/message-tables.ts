import { type Generated } from 'kysely';
import { type Language } from '#schemas/languages.ts';

/** How a message reaches people. */
export type MessageKind = 'email' | 'sms' | 'push';

/** Why a message was given up: the provider won't ever take it, its time is over, or it can't be read. */
export type GivenUpFor = 'refused' | 'too_old' | 'unreadable';

/** A message on its way. Gone once it is handed over; given up, it stays without what it said and to whom. */
export interface MessagesTable {
  uuid: string;
  kind: MessageKind;
  /** What somebody waits for at the screen, such as a code. */
  is_urgent: boolean;
  /** What it tells: a purpose of a code, a template, a notification's event. */
  about: string;
  /** An address or a number; null where it is the person's own, which is looked up when it is sent. */
  recipient: string | null;
  /** Null where it is the person's own. */
  language: Language | null;
  /** Whom it is for. Null with a recipient, and for what only looks like a message (`enqueueCode`). */
  installer_id: string | null;
  /** What its template is filled with; null once it was given up. */
  content: unknown;
  /** A code, enciphered (`sealed-code.ts`). */
  sealed: string | null;
  created_at: Date;
  /** When it is to be tried next. Whoever tries it moves this ahead, so that nobody else does. */
  due_at: Date;
  /** After which it is of no use to anybody. */
  expires_at: Date;
  /** How often it was tried. It also names the try: only the newest may settle the message. */
  tries: Generated<number>;
  /** The endpoints that have a push message, where others are to be tried again: a JSON list. */
  settled: Generated<unknown>;
  /** Why the last try failed, without anything personal. */
  failure: Generated<string | null>;
  given_up_at: Generated<Date | null>;
  given_up_for: Generated<GivenUpFor | null>;
}

/** A file that goes with an e-mail. */
export interface MessageAttachmentsTable {
  message_uuid: string;
  /** From 0. */
  place: number;
  name: string;
  media_type: string;
  content: Uint8Array;
}

export interface MessageTables {
  messages: MessagesTable;
  message_attachments: MessageAttachmentsTable;
}
