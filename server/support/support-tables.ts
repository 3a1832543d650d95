import { type Generated, type GeneratedAlways } from 'kysely';
import { type ChatLinkKind } from '#schemas/operator/chat-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type ChatMessage, type ChatStatus } from '#schemas/chat.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** Conversations with support; each is replicated only to its person. */
export interface SupportChatsTable extends ReplicatedTable {
  user_id: string;
  title: string;
  status: ChatStatus;
  /** Language, app and browser of the device that opened the chat. */
  info: unknown;
  region_id: GeneratedAlways<RegionId>;
  /** Time of the first unanswered message; keeps its last value while all are answered. */
  waiting_since: GeneratedAlways<Date>;
  /** The operator assigned to the chat. */
  assigned_to: Generated<string | null>;
}

export interface SupportMessagesTable {
  uuid: string;
  chat_uuid: string;
  sender: ChatMessage['sender'];
  message: string;
  /** Unique within a chat; defines the order of messages. */
  created_at: Date;
  /** The operator who wrote it in the console. */
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

/** When an operator last opened a chat. */
interface ChatReadsTable {
  operator_id: string;
  chat_uuid: string;
  read_at: Date;
}

/** Records of a company that operators linked to its chats. */
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
