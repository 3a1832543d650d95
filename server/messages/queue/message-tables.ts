import { type Generated } from 'kysely';
import { type Language } from '#schemas/languages.ts';
import { type RegionId } from '#schemas/regions.ts';

/** Channel of a message. */
export type MessageKind = 'email' | 'sms' | 'push';

/** Reason for giving up on a message: the provider rejected it, it expired, or its content can't be read. */
export type GiveUpReason = 'refused' | 'too_old' | 'unreadable';

/**
 * Queued messages. A row is deleted once its message is sent. If the server gives up on the message, the row stays, but
 * without the content and the recipient.
 */
export interface MessagesTable {
  uuid: string;
  kind: MessageKind;
  /** True if a person is waiting for the message, such as a code. */
  is_urgent: boolean;
  /** What the message is about: a code's purpose, a template's name or a notification's event. */
  about: string;
  /** Email address or phone number. Null if it's looked up from `installer_id` when the message is sent. */
  recipient: string | null;
  /** Null if it's looked up from `installer_id` when the message is sent. */
  language: Language | null;
  /** The recipient's account. Null if `recipient` is set, and for decoys (`enqueueCode`). */
  installer_id: string | null;
  /** Template data; null once the server has given up on the message. */
  content: unknown;
  /** Encrypted code (`sealed-code.ts`). */
  sealed: string | null;
  created_at: Date;
  /**
   * Time of the next attempt. Claiming a message moves this time into the future, so that no other process
   * claims the message too.
   */
  due_at: Date;
  /** The message isn't sent after this time. */
  expires_at: Date;
  /** Number of attempts. It also identifies an attempt, because only the newest one may store its outcome. */
  tries: Generated<number>;
  /** JSON list of push endpoints that need no further attempts. */
  settled: Generated<unknown>;
  /** Reason for the last failure, without personal data. */
  failure: Generated<string | null>;
  given_up_at: Generated<Date | null>;
  given_up_for: Generated<GiveUpReason | null>;
  /** The recipient's country, stored once an attempt fails; null if unknown. */
  region_id: Generated<RegionId | null>;
  /** Ids of the records that the message is about, such as an order. Their timelines show the message. */
  record_ids: Generated<string[]>;
}

/** Status in the log: sent, being sent again, or the reason for giving up. */
export type LoggedStatus = 'sent' | 'pending' | GiveUpReason;

/** Emails and text messages that were sent or failed, without texts and addresses. */
interface MessageLogTable {
  /** The message's id. */
  uuid: string;
  kind: Exclude<MessageKind, 'push'>;
  about: string;
  /** The recipient's account; null for homeowners. */
  installer_id: string | null;
  record_ids: Generated<string[]>;
  /** Time of the last attempt. */
  at: Date;
  status: LoggedStatus;
}

/** Email attachments. */
interface MessageAttachmentsTable {
  message_uuid: string;
  /** Position, from 0. */
  place: number;
  name: string;
  media_type: string;
  content: Uint8Array;
}

export interface MessageTables {
  messages: MessagesTable;
  message_log: MessageLogTable;
  message_attachments: MessageAttachmentsTable;
}
