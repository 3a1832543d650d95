import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { PRESENCE_TTL_MS } from '#schemas/operator/presence-calls.ts';
import { ApiFailure } from '../http/failure.ts';
import { type OperatorHandler, type OperatorHandlers } from './operator-handler.ts';
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
  // As stored: ids are case-insensitive.
  const record = body.record.toLowerCase();
  if ((await findRecordRegion(operator.queries, kind, [record])) === null)
    throw new ApiFailure('not_found');
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

/** Shows which operators have a record open. */
export const presenceHandlers = { reportPresence } satisfies Partial<OperatorHandlers>;
