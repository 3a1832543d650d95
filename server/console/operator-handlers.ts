import { announcementHandlers } from '../announcements/announcement-handlers.ts';
import { approvalHandlers } from './approval-handlers.ts';
import { auditHandlers } from './audit-handlers.ts';
import { operatorCardHandlers } from '../card/operator-card-handlers.ts';
import { operatorCertificateHandlers } from '../certificates/operator-certificate-handlers.ts';
import { commentHandlers } from './record-comments.ts';
import { companyHandlers } from '../companies/company-handlers.ts';
import { bulkHandlers } from './bulk-handlers.ts';
import { bulkStartHandlers } from './start-bulk-actions.ts';
import { operatorCampaignHandlers } from '../campaigns/operator-campaign-handlers.ts';
import { operatorOrderHandlers } from '../orders/operator-order-handlers.ts';
import { orderBatchHandlers } from '../orders/order-batch-handlers.ts';
import { operatorVoucherHandlers } from '../orders/operator-voucher-handlers.ts';
import { operatorContentHandlers } from '../contents/operator-content-handlers.ts';
import { chatHandlers } from '../support/chat-handlers.ts';
import { chatTemplateHandlers } from '../support/chat-template-handlers.ts';
import { draftHandlers } from './draft-handlers.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { buildOperatorOpenApiDocument } from '../http/docs/operator-openapi.ts';
import { type OpenApiDocument } from '../http/docs/openapi.ts';
import { VERSION } from '../version.ts';
import { SESSION_COOKIE } from './authenticate-operator.ts';
import { type OperatorHandler, type OperatorHandlers } from './operator-handler.ts';
import { importHandlers } from '../imports/import-handlers.ts';
import { leadTokenHandlers } from '../leads/lead-token-handlers.ts';
import { leadHandlers } from '../leads/operator-lead-handlers.ts';
import { heldLotHandlers } from '../scans/held-lot-handlers.ts';
import { reviewHandlers } from '../review/review-handlers.ts';
import { changePricesByPercent } from '../shop/change-prices-by-percent.ts';
import { operatorCategoryHandlers } from '../shop/operator-category-handlers.ts';
import { operatorProductHandlers } from '../shop/operator-product-handlers.ts';
import { operatorShopHandlers } from '../shop/operator-shop-handlers.ts';
import { operatorPointHandlers } from '../points/correct-points.ts';
import { operatorReturnHandlers } from '../projects/operator-return-handlers.ts';
import { operatorLedgerHandlers } from '../points/operator-ledger-handlers.ts';
import { presenceHandlers } from './presence-handlers.ts';
import { queueClaimHandlers } from './work-queues.ts';
import { sessionHandlers } from './session-handlers.ts';
import { operatorSettingsHandlers } from '../configuration/operator-settings-handlers.ts';
import { operatorTierHandlers } from '../setup/operator-tier-handlers.ts';
import { operatorCountryHandlers } from '../setup/operator-country-handlers.ts';
import { reportHandlers } from '../reports/report-handlers.ts';
import { operatorSurveyHandlers } from '../surveys/operator-survey-handlers.ts';
import { staffHandlers } from './staff-handlers.ts';
import { upcomingDateHandlers } from './upcoming-dates.ts';
import { operatorErrorHandlers } from '../device-errors/operator-error-handlers.ts';
import { operatorSystemHandlers } from '../system/operator-system-handlers.ts';

/** Built on first request. */
let document: OpenApiDocument | null = null;

const getOperatorApi: OperatorHandler<typeof operatorCalls.getOperatorApi> = () => {
  document ??= buildOperatorOpenApiDocument(VERSION, SESSION_COOKIE);
  return Promise.resolve({ ...document });
};

/** All of the console's calls with their handlers. */
export const operatorHandlers: OperatorHandlers = {
  ...sessionHandlers,
  getOperatorApi,
  ...auditHandlers,
  ...staffHandlers,
  ...approvalHandlers,
  ...reviewHandlers,
  ...operatorCardHandlers,
  ...heldLotHandlers,
  ...operatorCertificateHandlers,
  ...companyHandlers,
  ...bulkHandlers,
  ...bulkStartHandlers,
  ...operatorOrderHandlers,
  ...orderBatchHandlers,
  ...operatorVoucherHandlers,
  ...draftHandlers,
  ...presenceHandlers,
  ...commentHandlers,
  ...queueClaimHandlers,
  ...chatHandlers,
  ...chatTemplateHandlers,
  ...leadHandlers,
  ...leadTokenHandlers,
  ...operatorShopHandlers,
  changePricesByPercent,
  ...operatorCategoryHandlers,
  ...operatorProductHandlers,
  ...operatorContentHandlers,
  ...operatorPointHandlers,
  ...operatorReturnHandlers,
  ...operatorCampaignHandlers,
  ...operatorLedgerHandlers,
  ...operatorCountryHandlers,
  ...operatorSettingsHandlers,
  ...operatorTierHandlers,
  ...reportHandlers,
  ...operatorSurveyHandlers,
  ...importHandlers,
  ...announcementHandlers,
  ...upcomingDateHandlers,
  ...operatorErrorHandlers,
  ...operatorSystemHandlers,
};
