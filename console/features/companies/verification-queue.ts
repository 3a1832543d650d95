import { companyCalls } from '#schemas/operator/company-calls.ts';
import type { RecordQueue } from '#console/parts/queue/record-queue.ts';

/** The queue of companies to verify. */
export const verificationQueue: RecordQueue = {
  kind: 'company',
  call: companyCalls.claimVerifications,
  listHref: '/companies?verification=open',
  hrefOf: (id) => `/companies/${id}?queue=1`,
  queries: ['listCompanies', 'readCompanyFile'],
};
