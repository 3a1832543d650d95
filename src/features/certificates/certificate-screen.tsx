import { useLingui, Trans } from '@lingui/react/macro';
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
import { certificateById } from './queries.ts';
import { ResendCertificate } from './resend-certificate.tsx';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { RecordNotFound } from '#src/ui/feedback/record-not-found.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';

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

/** Shown while a certificate is loading, not yet synced, or not found. */
function NoCertificate({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const collectionState = useCollectionState('certificates');
  usePageTitle(t`Certificate`);
  return (
    <RecordNotFound
      pageTitle={t`Certificate`}
      state={isLoading ? 'loading' : collectionState}
      loadingLabel={t`Loading the certificate`}
      skeleton={<SkeletonCard lines={5} />}
      title={t`This certificate is not here`}
      description={<Trans>It may have been issued just now, or it is another company’s.</Trans>}
      offlineText={<Trans>Your certificates appear here once you are online.</Trans>}
      action={
        <LinkButton {...linkTo(paths.warrantyCertificates())}>
          <Trans>All certificates</Trans>
        </LinkButton>
      }
    />
  );
}
