import { type Kysely, sql, type Transaction } from 'kysely';
import { type CorrectionEvent, correctionEvents } from '#schemas/operator/point-calls.ts';
import { type PointEvent } from '#schemas/ledger.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { notify } from '../notifications/notify.ts';
import { type Services } from '../services.ts';

/** Time in which a correction can be reversed without a notification. */
export const CORRECTION_HOLD_MS = 10_000;
/** Maximum number of companies notified per run, so that other frequent jobs aren't delayed. */
const COMPANIES_PER_RUN = 50;

type NotifyingServices = Pick<Services, 'db' | 'clock' | 'logger' | 'messages'>;

/** Returns when a correction made now is announced. */
export const getNotificationTime = (now: number): Date => new Date(now + CORRECTION_HOLD_MS);

/**
 * Cancels the notification of a correction that is being reversed, if it hasn't been sent yet.
 * @returns true if it was cancelled, so that the reversal needs no notification either
 */
export async function cancelNotice(trx: Transaction<Database>, line: string): Promise<boolean> {
  const cancelledNotification = await trx
    .updateTable('point_corrections')
    .set({ notify_at: null })
    .where('ledger_uuid', '=', line)
    .where('notify_at', 'is not', null)
    .returning('ledger_uuid')
    .executeTakeFirst();
  return cancelledNotification !== undefined;
}

/**
 * Notifies companies of corrections to their points. Each company gets one notification for all corrections that are
 * due. Awards from a file wait until the whole file has been imported. Safe to run in several processes and after a
 * crash, because corrections are marked in the transaction that creates the notification.
 * @returns the number of companies with corrections that were due
 */
export async function notifyOfCorrections({
  db,
  clock,
  logger,
  messages,
}: NotifyingServices): Promise<number> {
  const now = clock.now();
  const companies = await findDueCompanies(db, now);
  for (const company of companies) {
    try {
      await transact(db, (trx) => notifyCompany(trx, company, now));
    } catch (error) {
      // The job continues with the other companies, and retries this one in the next run.
      logger.error({ err: error, company }, 'notifying a company of its points correction failed');
    }
  }
  if (companies.length > 0) messages.sendUrgent();
  return companies.length;
}

/**
 * True for corrections to announce. Awards and their reversals wait while their file is being imported or the import is
 * being undone.
 */
const isDue = (
  now: number,
) => sql<boolean>`correction.notify_at <= ${new Date(now)} and not exists (
  select from import_award_rows as award join imports on imports.uuid = award.import_uuid
  where award.company_id = correction.company_id
    and award.ledger_uuid in (correction.ledger_uuid, correction.reverses)
    and imports.state in ('applying', 'taking_back'))`;

/**
 * The change to the balance. It includes the expired points that a reversal returns, which are in the ledger line after
 * the reversal's own.
 */
const balanceChange = sql<number>`correction.points + coalesce((
  select returned.points from ledger as returned
  where correction.reverses is not null and returned.company_id = correction.company_id
    and returned.rev = ledger.rev + 1 and returned.created_at = correction.at
    and returned.event = 'points_expired' and returned.variation = 'positive'), 0)`;

async function findDueCompanies(db: Kysely<Database>, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('point_corrections as correction')
    .select('company_id')
    .where(isDue(now))
    .groupBy('company_id')
    .orderBy(({ fn }) => fn.min('notify_at'))
    .limit(COMPANIES_PER_RUN)
    .execute();
  return rows.map(({ company_id }) => company_id);
}

async function notifyCompany(trx: Transaction<Database>, company: string, now: number) {
  await lockCompany(trx, company);
  const corrections = await trx
    .selectFrom('point_corrections as correction')
    .innerJoin('ledger', 'ledger.uuid', 'correction.ledger_uuid')
    .select(['correction.ledger_uuid', balanceChange.as('change'), 'ledger.event'])
    .where('correction.company_id', '=', company)
    .where(isDue(now))
    .orderBy('correction.at')
    .orderBy('correction.ledger_uuid')
    .execute();
  if (corrections.length === 0) return;
  await trx
    .updateTable('point_corrections')
    .set({ notify_at: null })
    .where(
      'ledger_uuid',
      'in',
      corrections.map(({ ledger_uuid }) => ledger_uuid),
    )
    .execute();
  const sum = corrections.reduce((total, { change }) => total + change, 0);
  // The corrections cancel each other out; the points history still shows them.
  if (sum === 0) return;
  const kind = sum > 0 ? 'points_added' : 'points_deducted';
  await notify(trx, company, {
    // Older versions of the app know this event too, and open the points history for it.
    event: 'welcome_points',
    meta: {},
    values: {
      subject: '',
      numbers: { points: Math.abs(sum) },
      title: `notification.${kind}.title`,
      text: `notification.${kind}.text`,
      reasonTexts: [...new Set(corrections.map(({ event }) => event))].flatMap(reasonText),
    },
    now,
  });
}

/** Returns the text of a reason; none for an event that operators can't choose. */
const reasonText = (event: PointEvent) =>
  isCorrectionEvent(event) ? [`points.reason.${event}` as const] : [];
const isCorrectionEvent = (event: PointEvent): event is CorrectionEvent =>
  (correctionEvents as readonly PointEvent[]).includes(event);
