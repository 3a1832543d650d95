import { type Kysely } from 'kysely';
import * as v from 'valibot';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { PRESENCE_TTL_MS, type PresenceKind } from '#schemas/operator/presence-calls.ts';
import { uuid } from '#schemas/primitives.ts';
import { findCampaignRegion } from '../campaigns/campaign-figures.ts';
import { type Database } from '../db/tables.ts';
import { findImport } from '../imports/import-access.ts';
import { ApiFailure } from '../http/failure.ts';
import {
  type OperatorActor,
  type OperatorHandler,
  type OperatorHandlers,
} from './operator-handler.ts';
import { findRecordRegion } from './operator-scope.ts';

/**
 * Records that an operator has a record open, so that two operators don't edit it without knowing of each other. This
 * isn't an action: nothing is changed or audited.
 * @throws ApiFailure `not_found` for a record of another country
 */
const reportPresence: OperatorHandler<typeof operatorCalls.reportPresence> = async (
  { operator, body },
  { db, clock },
) => {
  const { kind } = body;
  // This is the id as it's stored: in lower case, except for campaigns, whose ids are case-sensitive.
  const record = kind === 'campaign' ? body.record : body.record.toLowerCase();
  if (!(await canSee(db, operator, { kind, record }))) throw new ApiFailure('not_found');
  const now = clock.now();
  const presence = {
    record_kind: kind,
    record_id: record,
    operator_id: operator.operatorId,
    seen_at: new Date(now),
  };
  await db
    .insertInto('operator_presence')
    .values(presence)
    .onConflict((conflict) =>
      conflict
        .columns(['record_kind', 'record_id', 'operator_id'])
        .doUpdateSet({ seen_at: presence.seen_at }),
    )
    .execute();
  const others = await db
    .selectFrom('operator_presence')
    .innerJoin('operators', 'operators.id', 'operator_presence.operator_id')
    .select('operators.name')
    .where('record_kind', '=', kind)
    .where('record_id', '=', record)
    .where('operator_id', '<>', operator.operatorId)
    .where('seen_at', '>', new Date(now - PRESENCE_TTL_MS))
    .orderBy('operators.name')
    .execute();
  return { others: others.map(({ name }) => name) };
};

/** True if the record exists in the operator's countries. */
async function canSee(
  db: Kysely<Database>,
  operator: OperatorActor,
  { kind, record }: { readonly kind: PresenceKind; readonly record: string },
): Promise<boolean> {
  if (kind === 'campaign') return (await findCampaignRegion(db, operator, record)) !== null;
  // Only a campaign's id isn't a UUID.
  if (!v.is(uuid, record)) return false;
  if (kind === 'import') return (await findImport(db, operator, record)) !== undefined;
  return (await findRecordRegion(operator.queries, kind, [record])) !== null;
}

/** Shows which operators have a record open. */
export const presenceHandlers = { reportPresence } satisfies Partial<OperatorHandlers>;
