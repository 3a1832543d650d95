import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { type BodyOf } from '#schemas/api/call.ts';
import { emailAddress } from '#schemas/email.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorGrant } from '#schemas/operator/operator-rights.ts';
import { type RegionId, regions } from '#schemas/regions.ts';
import { containsFolded } from '../db/folded-text.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { nothingToApprove, type RequestContext, runOrRequestApproval } from './approvals.ts';
import { activeApproval, findNeededApproval, grantsApproval, lockGrants } from './change-grants.ts';
import { sendCode } from './operator-codes.ts';
import {
  type OperatorActor,
  type OperatorHandler,
  type OperatorHandlers,
} from './operator-handler.ts';
import { countExactly, readCursor, readOperatorPage } from './operator-pages.ts';
import { commonRegion } from './operator-scope.ts';
import { readTimeline } from './record-timeline.ts';
import { endOperatorSessions, readAllGrants, readGrants } from './operator-sessions.ts';

const listOperators: OperatorHandler<typeof operatorCalls.listOperators> = async (
  { query, operator: { queries } },
  { db, clock },
) => {
  const { search, active, operator: id, region } = query;
  const operatorsInRegion = (id: RegionId) =>
    queries.selectFrom('operator_grants').select('operator_id').where('region_id', '=', id);
  const matchingOperators = queries
    .selectFrom('operators')
    .$if(id !== undefined, (rows) => rows.where('id', '=', id ?? ''))
    .$if(active !== undefined, (rows) => rows.where('active', '=', active === 1))
    .$if(region !== undefined, (rows) => rows.where('id', 'in', operatorsInRegion(region ?? 1)))
    .$if(search !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or([
          containsFolded(sql.ref('name'), search ?? ''),
          containsFolded(sql.ref('email'), search ?? ''),
        ]),
      ),
    );
  const cursor = readCursor(query, v.tuple([emailAddress]));
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      matchingOperators
        .selectAll()
        .$if(cursor !== null, (operators) => operators.where('email', '>', cursor?.[0] ?? ''))
        .orderBy('email')
        .limit(limit)
        .execute(),
    ({ email }) => [email],
  );
  const ids = rows.map(({ id }) => id);
  const grantsByOperator = await readAllGrants(queries, ids);
  const [passkeyCounts, sessionCounts] = [
    await countPasskeys(db, ids),
    await countSessions(db, clock.now(), ids),
  ];
  const data = rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    signed_in_at: row.signed_in_at?.toISOString() ?? null,
    passkeys: passkeyCounts.get(row.id) ?? 0,
    open_sessions: sessionCounts.get(row.id) ?? 0,
    grants: (grantsByOperator.get(row.id) ?? []).map(({ role, regions }) => ({
      role,
      regions: [...regions],
    })),
  }));
  return { data, meta: { next, total: await countExactly(db, matchingOperators.select('id')) } };
};

async function countPasskeys(db: Services['db'], ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const rows = await db
    .selectFrom('operator_passkeys')
    .select(['operator_id', ({ fn }) => fn.countAll().as('count')])
    .where('operator_id', 'in', ids)
    .groupBy('operator_id')
    .execute();
  return new Map(rows.map(({ operator_id, count }) => [operator_id, Number(count)]));
}

async function countSessions(db: Services['db'], now: number, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const rows = await db
    .selectFrom('operator_sessions')
    .select(['operator_id', ({ fn }) => fn.countAll().as('count')])
    .where('operator_id', 'in', ids)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .groupBy('operator_id')
    .execute();
  return new Map(rows.map(({ operator_id, count }) => [operator_id, Number(count)]));
}

/** Throws `forbidden` if the operator can't manage all of the grants' countries. */
function requireCountries(grants: readonly OperatorGrant[], { regions }: OperatorActor): void {
  const managesAll = grants.every((grant) => grant.regions.every((id) => regions.includes(id)));
  if (!managesAll) throw new ApiFailure('forbidden', { field: 'body.grants' });
}

interface Target {
  readonly id: string;
  readonly rev: number;
}

/**
 * Replaces roles, or requests approval if the change adds an approver or would leave a country with only one.
 * @returns the approval's id, or null if the change is done
 */
async function changeGrants(
  trx: Transaction<Database>,
  target: Target,
  grants: readonly OperatorGrant[],
  change: RequestContext & {
    readonly operator: OperatorActor;
    readonly act: 'inviteOperator' | 'changeOperatorGrants';
  },
) {
  await lockGrants(trx);
  const { regions: ownRegions, operatorId } = change.operator;
  const before = await readGrants(trx, target.id);
  const affectedRegions = [...before, ...grants]
    .flatMap(({ regions }) => regions)
    .filter((region) => ownRegions.includes(region));
  const within = [...new Set(affectedRegions)];
  const otherGrants = before.map(({ role, regions }) => ({
    role,
    regions: regions.filter((region) => !within.includes(region)),
  }));
  const operator = { id: target.id, before, after: [...grants, ...otherGrants] };
  const neededApproval = await findNeededApproval(trx, operator, operatorId);
  const body = { grants, within, ...neededApproval };
  const { regions: _regions, within: _within, ...summary } = body;
  const { act, ...context } = change;
  const { approval } = await runOrRequestApproval(
    trx,
    grantsApproval,
    {
      ...{ act, body, record: { kind: 'operator', id: target.id } },
      approval: neededApproval === null ? 'none' : 'required',
      summary: { operator: target.id, ...summary },
    },
    context,
  );
  return approval;
}

const inviteOperator: OperatorHandler<typeof operatorCalls.inviteOperator> = async (
  { body, operator, audit, runAction },
  services,
) => {
  const { email, name, language, grants, why } = body;
  requireCountries(grants, operator);
  return runAction(async (trx) => {
    const id = randomUUID();
    const created_at = new Date(services.clock.now());
    const newOperator = await trx
      .insertInto('operators')
      .values({ id, email, name, language, created_at, signed_in_at: null })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('rev')
      .executeTakeFirst();
    const operatorRow = newOperator ? { id, ...newOperator } : await reuseOperator(trx, body);
    const region = commonRegion(grants.flatMap(({ regions }) => regions));
    audit({
      ...{ kind: 'operator', id: operatorRow.id, region },
      before: null,
      after: { name, email, language },
    });
    const change = { operator, services, audit, why, act: 'inviteOperator' as const };
    return { id: operatorRow.id, approval: await changeGrants(trx, operatorRow, grants, change) };
  });
};

/**
 * Reuses the record of an operator whose first invitation was rejected or became void: they have no role, so no list
 * shows them.
 * @throws ApiFailure `email_taken` if they have a role, or their approval is pending
 */
async function reuseOperator(
  trx: Transaction<Database>,
  { email, name, language }: BodyOf<typeof operatorCalls.inviteOperator>,
) {
  // A second person may be approving their roles at the same time.
  await lockGrants(trx);
  const formerOperator = await trx
    .updateTable('operators')
    .set(({ eb }) => ({ name, language, rev: eb('rev', '+', 1) }))
    .where('email', '=', email)
    .where('active', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('operator_grants').select('role').whereRef('operator_id', '=', 'operators.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('operator_approvals as approval')
            .select('approval.uuid')
            .whereRef('approval.record_id', '=', sql`operators.id::text`)
            .where('approval.record_kind', '=', 'operator')
            .where('approval.state', '=', 'open'),
        ),
      ),
    )
    .returning(['id', 'rev'])
    .executeTakeFirst();
  if (formerOperator === undefined) throw new ApiFailure('email_taken', { field: 'body.email' });
  return formerOperator;
}

/** Locks the operator and compares the version. Throws `conflict` if it differs. */
async function lockOperator(trx: Transaction<Database>, id: string, rev: number | null) {
  const operator = await trx
    .selectFrom('operators')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (operator === undefined) throw new ApiFailure('not_found');
  if (rev !== null && operator.rev !== rev) throw new ApiFailure('conflict', { field: 'body.rev' });
  return operator;
}

/**
 * Throws `forbidden` unless the actor manages all of the operator's countries, because the change affects all of these
 * countries.
 */
async function requireAllCountries(trx: Transaction<Database>, id: string, actor: OperatorActor) {
  requireCountries(await readGrants(trx, id), actor);
}

const resendInvitation: OperatorHandler<typeof operatorCalls.resendInvitation> = (
  { params: { id }, operator, runAction },
  services,
) =>
  runAction(async (trx) => {
    const target = await lockOperator(trx, id, null);
    await requireAllCountries(trx, id, operator);
    if (target.signed_in_at !== null || !target.active) throw new ApiFailure('conflict');
    const { email, language } = target;
    await sendCode(trx, services, { kind: 'invitation', email, recipient: { language } });
    return {};
  });

const changeOperatorGrants: OperatorHandler<typeof operatorCalls.changeOperatorGrants> = async (
  { params: { id }, body: { grants, rev, why }, operator, audit, runAction },
  services,
) => {
  requireCountries(grants, operator);
  return runAction(async (trx) => {
    // The grants are locked before the operator, in the same order as for every change to roles.
    await lockGrants(trx);
    const target = await lockOperator(trx, id, rev);
    const change = { operator, services, audit, why, act: 'changeOperatorGrants' as const };
    return { approval: await changeGrants(trx, target, grants, change) };
  });
};

const setOperatorActive: OperatorHandler<typeof operatorCalls.setOperatorActive> = (
  { params: { id }, body: { active, rev, why }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    await lockGrants(trx);
    const target = await lockOperator(trx, id, rev);
    await requireAllCountries(trx, id, operator);
    if (target.active === active) return { approval: nothingToApprove };
    const grants = await readGrants(trx, target.id);
    const roles = active ? { before: [], after: grants } : { before: grants, after: [] };
    const affectedOperator = { id: target.id, ...roles };
    const neededApproval = await findNeededApproval(trx, affectedOperator, operator.operatorId);
    const body = { active, ...neededApproval };
    const { regions: _regions, ...summary } = body;
    const { approval } = await runOrRequestApproval(
      trx,
      activeApproval,
      {
        ...{ act: 'setOperatorActive', body, record: { kind: 'operator', id: target.id } },
        approval: neededApproval === null ? 'none' : 'required',
        summary: { operator: target.id, ...summary },
      },
      { operator, services, audit, why },
    );
    return { approval };
  });

const endSessions: OperatorHandler<typeof operatorCalls.endOperatorSessions> = (
  { params: { id }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    await lockOperator(trx, id, null);
    const endedCount = await endOperatorSessions(trx, clock.now(), { operatorId: id });
    const [before, after] = [{ sessions: endedCount }, { sessions: 0 }];
    audit({ kind: 'operator', id, region: null, before, after });
    return { ended: endedCount };
  });

const resetOperatorPasskeys: OperatorHandler<typeof operatorCalls.resetOperatorPasskeys> = (
  { params: { id }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    await lockOperator(trx, id, null);
    await requireAllCountries(trx, id, operator);
    await trx
      .updateTable('operators')
      .set({ had_passkey: true })
      .where('id', '=', id)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('operator_passkeys')
            .select('operator_passkeys.id')
            .where('operator_id', '=', id),
        ),
      )
      .execute();
    const removedPasskeys = await trx
      .deleteFrom('operator_passkeys')
      .where('operator_id', '=', id)
      .returning('id')
      .execute();
    await endOperatorSessions(trx, clock.now(), { operatorId: id });
    const [before, after] = [{ passkeys: removedPasskeys.length }, { passkeys: 0 }];
    audit({ kind: 'operator', id, region: null, before, after });
    return { removed: removedPasskeys.length };
  });

/**
 * Lists actions on an operator's access. Roles and reasons may concern other countries, so only an administrator of all
 * countries sees them.
 */
const listOperatorTimeline: OperatorHandler<typeof operatorCalls.listOperatorTimeline> = async (
  { params: { id }, query, operator },
  { db },
) => {
  const { data, meta } = await readTimeline(db, id.toLowerCase(), query, []);
  const canReadDetails = operator.regions.length === regions.length;
  const hidden = { why: null, before: null, after: null };
  return { data: data.map((entry) => ({ ...entry, ...(!canReadDetails && hidden) })), meta };
};

export const staffHandlers = {
  listOperators,
  listOperatorTimeline,
  inviteOperator,
  resendInvitation,
  changeOperatorGrants,
  setOperatorActive,
  endOperatorSessions: endSessions,
  resetOperatorPasskeys,
} satisfies Partial<OperatorHandlers>;
