import { defineCall, emptyResult } from './call.ts';
import { errorReports } from '../error-report.ts';

/** Error reports from devices whose users have allowed them. */
export const reportCalls = {
  reportErrors: defineCall({
    id: 'reportErrors',
    method: 'POST',
    path: '/v1/error-report',
    summary: 'Report uncaught errors: type and location, no personal data. Needs no session.',
    access: 'public',
    // A report isn't worth a longer wait.
    timeoutMs: 10_000,
    body: errorReports,
    result: emptyResult,
  }),
};
