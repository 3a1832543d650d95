import { type Selectable, type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type CompaniesTable } from '../access/access-tables.ts';
import { type ApprovableAction, runOrRequestApproval } from '../console/approvals.ts';
import { type AuditedChange, type OperatorHandler } from '../console/operator-handler.ts';
import { lockCompany } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { isAboveLimit } from '../points/second-person-limit.ts';
import { loadWelcomePoints, deductWelcomePoints } from '../points/welcome-points.ts';
import { lockCompanyRev } from './company-file.ts';
import { getVerification } from './list-companies.ts';

type Company = Selectable<CompaniesTable>;

/** A withdrawal that a second person must approve. */
interface WithdrawalRequest {
  readonly regions: readonly RegionId[];
  readonly points: number;
}

/**
 * Withdraws the verification of a locked company: its welcome points are deducted, and reserved until someone verifies
 * it again.
 */
async function applyWithdrawal(
  trx: Transaction<Database>,
  company: Company,
  now: number,
  audit: (change: AuditedChange) => void,
): Promise<void> {
  if (getVerification(company) !== 'verified') throw new ApiFailure('conflict');
  const points = await loadWelcomePoints(trx, company.id);
  const refused_at = new Date(now);
  const balances = await deductWelcomePoints(trx, company.id, points, now);
  // Expired points aren't reserved, because the next verification would add them again.
  const reserved_points = balances.before - balances.after;
  await trx
    .updateTable('companies')
    .set({ reserved_points, refused_at })
    .where('id', '=', company.id)
    .execute();
  audit({
    ...{ kind: 'company', id: company.id, region: company.regions_id },
    before: { reserved_points: 0, refused_at: null, balance: balances.before },
    after: {
      reserved_points,
      refused_at: refused_at.toISOString(),
      balance: balances.after,
    },
  });
}

/** Withdraws a company's verification, or requests approval. */
export const withdrawVerification: OperatorHandler<typeof operatorCalls.withdrawVerification> = (
  { params: { id }, body: { rev, why }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const company = await lockCompanyRev(trx, id, rev);
    if (getVerification(company) !== 'verified') throw new ApiFailure('conflict');
    const points = await loadWelcomePoints(trx, company.id);
    const change = { kind: 'correction', points: -points, reverses: null } as const;
    const isLarge = await isAboveLimit(trx, company.id, change, services.clock.now());
    const { approval } = await runOrRequestApproval(
      trx,
      withdrawalApproval,
      {
        ...{ act: 'withdrawVerification', record: { kind: 'company', id: company.id } },
        body: { regions: [company.regions_id], points: -points },
        approval: isLarge ? 'if_possible' : 'none',
        summary: { points: -points },
      },
      { operator, why, audit, services },
    );
    return { points, approval };
  });

/** Approval of a withdrawal. The approval becomes void if the company's details change in the meantime. */
export const withdrawalApproval: ApprovableAction<WithdrawalRequest> = {
  right: 'companies.edit',
  readRev: async (trx, id) => {
    await lockCompany(trx, id);
    return (await lockCompanyRev(trx, id, null)).details_rev;
  },
  regionsOf: ({ regions }) => regions,
  run: async (trx, { recordId, services, audit }) => {
    const company = await lockCompanyRev(trx, recordId, null);
    await applyWithdrawal(trx, company, services.clock.now(), audit);
  },
};
