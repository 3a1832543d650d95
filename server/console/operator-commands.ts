import { emailAddress } from '#schemas/email.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import {
  actionCommand,
  type Command,
  type CommandInput,
  getArgument,
  listCommand,
} from '../operator/command.ts';
import { type Services } from '../services.ts';
import { lockGrants, writeActive } from './change-grants.ts';
import { readAllGrants } from './operator-sessions.ts';

type CommandServices = Pick<Services, 'db' | 'clock'>;

/** Lists the console's operators with their roles, by email address. */
async function listOperators({ db }: Pick<Services, 'db'>) {
  const operators = await db
    .selectFrom('operators')
    .select(['id', 'email', 'active', 'signed_in_at'])
    .orderBy('email')
    .execute();
  const grantsByOperator = await readAllGrants(
    db,
    operators.map(({ id }) => id),
  );
  return operators.map(({ id, email, active, signed_in_at }) => ({
    email,
    state: active ? (signed_in_at === null ? 'invited' : 'active') : 'deactivated',
    roles: (grantsByOperator.get(id) ?? []).map(
      ({ role, regions }) => `${role} ${regions.map(regionCodeOf).join(',')}`,
    ),
  }));
}

/** Finds an active operator by the email address in the first argument. Throws `not_found`. */
async function findOperator(request: CommandInput, { db }: Pick<Services, 'db'>) {
  const operator = await db
    .selectFrom('operators')
    .select('id')
    .where('email', '=', getArgument(request, 0))
    .where('active', '=', true)
    .executeTakeFirst();
  if (operator === undefined) throw new ApiFailure('not_found', { field: 'E-MAIL' });
  return operator.id;
}

/** Deactivates an operator without the approval that the console requires. */
async function deactivate(id: string, { db, clock }: CommandServices): Promise<void> {
  await transact(db, async (trx) => {
    await lockGrants(trx);
    const { active } = await trx
      .selectFrom('operators')
      .select('active')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // The command's own log records the action.
    if (active) await writeActive(trx, id, false, { services: { clock }, audit: () => undefined });
  });
}

/**
 * Commands that list and deactivate the console's operators. They are needed when a country has lost its second person.
 */
export const operatorCommands: readonly Command[] = [
  listCommand(
    'operators',
    'list the operators of the console with their roles',
    listOperators,
    ({ email, state, roles }) => [email, state, ...roles].join('  '),
  ),
  actionCommand(
    'operators deactivate',
    {
      summary: 'deactivate a console operator who has left and can no longer approve the change',
      args: [{ name: 'E-MAIL', format: 'an email address', schema: emailAddress }],
      auditedArgs: async (request, services) => [await findOperator(request, services)],
    },
    async (request, services) => {
      await deactivate(await findOperator(request, services), services);
      return 'Deactivated: their sessions have ended.';
    },
  ),
];
