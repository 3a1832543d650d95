import { type Kysely, sql } from 'kysely';
import { type FormatName } from '../companies/personal-data.ts';
import { entriesFrom, fixedEntries, type TimelineSource } from '../console/record-timeline.ts';
import { type Database } from '../db/tables.ts';
import { messagesAbout } from '../messages/queue/message-log.ts';
import { notificationsAbout } from '../notifications/notification-entries.ts';

interface TimelineOrder {
  readonly uuid: string;
  readonly company_id: string;
  readonly user_id: string | null;
  readonly created_at: Date;
}

/**
 * Returns the sources of an order's timeline: when it was placed, and its batches, notifications and messages.
 * Decisions are operators' actions, which `readTimeline` adds.
 */
export async function orderSources(
  db: Kysely<Database>,
  order: TimelineOrder,
  formatName: FormatName,
): Promise<TimelineSource[]> {
  const { uuid, company_id, user_id, created_at } = order;
  const person =
    user_id === null
      ? undefined
      : await db
          .selectFrom('installers')
          .select(['name', 'surname'])
          .where('id', '=', user_id)
          .executeTakeFirst();
  const personName = person ? formatName(person) : null;
  return [
    fixedEntries([
      {
        id: `placed-${uuid}`,
        at: created_at,
        kind: 'installer',
        what: 'placed_order',
        who: personName,
      },
    ]),
    createBatchSource(uuid),
    notificationsAbout('order_uuid', { ids: [uuid], companies: [company_id] }, formatName),
    messagesAbout([uuid], formatName),
  ];
}

/** Batches in which the order was sent to its vendor, with the operator who exported them. */
function createBatchSource(order: string): TimelineSource {
  return entriesFrom(
    (db) =>
      db
        .selectFrom('batched_orders as batched')
        .innerJoin('order_batches as batch', 'batch.uuid', 'batched.batch_uuid')
        .leftJoin('operators', 'operators.id', 'batch.created_by')
        .select(sql<string>`batch.uuid::text`.as('id'))
        .select(['batch.created_at as at', 'batch.number', 'operators.name'])
        .where('batched.order_uuid', '=', order),
    ({ number, name }) => ({
      ...{ kind: 'act', what: 'batched_order', who: name },
      details: [String(number)],
    }),
  );
}
