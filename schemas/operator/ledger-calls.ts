import * as v from 'valibot';
import { campaignId } from '../campaign.ts';
import { pointEvents, variation } from '../ledger.ts';
import { day, moment, text, translatedText, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { ledgerParts } from './company-calls.ts';
import { defineOperatorCall } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';

const signedNumber = v.pipe(v.number(), v.integer());

/** Filters for a country's ledger. Days are in the country's time zone, and the last day is included. */
const filters = {
  region: regionId,
  part: v.optional(v.picklist(ledgerParts)),
  event: v.optional(v.picklist(pointEvents)),
  company: v.optional(uuid),
  campaign: v.optional(v.pipe(campaignId, v.maxLength(40))),
  /** Only lines that this import of awards has added. */
  import: v.optional(uuid),
  from: v.optional(day),
  until: v.optional(day),
};

const ledgerLine = v.object({
  id: uuid,
  at: moment,
  company: v.object({ id: uuid, name: text(200) }),
  event: v.picklist(pointEvents),
  part: v.picklist(ledgerParts),
  variation,
  /** Change in the balance. */
  points: signedNumber,
  /** Name of the campaign; null for other entries. */
  campaign: v.nullable(translatedText),
  project: v.nullable(uuid),
  order: v.nullable(uuid),
});
export type LedgerLine = v.InferOutput<typeof ledgerLine>;

/** The points ledger of a country. */
export const ledgerCalls = {
  listLedger: defineOperatorCall(
    {
      id: 'listLedger',
      method: 'GET',
      path: '/operator/v1/ledger',
      summary: 'Lists a country’s ledger lines, newest first.',
      query: v.object({ ...operatorListEntries, ...filters }),
      result: operatorListResult(ledgerLine),
    },
    { right: 'points.read', scope: 'list' },
  ),
  sumLedger: defineOperatorCall(
    {
      id: 'sumLedger',
      method: 'GET',
      path: '/operator/v1/ledger/sum',
      summary: 'Returns the number and sum of all matching lines.',
      query: v.object(filters),
      result: v.object({ lines: wholeNumber, points: signedNumber }),
      timeoutMs: 30_000,
    },
    { right: 'points.read', scope: 'list' },
  ),
} as const;
