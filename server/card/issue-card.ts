import { type Transaction } from 'kysely';
import { toClubCardState } from '#schemas/card-status.ts';
import { type CardStatus } from '#schemas/club-card.ts';
import { cardProblems } from '#schemas/operator/card-calls.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type AutomaticEvent, notify } from '../notifications/notify.ts';
import { type Services } from '../services.ts';

type OperatorServices = Pick<Services, 'db' | 'clock'>;

/**
 * Records a card issued to a company by post, and notifies its people. Throws `not_found` if the company
 * doesn't exist or can't have a card, and `conflict` if the number was already issued.
 */
export function issueCard(
  companyId: string,
  serialNumber: string,
  { db, clock }: OperatorServices,
): Promise<void> {
  return transact(db, async (trx) => {
    const company = await trx
      .selectFrom('companies')
      .select('id')
      .where('id', '=', companyId)
      .where('has_edenred_card', '=', true)
      .executeTakeFirst();
    if (!company) throw new ApiFailure('not_found');
    await lockCompany(trx, companyId);
    await addCard(trx, { companyId, serialNumber, order: null }, clock.now());
  });
}

interface NewCard {
  readonly companyId: string;
  readonly serialNumber: string;
  /** Id of the shop order for the card; null if there is none. */
  readonly order: string | null;
}

/**
 * Adds a card to a locked company, and notifies its people. Throws `conflict` if the number was already issued.
 * @returns the card's id
 */
export async function addCard(
  trx: Transaction<Database>,
  { companyId, serialNumber, order }: NewCard,
  now: number,
): Promise<string> {
  const at = new Date(now);
  const issuedCard = await trx
    .insertInto('club_cards')
    .values({
      serial_number: serialNumber,
      company_id: companyId,
      order_uuid: order,
      status: 'ISSUED',
      registered_at: null,
      ...{ created_at: at, updated_at: at },
    })
    .onConflict((conflict) => conflict.column('serial_number').doNothing())
    .returning('uuid')
    .executeTakeFirst();
  if (!issuedCard)
    throw new ApiFailure('conflict', { details: { reason: cardProblems.numberUsed } });
  await notifyCompany(trx, companyId, 'card_issued', { now });
  return issuedCard.uuid;
}

/**
 * Throws `conflict` if a locked company has an issued or active card, or isn't allowed to have a card.
 * @param exceptCard id of a card that is ignored; null for none
 */
export async function requireNoUsableCard(
  trx: Transaction<Database>,
  companyId: string,
  exceptCard: string | null,
): Promise<void> {
  const { has_edenred_card } = await trx
    .selectFrom('companies')
    .select('has_edenred_card')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (!has_edenred_card)
    throw new ApiFailure('conflict', { details: { reason: cardProblems.notAllowed } });
  const cards = await trx
    .selectFrom('club_cards')
    .select(['uuid', 'status'])
    .where('company_id', '=', companyId)
    .execute();
  const hasUsableCard = cards.some(
    ({ uuid, status }) => uuid !== exceptCard && toClubCardState(status) !== 'inactive',
  );
  if (hasUsableCard)
    throw new ApiFailure('conflict', { details: { reason: cardProblems.hasUsable } });
}

/** Notification sent for each new card status. */
const statusEvents = { ACTIVE: 'card_active', BLOCKED: 'card_blocked' } as const satisfies Partial<
  Record<CardStatus, AutomaticEvent>
>;

/**
 * Records that the provider activated or blocked a card. Idempotent. Throws `not_found` for an unknown number, and
 * `conflict` for a closed card. Also throws `conflict` if the card would be activated while the company has another
 * issued or active card, or isn't allowed to have one.
 */
export function setCardStatus(
  serialNumber: string,
  status: keyof typeof statusEvents,
  { db, clock }: OperatorServices,
): Promise<void> {
  const now = clock.now();
  return transact(db, async (trx) => {
    const query = trx
      .selectFrom('club_cards')
      .select(['uuid', 'company_id', 'status'])
      .where('serial_number', '=', serialNumber);
    const { company_id: companyId } = await query.executeTakeFirstOrThrow(
      () => new ApiFailure('not_found'),
    );
    await lockCompany(trx, companyId);
    const card = await query.executeTakeFirstOrThrow(() => new ApiFailure('not_found'));
    if (card.status === status) return;
    if (card.status === 'CLOSED')
      throw new ApiFailure('conflict', { details: { reason: cardProblems.wrongState } });
    if (status === 'ACTIVE') await requireNoUsableCard(trx, companyId, card.uuid);
    await changeCardStatus(trx, { serialNumber, companyId }, { status, now });
  });
}

/** Changes the status of a card of a locked company, and notifies its people. An unchanged status has no effect. */
export async function changeCardStatus(
  trx: Transaction<Database>,
  { serialNumber, companyId }: Pick<NewCard, 'serialNumber' | 'companyId'>,
  {
    status,
    now,
    reason,
  }: {
    readonly status: keyof typeof statusEvents;
    readonly now: number;
    /** Shown to the company. */
    readonly reason?: string | undefined;
  },
): Promise<void> {
  const changedCard = await trx
    .updateTable('club_cards')
    .set({ status, updated_at: new Date(now) })
    .where('serial_number', '=', serialNumber)
    .where('status', '<>', status)
    .returning('serial_number')
    .executeTakeFirst();
  if (changedCard) await notifyCompany(trx, companyId, statusEvents[status], { now, reason });
}

/** Notifies the company's people who manage the card. */
function notifyCompany(
  trx: Transaction<Database>,
  companyId: string,
  event: AutomaticEvent,
  { now, reason }: { readonly now: number; readonly reason?: string | undefined },
) {
  return notify(trx, companyId, { event, meta: {}, values: { subject: '', reason }, now });
}
