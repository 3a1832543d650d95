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
  createChatTemplate: msg`Added a reply template`,
  editChatTemplate: msg`Changed a reply template`,
  deleteChatTemplate: msg`Deleted a reply template`,
  undoDecisions: msg`Undid decisions on products`,
  editCompany: msg`Changed a company’s details`,
  stopBulkJob: msg`Stopped a bulk action`,
  retryBulkJob: msg`Retried a bulk action`,
  startBulkOrders: msg`Started a bulk action on orders`,
  approveOrder: msg`Approved an order`,
  failOrder: msg`Reported a problem with an order`,
  completeOrder: msg`Completed an order`,
  rejectOrder: msg`Rejected an order`,
  importVoucherCodes: msg`Imported voucher codes`,
  setVoucherWarning: msg`Changed the warning of a voucher`,
  revealOrder: msg`Read an order’s recipient`,
  verifyCompany: msg`Verified a company`,
  refuseCompany: msg`Rejected the verification of a company`,
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
  setLeadRequestEnded: msg`Ended a request, or opened it again`,
  revealLeadRequest: msg`Read contact details of a request`,
  withdrawLead: msg`Withdrew a lead`,
  renewLead: msg`Offered a lead again`,
  revealLead: msg`Read contact details of a lead`,
  createLeadToken: msg`Created a token for requests`,
  revokeLeadToken: msg`Revoked a token for requests`,
  createContent: msg`Started a draft of news`,
  discardContentDraft: msg`Discarded a draft of news`,
  publishContent: msg`Published news, or planned it`,
  publishPlannedContent: msg`Published as planned`,
  cancelContentPlan: msg`Cancelled a planned publication`,
  withdrawContent: msg`Withdrew news`,
  restoreContent: msg`Showed withdrawn news again`,
  restoreContentVersion: msg`Made a version of news the draft`,
  tagCertificate: msg`Changed the verdict on a certificate`,
  resendCertificate: msg`Sent a certificate again`,
  revealCertificate: msg`Read a certificate’s customer`,
  openCertificatePdf: msg`Downloaded a certificate’s PDF`,
  createOrderBatch: msg`Created a batch of orders`,
  downloadOrderBatch: msg`Downloaded a batch of orders`,
  releaseHeldLot: msg`Released a held lot`,
  createAnnouncement: msg`Started the draft of an announcement`,
  discardAnnouncement: msg`Discarded the draft of an announcement`,
  testAnnouncement: msg`Sent a test of an announcement`,
  sendAnnouncement: msg`Sent an announcement`,
  sendHeldAnnouncement: msg`Tried to send an announcement after its hold`,
  stopAnnouncement: msg`Undid or stopped an announcement`,
  createSurvey: msg`Added a survey`,
  editSurvey: msg`Changed the texts of a survey`,
  endSurvey: msg`Ended a survey`,
  inviteSurveyAudience: msg`Invited people to a survey`,
  changePrices: msg`Changed prices`,
  correctPoints: msg`Corrected points`,
  reverseCorrection: msg`Reversed a correction of points`,
  takeBackProduct: msg`Took a product back`,
  undoTakeBack: msg`Accepted a rejected product`,
  startCampaign: msg`Started a campaign`,
  changeCampaign: msg`Changed a campaign`,
  stopCampaign: msg`Ended a campaign`,
  moveStock: msg`Changed the stock`,
  createShopProduct: msg`Added a product to the shop`,
  addShopVariant: msg`Added a variant to a product`,
  removeShopVariant: msg`Removed a variant from a product`,
  editProduct: msg`Changed a product of the shop`,
  createProductCategory: msg`Added a category to the shop`,
  editProductCategory: msg`Changed a category of the shop`,
  sortProductCategories: msg`Changed the order of the shop’s categories`,
  deleteProductCategory: msg`Deleted a category of the shop`,
  changeSettings: msg`Changed settings of a country`,
  changeProductValues: msg`Changed points of product types`,
  changeTierLadder: msg`Changed levels of the next year`,
  cancelSettingsVersion: msg`Cancelled planned settings`,
  downloadRejectedRows: msg`Downloaded the rejected rows of an import`,
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
  changeSettings: msg`Change settings of a country`,
  changeTierLadder: msg`Change levels of the next year`,
  changeProductValues: msg`Change points of product types`,
  cancelSettingsVersion: msg`Cancel a planned change of settings`,
  correctPoints: msg`Correct points`,
  reverseCorrection: msg`Reverse a correction of points`,
  downloadOrderBatch: msg`Download a batch of orders`,
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
