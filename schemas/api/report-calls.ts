import { defineCall, emptyResult } from './call.ts';
import { errorReports } from '../error-report.ts';

/** Error reports from devices whose users allow them. */
export const reportCalls = {
  reportErrors: defineCall({
    id: 'reportErrors',
    method: 'POST',
    path: '/v1/error-report',
    summary: 'Errors that nobody caught: kind and place, nothing of a person. Without a session.',
    access: 'public',
    // No user waits for it.
    timeoutMs: 10_000,
    body: errorReports,
    result: emptyResult,
  }),
};
