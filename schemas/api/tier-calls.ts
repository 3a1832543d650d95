import * as v from 'valibot';
import { defineCall, listResult } from './call.ts';
import { uuid } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { tierDefinition, tierProgress, tierYear } from '../tier.ts';

const companyQuery = v.object({ installer_company_id: uuid });

/** Tier levels that a company can reach in a year (spec 1 §7, spec 2 §7). */
export const tierCalls = {
  listTiers: defineCall({
    id: 'listTiers',
    method: 'GET',
    path: '/v1/tier',
    summary: 'List a country’s tiers with their levels.',
    query: v.object({ region_id: regionId }),
    result: listResult(tierDefinition),
  }),
  listTierProgress: defineCall({
    id: 'listTierProgress',
    method: 'GET',
    path: '/v1/tier/progress',
    summary: 'Get your company’s progress in each tier this year.',
    query: companyQuery,
    result: listResult(tierProgress),
  }),
  listTierHistory: defineCall({
    id: 'listTierHistory',
    method: 'GET',
    path: '/v1/tier/history',
    summary: 'List your company’s final tier levels of earlier years, newest first.',
    query: companyQuery,
    result: listResult(tierYear),
  }),
};
