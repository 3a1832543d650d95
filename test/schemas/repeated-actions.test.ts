import { expect, test } from 'vitest';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { namesIn } from '#test/setup/schema-names.ts';

/** Fields that prove what the operator saw: once the action is done, they no longer match. */
const seenFields = new Set([
  'rev',
  'seen',
  'seen_message',
  'seen_operator',
  'seen_version',
  'before',
  'version',
  'next_version',
  'corrections',
  'new_people',
]);

/** Actions without such a field, by the reason why it is harmless to send them again with another key. */
const harmlessRepetitions: Readonly<Record<string, readonly string[]>> = {
  'The record already has the requested state.': [
    ...['endOperatorSessions', 'resetOperatorPasskeys', 'undoDecisions', 'releaseHeldLot'],
    ...[
      'endCompanySessions',
      'endPersonSessions',
      'endPersonSession',
      'stopBulkJob',
      'stopImport',
      'deleteComment',
    ],
    ...['linkChatRecord', 'unlinkChatRecord', 'setVoucherWarning', 'revokeLeadToken'],
    ...['removeShopVariant', 'cancelSettingsVersion', 'pauseBulkJob', 'resumeBulkJob'],
  ],
  'A number, name or key can be used once.': [
    ...['inviteOperator', 'issueCard', 'importVoucherCodes', 'createProductCategory'],
    ...['createShopProduct', 'addShopVariant', 'startCampaign', 'createSettings', 'createSurvey'],
  ],
  'The action is possible only once.': [
    'approveAct',
    'rejectAct',
    'reverseCorrection',
    'createOrderBatch',
  ],
  'The action only reads.': [
    ...['revealCertificate', 'openCertificatePdf', 'revealOrder', 'downloadOrderBatch'],
    ...['revealPersonContact', 'viewAsPerson', 'revealLeadRequest', 'revealLead'],
  ],
  'The action sends a message that someone asked to receive again.': [
    ...['resendInvitation', 'resendPersonInvitation', 'startBulkCertificates'],
  ],
  'The action adds a record that only operators see, and that they can delete.': [
    ...['writeComment', 'addChatNote', 'createChatTemplate', 'createLeadToken'],
    ...['createContent', 'createAnnouncement', 'createImport'],
  ],
  'Each row is a separate action, which checks its record.': [
    ...['retryBulkJob', 'startBulkCompanies', 'startBulkRequests', 'startBulkLeads'],
    ...['startBulkProducts', 'startBulkChats', 'startBulkContents', 'startBulkSurveys'],
    ...['startBulkOrders'],
  ],
};

const calls: readonly OperatorCall[] = Object.values(operatorCalls);
/** Actions whose declaration doesn't prevent a second effect of a repeated request. */
const unprotectedActions = calls.filter(
  ({ isAction, isUniqueByInput, body }) =>
    isAction && !isUniqueByInput && !namesIn(body).some((name) => seenFields.has(name)),
);

test('no action takes effect twice if it’s sent again after a lost response', () => {
  const listedIds = Object.values(harmlessRepetitions).flat();
  expect(unprotectedActions.map(({ id }) => id).toSorted()).toEqual(listedIds.toSorted());
});
