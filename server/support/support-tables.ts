import { type Generated, type GeneratedAlways } from 'kysely';
import { type ChatLinkKind } from '#schemas/operator/chat-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type ChatMessage, type ChatStatus } from '#schemas/chat.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** Conversations of people with support. Each one is replicated only to the devices of its person. */
export interface SupportChatsTable extends ReplicatedTable {
  user_id: string;
  title: string;
  status: ChatStatus;
  /** Language, app and browser of the device that opened the chat. */
  info: unknown;
  region_id: GeneratedAlways<RegionId>;
  /** Time of the first unanswered message. While all messages are answered, it keeps its last value. */
  waiting_since: GeneratedAlways<Date>;
  /** The operator assigned to the chat. */
  assigned_to: Generated<string | null>;
  /** Time of the first answer, set by a trigger. */
  answered_at: GeneratedAlways<Date | null>;
}

export interface SupportMessagesTable {
  uuid: string;
  chat_uuid: string;
  sender: ChatMessage['sender'];
  message: string;
  /** Time of the message. It's unique within a chat, and determines the order of the messages. */
  created_at: Date;
  /** The operator who wrote the message in the console. */
  operator_id: Generated<string | null>;
}

/** Operators' notes, which installers never see. */
interface SupportNotesTable {
  uuid: string;
  chat_uuid: string;
  operator_id: string;
  note: string;
  created_at: Date;
}

/** Times when operators last opened chats. */
interface ChatReadsTable {
  operator_id: string;
  chat_uuid: string;
  read_at: Date;
}

/** Links from chats to records of the chat's company, such as orders. Operators create them. */
interface ChatLinksTable {
  chat_uuid: string;
  kind: ChatLinkKind;
  record_id: string;
  operator_id: string;
  created_at: Date;
}

/** A country's texts that operators insert into replies. */
export interface ChatTemplatesTable {
  uuid: string;
  region_id: RegionId;
  rev: Generated<number>;
  name: string;
  /** `ChatTemplate['texts']` */
  texts: unknown;
}

export interface SupportTables {
  support_chats: SupportChatsTable;
  support_messages: SupportMessagesTable;
  support_notes: SupportNotesTable;
  chat_reads: ChatReadsTable;
  chat_links: ChatLinksTable;
  chat_templates: ChatTemplatesTable;
}
