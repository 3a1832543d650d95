import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { certificate, certificateNumber, certifiedQuantity, longevity } from '../certificate.ts';
import { multilineText } from '../multiline-text.ts';
import { moment, printedDay, text, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall, revealOptions, why } from './operator-call.ts';
import { certificateVerdicts } from './list-choices.ts';
import { listSearch, operatorListEntries, operatorListResult } from './operator-list.ts';
import { defineTimelineCall } from './record-calls.ts';

/** Maximum length in Base64 of a PDF with three photos. */
const MAX_PDF = 40_000_000;

export type CertificateVerdict = (typeof certificateVerdicts)[number];
const verdict = v.picklist(certificateVerdicts);

/** Reasons for `conflict`. */
export const certificateProblems = {
  /** The certificate already has this verdict. */
  sameVerdict: 'same_verdict',
  /** A rejected certificate isn't sent. */
  rejected: 'certificate_rejected',
} as const;

const listedEntries = {
  id: uuid,
  number: certificateNumber,
  verdict,
  region: regionId,
  company: v.object({ id: uuid, name: text(160) }),
  /** Empty for operators who can't read personal data. */
  street: text(181),
  postal_code: text(16),
  city: text(80),
  issued_on: printedDay,
  expires_on: printedDay,
  /** True if its last day has passed in the certificate's country. */
  is_expired: v.boolean(),
  created_at: moment,
};
const listedCertificate = v.object(listedEntries);
export type ListedCertificate = v.InferOutput<typeof listedCertificate>;

/** The homeowner. Masked unless revealed. */
const customer = v.object({
  name: text(160),
  email: text(254),
  street: text(181),
  note: multilineText(1000),
});
export type CertificateCustomer = v.InferOutput<typeof customer>;

const certificateRecord = v.object({
  ...listedEntries,
  /** Version, sent with actions. */
  rev: wholeNumber,
  /** The company's name when the certificate was issued; the company may have been renamed since. */
  issuer: text(160),
  project: uuid,
  language: certificate.entries.language,
  products: v.array(
    v.object({
      category: text(80),
      years: longevity,
      products: v.array(
        v.object({ name: text(80), quantity: certifiedQuantity, details: text(200) }),
      ),
    }),
  ),
  photos: wholeNumber,
  customer,
  can_reveal: v.boolean(),
});
export type CertificateRecord = v.InferOutput<typeof certificateRecord>;

const scope = { record: 'certificate', in: 'params', field: 'id' } as const;

/** Warranty certificates in the console. */
export const certificateCalls = {
  listCertificates: defineOperatorCall(
    {
      id: 'listCertificates',
      method: 'GET',
      path: '/operator/v1/certificates',
      summary:
        'Lists warranty certificates, newest first. A search matches prefixes of words in the number, company and town; for operators who can read personal data, also in the street and customer.',
      query: v.object({
        ...operatorListEntries,
        verdict: v.optional(verdict),
        search: listSearch,
        sort: v.optional(v.picklist(['at', '-at'])),
      }),
      result: operatorListResult(listedCertificate),
    },
    { right: 'companies.read', scope: 'list' },
  ),
  readCertificate: defineOperatorCall(
    {
      id: 'readCertificate',
      method: 'GET',
      path: '/operator/v1/certificates/{id}',
      summary:
        'Returns a warranty certificate with its products; the customer’s details are masked.',
      params: idParams,
      result: certificateRecord,
    },
    { right: 'companies.read', scope },
  ),
  listCertificateTimeline: defineTimelineCall(
    { id: 'listCertificateTimeline', path: '/operator/v1/certificates/{id}/timeline' },
    { right: 'companies.read', record: 'certificate' },
  ),
  revealCertificate: defineOperatorCall(
    {
      id: 'revealCertificate',
      method: 'POST',
      path: '/operator/v1/certificates/{id}/reveal',
      summary: 'Reveals a certificate’s customer.',
      params: idParams,
      body: v.object({ why }),
      /** Null if the request was repeated: personal data isn’t stored in the responses to repeated requests. */
      result: v.object({ customer: v.nullable(customer) }),
    },
    { ...revealOptions, scope },
  ),
  openCertificatePdf: defineOperatorCall(
    {
      id: 'openCertificatePdf',
      method: 'POST',
      path: '/operator/v1/certificates/{id}/pdf',
      summary: 'Returns a certificate’s PDF, which names the customer.',
      params: idParams,
      body: v.object({ why }),
      /** Base64; null if the request was repeated. */
      result: v.object({ pdf: v.nullable(v.pipe(v.string(), v.maxLength(MAX_PDF))) }),
    },
    { ...revealOptions, scope },
  ),
  tagCertificate: defineOperatorCall(
    {
      id: 'tagCertificate',
      method: 'POST',
      path: '/operator/v1/certificates/{id}/tag',
      summary:
        'Changes the verdict on a certificate. The installer’s app and the public page show it immediately.',
      params: idParams,
      body: v.object({ verdict, rev: wholeNumber, why }),
      result: v.object({ rev: wholeNumber }),
    },
    { right: 'review.decide', scope, isAction: true },
  ),
  resendCertificate: defineOperatorCall(
    {
      id: 'resendCertificate',
      method: 'POST',
      path: '/operator/v1/certificates/{id}/resend',
      summary:
        'Emails a certificate to its customer again, at most ten times a day per address. A rejected certificate isn’t sent.',
      params: idParams,
      body: v.object({ rev: wholeNumber, why }),
      result: v.object({}),
      errors: ['too_many_requests'],
    },
    { right: 'review.decide', scope, isAction: true },
  ),
} as const;
