import { useLingui, Trans } from '@lingui/react/macro';
import { CalendarX, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type CertificateStatus, certificateStatusOn } from '#schemas/warranty-certificate.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { ProjectThumbnail } from '#src/features/projects/queries.ts';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';
import { Facts } from '#src/ui/lists/detail-list.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';
import { type Column, DataTable } from '#src/ui/lists/table/data-table.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';

/** Thumbnail of a certificate: the image of a closed project. */
function CertificateImage() {
  return <ProjectThumbnail project={{ status: { id: projectStatus.closed }, expires_at: null }} />;
}

/** Street and number on one line. */
function streetOf({ address_details: { street, house_number } }: CertificateDocument) {
  return `${street} ${house_number}`;
}

/** Columns of the certificate table. */
export function useCertificateColumns(): readonly Column<CertificateDocument>[] {
  const { t } = useLingui();
  const format = useFormat();
  return [
    {
      id: 'address',
      share: 0.5,
      title: t({ context: 'column', message: 'Address' }),
      sortValue: streetOf,
      cell: streetOf,
    },
    {
      id: 'issued',
      share: 0.24,
      title: t({ context: 'column', message: 'Issued' }),
      firstDirection: 'descending',
      sortValue: ({ issued_date }) => Date.parse(issued_date),
      cell: ({ issued_date }) => (
        <time className="text-small whitespace-nowrap tnum" dateTime={issued_date}>
          {format.day(issued_date)}
        </time>
      ),
    },
    {
      id: 'status',
      share: 0.26,
      title: t({ context: 'column', message: 'Status' }),
      cell: (certificate) => (
        <span data-row-end="">
          <CertificateBadge certificate={certificate} />
        </span>
      ),
    },
    {
      id: 'customer',
      title: t({ context: 'column', message: 'Customer' }),
      sortValue: ({ customer_name }) => customer_name || null,
      cell: ({ customer_name }) => customer_name,
    },
  ];
}

interface CertificateTableProps {
  certificates: readonly CertificateDocument[];
  columns: readonly Column<CertificateDocument>[];
  selectedId: string | undefined;
  sorting: Sorting | null;
  onSortingChange: (sorting: Sorting) => void;
}

/** Certificates as a table, on a wide screen. */
export function CertificateTable({ certificates, selectedId, ...table }: CertificateTableProps) {
  const { t } = useLingui();
  return (
    <DataTable
      {...table}
      label={t`Warranty certificates`}
      rows={certificates}
      keyOf={({ uuid }) => uuid}
      subject={(certificate) => ({
        picture: <CertificateImage />,
        title: streetOf(certificate),
        meta: townOf(certificate),
        ...linkTo(paths.warrantyCertificate(certificate.uuid)),
      })}
      selectedKey={selectedId}
    />
  );
}

function townOf({ address_details: { postal_code, city } }: CertificateDocument): string {
  return `${postal_code} ${city}`;
}

interface CertificateRowProps {
  certificate: CertificateDocument;
  selected: boolean;
}

/** A certificate in the list: address, customer, date of issue and status. */
export function CertificateRow({ certificate, selected }: CertificateRowProps) {
  const format = useFormat();
  const { uuid, address_details, customer_name, issued_date } = certificate;
  const issuedText = format.day(issued_date);
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
            <Trans>Issued {issuedText}</Trans>
          </time>
        </>
      }
      trailing={<CertificateBadge certificate={certificate} />}
      selected={selected}
      {...linkTo(paths.warrantyCertificate(uuid))}
    />
  );
}

/** A certificate's status (spec 2 §3). */
export function CertificateBadge({ certificate }: { certificate: CertificateDocument }) {
  const { t } = useLingui();
  const today = useToday();
  const styles: Record<CertificateStatus, { tone: Tone; label: string; icon?: ReactNode }> = {
    valid: { tone: 'good', label: t({ context: 'certificate', message: 'Valid' }) },
    expired: {
      tone: 'neutral',
      label: t({ context: 'certificate', message: 'Expired' }),
      icon: <CalendarX />,
    },
    in_review: {
      tone: 'warn',
      label: t({ context: 'certificate', message: 'In review' }),
      icon: <Clock />,
    },
    rejected: { tone: 'bad', label: t({ context: 'certificate', message: 'Rejected' }) },
  };
  const { tone, label, icon } = styles[certificateStatusOn(certificate, today)];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
