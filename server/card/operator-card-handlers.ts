import { type Transaction } from 'kysely';
import { cardProblems } from '#schemas/operator/card-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { createNameFormatter, readsPersonalData } from '../companies/personal-data.ts';
import {
  type AuditedChange,
  type OperatorHandler,
  type OperatorHandlers,
} from '../console/operator-handler.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { requireUnclaimed } from '../console/record-claims.ts';
import { fixedEntries, readTimeline } from '../console/record-timeline.ts';
import { lockCompany } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { decideByOperator } from '../orders/decide-by-operator.ts';
import { addCard, changeCardStatus, requireNoUsableCard } from './issue-card.ts';
import { cardStateOf, listCards, selectCards } from './list-cards.ts';

const createConflict = (reason: string) => new ApiFailure('conflict', { details: { reason } });

const getCard = (queries: ScopedQueries, id: string) =>
  selectCards(queries)
    .where('club_cards.uuid', '=', id)
    .executeTakeFirstOrThrow(() => new ApiFailure('not_found'));

const readCard: OperatorHandler<typeof operatorCalls.readCard> = async ({
  params: { id },
  operator,
}) => {
  const row = await getCard(operator.queries, id);
  const formatName = createNameFormatter(readsPersonalData(operator, row.region_id));
  const { order_uuid, order_number } = row;
  return {
    id: row.uuid,
    state: cardStateOf(row.status),
    digits: row.last_digits,
    order:
      order_uuid === null || order_number === null
        ? null
        : { id: order_uuid, number: order_number },
    company: { id: row.company_id, name: row.company_name },
    person: formatName({ name: row.person_name, surname: row.person_surname }),
    region: row.region_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    registered_at: row.registered_at?.toISOString() ?? null,
    is_current: row.is_current,
    rev: row.rev,
  };
};

const listCardTimeline: OperatorHandler<typeof operatorCalls.listCardTimeline> = async (
  { params, query, operator },
  { db },
) => {
  const { uuid, registered_at } = await getCard(operator.queries, params.id);
  const registration =
    registered_at === null
      ? []
      : [{ id: `registered-${uuid}`, at: registered_at, kind: 'installer' as const }];
  return readTimeline(db, uuid, query, [
    fixedEntries(registration.map((entry) => ({ ...entry, what: 'registered_card' }))),
  ]);
};

/** Locks a card's company, and returns the card. Throws `conflict` if it has changed since the operator saw it. */
async function lockCard(trx: Transaction<Database>, id: string, rev: number) {
  const query = trx
    .selectFrom('club_cards')
    .select(['uuid', 'serial_number', 'company_id', 'region_id', 'status', 'rev', 'order_uuid'])
    .where('uuid', '=', id);
  const { company_id } = await query.executeTakeFirstOrThrow(() => new ApiFailure('not_found'));
  await lockCompany(trx, company_id);
  const card = await query.executeTakeFirstOrThrow(() => new ApiFailure('not_found'));
  if (card.rev !== rev) throw new ApiFailure('conflict', { field: 'body.rev' });
  return card;
}

/** Describes a card's new state for the audit, with the last digits of its number. */
function describeCard(
  { uuid, region_id, last_digits }: CardIdentity,
  before: string | null,
  after: string,
): AuditedChange {
  return {
    kind: 'card',
    id: uuid,
    region: region_id,
    before: before === null ? null : { state: before },
    after: { state: after, ...(before === null && { number: `…${last_digits}` }) },
  };
}
type CardIdentity = Pick<Awaited<ReturnType<typeof getCard>>, 'uuid' | 'region_id' | 'last_digits'>;

const readIdentity = (trx: Transaction<Database>, id: string): Promise<CardIdentity> =>
  trx
    .selectFrom('club_cards')
    .select(['uuid', 'region_id', 'last_digits'])
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();

/** Records an issued card with its number. If the card was ordered in the shop, the open order is completed. */
const issueCard: OperatorHandler<typeof operatorCalls.issueCard> = (
  { params: { id: companyId }, body: { number, order }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const now = services.clock.now();
    await lockCompany(trx, companyId);
    await requireNoUsableCard(trx, companyId, null);
    if (order !== null) {
      const claimer = { kind: 'order', operatorId: operator.operatorId };
      await requireUnclaimed(trx, claimer, order.toLowerCase(), now);
      await requireCardOrder(trx, companyId, order);
      const context = { services, audit, issuesCard: true };
      await decideByOperator(trx, order, { decision: 'complete' }, context);
    }
    const id = await addCard(trx, { companyId, serialNumber: number, order }, now);
    audit(describeCard(await readIdentity(trx, id), null, 'issued'));
    return { id };
  });

/** Throws `conflict` unless the order belongs to the company, is for a card, and has no card yet. */
async function requireCardOrder(
  trx: Transaction<Database>,
  companyId: string,
  order: string,
): Promise<void> {
  const row = await trx
    .selectFrom('orders')
    .leftJoin('club_cards', 'club_cards.order_uuid', 'orders.uuid')
    .select(['orders.type', 'club_cards.uuid as card'])
    .where('orders.uuid', '=', order)
    .where('orders.company_id', '=', companyId)
    .executeTakeFirst();
  if (row === undefined || row.card !== null || productKindOf(row.type) !== 'card')
    throw createConflict(cardProblems.wrongOrder);
}

/** For each new state, the statuses from which a card can change to it. */
const allowedStates = {
  active: ['ISSUED', 'BLOCKED'],
  blocked: ['ISSUED', 'ACTIVE'],
} as const;

/** Activates, blocks or unblocks a card, as reported by the vendor. */
const setCardState: OperatorHandler<typeof operatorCalls.setCardState> = (
  { params: { id }, body: { state, reason, rev }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const card = await lockCard(trx, id, rev);
    const { status, company_id: companyId, serial_number: serialNumber } = card;
    if (!(allowedStates[state] as readonly string[]).includes(status))
      throw createConflict(cardProblems.wrongState);
    if (state === 'active') await requireNoUsableCard(trx, companyId, card.uuid);
    await changeCardStatus(
      trx,
      { serialNumber, companyId },
      {
        status: state === 'active' ? 'ACTIVE' : 'BLOCKED',
        now: clock.now(),
        reason: state === 'blocked' && reason ? reason : undefined,
      },
    );
    audit(describeCard(await readIdentity(trx, id), cardStateOf(status), state));
    return { rev: rev + 1 };
  });

/**
 * Closes a card and records another one in its place. If the card was ordered in the shop, the order then belongs to
 * the new card.
 */
const replaceCard: OperatorHandler<typeof operatorCalls.replaceCard> = (
  { params, body: { number, rev }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const card = await lockCard(trx, params.id, rev);
    if (card.status === 'CLOSED') throw createConflict(cardProblems.wrongState);
    const companyId = card.company_id;
    await requireNoUsableCard(trx, companyId, card.uuid);
    const now = clock.now();
    await trx
      .updateTable('club_cards')
      .set({ status: 'CLOSED', order_uuid: null, updated_at: new Date(now) })
      .where('uuid', '=', card.uuid)
      .execute();
    const order = card.order_uuid;
    const id = await addCard(trx, { companyId, serialNumber: number, order }, now);
    audit(describeCard(await readIdentity(trx, card.uuid), cardStateOf(card.status), 'closed'));
    audit(describeCard(await readIdentity(trx, id), null, 'issued'));
    return { id };
  });

/** Club cards in the console. */
export const operatorCardHandlers = {
  listCards,
  readCard,
  listCardTimeline,
  issueCard,
  setCardState,
  replaceCard,
} satisfies Partial<OperatorHandlers>;
