import { type Kysely } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { rolesWithRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { lockChat } from './operator-chats.ts';

/** Finds the operators who can answer chats of a country, by name. */
function findAssignees(db: Kysely<Database>, region: RegionId) {
  return db
    .selectFrom('operators')
    .select(['id', 'name'])
    .where('active', '=', true)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('operator_grants')
        .select('operator_id')
        .where('region_id', '=', region)
        .where('role', 'in', rolesWithRight('support.edit')),
    )
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export const listChatOperators: OperatorHandler<typeof operatorCalls.listChatOperators> = async (
  { params: { id }, operator },
  { db },
) => {
  const { region_id } = await operator.queries
    .selectFrom('support_chats')
    .select('region_id')
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
  return { data: await findAssignees(db, region_id) };
};

/**
 * Assigns a chat. Throws `conflict` if the chat was assigned in the meantime, and `not_found` for an operator who can't
 * answer it.
 */
export const assignChat: OperatorHandler<typeof operatorCalls.assignChat> = (
  { params, body, audit, runAction },
  _services,
) =>
  runAction(async (trx) => {
    const chat = await lockChat(trx, params.id.toLowerCase());
    const { uuid: id, region_id: region, assigned_to } = chat;
    if (assigned_to !== (body.seen_operator?.toLowerCase() ?? null))
      throw new ApiFailure('conflict');
    const assigneeId = body.operator?.toLowerCase() ?? null;
    if (assigneeId !== null) {
      const assignees = await findAssignees(trx, region);
      if (assignees.every((assignee) => assignee.id !== assigneeId))
        throw new ApiFailure('not_found', { field: 'body.operator' });
    }
    await trx
      .updateTable('support_chats')
      .set({ assigned_to: assigneeId })
      .where('uuid', '=', id)
      .execute();
    audit({
      kind: 'chat',
      id,
      region,
      before: { assigned_to },
      after: { assigned_to: assigneeId },
    });
    return {};
  });
