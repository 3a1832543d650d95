import { useLingui } from '@lingui/react/macro';
import { FolderOpen } from 'lucide-react';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { displayEmail } from '#schemas/shown-email.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useCountries } from '#src/data/text/use-countries.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { CertificateBadge } from './certificate-badge.tsx';

/** Date of issue, customer, address, status and project. */
export function CertificateSummary({ certificate }: { certificate: CertificateDocument }) {
  const { t } = useLingui();
  const format = useFormat();
  const countries = useCountries();
  const { number, issued_date, expiration_date, customer_name, customer_email } = certificate;
  const { country } = certificate.address_details;
  const countryName = countries.find(({ id }) => id === country)?.name ?? country;
  const day = (date: string) => <time dateTime={date}>{format.day(date)}</time>;
  const items = [
    { term: t`Status`, detail: <CertificateBadge certificate={certificate} /> },
    { term: t`Issued`, detail: day(issued_date) },
    { term: t`Valid until`, detail: day(expiration_date) },
    { term: t`Certificate number`, detail: <span className="tnum select-all">{number}</span> },
    ...(customer_name ? [{ term: t`Customer`, detail: customer_name }] : []),
    { term: t`E-mail`, detail: displayEmail(customer_email) },
    { term: t`Address`, detail: `${certificate.address}, ${countryName}` },
    { term: t`Language of the document`, detail: nativeLanguageName(certificate.language) },
  ];
  return (
    <div className="space-y-3">
      <Card>
        <DetailList items={items} />
      </Card>
      <List>
        <ListRow
          icon={<FolderOpen />}
          title={t`The project`}
          {...linkTo(paths.project(certificate.project_uuid))}
        />
      </List>
    </div>
  );
}
