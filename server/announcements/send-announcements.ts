import { sql, type Selectable, type Transaction } from 'kysely';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { recordAction, recordOutcome } from '../console/audit.ts';
import { readGrants } from '../console/operator-sessions.ts';
import { lockCompanies } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { type AnnouncementTexts } from './announcement-tables.ts';
import { type Recipient, writeNotifications } from './write-notifications.ts';

type SendingServices = Pick<Services, 'db' | 'clock' | 'logger'>;
type AnnouncementRow = Selectable<Database['announcements']>;

/** Number of people per transaction. It's small, because their companies are locked. */
const BATCH = 100;
/** Maximum time per round, so that other jobs of the same schedule can run in between. */
const ROUND_MS = 800;

/**
 * Sends announcements that can no longer be recalled, in batches. Safe to run in several processes and to repeat after a
 * crash, because the transaction that stores the notifications also marks their recipients.
 * @returns the number of notified people
 */
export async function sendAnnouncements(services: SendingServices): Promise<number> {
  const { db, clock, logger } = services;
  const dueAnnouncements = await db
    .selectFrom('announcements')
    .select('uuid')
    .where('state', 'in', ['held', 'sending'])
    .where('due_at', '<=', new Date(clock.now()))
    .orderBy('due_at')
    .execute();
  const endsAt = performance.now() + ROUND_MS;
  let count = 0;
  let unfinishedIds = dueAnnouncements.map(({ uuid }) => uuid);
  while (unfinishedIds.length > 0 && performance.now() < endsAt) {
    const remainingIds: string[] = [];
    for (const uuid of unfinishedIds) {
      const sentCount = await transact(db, (trx) => sendBatch(trx, uuid, clock.now())).catch(
        (error: unknown) => {
          // Continue with the others; the next run retries this one.
          logger.error({ err: error, announcement: uuid }, 'an announcement can’t be sent');
          return null;
        },
      );
      count += sentCount ?? 0;
      if (sentCount !== null) remainingIds.push(uuid);
    }
    unfinishedIds = remainingIds;
  }
  return count;
}

/** @returns the number of notified people; null if the announcement is finished or another process is sending it */
async function sendBatch(
  trx: Transaction<Database>,
  uuid: string,
  now: number,
): Promise<number | null> {
  const row = await trx
    .selectFrom('announcements')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('state', 'in', ['held', 'sending'])
    .where('due_at', '<=', new Date(now))
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.state === 'held' && !(await isSenderAllowed(trx, row))) {
    await stopForbidden(trx, row, now);
    return null;
  }
  const recipients = await loadPendingRecipients(trx, row);
  if (recipients.length === 0) {
    await updateAnnouncement(trx, row, { state: 'sent', finished_at: new Date(now) }, now);
    return null;
  }
  const people = await lockRecipients(trx, row, recipients);
  const texts = row.texts as AnnouncementTexts;
  await writeNotifications(trx, people, { announcement: uuid, texts, now });
  const notifiedIds = new Set(people.map(({ id }) => id));
  await markRecipients(trx, uuid, recipients, notifiedIds);
  const skippedCount = recipients.length - people.length;
  await updateAnnouncement(
    trx,
    row,
    {
      state: 'sending',
      notified: row.notified + people.length,
      skipped: row.skipped + skippedCount,
    },
    now,
  );
  return people.length;
}

/** True if the operator who sent the announcement is still allowed to send it. */
async function isSenderAllowed(
  trx: Transaction<Database>,
  { sent_by, region_id }: AnnouncementRow,
): Promise<boolean> {
  const operator = await trx
    .selectFrom('operators')
    .select(['id', 'active'])
    .where('id', '=', sent_by)
    .executeTakeFirst();
  if (operator?.active !== true) return false;
  return regionsWithRight(await readGrants(trx, operator.id), 'content.edit').includes(region_id);
}

async function stopForbidden(
  trx: Transaction<Database>,
  row: AnnouncementRow,
  now: number,
): Promise<void> {
  await updateAnnouncement(trx, row, { state: 'stopped', finished_at: new Date(now) }, now);
  if (row.sent_by === null) return;
  const { uuid: recordId, region_id: region, sent_by: operatorId } = row;
  const [act, record] = ['sendHeldAnnouncement', { kind: 'announcement', id: recordId }];
  const action = { kind: 'act', act, operatorId, sessionId: null, region, record } as const;
  const id = await recordAction(trx, now, action);
  const after = { state: 'stopped' };
  const changes = [{ ...record, region, before: { state: 'held' }, after }];
  await recordOutcome(trx, now, { id, name: act, operatorId, changes, outcome: 'forbidden' });
}

function loadPendingRecipients(trx: Transaction<Database>, { uuid }: AnnouncementRow) {
  return trx
    .selectFrom('announcement_recipients')
    .select(['installer_id', 'company_id'])
    .where('announcement', '=', uuid)
    .where('state', '=', 'pending')
    .orderBy('company_id')
    .orderBy('installer_id')
    .limit(BATCH)
    .execute();
}

type PendingRecipients = Awaited<ReturnType<typeof loadPendingRecipients>>;

/** Locks the recipients' companies, and loads the recipients who are still active in the country. */
async function lockRecipients(
  trx: Transaction<Database>,
  { region_id }: AnnouncementRow,
  recipients: PendingRecipients,
): Promise<readonly Recipient[]> {
  const ids = (values: readonly string[]) => sql`${[...new Set(values)]}::uuid[]`;
  await lockCompanies(trx, sql`select unnest(${ids(recipients.map((row) => row.company_id))})`);
  const { rows } = await sql<Recipient>`
    select person.id, person.company_id, person.languages_id, person.fcm
    from installers as person join companies as company on company.id = person.company_id
    where person.id = any(${ids(recipients.map((row) => row.installer_id))}) and person.active and company.active <> 0
      and company.regions_id = ${region_id}
      and person.company_id = any(${ids(recipients.map((row) => row.company_id))})
    order by person.company_id, person.id`.execute(trx);
  return rows;
}

async function markRecipients(
  trx: Transaction<Database>,
  uuid: string,
  recipients: PendingRecipients,
  notifiedIds: ReadonlySet<string>,
): Promise<void> {
  const groups = Map.groupBy(recipients, ({ installer_id: id }) =>
    notifiedIds.has(id) ? ('sent' as const) : ('skipped' as const),
  );
  for (const [state, rows] of groups)
    await trx
      .updateTable('announcement_recipients')
      .set({ state })
      .where('announcement', '=', uuid)
      .where(
        'installer_id',
        'in',
        rows.map(({ installer_id }) => installer_id),
      )
      .execute();
}

async function updateAnnouncement(
  trx: Transaction<Database>,
  { uuid }: AnnouncementRow,
  values: Partial<Pick<AnnouncementRow, 'state' | 'finished_at' | 'notified' | 'skipped'>>,
  now: number,
): Promise<void> {
  await trx
    .updateTable('announcements')
    .set({ ...values, updated_at: new Date(now) })
    .where('uuid', '=', uuid)
    .execute();
}
