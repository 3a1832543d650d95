import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { auditCalls } from '#schemas/operator/audit-calls.ts';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorList, useOperatorQuery } from '#console/data/use-operator-query.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { useOpenedRow } from '#console/parts/index-table/opened-row.ts';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { actionText } from '#console/parts/action-texts.ts';
import { useUrlState } from '#console/parts/url-state.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import { AuditDetail, Outcome } from './audit-detail.tsx';
import { AuditVerify } from './audit-verify.tsx';
import { type AuditEntry, auditQuery, auditSearch, signInSearch } from './audit-search.ts';
import { kindText, outcomeText, recordText } from './audit-texts.ts';

/** Actions, audited reads and sign-ins, newest first. */
export function AuditScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch, hrefWith] = useUrlState(auditSearch);
  const list = useOperatorList(auditCalls.listAudit, auditQuery(search, useCountry()));
  const columns = useMemo(() => auditColumns(i18n), [i18n]);
  const openedEntry = useOpenedRow(auditCalls.listAudit, list, {
    ...{ id: search.open, idOf: ({ id }) => String(id) },
    query: { entry: Number(search.open ?? 0), operator: search.operator },
  });
  const session = useSession();
  const signIns = signInSearch(session);
  const canSeeAll = signIns.operator === undefined;
  const operators = useOperatorQuery(auditCalls.listAuditOperators, {});
  return (
    <ScreenPage
      title={<Trans>Audit</Trans>}
      description={<Trans>Who did what, when and why. Entries can’t be changed or deleted.</Trans>}
      actions={<AuditVerify />}
    >
      <IndexTable
        label={t`Audit`}
        columns={columns}
        rowId={({ id }) => String(id)}
        list={list}
        search={search}
        defaultSort="-at"
        onSearchChange={changeSearch}
        views={[
          { title: t`All`, search: {} },
          { title: t`Actions`, search: { kind: 'act' } },
          { title: t`Reads of personal data`, search: { kind: 'read' } },
          { title: canSeeAll ? t`Sign-ins` : t`My sign-ins`, search: signIns },
        ]}
        filters={[
          {
            id: 'operator',
            label: t`Operator`,
            kind: 'choice',
            options: (operators.data?.data ?? []).map(({ id, name }) => ({
              value: id,
              label: name,
            })),
          },
          // A person is chosen from the list of people, which needs this right.
          ...(hasRight(session, 'companies.read')
            ? [{ id: 'person', label: t`Person`, kind: 'person' as const }]
            : []),
          { id: 'from', label: t`From`, kind: 'day' },
          { id: 'until', label: t`Until`, kind: 'day' },
        ]}
        searchKey="record"
        searchLabel={t`Record ID`}
        empty={{
          drawing: 'search-none',
          title: t`No entries yet`,
          text: canSeeAll
            ? t`Every sign-in and every action appears here.`
            : t`Every action in your countries appears here. Choose My sign-ins to see yours.`,
        }}
        hrefOf={({ id }) => hrefWith({ open: String(id) })}
      />
      <AuditDetail
        entry={openedEntry}
        onClose={() => changeSearch({ open: undefined })}
        onShowRecord={(record) =>
          changeSearch(
            { open: undefined, kind: undefined, person: undefined, record },
            { push: true },
          )
        }
      />
    </ScreenPage>
  );
}

const columnNames = {
  at: msg`Time`,
  operator: msg`Operator`,
  kind: msg`Kind`,
  act: msg`Action`,
  record: msg`Record`,
  region: msg`Country`,
  outcome: msg`Result`,
  why: msg`Why`,
} as const;

function auditColumns(i18n: I18n): IndexColumn<AuditEntry>[] {
  return [
    {
      id: 'at',
      header: i18n._(columnNames.at),
      width: 190,
      isSortable: true,
      text: ({ at }) => i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'medium' }),
    },
    {
      id: 'operator',
      header: i18n._(columnNames.operator),
      width: 150,
      text: ({ operator }) => operator?.name ?? '–',
    },
    {
      id: 'act',
      header: i18n._(columnNames.act),
      width: 190,
      text: ({ act }) => actionText(i18n, act),
    },
    { id: 'why', header: i18n._(columnNames.why), width: 180, text: ({ why }) => why ?? '' },
    {
      id: 'record',
      header: i18n._(columnNames.record),
      width: 160,
      text: ({ record_kind, record_id }) => recordText(i18n, record_kind, record_id),
    },
    {
      id: 'outcome',
      header: i18n._(columnNames.outcome),
      width: 180,
      text: ({ outcome }) => outcomeText(i18n, outcome),
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
    },
    {
      id: 'region',
      header: i18n._(columnNames.region),
      width: 100,
      text: ({ region }) => countryText(i18n, region),
    },
    {
      id: 'kind',
      header: i18n._(columnNames.kind),
      width: 80,
      text: ({ kind }) => kindText(i18n, kind),
    },
  ];
}
