import * as v from 'valibot';
import { certificate, certificateFilter } from '../certificate.ts';
import { defineCall, listEntries, listResult } from './call.ts';

/** The only certificate call that is loaded at every start of the app. */
export const certificateListCall = {
  listCertificates: defineCall({
    id: 'listCertificates',
    method: 'GET',
    path: '/v1/warranty-certificate',
    summary:
      'List your company’s certificates by year, month and address, newest first. With `since`, all changed ones, oldest change first.',
    query: v.object({ ...listEntries, ...certificateFilter }),
    result: listResult(certificate),
    errors: ['checkpoint_stale'],
  }),
};
