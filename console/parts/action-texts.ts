import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SecondPersonCallId } from '#schemas/operator/operator-calls.ts';

/** Names of the actions in the audit and in approvals. */
const actions: Readonly<Record<string, MessageDescriptor>> = {
  signInOperator: msg`Signed in with a code`,
  registerPasskey: msg`Created a passkey`,
  signInWithPasskey: msg`Signed in with a passkey`,
  signOutOperator: msg`Signed out`,
  inviteOperator: msg`Invited an operator`,
  resendInvitation: msg`Sent an invitation again`,
  changeOperatorGrants: msg`Changed an operator’s roles`,
  setOperatorActive: msg`Activated or deactivated an operator`,
  endOperatorSessions: msg`Ended an operator’s sessions`,
  resetOperatorPasskeys: msg`Reset an operator’s passkeys`,
  approveAct: msg`Approved an action`,
  rejectAct: msg`Rejected an action`,
  decideReviewedProducts: msg`Decided on products in review`,
  acceptRestOfProject: msg`Accepted the rest of a project`,
  answerChat: msg`Answered a chat`,
  addChatNote: msg`Added a note to a chat`,
  assignChat: msg`Changed the assignment of a chat`,
  startChat: msg`Started a chat`,
  linkChatRecord: msg`Linked a record to a chat`,
  unlinkChatRecord: msg`Removed a link from a chat`,
  setChatSolved: msg`Solved or reopened a chat`,
  writeComment: msg`Wrote a comment`,
  deleteComment: msg`Deleted a comment`,
  createChatTemplate: msg`Added a reply template`,
  editChatTemplate: msg`Changed a reply template`,
  deleteChatTemplate: msg`Deleted a reply template`,
  undoDecisions: msg`Undid decisions on products`,
  editCompany: msg`Changed a company’s details`,
  stopBulkJob: msg`Stopped a bulk action`,
  retryBulkJob: msg`Retried a bulk action`,
  startBulkOrders: msg`Started a bulk action on orders`,
  startBulkCompanies: msg`Started a bulk action on companies`,
  startBulkRequests: msg`Started a bulk action on requests`,
  startBulkLeads: msg`Started a bulk action on leads`,
  startBulkProducts: msg`Started a bulk action on products of the shop`,
  startBulkCertificates: msg`Started a bulk action on certificates`,
  startBulkChats: msg`Started a bulk action on chats`,
  startBulkContents: msg`Started a bulk action on news`,
  startBulkSurveys: msg`Started a bulk action on surveys`,
  approveOrder: msg`Approved an order`,
  failOrder: msg`Reported a problem with an order`,
  completeOrder: msg`Completed an order`,
  rejectOrder: msg`Rejected an order`,
  planOrderCompletion: msg`Planned the completion of an order`,
  planOrderRejection: msg`Planned the rejection of an order`,
  undoPlannedDecision: msg`Undid a planned decision`,
  reopenOrder: msg`Reopened an order`,
  importVoucherCodes: msg`Imported voucher codes`,
  setVoucherWarning: msg`Changed a voucher’s warning`,
  revealOrder: msg`Read an order’s recipient`,
  verifyCompany: msg`Verified a company`,
  refuseCompany: msg`Rejected a company’s verification`,
  withdrawVerification: msg`Withdrew a company’s verification`,
  setCompanyFlags: msg`Changed a company’s flags`,
  setCompanyBlocked: msg`Blocked or unblocked a company`,
  endCompanySessions: msg`Ended a company’s sessions`,
  revealPersonContact: msg`Looked at a person’s contact data`,
  viewAsPerson: msg`Viewed the app as a person`,
  endPersonSessions: msg`Ended a person’s sessions`,
  resendPersonInvitation: msg`Sent a person the invitation again`,
  changePersonEmail: msg`Replaced a person’s email address`,
  changePersonPhone: msg`Replaced a person’s phone number`,
  erasePerson: msg`Erased a person’s data`,
  createLeadRequest: msg`Recorded a request`,
  importLeadRequests: msg`Imported requests`,
  offerLeadRequest: msg`Offered a request`,
  setLeadRequestEnded: msg`Ended or reopened a request`,
  revealLeadRequest: msg`Read a request’s contact details`,
  withdrawLead: msg`Withdrew a lead`,
  renewLead: msg`Offered a lead again`,
  revealLead: msg`Read a lead’s contact details`,
  createLeadToken: msg`Created a token for requests`,
  revokeLeadToken: msg`Revoked a token for requests`,
  createContent: msg`Started a news draft`,
  discardContentDraft: msg`Discarded a news draft`,
  publishContent: msg`Published or planned news`,
  publishPlannedContent: msg`Published as planned`,
  cancelContentPlan: msg`Cancelled a planned publication`,
  withdrawContent: msg`Withdrew news`,
  restoreContent: msg`Showed withdrawn news again`,
  restoreContentVersion: msg`Made a news version the draft`,
  tagCertificate: msg`Changed the verdict on a certificate`,
  resendCertificate: msg`Sent a certificate again`,
  revealCertificate: msg`Read a certificate’s customer`,
  openCertificatePdf: msg`Downloaded a certificate’s PDF`,
  createOrderBatch: msg`Created an order batch`,
  downloadOrderBatch: msg`Downloaded an order batch`,
  issueCard: msg`Issued a card`,
  setCardState: msg`Activated, blocked or unblocked a card`,
  replaceCard: msg`Replaced a card`,
  releaseHeldLot: msg`Released a held lot`,
  createAnnouncement: msg`Started an announcement draft`,
  discardAnnouncement: msg`Discarded an announcement draft`,
  testAnnouncement: msg`Sent a test announcement`,
  sendAnnouncement: msg`Sent an announcement`,
  sendHeldAnnouncement: msg`Tried to send an announcement after its hold`,
  stopAnnouncement: msg`Undid or stopped an announcement`,
  createSurvey: msg`Added a survey`,
  editSurvey: msg`Changed a survey’s texts`,
  endSurvey: msg`Ended a survey`,
  inviteSurveyAudience: msg`Invited people to a survey`,
  changePrices: msg`Changed prices`,
  changePricesByPercent: msg`Changed prices by a percentage`,
  correctPoints: msg`Corrected points`,
  reverseCorrection: msg`Reversed a points correction`,
  takeBackProduct: msg`Took a product back`,
  undoTakeBack: msg`Accepted a rejected product`,
  startCampaign: msg`Started a campaign`,
  changeCampaign: msg`Changed a campaign`,
  stopCampaign: msg`Ended a campaign`,
  moveStock: msg`Changed the stock`,
  moveStocks: msg`Changed the stock of several variants`,
  createShopProduct: msg`Added a product to the shop`,
  addShopVariant: msg`Added a variant to a product`,
  removeShopVariant: msg`Removed a variant from a product`,
  editProduct: msg`Changed a product in the shop`,
  createProductCategory: msg`Added a category to the shop`,
  editProductCategory: msg`Changed a category in the shop`,
  sortProductCategories: msg`Changed the order of the shop’s categories`,
  deleteProductCategory: msg`Deleted a category from the shop`,
  createSettings: msg`Saved a country’s first settings`,
  changeSettings: msg`Changed a country’s settings`,
  changeProductValues: msg`Changed points for product types`,
  changeProductType: msg`Added or changed a product type`,
  changeTierLadder: msg`Changed a tier category’s levels`,
  cancelSettingsVersion: msg`Cancelled planned settings`,
  downloadRejectedRows: msg`Downloaded the rejected rows of an import`,
  downloadOrderFile: msg`Downloaded a file of an order`,
  downloadSurveyResults: msg`Downloaded the results of a survey`,
  createImport: msg`Started an import`,
  checkImport: msg`Checked an import`,
  applyImport: msg`Applied an import`,
  stopImport: msg`Stopped an import`,
  resumeImport: msg`Continued an import`,
  takeBackImport: msg`Took an import back`,
};

/** Names of actions that are pending approval. */
const requestedActions: Readonly<Record<SecondPersonCallId, MessageDescriptor>> = {
  inviteOperator: msg`Invite an operator`,
  changeOperatorGrants: msg`Change an operator’s roles`,
  setOperatorActive: msg`Activate or deactivate an operator`,
  erasePerson: msg`Erase a person’s data`,
  changePrices: msg`Change prices`,
  changePricesByPercent: msg`Change prices by a percentage`,
  changeSettings: msg`Change a country’s settings`,
  changeTierLadder: msg`Change a tier category’s levels`,
  changeProductValues: msg`Change points for product types`,
  changeProductType: msg`Add or change a product type`,
  cancelSettingsVersion: msg`Cancel a planned settings change`,
  correctPoints: msg`Correct points`,
  reverseCorrection: msg`Reverse a points correction`,
  reopenOrder: msg`Reopen an order`,
  withdrawVerification: msg`Withdraw a company’s verification`,
  downloadOrderBatch: msg`Download an order batch`,
  takeBackProduct: msg`Take a product back`,
  undoTakeBack: msg`Accept a rejected product`,
  startCampaign: msg`Start a campaign`,
  changeCampaign: msg`Change or extend a campaign`,
  applyImport: msg`Apply an import`,
  resumeImport: msg`Continue an import`,
  takeBackImport: msg`Take an import back`,
};

/** Name of a requested action. */
export function requestedActionText(i18n: I18n, action: string): string {
  const requestedText = new Map<string, MessageDescriptor>(Object.entries(requestedActions)).get(
    action,
  );
  return requestedText ? i18n._(requestedText) : actionText(i18n, action);
}

/** Names of bulk actions, worded to fit both planned and running ones. */
const bulkTexts: Readonly<Record<string, MessageDescriptor>> = {
  approveOrder: msg`Approving orders`,
  completeOrder: msg`Completing orders`,
  failOrder: msg`Reporting a problem with orders`,
  rejectOrder: msg`Rejecting orders`,
  verifyCompany: msg`Verifying companies`,
  setCompanyFlags: msg`Changing flags of companies`,
  setCompanyBlocked: msg`Blocking or unblocking companies`,
  offerLeadRequest: msg`Offering requests`,
  withdrawLead: msg`Withdrawing leads`,
  renewLead: msg`Offering leads again`,
  editProduct: msg`Changing products’ visibility`,
  changePrices: msg`Changing prices`,
  resendCertificate: msg`Sending certificates again`,
  assignChat: msg`Assigning chats`,
  setChatSolved: msg`Solving chats`,
  withdrawContent: msg`Withdrawing news`,
  endSurvey: msg`Ending surveys`,
};

/** Name of the bulk action that runs an action for each row. */
export function bulkText(i18n: I18n, action: string): string {
  const text = bulkTexts[action];
  return text ? i18n._(text) : actionText(i18n, action);
}

/** Actions that have a name. */
export const namedActions: ReadonlySet<string> = new Set(Object.keys(actions));

/** Returns the name of an action. For an unknown action of a newer server, returns the words of its id. */
export function actionText(i18n: I18n, action: string): string {
  const text = actions[action];
  if (text) return i18n._(text);
  const words = action
    .replace(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
