import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { startBulkJob } from '../console/bulk-jobs.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { anyUuid } from '../scans/any-of.ts';

/** Act of each row of a bulk decision. */
const bulkDecisions = { approve: 'approveOrder' } as const;

const startBulkOrders: OperatorHandler<typeof operatorCalls.startBulkOrders> = (
  { body: { orders, decision, why }, operator, audit, runAct },
  services,
) =>
  runAct(async (trx) => {
    const rows = await trx
      .selectFrom('orders')
      .innerJoin('companies', 'companies.id', 'orders.company_id')
      .select(['orders.uuid', 'orders.number', 'companies.regions_id'])
      .where('orders.uuid', '=', anyUuid(orders))
      .orderBy('orders.created_at')
      .orderBy('orders.uuid')
      .execute();
    const job = {
      act: bulkDecisions[decision],
      why,
      regions: rows.map(({ regions_id }) => regions_id),
      rows: rows.map(({ uuid, number }) => ({ recordId: uuid, label: number })),
    };
    return startBulkJob(trx, job, { operator, services, audit });
  });

export const operatorOrderHandlers = { startBulkOrders } satisfies Partial<OperatorHandlers>;
