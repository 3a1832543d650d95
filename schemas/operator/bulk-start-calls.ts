import * as v from 'valibot';
import { moment, uuid, wholeNumber, wholeNumberBetween } from '../primitives.ts';
import { bulkRecords, bulkStartResult, holds } from './bulk-calls.ts';
import { areDistinct, defineOperatorCall, type ScopedRecord, why } from './operator-call.ts';
import type { OperatorRight } from './operator-rights.ts';

/**
 * Maximum number of prices that one action can change by a percentage. It's limited because the second person sees all
 * of them.
 */
export const MAX_PERCENT_PRICES = 1000;
/** Smallest and largest price change of many variants, in percent. */
export const PRICE_PERCENT = { min: -90, max: 400 } as const;

interface BulkCall<Id extends string, Path extends string, Run> {
  readonly id: Id;
  readonly path: Path;
  readonly summary: string;
  /** The action for each row, as `act`, with the fields that all rows share. */
  readonly run: Run;
}

interface BulkOptions {
  readonly record: ScopedRecord;
  readonly right: OperatorRight;
  /** `recent` if one of the actions asks for the passkey again. */
  readonly strength?: 'passkey' | 'recent';
}

/** Declares a call that starts a job: `act` is a single record's action, which the server runs for each row. */
function defineBulkCall<
  const Id extends string,
  const Path extends string,
  Run extends v.GenericSchema<{ readonly act: string }>,
>(
  { id, path, summary, run }: BulkCall<Id, Path, Run>,
  { record, right, strength = 'passkey' }: BulkOptions,
) {
  return defineOperatorCall(
    {
      id,
      method: 'POST',
      path,
      summary,
      body: v.object({ records: bulkRecords, run, why }),
      status: 201,
      result: bulkStartResult,
    },
    {
      right,
      scope: { record, in: 'body', field: 'records', isPerRow: true },
      isAction: true,
      strength,
    },
  );
}

const act = <const Id extends string>(id: Id) => ({ act: v.literal(id) });

/** Bulk actions of each subject. */
export const bulkStartCalls = {
  startBulkCompanies: defineBulkCall(
    {
      id: 'startBulkCompanies',
      path: '/operator/v1/companies/bulk',
      summary: 'Verifies, flags, blocks or unblocks many companies as a job, oldest first.',
      run: v.variant('act', [
        v.object(act('verifyCompany')),
        v.object({
          ...act('setCompanyFlags'),
          accepts_leads: v.optional(v.boolean()),
          has_edenred_card: v.optional(v.boolean()),
          is_recommended: v.optional(v.boolean()),
        }),
        v.object({ ...act('setCompanyBlocked'), blocked: v.boolean() }),
      ]),
    },
    { record: 'company', right: 'companies.edit', strength: 'recent' },
  ),
  startBulkRequests: defineBulkCall(
    {
      id: 'startBulkRequests',
      path: '/operator/v1/lead-requests/bulk',
      summary: 'Offers many requests to one company as a job, oldest first.',
      run: v.object({ ...act('offerLeadRequest'), company: uuid }),
    },
    { record: 'lead_request', right: 'leads.edit' },
  ),
  startBulkLeads: defineBulkCall(
    {
      id: 'startBulkLeads',
      path: '/operator/v1/leads/bulk',
      summary:
        'Withdraws many leads, or offers them again to their companies, as a job, oldest first.',
      run: v.variant('act', [v.object(act('withdrawLead')), v.object(act('renewLead'))]),
    },
    { record: 'lead', right: 'leads.edit' },
  ),
  startBulkProducts: defineBulkCall(
    {
      id: 'startBulkProducts',
      path: '/operator/v1/shop/products/bulk',
      summary: 'Shows or hides many products, or plans that, as a job.',
      run: v.object({
        ...act('editProduct'),
        is_visible: v.optional(v.boolean()),
        show_at: v.optional(v.nullable(moment)),
        hide_at: v.optional(v.nullable(moment)),
      }),
    },
    { record: 'product', right: 'shop.edit' },
  ),
  startBulkCertificates: defineBulkCall(
    {
      id: 'startBulkCertificates',
      path: '/operator/v1/certificates/bulk',
      summary:
        'Emails many certificates to their customers again as a job, at most ten times a day per address.',
      run: v.object(act('resendCertificate')),
    },
    { record: 'certificate', right: 'review.decide' },
  ),
  startBulkChats: defineBulkCall(
    {
      id: 'startBulkChats',
      path: '/operator/v1/chats/bulk',
      summary:
        'Assigns many chats, or marks them as solved, as a job. A chat with a message that is newer than the job isn’t solved.',
      run: v.variant('act', [
        v.object({ ...act('assignChat'), operator: v.nullable(uuid) }),
        v.object({ ...act('setChatSolved'), solved: v.literal(true) }),
      ]),
    },
    { record: 'chat', right: 'support.edit' },
  ),
  startBulkContents: defineBulkCall(
    {
      id: 'startBulkContents',
      path: '/operator/v1/contents/bulk',
      summary: 'Removes many published news and tutorials from phones as a job.',
      run: v.object(act('withdrawContent')),
    },
    { record: 'content', right: 'content.edit' },
  ),
  startBulkSurveys: defineBulkCall(
    {
      id: 'startBulkSurveys',
      path: '/operator/v1/surveys/bulk',
      summary:
        'Ends many surveys for good as a job. An end that is held can be undone by stopping the job.',
      run: v.object({ ...act('endSurvey'), holds }),
    },
    { record: 'survey', right: 'content.edit' },
  ),
  changePricesByPercent: defineOperatorCall(
    {
      id: 'changePricesByPercent',
      method: 'POST',
      path: '/operator/v1/shop/prices/percent',
      summary:
        'Changes the prices of many variants by a percentage as a job. More than 20 in a day, or a change by more than half, need a second person, whose approval starts the job. A price that isn’t what the operator saw stays as it is, so that a repeated request changes nothing. A removed variant is left out.',
      body: v.object({
        variants: v.pipe(
          v.array(
            v.object({
              id: uuid,
              /** Price that the change is based on. */
              seen: wholeNumber,
            }),
          ),
          v.minLength(1),
          v.maxLength(MAX_PERCENT_PRICES),
          v.check((variants) => areDistinct(variants)),
        ),
        percent: v.pipe(
          wholeNumberBetween(PRICE_PERCENT.min, PRICE_PERCENT.max),
          v.check((percent) => percent !== 0),
        ),
        why,
      }),
      status: 201,
      result: v.object({
        /** Null if no approval is needed. */
        approval: v.nullable(uuid),
        /** Null if an approval is needed, or if the percentage changes no price. */
        job: v.nullable(uuid),
        /** Number of prices that the percentage changes. */
        prices: wholeNumber,
        /** Number of prices that aren't changed, because the operator saw an older price or the variant was removed. */
        outdated: wholeNumber,
      }),
    },
    {
      right: 'shop.edit',
      scope: { record: 'variant', in: 'body', field: 'variants' },
      isAction: true,
      secondPerson: 'conditional',
    },
  ),
} as const;
export type BulkStartCallId = Exclude<keyof typeof bulkStartCalls, 'changePricesByPercent'>;
