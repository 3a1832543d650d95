import { type BulkAct } from '../console/bulk-act.ts';
import { decideByOperator } from './decide-by-operator.ts';

/** Decisions that can be made about many orders. */
export const orderBulkActs = {
  approveOrder: {
    right: 'orders.edit',
    recordKind: 'order',
    run: async (trx, { recordId, services, audit }) => {
      await decideByOperator(trx, recordId, { decision: 'approve' }, { services, audit });
    },
  },
} as const satisfies Readonly<Record<string, BulkAct>>;
