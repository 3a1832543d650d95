import { type ScopedRecord } from '#schemas/operator/operator-call.ts';
import { type OperatorCallId, type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionCodeOf, type RegionId } from '#schemas/regions.ts';
import { endedCampaign } from './console-rights-records.ts';
import { firstValues } from './first-values.ts';
import { bulkExamples } from './console-bulk-examples.ts';
import { importExamples } from './console-import-examples.ts';
import { orderExamples } from './console-order-examples.ts';
import { shopExamples } from './console-shop-examples.ts';
import { type TestInput } from './test-app.ts';

/** Records of one country, by kind. */
export type RegionRecords = Readonly<Record<ScopedRecord | 'content_version', string>> & {
  readonly region: RegionId;
};

type Examples = {
  readonly [Id in OperatorCallId]: (
    records: RegionRecords,
  ) => TestInput<(typeof operatorCalls)[Id]>;
};

const email = 'unknown@club.example';
/** Email address of an existing operator. */
export const takenEmail = 'taken@club.example';
const why = 'to test rights';
/** A homeowner’s request that is valid in every country. */
export const leadRequest = {
  first_name: 'Ewa',
  last_name: 'Sikora',
  street: 'ul. Wiślna 3',
  postal_code: '',
  city: 'Kraków',
  phone: '',
  email: 'ewa@customer.example',
  products: [{ type: 'GGL', quantity: 2 }],
  windows: 2,
  service: 'A visit',
  message: 'The loft is dark.',
  wished_day: null,
  consent_day: '2026-05-01',
  latitude: 50.06,
  longitude: 19.93,
};
const surveyTexts = [{ language: 'en', title: 'Survey', tagline: 'Short', lang: 'en' }] as const;
/** A PNG. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const unknownId = '00000000-0000-4000-8000-000000000000';
const credential = {
  id: 'dW5rbm93bg',
  rawId: 'dW5rbm93bg',
  type: 'public-key',
  clientExtensionResults: {},
} as const;

/**
 * Valid input of each call, about records of one country. Actions that don't need a country's record use a missing
 * one, so that testing the matrix of rights changes nothing.
 */
export const consoleExamples: Examples = {
  readOperatorSession: () => ({}),
  sendOperatorCode: () => ({ body: { email } }),
  signInOperator: () => ({ body: { email, code: '0000000000' } }),
  startPasskeyRegistration: () => ({}),
  registerPasskey: () => ({
    body: {
      response: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'e30' } },
    },
  }),
  startPasskeySignIn: () => ({}),
  signInWithPasskey: () => ({
    body: {
      response: {
        ...credential,
        response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
      },
    },
  }),
  signOutOperator: () => ({}),
  getReviewQueue: () => ({}),
  listReviewReasons: () => ({}),
  reportPresence: ({ company: record }) => ({ body: { kind: 'company', record } }),
  writeComment: () => ({
    body: { kind: 'company', record: unknownId, text: 'Called twice.', why },
  }),
  deleteComment: () => ({ params: { id: unknownId }, body: { why } }),
  claimProducts: () => ({ body: { skipped: [] } }),
  claimApprovals: () => ({ body: { skipped: [] } }),
  claimLeadRequests: () => ({ body: { skipped: [] } }),
  claimVerifications: () => ({ body: { skipped: [] } }),
  releaseClaims: () => ({ body: { kind: 'order', records: [unknownId] } }),
  listReviewProducts: () => ({ query: {} }),
  getReviewProduct: ({ scan: id }) => ({ params: { id } }),
  listReviewedProductTimeline: ({ scan: id }) => ({ params: { id }, query: {} }),
  decideReviewedProducts: () => ({
    body: { decisions: [{ scan: unknownId, kind: 'accept', seen_version: 0 }], why },
  }),
  // Every product has changed since version 0.
  acceptRestOfProject: ({ project: id }) => ({ params: { id }, body: { seen_version: 0, why } }),
  listHeldDecisions: () => ({}),
  undoDecisions: () => ({ body: { decisions: [unknownId], why } }),
  listChats: () => ({ query: { view: 'all' } }),
  listChatTimeline: ({ chat: id }) => ({ params: { id }, query: {} }),
  readChat: ({ chat: id }) => ({ params: { id } }),
  claimChat: ({ chat: id }) => ({ params: { id }, body: { takes_over: false } }),
  answerChat: ({ chat: id }) => ({
    params: { id },
    body: { text: 'Good morning', seen_message: unknownId, why },
  }),
  addChatNote: ({ chat: id }) => ({ params: { id }, body: { text: 'A note', why } }),
  startChat: ({ installer }) => ({
    body: { installer, title: 'A test', text: 'Hello.', why },
  }),
  listChatOperators: ({ chat: id }) => ({ params: { id } }),
  assignChat: ({ chat: id }) => ({
    params: { id },
    body: { operator: null, seen_operator: unknownId, why },
  }),
  listChatRecords: ({ chat: id }) => ({ params: { id }, query: { kind: 'products' } }),
  linkChatRecord: ({ chat: id, order: record }) => ({
    params: { id },
    body: { kind: 'orders', record, why },
  }),
  unlinkChatRecord: ({ chat: id }) => ({
    params: { id },
    body: { kind: 'orders', record: unknownId, why },
  }),
  setChatSolved: ({ chat: id }) => ({
    params: { id },
    body: { solved: true, seen_message: unknownId, why },
  }),
  listDrafts: () => ({}),
  listChatTemplates: () => ({ query: {} }),
  createChatTemplate: ({ region }) => ({
    body: { region, name: 'Thanks', texts: [{ language: 'en', text: 'Thank you, {name}.' }], why },
  }),
  // The version never matches, so that nothing is changed.
  editChatTemplate: ({ chat_template: id }) => ({
    params: { id },
    body: { name: 'Thanks', texts: [{ language: 'en', text: 'Thank you.' }], rev: 0, why },
  }),
  deleteChatTemplate: ({ chat_template: id }) => ({ params: { id }, body: { rev: 0, why } }),
  readDraft: ({ company: record }) => ({ query: { kind: 'chat', record, field: 'answer' } }),
  saveDraft: ({ company: record }) => ({
    body: { kind: 'chat', record, field: 'answer', text: '' },
  }),
  listLeadRequests: () => ({ query: { search: 'Ewa' } }),
  getLeadRequest: ({ lead_request: id }) => ({ params: { id } }),
  listLeadRequestTimeline: ({ lead_request: id }) => ({ params: { id }, query: {} }),
  listRequestCompanies: ({ lead_request: id }) => ({ params: { id }, query: {} }),
  createLeadRequest: ({ region }) => ({ body: { region, request: { ...leadRequest }, why } }),
  offerLeadRequest: ({ lead_request: id, company }) => ({
    params: { id },
    body: { company, rev: 0, why },
  }),
  setLeadRequestEnded: ({ lead_request: id }) => ({
    params: { id },
    body: { ended: true, rev: 0, why },
  }),
  revealLeadRequest: ({ lead_request: id }) => ({ params: { id }, body: { why } }),
  listLeads: () => ({ query: { group: 'open' } }),
  getLead: ({ lead: id }) => ({ params: { id } }),
  listLeadTimeline: ({ lead: id }) => ({ params: { id }, query: {} }),
  listLeadCompanies: ({ lead: id }) => ({ params: { id }, query: {} }),
  withdrawLead: ({ lead: id }) => ({ params: { id }, body: { rev: 0, why } }),
  renewLead: ({ lead: id }) => ({ params: { id }, body: { company: null, rev: 0, why } }),
  revealLead: ({ lead: id }) => ({ params: { id }, body: { why } }),
  listLeadTokens: () => ({ query: {} }),
  createLeadToken: ({ region }) => ({ body: { region, name: 'Website', valid_days: 365, why } }),
  revokeLeadToken: ({ lead_token: id }) => ({ params: { id }, body: { why } }),
  listAudit: ({ company }) => ({ query: { record: company } }),
  getOperatorApi: () => ({}),
  listAuditOperators: () => ({}),
  verifyAudit: () => ({}),
  listOperators: () => ({ query: {} }),
  // The version never matches, so that nothing is changed.
  listOperatorTimeline: ({ operator: id }) => ({ params: { id }, query: {} }),
  inviteOperator: ({ region }) => ({
    body: {
      email: takenEmail,
      name: 'Ewa',
      language: 'pl',
      why,
      grants: [{ role: 'viewer', regions: [region] }],
    },
  }),
  resendInvitation: ({ operator: id }) => ({ params: { id }, body: { why } }),
  changeOperatorGrants: ({ operator: id, region }) => ({
    params: { id },
    body: { grants: [{ role: 'viewer', regions: [region] }], rev: 0, why },
  }),
  setOperatorActive: ({ operator: id }) => ({
    params: { id },
    body: { active: true, rev: 0, why },
  }),
  endOperatorSessions: ({ operator: id }) => ({ params: { id }, body: { why } }),
  resetOperatorPasskeys: ({ operator: id }) => ({ params: { id }, body: { why } }),
  listCompanies: () => ({ query: { search: 'an' } }),
  readCompanyFile: ({ company: id }) => ({ params: { id } }),
  listCompanyTimeline: ({ company: id }) => ({ params: { id }, query: {} }),
  // The version never matches, so that nothing is changed.
  editCompany: ({ company: id }) => ({ params: { id }, body: { name: 'Other', rev: 0, why } }),
  explainCompanyPoints: ({ company: id }) => ({ params: { id }, query: {} }),
  listCompanyLedger: ({ company: id }) => ({ params: { id }, query: { part: 'earned' } }),
  listCompanyRecords: ({ company: id }) => ({ params: { id }, query: { kind: 'projects' } }),
  verifyCompany: ({ company: id }) => ({ params: { id }, body: { rev: 0, why } }),
  refuseCompany: ({ company: id }) => ({ params: { id }, body: { rev: 0, why } }),
  withdrawVerification: ({ company: id }) => ({ params: { id }, body: { rev: 0, why } }),
  setCompanyFlags: ({ company: id }) => ({
    params: { id },
    body: { is_recommended: true, rev: 0, why },
  }),
  setCompanyBlocked: ({ company: id }) => ({
    params: { id },
    body: { blocked: true, rev: 0, why },
  }),
  endCompanySessions: ({ company: id }) => ({ params: { id }, body: { why } }),
  listPeople: () => ({ query: { search: 'an' } }),
  readPersonFile: ({ installer: id }) => ({ params: { id } }),
  listPersonTimeline: ({ installer: id }) => ({ params: { id }, query: {} }),
  revealPersonContact: ({ installer: id }) => ({ params: { id }, body: { why } }),
  viewAsPerson: ({ installer: id }) => ({ params: { id }, body: { why } }),
  endPersonSessions: ({ installer: id }) => ({ params: { id }, body: { why } }),
  endPersonSession: ({ installer: id }) => ({ params: { id }, body: { session: unknownId, why } }),
  // Demo people have signed in.
  resendPersonInvitation: ({ installer: id }) => ({ params: { id }, body: { why } }),
  changePersonEmail: ({ installer: id }) => ({
    params: { id },
    body: { email, proof: 'call-back', reference: 'T-1', rev: 0, why },
  }),
  changePersonPhone: ({ installer: id }) => ({
    params: { id },
    body: { phone: '+48 600 700 800', proof: 'call-back', reference: 'T-1', rev: 0, why },
  }),
  erasePerson: ({ installer: id }) => ({
    params: { id },
    body: { closes_company: false, rev: 0, why },
  }),
  listApprovals: () => ({ query: {} }),
  approveAct: ({ approval: id }) => ({ params: { id }, body: { why } }),
  rejectAct: ({ approval: id }) => ({ params: { id }, body: { why } }),
  listBulkJobs: () => ({}),
  getBulkJob: () => ({ params: { id: unknownId } }),
  stopBulkJob: () => ({ params: { id: unknownId }, body: { why } }),
  pauseBulkJob: () => ({ params: { id: unknownId }, body: { why } }),
  resumeBulkJob: () => ({ params: { id: unknownId }, body: { why } }),
  retryBulkJob: () => ({ params: { id: unknownId }, body: { why } }),
  ...orderExamples,
  ...shopExamples,
  ...bulkExamples,
  listContents: () => ({ query: {} }),
  readContent: ({ content: id }) => ({ params: { id } }),
  listContentTimeline: ({ content: id }) => ({ params: { id }, query: {} }),
  listContentVersions: ({ content: id }) => ({ params: { id }, query: {} }),
  readContentVersion: ({ content: id, content_version: version }) => ({ params: { id, version } }),
  restoreContentVersion: ({ content: id }) => ({
    params: { id, version: unknownId },
    body: { rev: 0, why },
  }),
  createContent: ({ region }) => ({ body: { region, type: 'news', title: 'News', why } }),
  // The version never matches.
  saveContentDraft: ({ content: id }) => ({ params: { id }, body: { texts: [], rev: 0 } }),
  uploadContentPicture: () => ({ body: { large: onePixel, small: null } }),
  discardContentDraft: ({ content: id }) => ({ params: { id }, body: { rev: 0, why } }),
  publishContent: ({ content: id }) => ({
    params: { id },
    body: { rev: 0, publish_at: null, why },
  }),
  cancelContentPlan: ({ content: id }) => ({ params: { id }, body: { rev: 0, why } }),
  listHeldLots: () => ({ query: {} }),
  // The lot has already been released.
  releaseHeldLot: ({ held_lot: id }) => ({ params: { id }, body: { why } }),
  listCertificates: () => ({ query: { search: 'an' } }),
  readCertificate: ({ certificate: id }) => ({ params: { id } }),
  listCertificateTimeline: ({ certificate: id }) => ({ params: { id }, query: {} }),
  revealCertificate: ({ certificate: id }) => ({ params: { id }, body: { why } }),
  openCertificatePdf: ({ certificate: id }) => ({ params: { id }, body: { why } }),
  // The version never matches.
  tagCertificate: ({ certificate: id }) => ({
    params: { id },
    body: { verdict: 'rejected', rev: 0, why },
  }),
  resendCertificate: ({ certificate: id }) => ({ params: { id }, body: { rev: 0, why } }),
  listAnnouncements: () => ({ query: {} }),
  getAnnouncement: ({ announcement: id }) => ({ params: { id } }),
  listAnnouncementTimeline: ({ announcement: id }) => ({ params: { id }, query: {} }),
  // The version never matches, so that only drafts are added.
  createAnnouncement: ({ region }) => ({ body: { region, title: 'Rights', why } }),
  saveAnnouncement: ({ announcement: id }) => ({ params: { id }, body: { texts: [], rev: 0 } }),
  discardAnnouncement: ({ announcement: id }) => ({ params: { id }, body: { rev: 0, why } }),
  countAnnouncementAudience: ({ announcement: id }) => ({ params: { id }, query: {} }),
  testAnnouncement: ({ announcement: id }) => ({ params: { id }, body: { email, rev: 0, why } }),
  sendAnnouncement: ({ announcement: id }) => ({
    params: { id },
    body: { audience: {}, people: 1, rev: 0, why },
  }),
  stopAnnouncement: ({ announcement: id }) => ({ params: { id }, body: { rev: 0, why } }),
  listSurveys: () => ({ query: {} }),
  getSurvey: ({ survey: id }) => ({ params: { id } }),
  listSurveyTimeline: ({ survey: id }) => ({ params: { id }, query: {} }),
  // The key is taken, so that nothing is added.
  createSurvey: ({ region }) => ({ body: { region, key: 'rights', texts: [...surveyTexts], why } }),
  editSurvey: ({ survey: id }) => ({
    params: { id },
    body: { texts: [...surveyTexts], rev: 0, why },
  }),
  endSurvey: ({ survey: id }) => ({ params: { id }, body: { rev: 0, why } }),
  listSurveyInvitations: ({ survey: id }) => ({ params: { id }, query: {} }),
  countSurveyAudience: ({ survey: id }) => ({ params: { id }, query: {} }),
  inviteSurveyAudience: ({ survey: id }) => ({
    params: { id },
    body: { audience: { company: unknownId }, new_people: 1, why },
  }),
  withdrawContent: ({ content: id }) => ({ params: { id }, body: { rev: 0, why } }),
  restoreContent: ({ content: id }) => ({ params: { id }, body: { rev: 0, why } }),
  listUpcomingDates: () => ({ query: {} }),
  ...{ listFailedMessages: () => ({ query: {} }), listJobs: () => ({}) },
  ...{ listDeviceErrors: () => ({ query: {} }), readHealth: () => ({}) },
  readLaunchChecklist: ({ region }) => ({ query: { region } }),
  readCountrySettings: ({ region }) => ({ query: { region } }),
  listProductValues: ({ region }) => ({ query: { region } }),
  listSettingsVersions: () => ({ query: {} }),
  // Every country has settings.
  createSettings: ({ region }) => ({ body: { region, settings: firstValues, why } }),
  // No country has this previous value.
  changeSettings: ({ region }) => ({
    body: {
      ...{ region, starts_on: '2027-01-01', why },
      changes: [{ field: 'welcome_points', before: '-1', value: 1 }],
    },
  }),
  changeProductValues: ({ region }) => ({
    body: {
      ...{ region, starts_on: '2027-01-01', why },
      values: [{ type: 'GGL', before: 1_000_000, points: 1 }],
    },
  }),
  // The type exists.
  changeProductType: ({ region }) => ({
    body: { region, type: 'GGL', status: 'active', tier_category: 1, before: null, why },
  }),
  listTierLadders: ({ region }) => ({ query: { region } }),
  // No levels have this version.
  changeTierLadder: ({ region }) => ({
    body: {
      ...{ region, tier_category: 1, year: 2027, next_version: 'other', why },
      levels: [{ from: 0, points: 0 }],
    },
  }),
  // The version has taken effect.
  cancelSettingsVersion: ({ settings_version: id }) => ({ params: { id }, body: { why } }),
  listLedger: ({ region }) => ({ query: { region } }),
  sumLedger: ({ region }) => ({ query: { region } }),
  listCampaigns: () => ({ query: {} }),
  listCampaignNames: ({ region }) => ({ query: { region } }),
  // The demo data has this campaign in each country.
  readCampaign: ({ region }) => ({ query: { region, id: 'flat-roof-double' } }),
  listCampaignTimeline: ({ region }) => ({
    params: { id: `${regionCodeOf(region)}-flat-roof-double` },
    query: {},
  }),
  previewCampaign: ({ region }) => ({ body: { region, campaign: endedCampaign } }),
  startCampaign: ({ region }) => ({
    body: { region, campaign: { ...endedCampaign, id: 'flat-roof-double' }, budget: null, why },
  }),
  // No campaign has this version.
  changeCampaign: ({ region }) => ({
    body: { region, campaign: endedCampaign, budget: null, version: 'other', why },
  }),
  stopCampaign: ({ region }) => ({ body: { region, id: endedCampaign.id, version: 'other', why } }),
  readReport: ({ region }) => ({ query: { region, period: '2026' } }),
  // The number of corrections never matches, and the line isn’t a correction.
  correctPoints: ({ company: id }) => ({
    params: { id },
    body: { points: 5, event: 'other', corrections: 999_999, why },
  }),
  reverseCorrection: ({ company: id }) => ({ params: { id, line: unknownId }, body: { why } }),
  listScannedProducts: () => ({ query: {} }),
  readScannedProduct: ({ scan: id }) => ({ params: { id } }),
  listProjectTimeline: ({ project: id }) => ({ params: { id }, query: {} }),
  previewReturn: ({ scan: id }) => ({ params: { id } }),
  // The product has another version.
  takeBackProduct: ({ scan: id }) => ({ params: { id }, body: { rev: 1e9, change: 0, why } }),
  undoTakeBack: ({ scan: id }) => ({ params: { id }, body: { rev: 1e9, change: 0, why } }),
  uploadProductPicture: () => ({ body: { large: onePixel, small: null } }),
  ...importExamples,
};
