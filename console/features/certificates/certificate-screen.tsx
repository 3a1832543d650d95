import { Trans, useLingui } from '@lingui/react/macro';
import { certificateCalls, type CertificateRecord } from '#schemas/operator/certificate-calls.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { countryText, dayText, timeText } from '#console/parts/country-and-time.ts';
import { languageName } from '#console/parts/language-text.ts';
import { RecordPage } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { ScrollRegion } from '#console/parts/scroll-region.tsx';
import { useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { CertificateActions } from './certificate-actions.tsx';
import { CertificateBadges } from './certificate-badges.tsx';
import { CertificateCustomerPart } from './certificate-customer.tsx';
import { certificateSearch } from './certificates-search.ts';

const linkClass = 'font-semibold text-info underline';

/** A warranty certificate with its products, customer and history. */
export function CertificateScreen() {
  const { t } = useLingui();
  const query = useOperatorQuery(
    certificateCalls.readCertificate,
    { params: { id: useRecordId() } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery label={t`Loading the certificate`} query={query}>
      {(certificate) => <CertificatePage key={certificate.id} certificate={certificate} />}
    </RecordQuery>
  );
}

function CertificatePage({ certificate }: { certificate: CertificateRecord }) {
  const { t, i18n } = useLingui();
  const [{ tab }, changeSearch] = useUrlState(certificateSearch);
  const canDecide = regionsWithRight(useSession(), 'review.decide').includes(certificate.region);
  const { id, number, company, issuer } = certificate;
  return (
    <RecordPage
      list={{ href: '/certificates', title: t`Certificates` }}
      title={t`Certificate ${number}`}
      badges={<CertificateBadges certificate={certificate} />}
      actions={canDecide && <CertificateActions certificate={certificate} />}
      facts={[
        {
          term: <Trans>Company</Trans>,
          detail: (
            <ConsoleLink href={`/companies/${company.id}`} className={linkClass}>
              {company.name}
            </ConsoleLink>
          ),
        },
        ...(issuer === company.name
          ? []
          : [{ term: <Trans>Name at the time of issue</Trans>, detail: issuer }]),
        {
          term: <Trans>Project</Trans>,
          detail: (
            <ConsoleLink href={`/companies/${company.id}?tab=projects`} className={linkClass}>
              <Trans>Company’s projects</Trans>
            </ConsoleLink>
          ),
        },
        {
          term: <Trans>Issued at</Trans>,
          detail: timeText(i18n, certificate.created_at),
        },
        { term: <Trans>Valid until</Trans>, detail: dayText(i18n, certificate.expires_on) },
        {
          term: <Trans>Town</Trans>,
          detail: `${certificate.postal_code} ${certificate.city}`,
        },
        { term: <Trans>Country</Trans>, detail: countryText(i18n, certificate.region) },
        { term: <Trans>Language</Trans>, detail: languageName(certificate.language, i18n.locale) },
        { term: <Trans>Photos</Trans>, detail: i18n.number(certificate.photos) },
      ]}
      tab={tab}
      onTabChange={(next) => changeSearch({ tab: next })}
      tabs={[
        {
          id: 'products',
          title: t`Products`,
          content: <CertifiedProducts certificate={certificate} />,
        },
        {
          id: 'customer',
          title: t({ message: 'Customer and PDF', context: 'certificate' }),
          content: <CertificateCustomerPart certificate={certificate} />,
        },
        {
          id: 'timeline',
          title: t`Timeline`,
          content: (
            <Timeline
              call={certificateCalls.listCertificateTimeline}
              id={id}
              comments={{ kind: 'certificate', region: certificate.region }}
            />
          ),
        },
      ]}
    />
  );
}

const tableClass =
  'w-full text-small [&_td]:border-t [&_td]:border-line [&_td]:py-2 [&_td]:pe-4 [&_td]:align-top [&_th]:py-2 [&_th]:pe-4 [&_th]:text-start [&_thead]:text-ink-soft';

/** The covered products by category, with their warranty years. */
function CertifiedProducts({ certificate: { products } }: { certificate: CertificateRecord }) {
  const { t, i18n } = useLingui();
  return (
    <div className="flex flex-col gap-4">
      {products.map(({ category, years, products: coveredProducts }) => (
        <ScrollRegion
          key={category}
          label={category}
          className="rounded-card bg-surface-raised p-4 card-rise"
        >
          <h2 className="font-semibold">{category}</h2>
          <p className="text-small text-ink-soft">{t`Warranty in years: ${i18n.number(years)}`}</p>
          <table className={tableClass}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Product</Trans>
                </th>
                <th scope="col" className="text-end! tnum">
                  <Trans>Quantity</Trans>
                </th>
                <th scope="col">
                  <Trans>Details</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {coveredProducts.map(({ name, quantity, details }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td className="text-end! tnum">{i18n.number(quantity)}</td>
                  <td>{details || '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      ))}
    </div>
  );
}
