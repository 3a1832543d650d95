import { type bulkStartCalls } from '#schemas/operator/bulk-start-calls.ts';
import { type ScopedRecord } from '#schemas/operator/operator-call.ts';
import { type TestInput } from './test-app.ts';

type Examples = {
  readonly [Id in keyof typeof bulkStartCalls]: (
    records: Readonly<Record<ScopedRecord, string>>,
  ) => TestInput<(typeof bulkStartCalls)[Id]>;
};

const why = 'to test rights';

/** Valid input of the calls that start bulk actions. Nothing runs the jobs in the tests of rights. */
export const bulkExamples: Examples = {
  startBulkCompanies: ({ company }) => ({
    body: { records: [company], run: { act: 'setCompanyFlags', is_recommended: true }, why },
  }),
  startBulkRequests: ({ lead_request, company }) => ({
    body: { records: [lead_request], run: { act: 'offerLeadRequest', company }, why },
  }),
  startBulkLeads: ({ lead }) => ({
    body: { records: [lead], run: { act: 'withdrawLead' }, why },
  }),
  startBulkProducts: ({ product }) => ({
    body: { records: [product], run: { act: 'editProduct', is_visible: false }, why },
  }),
  startBulkCertificates: ({ certificate }) => ({
    body: { records: [certificate], run: { act: 'resendCertificate' }, why },
  }),
  startBulkChats: ({ chat }) => ({
    body: { records: [chat], run: { act: 'setChatSolved', solved: true }, why },
  }),
  startBulkContents: ({ content }) => ({
    body: { records: [content], run: { act: 'withdrawContent' }, why },
  }),
  startBulkSurveys: ({ survey }) => ({
    body: { records: [survey], run: { act: 'endSurvey' }, why },
  }),
  // No variant has this price.
  changePricesByPercent: ({ variant: id }) => ({
    body: { variants: [{ id, seen: 999_999 }], percent: 1, why },
  }),
};
