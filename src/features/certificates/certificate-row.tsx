import { Trans } from '@lingui/react/macro';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { useFormat } from '#src/data/text/format.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Facts } from '#src/ui/lists/facts.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { CertificateBadge } from './certificate-badge.tsx';
import { CertificateImage, streetOf } from './certificate-table.tsx';

interface CertificateRowProps {
  certificate: CertificateDocument;
  selected: boolean;
}

/** A certificate in the list: address, customer, date of issue and status. */
export function CertificateRow({ certificate, selected }: CertificateRowProps) {
  const format = useFormat();
  const { uuid, address_details, customer_name, issued_date } = certificate;
  const issued = format.day(issued_date);
  return (
    <ListRow
      thumbnail={<CertificateImage />}
      title={streetOf(certificate)}
      meta={
        <>
          <span className="block">
            <Facts facts={[address_details.city, customer_name]} />
          </span>
          <time className="block tnum" dateTime={issued_date}>
            <Trans>Issued {issued}</Trans>
          </time>
        </>
      }
      trailing={<CertificateBadge certificate={certificate} />}
      selected={selected}
      {...linkTo(paths.warrantyCertificate(uuid))}
    />
  );
}
