import { randomUUID } from 'node:crypto';
import { chatStatuses } from '#schemas/chat.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { toJsonb } from '../db/jsonb.ts';
import { ApiFailure } from '../http/failure.ts';
import { addAnswer } from './operator-chats.ts';

/** Value of a company's `active` if its people can sign in. */
const ACTIVE = 1;

/** Opens a chat with a person, and assigns it to the operator. The person gets a notification. */
export const startChat: OperatorHandler<typeof operatorCalls.startChat> = (
  { body, operator: { operatorId }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const [id, now] = [randomUUID(), clock.now()];
    const person = trx
      .selectFrom('installers')
      .innerJoin('companies', 'companies.id', 'installers.company_id')
      .select(['installers.id', 'company_id', 'companies.regions_id'])
      .where('installers.id', '=', body.installer)
      .where('installers.active', '=', true)
      .where('companies.active', '=', ACTIVE);
    const foundPerson = await person.executeTakeFirst();
    if (!foundPerson) throw new ApiFailure('installer_not_found');
    await lockCompany(trx, foundPerson.company_id);
    // The person may have been removed before the lock.
    const { company_id, regions_id: region } = await person.executeTakeFirstOrThrow(
      () => new ApiFailure('installer_not_found'),
    );
    const [created_at, updated_at] = [new Date(now), new Date(now)];
    const status = chatStatuses.answered;
    await trx
      .insertInto('support_chats')
      .values({
        ...{ uuid: id, company_id, user_id: foundPerson.id, title: body.title, status },
        ...{ created_at, updated_at, rev: await nextRev(trx, company_id), op_id: id },
        // `info` is empty, because the chat wasn't opened on a device.
        ...{ info: toJsonb({}), assigned_to: operatorId },
      })
      .execute();
    await addAnswer(trx, id, { text: body.text, status, operatorId }, now);
    audit({ kind: 'chat', id, region, before: null, after: { status, assigned_to: operatorId } });
    return { id };
  });
