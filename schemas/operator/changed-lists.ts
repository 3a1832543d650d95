import type { OperatorCallId } from './operator-calls.ts';

/**
 * Lists that the console's event stream names, and the calls that return their records. Operators are notified of
 * changes to a list in the countries where they may use one of its calls. Calls that fill a form aren't included,
 * because a form merges changes when it's sent.
 */
export const changedLists = {
  announcements: ['listAnnouncements', 'getAnnouncement', 'listAnnouncementTimeline'],
  approvals: ['listApprovals'],
  campaigns: ['listCampaigns', 'listCampaignNames', 'listCampaignTimeline'],
  cards: ['listCards', 'readCard', 'listCardTimeline'],
  categories: ['listProductCategories'],
  certificates: ['listCertificates', 'readCertificate', 'listCertificateTimeline'],
  chat_templates: ['listChatTemplates'],
  chats: ['listChats', 'readChat', 'listChatTimeline'],
  companies: ['listCompanies', 'readCompanyFile', 'listCompanyTimeline'],
  contents: ['listContents', 'listContentVersions'],
  held_lots: ['listHeldLots'],
  imports: ['listImports', 'readImport', 'listImportTimeline'],
  lead_requests: ['listLeadRequests', 'getLeadRequest', 'listLeadRequestTimeline'],
  lead_tokens: ['listLeadTokens'],
  leads: ['listLeads', 'getLead', 'listLeadTimeline'],
  ledger: ['listLedger', 'sumLedger', 'listCompanyLedger', 'explainCompanyPoints'],
  operators: ['listOperators', 'listOperatorTimeline'],
  order_batches: ['listOrderBatches', 'listUnbatchedOrders'],
  orders: [
    'listOrders',
    'readOrder',
    'listOrderTimeline',
    'listOrderedProducts',
    'listUnbatchedOrders',
    // Lists open card orders as requested cards.
    'listCards',
  ],
  people: ['listPeople', 'readPersonFile', 'listPersonTimeline'],
  products: ['listScannedProducts', 'readScannedProduct'],
  projects: ['listCompanyRecords', 'listProjectTimeline'],
  review: ['getReviewQueue', 'listReviewProducts'],
  settings: ['listSettingsVersions', 'readLaunchChecklist'],
  shop: ['listShopVariants', 'listStockMovements'],
  surveys: ['listSurveys', 'getSurvey', 'listSurveyTimeline', 'listSurveyInvitations'],
  vouchers: ['listVoucherPools'],
} as const satisfies Record<string, readonly OperatorCallId[]>;

export type ChangedList = keyof typeof changedLists;
export const changedListNames = Object.keys(changedLists) as ChangedList[];
