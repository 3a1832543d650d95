import { useLingui, Trans } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { FolderOpen } from 'lucide-react';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { languageTag } from '#schemas/formatting-locale.ts';
import { displayEmail } from '#schemas/display-email.ts';
import { certificateStatusOn } from '#schemas/warranty-certificate.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useCountries } from '#src/data/text/use-countries.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { languageName } from '#src/i18n/language-names.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { RecordNotFound } from '#src/features/_shared/listing/record-not-found.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { CertificateActions, ResendCertificate } from './certificate-actions.tsx';
import { CertificateBadge } from './certificate-table.tsx';
import { CertifiedProducts } from './certified-products.tsx';
import { certificateById } from './queries.ts';

/** `/warranty-certificates/{uuid}`: a certificate, with download, sharing and sending. */
export function CertificateScreen() {
  const { uuid } = useParams({ from: '/signed-in/warranty-certificates/$uuid' });
  const certificate = useLiveQuery((account) => certificateById(account, uuid), [uuid]);
  if (!certificate) return <NoCertificate isLoading={certificate === undefined} />;
  return <CertificateContent key={uuid} certificate={certificate} />;
}

function CertificateContent({ certificate }: { certificate: CertificateDocument }) {
  const { t } = useLingui();
  const { street, house_number, postal_code, city } = certificate.address_details;
  const address = `${street} ${house_number}`;
  usePageTitle(address);
  return (
    <Page title={address} subtitle={`${postal_code} ${city}`}>
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
  return (
    <RecordNotFound
      pageTitle={t`Certificate`}
      collection="certificates"
      isLoading={isLoading}
      loadingLabel={t`Loading the certificate`}
      skeleton={<SkeletonCard lines={5} />}
      title={t`Certificate not found`}
      description={<Trans>It may have just been issued, or it belongs to another company.</Trans>}
      offlineText={<Trans>Your certificates appear here once you’re online.</Trans>}
      list="/warranty-certificates"
      listLabel={<Trans>All certificates</Trans>}
    />
  );
}

/** Explains why a certificate isn't valid or is in review; hidden for a valid one. */
function CertificateNotice({ certificate }: { certificate: CertificateDocument }) {
  const status = certificateStatusOn(certificate, useToday());
  if (status === 'valid') return null;
  if (status === 'in_review') {
    return (
      <Banner tone="warn" title={<Trans>The manufacturer is reviewing this certificate</Trans>}>
        <Trans>It’s genuine. Your customer can use it in the meantime.</Trans>
      </Banner>
    );
  }
  if (status === 'rejected') {
    return (
      <Banner
        tone="bad"
        title={<Trans>The manufacturer has rejected this certificate</Trans>}
        action={
          <LinkButton
            variant="secondary"
            {...linkTo(paths.supportChatNew({ project: certificate.project_uuid }))}
          >
            <Trans>Contact support</Trans>
          </LinkButton>
        }
      >
        <Trans>Anyone who checks the number will see this. Contact support to find out why.</Trans>
      </Banner>
    );
  }
  return (
    <Banner tone="info" title={<Trans>This certificate is no longer valid</Trans>}>
      <Trans>Anyone who checks the number will see this.</Trans>
    </Banner>
  );
}

/** Date of issue, customer, address, status and project. */
function CertificateSummary({ certificate }: { certificate: CertificateDocument }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const countries = useCountries();
  const { number, issued_date, expiration_date, customer_name, customer_email } = certificate;
  const { country } = certificate.address_details;
  const countryName = countries.find(({ id }) => id === country)?.name ?? country;
  const dayElement = (date: string) => <time dateTime={date}>{format.day(date)}</time>;
  const items = [
    { term: t`Status`, detail: <CertificateBadge certificate={certificate} /> },
    { term: t`Issued`, detail: dayElement(issued_date) },
    { term: t`Valid until`, detail: dayElement(expiration_date) },
    { term: t`Certificate number`, detail: <span className="tnum select-all">{number}</span> },
    ...(customer_name ? [{ term: t`Customer`, detail: customer_name }] : []),
    { term: t`Email`, detail: displayEmail(customer_email) },
    { term: t`Address`, detail: `${certificate.address}, ${countryName}` },
    { term: t`Document language`, detail: languageName(certificate.language, i18n.locale) },
  ];
  return (
    <div className="space-y-3">
      <Card>
        <DetailList items={items} />
      </Card>
      <List>
        <ListRow
          icon={<FolderOpen />}
          title={t`View project`}
          {...linkTo(paths.project(certificate.project_uuid))}
        />
      </List>
    </div>
  );
}
