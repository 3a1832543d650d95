import { useLingui } from '@lingui/react/macro';
import type { CertificateDocument } from '#schemas/certificate.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { useFormat } from '#src/data/text/format.ts';
import { ProjectThumbnail } from '#src/features/projects/queries.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { type Column, DataTable } from '#src/ui/lists/table/data-table.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';
import { CertificateBadge } from './certificate-badge.tsx';

/** Thumbnail of a certificate; lit, because its project is closed. */
export function CertificateImage() {
  return <ProjectThumbnail project={{ status: { id: projectStatus.closed }, expires_at: null }} />;
}

/** Street and number in one line. */
export function streetOf({ address_details: { street, house_number } }: CertificateDocument) {
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
      id: 'standing',
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
  shown: readonly CertificateDocument[];
  columns: readonly Column<CertificateDocument>[];
  selectedId: string | undefined;
  sorting: Sorting | null;
  onSortingChange: (sorting: Sorting) => void;
}

/** Certificates as a table, on a wide screen. */
export function CertificateTable({ shown, selectedId, ...table }: CertificateTableProps) {
  const { t } = useLingui();
  return (
    <DataTable
      {...table}
      label={t`Warranty certificates`}
      rows={shown}
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
