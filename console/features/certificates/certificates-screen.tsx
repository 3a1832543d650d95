import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { certificateCalls, type ListedCertificate } from '#schemas/operator/certificate-calls.ts';
import { certificateVerdicts } from '#schemas/operator/list-choices.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { searchQuery, useUrlState } from '#console/parts/url-state.ts';
import { useCountry } from '#console/parts/use-country.ts';
import { CertificateBadges, dayText, verdictText } from './certificate-badges.tsx';
import { certificatesSearch } from './certificates-search.ts';

const PAGE = 50;

/** List of all companies' warranty certificates, with views by verdict and a search. */
export function CertificatesScreen() {
  const { t, i18n } = useLingui();
  const [state, change] = useUrlState(certificatesSearch);
  const { search, verdict, sort } = state;
  const list = useOperatorList(
    certificateCalls.listCertificates,
    { region: useCountry(), search: searchQuery(search), verdict, sort, limit: PAGE },
    { fresh: 'queue' },
  );
  const columns = useMemo(() => certificateColumns(i18n), [i18n]);
  return (
    <ScreenPage
      isFixed
      title={<Trans>Certificates</Trans>}
      description={<Trans>Warranty certificates that companies have issued to homeowners.</Trans>}
    >
      <IndexTable
        label={t`Certificates`}
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        search={state}
        defaultSort="-at"
        onSearchChange={change}
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
      />
    </ScreenPage>
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
