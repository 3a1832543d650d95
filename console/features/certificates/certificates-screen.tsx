import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Mail } from 'lucide-react';
import { useMemo } from 'react';
import { bulkStartCalls } from '#schemas/operator/bulk-start-calls.ts';
import { certificateCalls, type ListedCertificate } from '#schemas/operator/certificate-calls.ts';
import { certificateVerdicts } from '#schemas/operator/list-choices.ts';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { BulkAction, idsOf } from '#console/parts/bulk-action.tsx';
import { countryText, dayText, timeText } from '#console/parts/country-and-time.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import type { Selection } from '#console/parts/index-table/index-props.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { searchQuery, useUrlState } from '#console/parts/url-state.ts';
import { useCountry } from '#console/parts/use-country.ts';
import { CertificateBadges, verdictText } from './certificate-badges.tsx';
import { certificatesSearch } from './certificates-search.ts';

const PAGE_SIZE = 50;

/** List of all companies' warranty certificates, with views by verdict and a search. */
export function CertificatesScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(certificatesSearch);
  const { verdict, sort } = search;
  const list = useOperatorList(
    certificateCalls.listCertificates,
    { region: useCountry(), search: searchQuery(search.search), verdict, sort, limit: PAGE_SIZE },
    { fresh: 'queue' },
  );
  const canDecide = hasRight(useSession(), 'review.decide');
  const columns = useMemo(() => certificateColumns(i18n), [i18n]);
  return (
    <ScreenPage
      title={<Trans>Certificates</Trans>}
      description={<Trans>Warranty certificates that companies have issued to homeowners.</Trans>}
    >
      <IndexTable
        label={t`Certificates`}
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        search={search}
        defaultSort="-at"
        onSearchChange={changeSearch}
        views={[
          { title: t`All`, search: {} },
          ...certificateVerdicts.map((value) => ({
            title: verdictText(i18n, value),
            search: { verdict: value },
          })),
        ]}
        searchKey="search"
        searchLabel={t`Number, company or address`}
        empty={{
          drawing: 'empty-certificates',
          title: t`No certificates here`,
          text: t`Certificates appear here when a company issues them for a closed project.`,
        }}
        hrefOf={({ id }) => `/certificates/${id}`}
        bulkActions={(selection) => canDecide && <CertificateBulkActions selection={selection} />}
      />
    </ScreenPage>
  );
}

/** Emails the selected certificates again. */
function CertificateBulkActions({ selection }: { selection: Selection<ListedCertificate> }) {
  const { t } = useLingui();
  const action = useOperatorAction(bulkStartCalls.startBulkCertificates, {
    refetches: ['listBulkJobs'],
  });
  return (
    <BulkAction
      action={action}
      selection={selection}
      icon={<Mail />}
      label={t`Send again`}
      consequence={t`Each homeowner gets the certificate by email. One address gets at most ten certificates a day.`}

      start={(rows, why) =>
        action.mutateAsync({
          body: { records: idsOf(rows), run: { act: 'resendCertificate' }, why },
        })
      }
    />
  );
}

const columnNames = {
  number: msg({ message: 'Number', context: 'certificate' }),
  at: msg({ message: 'Issued at', context: 'certificate' }),
  state: msg`Status`,
  company: msg`Company`,
  street: msg`Street`,
  town: msg`Town`,
  expires: msg`Valid until`,
  region: msg`Country`,
} as const;

function certificateColumns(i18n: I18n): IndexColumn<ListedCertificate>[] {
  const name = (id: keyof typeof columnNames) => ({ id, header: i18n._(columnNames[id]) });
  return [
    { ...name('number'), width: 200, text: ({ number }) => number },
    {
      ...name('at'),
      width: 150,
      isSortable: true,
      text: ({ created_at: at }) => timeText(i18n, at),
    },
    {
      ...name('state'),
      width: 120,
      text: ({ verdict }) => verdictText(i18n, verdict),
      cell: (certificate) => <CertificateBadges certificate={certificate} />,
    },
    { ...name('company'), width: 150, text: ({ company }) => company.name },
    { ...name('street'), width: 140, text: ({ street }) => street || '•••' },
    { ...name('town'), width: 140, text: ({ postal_code: code, city }) => `${code} ${city}` },
    { ...name('expires'), width: 110, text: ({ expires_on: day }) => dayText(i18n, day) },
    { ...name('region'), width: 90, text: ({ region }) => countryText(i18n, region) },
  ];
}
