import * as v from 'valibot';
import { defineCall, idParams, listEntries, listResult } from './call.ts';
import { ledgerEntry, pointsSummary } from '../ledger.ts';
import { tierProductCategory } from '../product-type.ts';

/** Points, their history, and the tiers' product categories (spec 1 §7). */
export const pointsCalls = {
  getPointsSummary: defineCall({
    id: 'getPointsSummary',
    method: 'GET',
    path: '/v1/company/points/{id}',
    summary: 'Get your company’s points.',
    params: idParams,
    result: pointsSummary,
  }),
  listPointsHistory: defineCall({
    id: 'listPointsHistory',
    method: 'GET',
    path: '/v1/points/history',
    summary:
      'List the entries of your company’s points history, newest first. With `since`, only changed ones, oldest change first.',
    query: v.object(listEntries),
    result: listResult(ledgerEntry),
    errors: ['checkpoint_stale'],
  }),
  listTierProductCategories: defineCall({
    id: 'listTierProductCategories',
    method: 'GET',
    path: '/v1/tier/product-category',
    summary: 'List all product types with their tier category.',
    result: listResult(tierProductCategory),
  }),
};
