import { dispatchLetter } from '../access/dispatch-code.ts';
import { type Services } from '../services.ts';
import { certificatePdf } from './certificate-pdf.ts';
import { certificateWords } from './certificate-texts.ts';
import { type CertificateRow, companyOf } from './certificate-row.ts';
import { publicAddress } from './public-address.ts';

/** The one place where certificates are sent: the letter to the homeowner, with the document in it. */
export function sendCertificate(services: Services, row: CertificateRow, to: string): void {
  dispatchLetter(services, async () => {
    const { words } = certificateWords(row.language);
    const company = companyOf(row).name;
    const address = publicAddress(services.environment, row.number);
    return {
      to,
      subject: words.mailSubject(row.number),
      text: [words.mailLead(company), words.mailLook(address)].join('\n\n'),
      attachment: {
        name: `${row.number}.pdf`,
        mediaType: 'application/pdf',
        content: await certificatePdf(row, services.environment),
      },
    };
  });
}
