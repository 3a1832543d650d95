import { type ChatMessage, type ChatStatus } from '#schemas/chat.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** Conversations with support; each is replicated only to its person. */
export interface SupportChatsTable extends ReplicatedTable {
  user_id: string;
  title: string;
  status: ChatStatus;
  /** Language, app and browser of the device that opened the chat. */
  info: unknown;
}

export interface SupportMessagesTable {
  uuid: string;
  chat_uuid: string;
  sender: ChatMessage['sender'];
  message: string;
  /** Unique within a chat; defines the order of messages. */
  created_at: Date;
}

export interface SupportTables {
  support_chats: SupportChatsTable;
  support_messages: SupportMessagesTable;
}
