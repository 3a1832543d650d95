import * as v from 'valibot';
import { announcementCalls } from './announcement-calls.ts';
import { approvalCalls } from './approval-calls.ts';
import { auditCalls } from './audit-calls.ts';
import { operatorCardCalls } from './card-calls.ts';
import { certificateCalls } from './certificate-calls.ts';
import { chatCalls } from './chat-calls.ts';
import { chatTemplateCalls } from './chat-template-calls.ts';
import { commentCalls } from './comment-calls.ts';
import { companyCalls } from './company-calls.ts';
import { bulkCalls } from './bulk-calls.ts';
import { bulkStartCalls } from './bulk-start-calls.ts';
import { orderCalls } from './order-calls.ts';
import { orderBatchCalls } from './order-batch-calls.ts';
import { contentCalls } from './content-calls.ts';
import { countryCalls } from './country-calls.ts';
import { reportCalls } from './report-calls.ts';
import { draftCalls } from './draft-calls.ts';
import { presenceCalls } from './presence-calls.ts';
import { queueClaimCalls } from './queue-claims.ts';
import { campaignCalls } from './campaign-calls.ts';
import { ledgerCalls } from './ledger-calls.ts';
import { pointCalls } from './point-calls.ts';
import { personCalls } from './person-calls.ts';
import { importCalls } from './import-calls.ts';
import { heldLotCalls } from './held-lot-calls.ts';
import { leadCalls } from './lead-calls.ts';
import { leadTokenCalls } from './lead-token-calls.ts';
import { returnCalls } from './return-calls.ts';
import { reviewCalls } from './review-calls.ts';
import { sessionCalls } from './session-calls.ts';
import { voucherCalls } from './voucher-calls.ts';
import { operatorShopCalls } from './shop-calls.ts';
import { shopCategoryCalls } from './shop-category-calls.ts';
import { shopProductCalls } from './shop-product-calls.ts';
import { productTypeCalls } from './product-type-calls.ts';
import { settingsCalls } from './settings-calls.ts';
import { tierCalls } from './tier-calls.ts';
import { operatorSurveyCalls } from './survey-calls.ts';
import { staffCalls } from './staff-calls.ts';
import { dateCalls } from './date-calls.ts';
import { systemCalls } from './system-calls.ts';
import { listStreamCalls } from './list-stream.ts';
import { defineOperatorCall } from './operator-call.ts';

/** Call that returns a machine-readable description of the console's calls. */
const apiCalls = {
  getOperatorApi: defineOperatorCall(
    {
      id: 'getOperatorApi',
      method: 'GET',
      path: '/operator/v1/api/openapi.json',
      summary: 'Describes all calls of the console (OpenAPI 3.1).',
      result: v.looseObject({ openapi: v.literal('3.1.0') }),
    },
    { right: null, scope: 'none' },
  ),
} as const;

/** All calls of the console. The browser imports individual groups. */
export const operatorCalls = {
  ...sessionCalls,
  ...apiCalls,
  ...auditCalls,
  ...staffCalls,
  ...approvalCalls,
  ...reviewCalls,
  ...operatorCardCalls,
  ...heldLotCalls,
  ...certificateCalls,
  ...companyCalls,
  ...bulkCalls,
  ...bulkStartCalls,
  ...orderCalls,
  ...orderBatchCalls,
  ...voucherCalls,
  ...draftCalls,
  ...presenceCalls,
  ...commentCalls,
  ...queueClaimCalls,
  ...chatCalls,
  ...chatTemplateCalls,
  ...personCalls,
  ...pointCalls,
  ...returnCalls,
  ...campaignCalls,
  ...ledgerCalls,
  ...leadCalls,
  ...leadTokenCalls,
  ...operatorShopCalls,
  ...shopCategoryCalls,
  ...shopProductCalls,
  ...contentCalls,
  ...countryCalls,
  ...settingsCalls,
  ...productTypeCalls,
  ...tierCalls,
  ...reportCalls,
  ...operatorSurveyCalls,
  ...importCalls,
  ...announcementCalls,
  ...dateCalls,
  ...systemCalls,
} as const;

/** Streams of the console. */
export const operatorStreams = listStreamCalls;

export type OperatorCallId = keyof typeof operatorCalls;

/** Actions that can require approval. */
export type SecondPersonCallId = {
  [Id in OperatorCallId]: (typeof operatorCalls)[Id]['secondPerson'] extends 'never' ? never : Id;
}[OperatorCallId];
