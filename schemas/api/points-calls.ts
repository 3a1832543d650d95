import * as v from 'valibot';
import { defineCall, idParams, listEntries, listResult } from './call.ts';
import { ledgerEntry, pointsSummary } from '../ledger.ts';
import { tierProductCategory } from '../product-type.ts';

/** Points, their history, and the tiers' product categories (spec 1 §7). */
export const pointsCalls = {
  pointsSummary: defineCall({
    id: 'pointsSummary',
    method: 'GET',
    path: '/v1/company/points/{id}',
    summary: "The points of the person's own company.",
    params: idParams,
    result: pointsSummary,
  }),
  pointsHistory: defineCall({
    id: 'pointsHistory',
    method: 'GET',
    path: '/v1/points/history',
    summary: "The company's ledger, newest first; in order of change with `since`.",
    query: v.object(listEntries),
    result: listResult(ledgerEntry),
    errors: ['checkpoint_stale'],
  }),
  tierProductCategories: defineCall({
    id: 'tierProductCategories',
    method: 'GET',
    path: '/v1/tier/product-category',
    summary: 'Every product type with its tier category.',
    result: listResult(tierProductCategory),
  }),
};
