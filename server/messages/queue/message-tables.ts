import { type Generated } from 'kysely';
import { type Language } from '#schemas/languages.ts';
import { type RegionId } from '#schemas/regions.ts';

/** Channel of a message. */
export type MessageKind = 'email' | 'sms' | 'push';

/** Reason for giving up: rejected by the provider, expired, or unreadable. */
export type GiveUpReason = 'refused' | 'too_old' | 'unreadable';

/** Queued messages. A row is deleted once sent; if given up, it stays without content and recipient. */
export interface MessagesTable {
  uuid: string;
  kind: MessageKind;
  /** True if a person is waiting for it, such as a code. */
  is_urgent: boolean;
  /** A code's purpose, a template name or a notification event. */
  about: string;
  /** Address or number; null if looked up from `installer_id` when sent. */
  recipient: string | null;
  /** Null if looked up from `installer_id`. */
  language: Language | null;
  /** The recipient's account. Null if `recipient` is set, and for decoys (`enqueueCode`). */
  installer_id: string | null;
  /** Template data; null once given up. */
  content: unknown;
  /** Encrypted code (`sealed-code.ts`). */
  sealed: string | null;
  created_at: Date;
  /** Time of the next attempt. Claiming a message postpones it, so that no other process claims it. */
  due_at: Date;
  /** The message isn't sent after this time. */
  expires_at: Date;
  /** Number of attempts. Also identifies the attempt: only the newest may store its outcome. */
  tries: Generated<number>;
  /** JSON list of push endpoints that need no further attempts. */
  settled: Generated<unknown>;
  /** Reason for the last failure, without personal data. */
  failure: Generated<string | null>;
  given_up_at: Generated<Date | null>;
  given_up_for: Generated<GiveUpReason | null>;
  /** The recipient's country, stored once an attempt fails; null if unknown. */
  region_id: Generated<RegionId | null>;
  /** Records that it is about, such as an order, for their timelines. */
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
