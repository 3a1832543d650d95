import { type Transaction } from 'kysely';
import {
  certificateProblems,
  type CertificateCustomer,
} from '#schemas/operator/certificate-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { certificateTags, type CertifiedProducts } from '#schemas/warranty-certificate.ts';
import { enforceLimit, limits } from '../access/rate-limits.ts';
import { readsPersonalData } from '../companies/personal-data.ts';
import {
  type OperatorHandler,
  type OperatorHandlers,
  type OperatorInput,
} from '../console/operator-handler.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { fixedEntries, readTimeline } from '../console/record-timeline.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { renderCertificatePdf } from './certificate-pdf.ts';
import { getCertificatePhotos } from './certificate-photos.ts';
import { type CertificateRow, getIssuingCompany } from './certificate-row.ts';
import {
  listCertificates,
  toListedCertificate,
  selectCertificates,
  formatStreet,
  toTag,
  toVerdict,
} from './list-operator-certificates.ts';
import { sendCertificate } from './send-certificate.ts';

type ResendInput = OperatorInput<typeof operatorCalls.resendCertificate>;

/** Loads a certificate in the operator's countries. Throws `not_found`. */
const getCertificate = (queries: ScopedQueries, id: string) =>
  selectCertificates(queries)
    .where('warranty_certificates.uuid', '=', id)
    .executeTakeFirstOrThrow(() => new ApiFailure('not_found'));

function toCustomer(row: CertificateRow): CertificateCustomer {
  const { customer_name: name, customer_email: email, note } = row;
  return { name, email, street: formatStreet(row), note };
}

/** Masks the customer: keeps the initials and the email's domain, and hides the street and the note. */
function maskCustomer({ name, email, street, note }: CertificateCustomer): CertificateCustomer {
  const [, domain = ''] = email.split('@');
  const initials = name.split(' ').filter(Boolean);
  return {
    name: initials.map((word) => `${[...word][0] ?? ''}.`).join(' '),
    email: `•••@${domain}`,
    street: street === '' ? '' : '•••',
    note: note === '' ? '' : '•••',
  };
}

const readCertificate: OperatorHandler<typeof operatorCalls.readCertificate> = async (
  { params: { id }, operator },
  { db, clock },
) => {
  const row = await getCertificate(operator.queries, id);
  const canReveal = readsPersonalData(operator, row.region_id);
  const customer = toCustomer(row);
  const photos = await getCertificatePhotos(db, row.uuid);
  return {
    ...toListedCertificate(row, canReveal, clock.now()),
    rev: row.rev,
    issuer: getIssuingCompany(row).name,
    project: row.project_uuid,
    language: row.language,
    // Written only by `issueCertificate`, from validated input.
    products: (row.products as CertifiedProducts[]).map(({ name, longevity, products }) => ({
      category: name,
      years: longevity,
      products,
    })),
    photos: photos.length,
    customer: {
      ...maskCustomer(customer),
      ...(canReveal && { name: customer.name, street: customer.street }),
    },
    can_reveal: canReveal,
  };
};

const listCertificateTimeline: OperatorHandler<
  typeof operatorCalls.listCertificateTimeline
> = async ({ params: { id }, query, operator }, { db }) => {
  const row = await getCertificate(operator.queries, id);
  const issueEntry = { id: row.uuid, at: row.created_at, kind: 'installer' as const };
  const details = [getIssuingCompany(row).name];
  const entries = fixedEntries([{ ...issueEntry, what: 'certificate_issued', details }]);
  return readTimeline(db, row.uuid, query, [entries]);
};

const revealCertificate: OperatorHandler<typeof operatorCalls.revealCertificate> = async ({
  params: { id },
  operator,
  runAction,
}) => {
  const row = await getCertificate(operator.queries, id);
  await runAction(() => Promise.resolve({ customer: null }));
  return { customer: toCustomer(row) };
};

const openCertificatePdf: OperatorHandler<typeof operatorCalls.openCertificatePdf> = async (
  { params: { id }, operator, runAction },
  { db, environment },
) => {
  const row = await getCertificate(operator.queries, id);
  // Rendered before the action, so that the audit doesn't record a failed read.
  const photos = await getCertificatePhotos(db, row.uuid);
  const pdf = await renderCertificatePdf(row, photos, environment);
  await runAction(() => Promise.resolve({ pdf: null }));
  return { pdf: pdf.toString('base64') };
};

/**
 * Locks a certificate and its company. Throws `not_found`, and `conflict` if the certificate no longer has the version
 * that the operator saw.
 */
async function lockCertificate(
  trx: Transaction<Database>,
  id: string,
  rev: number,
): Promise<CertificateRow> {
  const select = trx.selectFrom('warranty_certificates').where('uuid', '=', id);
  const { company_id } = await select
    .select('company_id')
    .executeTakeFirstOrThrow(() => new ApiFailure('not_found'));
  await lockCompany(trx, company_id);
  const row = await select.selectAll().executeTakeFirstOrThrow();
  if (row.rev !== rev) throw new ApiFailure('conflict', { field: 'body.rev' });
  return row;
}

const tagCertificate: OperatorHandler<typeof operatorCalls.tagCertificate> = (
  { params: { id }, body: { verdict, rev }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const row = await lockCertificate(trx, id, rev);
    const tag = toTag(verdict);
    if (row.tag === tag)
      throw new ApiFailure('conflict', { details: { reason: certificateProblems.sameVerdict } });
    const newRev = await nextRev(trx, row.company_id);
    await trx
      .updateTable('warranty_certificates')
      .set({ tag, rev: newRev, updated_at: new Date(clock.now()) })
      .where('uuid', '=', row.uuid)
      .execute();
    const before = { verdict: toVerdict(row.tag) };
    const change = { before, after: { verdict } };
    audit({ kind: 'certificate', id: row.uuid, region: row.region_id, ...change });
    return { rev: newRev };
  });

/** Emails a certificate to its customer again. */
const resend = (
  { params: { id }, body: { rev }, audit, runAction }: ResendInput,
  services: Services,
  enforceOwnLimit: (services: Services) => Promise<unknown>,
) =>
  runAction(async (trx) => {
    const row = await lockCertificate(trx, id, rev);
    if (row.tag === certificateTags.rejected)
      throw new ApiFailure('conflict', { details: { reason: certificateProblems.rejected } });
    // Counted in the action's transaction, so that a repeated request isn't counted.
    const transactionServices = { ...services, db: trx };
    await enforceOwnLimit(transactionServices);
    const recipient = row.customer_email.toLowerCase();
    await enforceLimit(transactionServices, limits.certificateMailsPerRecipient, recipient);
    await sendCertificate(trx, services, row, row.customer_email);
    const { uuid, region_id: region, language } = row;
    audit({ kind: 'certificate', id: uuid, region, before: null, after: { sent_in: language } });
    return {};
  });

const resendCertificate: OperatorHandler<typeof operatorCalls.resendCertificate> = (
  input,
  services,
) =>
  resend(input, services, (transactionServices) =>
    enforceLimit(transactionServices, limits.certificateMailsPerPerson, input.operator.operatorId),
  );

/**
 * Like `resendCertificate`, but for one row of a job. The operator's hourly limit doesn't apply, because a job can have
 * more rows than the limit allows.
 */
export const resendCertificateInJob: OperatorHandler<typeof operatorCalls.resendCertificate> = (
  input,
  services,
) => resend(input, services, () => Promise.resolve());

/** Warranty certificates in the console. */
export const operatorCertificateHandlers = {
  listCertificates,
  readCertificate,
  listCertificateTimeline,
  revealCertificate,
  openCertificatePdf,
  tagCertificate,
  resendCertificate,
} satisfies Partial<OperatorHandlers>;
