import { Trans } from '@lingui/react/macro';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { useFormat } from '#src/data/words/format.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { ListRow } from '#src/ui/list-row.tsx';
import { CertificateBadge } from './certificate-badge.tsx';

interface CertificateRowProps {
  certificate: CertificateDocument;
  selected: boolean;
}

/** A certificate in the list: where, for whom, since when, and whether it is good. */
export function CertificateRow({ certificate, selected }: CertificateRowProps) {
  const format = useFormat();
  const { uuid, address_details, customer_name, issued_date } = certificate;
  const { street, house_number, postal_code, city } = address_details;
  const issued = format.day(issued_date);
  return (
    <ListRow
      title={`${street} ${house_number}`}
      meta={
        <>
          <span className="block">{`${postal_code} ${city}`}</span>
          {customer_name && <span className="block">{customer_name}</span>}
          <time className="mt-0.5 block text-caption tnum" dateTime={issued_date}>
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
