import { type Kysely, sql } from 'kysely';
import { type ListedAnnouncement } from '#schemas/operator/announcement-calls.ts';
import { loadOperatorNames } from '../console/operator-names.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { type Database } from '../db/tables.ts';
import { type AnnouncementTexts } from './announcement-tables.ts';

/** Loads announcements of the operator's countries with their texts and counts. */
export async function loadAnnouncements(
  db: Kysely<Database>,
  queries: ScopedQueries,
  ids: readonly string[],
) {
  const rows = await queries
    .selectFrom('announcements')
    .selectAll()
    .where('uuid', 'in', ids)
    .where('state', '<>', 'discarded')
    .execute();
  const { rows: counts } = await sql<{ id: string; read: string }>`
    select announcement_id as id, count(*) as read from notifications
    where announcement_id = any(${rows.map(({ uuid }) => uuid)}::uuid[]) and mark = 'read'
    group by announcement_id`.execute(db);
  const readCounts = new Map(counts.map(({ id, read }) => [id, Number(read)]));
  const getName = await loadOperatorNames(
    db,
    rows.flatMap(({ created_by, sent_by }) =>
      [created_by, ...(sent_by === null ? [] : [sent_by])].map((operator_id) => ({ operator_id })),
    ),
  );
  return rows.map((row) => {
    // The cast is safe, because only calls that validate the texts write them.
    const texts = row.texts as AnnouncementTexts;
    return {
      id: row.uuid,
      region: row.region_id,
      rev: row.rev,
      title: texts['en']?.title ?? '',
      // The cast is safe, because the query excludes discarded announcements.
      state: row.state as ListedAnnouncement['state'],
      created_at: row.created_at.toISOString(),
      created_by: getName(row.created_by),
      sent_by: row.sent_by === null ? null : getName(row.sent_by),
      due_at: row.due_at?.toISOString() ?? null,
      finished_at: row.finished_at?.toISOString() ?? null,
      people: row.people,
      notified: row.notified,
      skipped: row.skipped,
      read: readCounts.get(row.uuid) ?? 0,
      texts,
      audience: row.audience,
    };
  });
}
