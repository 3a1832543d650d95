import { useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { languageTag } from '#schemas/formatting-locale.ts';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { CertificateActions } from './certificate-actions.tsx';
import { CertificateNotice } from './certificate-notice.tsx';
import { CertificateSummary } from './certificate-summary.tsx';
import { CertifiedProducts } from './certified-products.tsx';
import { NoCertificate } from './no-certificate.tsx';
import { certificateById } from './queries.ts';
import { ResendCertificate } from './resend-certificate.tsx';

/** `/warranty-certificates/{uuid}`: a certificate, with download, sharing and sending. */
export function CertificateScreen() {
  const { uuid = '' } = useParams({ strict: false });
  const certificate = useLiveQuery((account) => certificateById(account, uuid), [uuid]);
  if (!certificate) return <NoCertificate isLoading={certificate === undefined} />;
  return <ShownCertificate key={uuid} certificate={certificate} />;
}

function ShownCertificate({ certificate }: { certificate: CertificateDocument }) {
  const { t } = useLingui();
  const { street, house_number, postal_code, city } = certificate.address_details;
  const place = `${street} ${house_number}`;
  usePageTitle(place);
  return (
    <Page title={place} subtitle={`${postal_code} ${city}`}>
      <div className="space-y-7">
        <CertificateNotice certificate={certificate} />
        <CertificateSummary certificate={certificate} />
        <CertificateActions certificate={certificate} />
        <CertifiedProducts certificate={certificate} />
        {certificate.note !== '' && (
          <Section title={t`Note`}>
            <p lang={languageTag(certificate.language)} className="break-long whitespace-pre-line">
              {certificate.note}
            </p>
          </Section>
        )}
        <ResendCertificate certificate={certificate} />
      </div>
    </Page>
  );
}
