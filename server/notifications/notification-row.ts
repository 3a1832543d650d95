import { type Selectable } from 'kysely';
import { type Notification } from '#schemas/notification.ts';
import { replicatedFields } from '../db/replicated-row.ts';
import { type NotificationsTable } from './notification-tables.ts';
import { EMPTY_META } from './notify.ts';

/** What the database gives, as the wire has it. */
export function notificationFromRow(row: Selectable<NotificationsTable>): Notification {
  return {
    ...replicatedFields(row),
    title: row.title,
    text: row.text,
    type: row.type,
    mark: row.mark,
    event: row.event,
    // Written only by `notify`; the older ones know nothing of what came later.
    meta: { ...EMPTY_META, ...(row.meta as Partial<Notification['meta']>) },
  };
}
