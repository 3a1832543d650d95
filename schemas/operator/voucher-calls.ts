import * as v from 'valibot';
import {
  requiredText,
  text,
  uuid,
  moment,
  wholeNumber,
  wholeNumberBetween,
} from '../primitives.ts';
import { regionId } from '../regions.ts';
import { vendorType } from '../vendors.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListResult } from './operator-list.ts';

/** Maximum number of codes in one import. */
export const MAX_IMPORTED_CODES = 10_000;
/** Maximum number of characters in one import: codes with their dates and passwords. */
export const MAX_IMPORTED_TEXT = 1_000_000;
/** Maximum number of rejected lines listed. */
const MAX_LISTED_LINES = 200;
/** The console warns below this number of free codes, unless a pool sets its own. */
export const DEFAULT_LOW_AT = 10;

/** Pool of a voucher's codes in a country. The codes themselves are never listed. */
const voucherPool = v.object({
  region: regionId,
  /** Article number of the voucher’s variant. */
  sku: text(100),
  product: v.object({ id: uuid, name: text(200) }),
  type: vendorType,
  /** Number of codes that are neither used nor expired. */
  free: wholeNumber,
  used: wholeNumber,
  expired: wholeNumber,
  /** Earliest expiry of a free code; null if none expires. */
  expires_at: v.nullable(moment),
  open_orders: wholeNumber,
  low_at: wholeNumber,
});

/** Problems with a line, each with a text in the console. */
export const codeProblems = [
  'number',
  'password',
  'expiry',
  'fields',
  'used',
  'stored_differently',
  'twice',
] as const;

const lines = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_IMPORTED_TEXT));
const pool = { region: regionId, sku: requiredText(100) };

const importResult = v.object({
  /** Number of new codes. */
  added: wholeNumber,
  /** Number of codes already stored with the same values. */
  unchanged: wholeNumber,
  rejected: wholeNumber,
  /** Line numbers and problems of the first 200 rejected lines. The contents of the lines aren’t returned. */
  problems: v.pipe(
    v.array(v.object({ line: wholeNumber, problem: v.picklist(codeProblems) })),
    v.maxLength(MAX_LISTED_LINES),
  ),
});

/** Reasons why an import is `invalid_input`. */
export const importProblems = { unreadable: 'csv_unreadable', tooMany: 'too_many_codes' } as const;

/** Pools of voucher codes. Codes appear in no list, log, audit or export. */
export const voucherCalls = {
  listVoucherPools: defineOperatorCall(
    {
      id: 'listVoucherPools',
      method: 'GET',
      path: '/operator/v1/vouchers',
      summary: 'Lists the shops’ vouchers by name, with their numbers of free and used codes.',
      query: v.object({ region: v.optional(regionId) }),
      result: operatorListResult(voucherPool),
    },
    { right: 'orders.read', scope: 'list' },
  ),
  checkVoucherCodes: defineOperatorCall(
    {
      id: 'checkVoucherCodes',
      method: 'POST',
      path: '/operator/v1/vouchers/check',
      summary: 'Previews an import. Changes nothing.',
      body: v.object({ ...pool, lines }),
      result: importResult,
    },
    { right: 'orders.edit', scope: 'none' },
  ),
  importVoucherCodes: defineOperatorCall(
    {
      id: 'importVoucherCodes',
      method: 'POST',
      path: '/operator/v1/vouchers/import',
      summary:
        'Stores the codes of a voucher, up to 10,000. A job completes the open orders that get one, oldest first. More than 10,000 rows in a day, with those of import files, need a second person.',
      body: v.object({ ...pool, lines, why }),
      status: 201,
      result: v.object({
        ...importResult.entries,
        /** Number of orders that the job will complete. */
        orders: wholeNumber,
        job: v.nullable(uuid),
        /** Null if the codes were stored. While an approval is pending, all numbers come from the check. */
        approval: v.nullable(uuid),
      }),
    },
    { right: 'orders.edit', scope: 'none', isAction: true, secondPerson: 'conditional' },
  ),
  setVoucherWarning: defineOperatorCall(
    {
      id: 'setVoucherWarning',
      method: 'POST',
      path: '/operator/v1/vouchers/warning',
      summary: 'Sets the number of free codes below which the console warns.',
      body: v.object({ ...pool, low_at: wholeNumberBetween(0, 100_000), why }),
      result: v.object({ low_at: wholeNumber }),
    },
    { right: 'orders.edit', scope: 'none', isAction: true },
  ),
} as const;
