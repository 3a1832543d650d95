import { type ChatMessage, type ChatStatus } from '#schemas/chat.ts';

/** A conversation of one person with support; replicated to that person only. */
export interface SupportChatsTable {
  uuid: string;
  company_id: string;
  rev: number;
  op_id: string;
  deleted: boolean;
  created_at: Date;
  updated_at: Date;
  user_id: string;
  title: string;
  status: ChatStatus;
  /** `ChatInfo`, of the device that it was opened on. */
  info: unknown;
}

export interface SupportMessagesTable {
  uuid: string;
  chat_uuid: string;
  sender: ChatMessage['sender'];
  message: string;
  /** Of a chat no two are of the same moment: that is their order. */
  created_at: Date;
}

export interface SupportTables {
  support_chats: SupportChatsTable;
  support_messages: SupportMessagesTable;
}
