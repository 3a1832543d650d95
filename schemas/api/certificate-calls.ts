import {
  certificate,
  certificateCategory,
  certificateIssue,
  certificateResend,
} from '../warranty-certificate.ts';
import { defineCall, idParams, listResult, emptyResult } from './call.ts';
import { certificateListCall } from './certificate-list-call.ts';

/** The company's warranty certificates (spec 2 §7). */
export const certificateCalls = {
  ...certificateListCall,
  listCertificateCategories: defineCall({
    id: 'listCertificateCategories',
    method: 'GET',
    path: '/v1/warranty-certificate/catalogue',
    summary: 'List the product categories that certificates in your country can cover.',
    result: listResult(certificateCategory),
  }),
  getCertificate: defineCall({
    id: 'getCertificate',
    method: 'GET',
    path: '/v1/warranty-certificate/{id}',
    summary: 'Get a certificate. Its PDF is at `/files/pdf/{uuid}{companyUuid}.pdf`.',
    params: idParams,
    result: certificate,
  }),
  createCertificate: defineCall({
    id: 'createCertificate',
    method: 'POST',
    path: '/v1/warranty-certificate',
    summary: 'Issue the certificate for a closed project and send it to the customer.',
    body: certificateIssue,
    status: 201,
    result: certificate,
    errors: [
      'forbidden',
      'project_not_found',
      'project_not_closed',
      'certificate_exists',
      'photos_not_available',
      'category_unknown',
      'product_twice',
      'validity_too_short',
      'characters_unprintable',
      'too_many_requests',
      'in_progress',
      'key_reused',
    ],
    idempotent: true,
  }),
  resendCertificate: defineCall({
    id: 'resendCertificate',
    method: 'POST',
    path: '/v1/warranty-certificate/{id}/resend',
    summary: 'Send a certificate to an email address again.',
    params: idParams,
    body: certificateResend,
    result: emptyResult,
    errors: ['too_many_requests'],
  }),
};
