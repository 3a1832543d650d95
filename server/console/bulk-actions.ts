import { sql, type Transaction } from 'kysely';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { resendCertificateInJob } from '../certificates/operator-certificate-handlers.ts';
import { setCompanyBlocked, setCompanyFlags, verifyCompany } from '../companies/company-actions.ts';
import { operatorContentHandlers } from '../contents/operator-content-handlers.ts';
import { readVersions } from '../contents/content-versions.ts';
import { type Database } from '../db/tables.ts';
import { leadHandlers } from '../leads/operator-lead-handlers.ts';
import { orderBulkActions } from '../orders/order-bulk-actions.ts';
import { priceBulkAction } from '../shop/change-prices.ts';
import { operatorShopHandlers } from '../shop/operator-shop-handlers.ts';
import { chatHandlers } from '../support/chat-handlers.ts';
import { deleteTemplateNow } from '../support/delete-template.ts';
import { endSurveyNow } from '../surveys/end-survey.ts';
import { type BulkAction, createBulkAction } from './bulk-action.ts';

/** Returns a function that reads a column of a record, as a field of the action's body. */
const columnReader =
  (
    field: string,
    table: keyof Database,
    { column, key = 'uuid' }: { readonly column: string; readonly key?: string },
  ) =>
  async (trx: Transaction<Database>, id: string) => {
    const { rows } = await sql<{ value: unknown }>`
      select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(
      trx,
    );
    return { [field]: rows[0]?.value };
  };
const rev = { column: 'rev' };
const detailsRev = { column: 'details_rev' };

/** All bulk actions by the id of the action that runs for each row. */
export const bulkActions: Readonly<Record<string, BulkAction>> = {
  ...orderBulkActions,
  changePrices: priceBulkAction,
  verifyCompany: createBulkAction(
    operatorCalls.verifyCompany,
    verifyCompany,
    columnReader('rev', 'companies', { ...detailsRev, key: 'id' }),
  ),
  setCompanyFlags: createBulkAction(
    operatorCalls.setCompanyFlags,
    setCompanyFlags,
    columnReader('rev', 'companies', { ...detailsRev, key: 'id' }),
  ),
  setCompanyBlocked: createBulkAction(
    operatorCalls.setCompanyBlocked,
    setCompanyBlocked,
    columnReader('rev', 'companies', { ...detailsRev, key: 'id' }),
  ),
  offerLeadRequest: createBulkAction(
    operatorCalls.offerLeadRequest,
    leadHandlers.offerLeadRequest,
    columnReader('rev', 'lead_requests', rev),
  ),
  withdrawLead: createBulkAction(
    operatorCalls.withdrawLead,
    leadHandlers.withdrawLead,
    columnReader('rev', 'leads', rev),
  ),
  renewLead: createBulkAction(operatorCalls.renewLead, leadHandlers.renewLead, async (trx, id) => ({
    ...(await columnReader('rev', 'leads', rev)(trx, id)),
    // The body names the lead's company, because a withdrawn or expired lead can't be reopened. The company gets a new
    // lead instead.
    ...(await columnReader('company', 'leads', { column: 'company_id' })(trx, id)),
  })),
  editProduct: createBulkAction(
    operatorCalls.editProduct,
    operatorShopHandlers.editProduct,
    columnReader('rev', 'shop_products', detailsRev),
  ),
  resendCertificate: createBulkAction(
    operatorCalls.resendCertificate,
    resendCertificateInJob,
    columnReader('rev', 'warranty_certificates', rev),
  ),
  assignChat: createBulkAction(
    operatorCalls.assignChat,
    chatHandlers.assignChat,
    columnReader('seen_operator', 'support_chats', { column: 'assigned_to' }),
  ),
  // The row's input already contains the newest message that the operator could have seen. It's added when the job
  // starts.
  setChatSolved: createBulkAction(operatorCalls.setChatSolved, chatHandlers.setChatSolved, () =>
    Promise.resolve({}),
  ),
  withdrawContent: createBulkAction(
    operatorCalls.withdrawContent,
    operatorContentHandlers.withdrawContent,
    async (trx, id) => ({ rev: (await readVersions(trx, id)).rev }),
  ),
  endSurvey: createBulkAction(
    operatorCalls.endSurvey,
    endSurveyNow,
    columnReader('rev', 'surveys', rev),
  ),
  deleteChatTemplate: createBulkAction(
    operatorCalls.deleteChatTemplate,
    deleteTemplateNow,
    columnReader('rev', 'chat_templates', rev),
  ),
};
