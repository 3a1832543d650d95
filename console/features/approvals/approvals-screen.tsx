import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { approvalCalls } from '#schemas/operator/approval-calls.ts';
import { FRESH_MS } from '#console/data/query-client.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { requestedActionText } from '#console/parts/action-texts.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { useOpenedRow } from '#console/parts/index-table/opened-row.ts';
import { claimColumn, StartQueue } from '#console/parts/queue/start-queue.tsx';
import { WorkQueue } from '#console/parts/queue/work-queue.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { useUrlState } from '#console/parts/url-state.ts';
import { timeText } from '#console/parts/country-and-time.ts';
import { approvalQueue } from './approval-queue.ts';
import { ApprovalDetail, stateText, type Approval } from './approval-detail.tsx';
import { approvalsSearch } from './approvals-search.ts';

/** Pending and decided approvals. */
export function ApprovalsScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch, hrefWith] = useUrlState(approvalsSearch);
  const { state = 'open' } = search;
  const list = useOperatorList(
    approvalCalls.listApprovals,
    { state: state === 'all' ? undefined : state, region: useCountry() },
    { fresh: 'queue', pollMs: () => FRESH_MS.queue },
  );
  const columns = useMemo(() => approvalColumns(i18n), [i18n]);
  const openedApproval = useOpenedRow(approvalCalls.listApprovals, list, {
    ...{ id: search.open, idOf: ({ id }) => id },
    query: { approval: search.open },
  });
  return (
    <ScreenPage
      title={<Trans>Approvals</Trans>}
      description={<Trans>High-value actions need a second person.</Trans>}
      actions={<StartQueue queue={approvalQueue} />}
    >
      <IndexTable
        label={t`Approvals`}
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        search={search}
        defaultSort=""
        onSearchChange={changeSearch}
        views={[
          { title: t`Waiting`, search: {} },
          { title: t`Approved`, search: { state: 'approved' } },
          {
            title: t({ message: 'Rejected', context: 'approvals' }),
            search: { state: 'rejected' },
          },
          { title: t`Void`, search: { state: 'void' } },
          { title: t`All`, search: { state: 'all' } },
        ]}
        empty={{
          drawing: 'all-sent',
          title: t`No approvals here`,
          text: t`Actions that need a second person appear here.`,
        }}
        hrefOf={({ id }) => hrefWith({ open: id, queue: undefined })}
      />
      <WorkQueue queue={approvalQueue} id={search.open}>
        <ApprovalDetail
          approval={openedApproval}
          onClose={() => changeSearch({ open: undefined, queue: undefined })}
        />
      </WorkQueue>
    </ScreenPage>
  );
}

const columnNames = {
  act: msg`Action`,
  by: msg`Requested by`,
  at: msg`Requested at`,
  state: msg`Status`,
  why: msg`Why`,
} as const;

function approvalColumns(i18n: I18n): IndexColumn<Approval>[] {
  return [
    {
      id: 'act',
      header: i18n._(columnNames.act),
      width: 220,
      text: ({ act }) => requestedActionText(i18n, act),
    },
    {
      id: 'by',
      header: i18n._(columnNames.by),
      width: 160,
      text: ({ requested_by: { name } }) => name,
    },
    {
      id: 'at',
      header: i18n._(columnNames.at),
      width: 180,
      text: ({ requested_at: at }) => timeText(i18n, at),
    },
    {
      id: 'state',
      header: i18n._(columnNames.state),
      width: 120,
      text: ({ state }) => stateText(i18n, state),
    },
    claimColumn(i18n),
    { id: 'why', header: i18n._(columnNames.why), width: 300, text: ({ why }) => why },
  ];
}
