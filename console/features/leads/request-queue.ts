import { leadCalls } from '#schemas/operator/lead-calls.ts';
import type { RecordQueue } from '#console/parts/queue/record-queue.ts';

/** The queue of waiting requests. */
export const requestQueue: RecordQueue = {
  kind: 'lead_request',
  call: leadCalls.claimLeadRequests,
  listHref: '/lead-requests',
  hrefOf: (id) => `/lead-requests/${id}?queue=1`,
  queries: ['listLeadRequests', 'getLeadRequest'],
};
