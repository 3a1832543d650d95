import * as v from 'valibot';
import { emptyResult, idParams, zeroOrOne } from '../api/call.ts';
import { regionalSettings } from '../configuration.ts';
import { pointEvents, variation } from '../ledger.ts';
import { moment, requiredText, text, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { listSearch, operatorListEntries, operatorListResult } from './operator-list.ts';
import { defineQueueCall, recordClaim } from './queue-claims.ts';
import { defineTimelineCall } from './record-calls.ts';

/**
 * `open`: not verified yet; `refused`: an operator rejected the verification; `withdrawn`: an operator withdrew it
 * later.
 */
const verification = v.picklist(['verified', 'open', 'refused', 'withdrawn']);
/** Filter of the list; `refused` includes withdrawn verifications. */
const verificationFilter = v.picklist(['verified', 'open', 'refused']);

/** 0: blocked; 1: active; 2: the preset terms were declined. */
const active = v.picklist([0, 1, 2]);

const listedCompany = v.object({
  id: uuid,
  number: wholeNumber,
  name: text(200),
  region: regionId,
  city: text(100),
  registration_number: v.nullable(text(64)),
  company_type: v.nullable(wholeNumber),
  active,
  verification,
  accepts_leads: v.boolean(),
  created_at: moment,
  claimed: v.nullable(recordClaim),
});

/** Details that operators edit. */
const companyDetails = v.object({
  name: text(200),
  registration_number: v.nullable(text(64)),
  registration_number_2: v.nullable(text(64)),
  address: text(250),
  postal_code: text(32),
  city: text(100),
});

const companyFile = v.object({
  ...listedCompany.entries,
  ...companyDetails.entries,
  /** Version of details and flags. */
  rev: wholeNumber,
  /** Null without the right to read points, like `welcome_points` and `balance`. */
  reserved_points: v.nullable(wholeNumber),
  /** Points that withdrawing the verification would take back. */
  welcome_points: v.nullable(wholeNumber),
  balance: v.nullable(v.pipe(v.number(), v.integer())),
  is_recommended: v.boolean(),
  available_for_leads: v.boolean(),
  has_card: v.boolean(),
  /** Last digits of the registered card; null if none is registered. */
  card_digits: v.nullable(text(4)),
  crm_customer_id: v.nullable(text(64)),
  /** True if the erasure of its last owner closed the company. */
  is_erased: v.boolean(),
  /** The country’s rules for company details; null if the country isn’t set up. */
  settings: v.nullable(regionalSettings),
});

const signedNumber = v.pipe(v.number(), v.integer());

/** Parts of a balance; each ledger entry belongs to one of them. */
export const ledgerParts = ['earned', 'spent', 'expired', 'corrected'] as const;
const ledgerPart = v.picklist(ledgerParts);
export type LedgerPart = (typeof ledgerParts)[number];

const ledgerPeriod = { from: v.optional(moment), until: v.optional(moment) };

/** Signed sums: `opening + earned + spent + expired + corrected = balance`. */
const pointParts = v.object({
  /** Balance at the start of the period. */
  opening: signedNumber,
  earned: signedNumber,
  spent: signedNumber,
  expired: signedNumber,
  corrected: signedNumber,
  /** Balance at the end of the period. */
  balance: signedNumber,
  /**
   * Number of corrections by operators. A new correction must include this number, to prove that the operator has seen
   * the latest state.
   */
  corrections: wholeNumber,
  /** Time of the oldest entry; null if there is none. */
  since: v.nullable(moment),
});

const ledgerLine = v.object({
  id: uuid,
  at: moment,
  part: ledgerPart,
  event: v.picklist(pointEvents),
  variation,
  /** Change of the balance. */
  points: signedNumber,
  project: v.nullable(uuid),
  order: v.nullable(uuid),
  /**
   * For a correction by an operator: `open` if it can be reversed, `reversed` if it has been, and `reversal` if it
   * reverses another correction. Null for other entries.
   */
  correction: v.nullable(v.picklist(['open', 'reversed', 'reversal'])),
});

/** Kinds of records listed in a company's file. */
const recordKinds = [
  'projects',
  'products',
  'orders',
  'leads',
  'cards',
  'certificates',
  'chats',
] as const;
export type CompanyRecordKind = (typeof recordKinds)[number];

const companyRecord = v.object({
  id: text(60),
  at: moment,
  /** Name or number; null if it may contain a person's name and the operator can't read personal data. */
  label: v.nullable(text(300)),
  state: text(40),
  /** Null for a kind without points. For projects and products, also null without the right to read points. */
  points: v.nullable(signedNumber),
  /** Id of the certificate if the record is one, or of the project's certificate. */
  certificate: v.nullable(uuid),
});

const company = { record: 'company', in: 'params', field: 'id' } as const;
const editOptions = { right: 'companies.edit', scope: company, isAction: true } as const;
const taxNumber = v.nullable(requiredText(32));

/** Companies and their files. */
export const companyCalls = {
  listCompanies: defineOperatorCall(
    {
      id: 'listCompanies',
      method: 'GET',
      path: '/operator/v1/companies',
      summary:
        'Finds companies by name, tax number or town, or by a member’s phone number or email address.',
      query: v.object({
        ...operatorListEntries,
        search: listSearch,
        active: v.optional(active),
        verification: v.optional(verificationFilter),
        /** Only allowed for one country, because each country numbers its company types separately. */
        company_type: v.optional(wholeNumber),
        leads: v.optional(zeroOrOne),
        /** `1`: only companies whose verification is overdue. */
        overdue: v.optional(v.picklist([1])),
        /** Only companies registered since `from` and before `until`. */
        from: v.optional(moment),
        until: v.optional(moment),
        /** `name` is the default; `-created_at` lists the newest first. */
        sort: v.optional(v.picklist(['name', '-name', 'created_at', '-created_at'])),
      }),
      result: operatorListResult(listedCompany),
    },
    { right: 'companies.read', scope: 'list' },
  ),
  readCompanyFile: defineOperatorCall(
    {
      id: 'readCompanyFile',
      method: 'GET',
      path: '/operator/v1/companies/{id}',
      summary: 'Returns a company’s details, status and points.',
      params: idParams,
      result: companyFile,
    },
    { right: 'companies.read', scope: company },
  ),
  listCompanyTimeline: defineTimelineCall(
    { id: 'listCompanyTimeline', path: '/operator/v1/companies/{id}/timeline' },
    { right: 'companies.read', record: 'company' },
  ),
  editCompany: defineOperatorCall(
    {
      id: 'editCompany',
      method: 'POST',
      path: '/operator/v1/companies/{id}/details',
      summary: 'Changes a company’s details according to its country’s rules.',
      params: idParams,
      body: v.object({
        name: v.optional(requiredText(160)),
        registration_number: v.optional(taxNumber),
        registration_number_2: v.optional(taxNumber),
        address: v.optional(requiredText(200)),
        city: v.optional(requiredText(80)),
        postal_code: v.optional(requiredText(16)),
        rev: wholeNumber,
        why,
      }),
      result: emptyResult,
      errors: ['registration_number_taken', 'tax_number_needed', 'characters_unprintable'],
    },
    editOptions,
  ),
  explainCompanyPoints: defineOperatorCall(
    {
      id: 'explainCompanyPoints',
      method: 'GET',
      path: '/operator/v1/companies/{id}/points',
      summary:
        'Sums a company’s ledger: opening balance, earned, spent, expired and corrected points, and current balance.',
      params: idParams,
      query: v.object(ledgerPeriod),
      result: pointParts,
    },
    { right: 'points.read', scope: company },
  ),
  listCompanyLedger: defineOperatorCall(
    {
      id: 'listCompanyLedger',
      method: 'GET',
      path: '/operator/v1/companies/{id}/ledger',
      summary:
        'Lists a company’s ledger lines, newest first, optionally for one part of its balance or one period.',
      params: idParams,
      query: v.object({
        cursor: operatorListEntries.cursor,
        limit: operatorListEntries.limit,
        ...ledgerPeriod,
        part: v.optional(ledgerPart),
      }),
      result: operatorListResult(ledgerLine),
    },
    { right: 'points.read', scope: company },
  ),
  listCompanyRecords: defineOperatorCall(
    {
      id: 'listCompanyRecords',
      method: 'GET',
      path: '/operator/v1/companies/{id}/records',
      summary:
        'Lists a company’s records of one kind, newest first. Orders, leads and chats each require an additional right.',
      params: idParams,
      query: v.object({
        cursor: operatorListEntries.cursor,
        limit: operatorListEntries.limit,
        kind: v.picklist(recordKinds),
      }),
      result: operatorListResult(companyRecord),
    },
    { right: 'companies.read', scope: company },
  ),
  claimVerifications: defineQueueCall(
    {
      id: 'claimVerifications',
      path: '/operator/v1/companies/claims',
      records: 'companies to verify',
    },
    'companies.edit',
  ),
  verifyCompany: defineOperatorCall(
    {
      id: 'verifyCompany',
      method: 'POST',
      path: '/operator/v1/companies/{id}/verify',
      summary: 'Verifies a company, even after a rejection, and adds its reserved points.',
      params: idParams,
      body: v.object({ rev: wholeNumber, why }),
      result: v.object({ points: wholeNumber }),
    },
    editOptions,
  ),
  refuseCompany: defineOperatorCall(
    {
      id: 'refuseCompany',
      method: 'POST',
      path: '/operator/v1/companies/{id}/refuse',
      summary: 'Rejects a company’s verification. Its reserved points aren’t added.',
      params: idParams,
      body: v.object({ rev: wholeNumber, why }),
      result: emptyResult,
    },
    editOptions,
  ),
  withdrawVerification: defineOperatorCall(
    {
      id: 'withdrawVerification',
      method: 'POST',
      path: '/operator/v1/companies/{id}/verification/withdraw',
      summary:
        'Withdraws a company’s verification and takes its welcome points back, until it is verified again. More than 1,000 points in a day need a second person.',
      params: idParams,
      body: v.object({ rev: wholeNumber, why }),
      result: v.object({ points: wholeNumber, approval: v.nullable(uuid) }),
    },
    { ...editOptions, strength: 'recent', secondPerson: 'conditional' },
  ),
  setCompanyFlags: defineOperatorCall(
    {
      id: 'setCompanyFlags',
      method: 'POST',
      path: '/operator/v1/companies/{id}/flags',
      summary:
        'Sets whether a company gets leads, may have a card and is recommended, and its number in the sales system.',
      params: idParams,
      body: v.object({
        accepts_leads: v.optional(v.boolean()),
        has_edenred_card: v.optional(v.boolean()),
        is_recommended: v.optional(v.boolean()),
        crm_customer_id: v.optional(v.nullable(requiredText(64))),
        rev: wholeNumber,
        why,
      }),
      result: emptyResult,
    },
    editOptions,
  ),
  setCompanyBlocked: defineOperatorCall(
    {
      id: 'setCompanyBlocked',
      method: 'POST',
      path: '/operator/v1/companies/{id}/block',
      summary: 'Blocks a company and signs out everyone in it, or unblocks it.',
      params: idParams,
      body: v.object({ blocked: v.boolean(), rev: wholeNumber, why }),
      result: v.object({ ended: wholeNumber }),
    },
    { ...editOptions, strength: 'recent' },
  ),
  endCompanySessions: defineOperatorCall(
    {
      id: 'endCompanySessions',
      method: 'POST',
      path: '/operator/v1/companies/{id}/sessions/end',
      summary: 'Signs out everyone in a company.',
      params: idParams,
      body: v.object({ why }),
      result: v.object({ ended: wholeNumber }),
    },
    editOptions,
  ),
} as const;
