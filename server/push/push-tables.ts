import { type Generated } from 'kysely';

/** A push message on its way to all devices of one person; gone once it is settled. */
export interface PushMessagesTable {
  uuid: string;
  installer_id: string;
  /** `PushMessage` */
  message: unknown;
  urgency: 'normal' | 'high';
  created_at: Date;
  /** How often it was tried. */
  tries: Generated<number>;
  /** When it is to be tried next. Whoever tries it moves this ahead, so that nobody else does. */
  due_at: Date;
  /** The endpoints that have it, where others are to be tried again: a JSON list. */
  settled: Generated<unknown>;
}

export interface PushTables {
  push_messages: PushMessagesTable;
}
