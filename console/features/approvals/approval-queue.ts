import { approvalCalls } from '#schemas/operator/approval-calls.ts';
import type { RecordQueue } from '#console/parts/queue/record-queue.ts';

/** The queue of approvals that the operator can decide. */
export const approvalQueue: RecordQueue = {
  kind: 'approval',
  call: approvalCalls.claimApprovals,
  listHref: '/approvals',
  hrefOf: (id) => `/approvals?open=${id}&queue=1`,
  queries: ['listApprovals'],
};
