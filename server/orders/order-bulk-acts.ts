import { type BulkAct } from '../console/bulk-act.ts';
import { decideByOperator } from './decide-by-operator.ts';
import { type Decision } from './decide-order.ts';

const decide = (decision: Decision): BulkAct => ({
  right: 'orders.edit',
  recordKind: 'order',
  run: async (trx, { recordId, services, audit }) => {
    await decideByOperator(trx, recordId, { decision }, { services, audit });
  },
});

/** Decisions that can be made about many orders. A voucher gets the next free code. */
export const orderBulkActs: Readonly<Record<string, BulkAct>> = {
  approveOrder: decide('approve'),
  completeOrder: decide('complete'),
};
