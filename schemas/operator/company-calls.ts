import * as v from 'valibot';
import { emptyResult, idParams, zeroOrOne } from '../api/call.ts';
import { regionalSettings } from '../configuration.ts';
import { moment, requiredText, text, typedText, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';
import { defineTimelineCall } from './record-calls.ts';

/** Verified, refused by an operator, or not verified yet. */
const verification = v.picklist(['verified', 'open', 'refused']);

/** 0 blocked, 1 active, 2 preset terms declined. */
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
});

/** Details that operators edit, and the version they belong to. */
const companyDetails = v.object({
  name: text(200),
  registration_number: v.nullable(text(64)),
  registration_number_2: v.nullable(text(64)),
  address: text(250),
  postal_code: text(32),
  city: text(100),
});
export const companyDetailFields = Object.keys(companyDetails.entries) as (keyof v.InferOutput<
  typeof companyDetails
>)[];

const companyFile = v.object({
  ...listedCompany.entries,
  ...companyDetails.entries,
  /** Version of details and flags. */
  rev: wholeNumber,
  reserved_points: wholeNumber,
  balance: v.pipe(v.number(), v.integer()),
  is_recommended: v.boolean(),
  available_for_leads: v.boolean(),
  has_card: v.boolean(),
  card_number: v.nullable(text(40)),
  crm_customer_id: v.nullable(text(64)),
  /** The country’s rules for the company’s details; null if the country isn’t set up. */
  settings: v.nullable(regionalSettings),
});

const company = { record: 'company', in: 'params', field: 'id' } as const;
const edit = { right: 'companies.edit', scope: company, isAct: true } as const;
const taxNumber = v.nullable(requiredText(32));

/** Companies and their case files. */
export const companyCalls = {
  listCompanies: defineOperatorCall(
    {
      id: 'listCompanies',
      method: 'GET',
      path: '/operator/v1/companies',
      summary: 'Companies by name, tax number, town, or the phone number or address of a person.',
      query: v.object({
        ...operatorListEntries,
        search: v.optional(typedText(100)),
        active: v.optional(active),
        verification: v.optional(verification),
        /** Only with one country: types are numbered per country. */
        company_type: v.optional(wholeNumber),
        leads: v.optional(zeroOrOne),
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
      summary: 'Details, state and points of a company.',
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
      summary: 'Changes a company’s details by the rules of its country.',
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
    edit,
  ),
} as const;
