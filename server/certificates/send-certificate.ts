import { type Transaction } from 'kysely';
import { type Database } from '../db/tables.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { type Services } from '../services.ts';
import { renderCertificatePdf, publicCertificateUrl } from './certificate-pdf.ts';
import { getCertificatePhotos } from './certificate-photos.ts';
import { type CertificateRow, getIssuingCompany } from './certificate-row.ts';

/** Queues an email with the certificate to the homeowner, in the caller's transaction. */
export async function sendCertificate(
  trx: Transaction<Database>,
  { clock, environment }: Pick<Services, 'clock' | 'environment'>,
  row: CertificateRow,
  to: string,
): Promise<void> {
  const photos = await getCertificatePhotos(trx, row.uuid);
  const content = await renderCertificatePdf(row, photos, environment);
  const { number } = row;
  const data = {
    number,
    company: getIssuingCompany(row).name,
    link: publicCertificateUrl(environment, number),
  };
  const attachments = [{ name: `${number}.pdf`, mediaType: 'application/pdf', content }];
  const message = { template: 'certificate', data, attachments } as const;
  const recipient = { email: to, language: row.language, region: row.region_id };
  await enqueueMessage(trx, [recipient], message, clock.now());
}
