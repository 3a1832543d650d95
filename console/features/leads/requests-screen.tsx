import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { FileUp, KeyRound, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { leadCalls, type ListedLeadRequest } from '#schemas/operator/lead-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { consoleLink } from '#console/parts/console-link.tsx';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { usePaletteActions } from '#console/parts/palette/palette-actions.ts';
import { claimColumn, StartQueue } from '#console/parts/queue/start-queue.tsx';
import { RequestBulkActions } from './bulk-leads.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useListCountry } from '#console/parts/use-country.ts';
import { useUrlState } from '#console/parts/url-state.ts';
import { useCountryFilter } from '#console/parts/country-filter.ts';
import { countryText, dayText, timeText } from '#console/parts/country-and-time.ts';
import { LeadTokens } from './lead-tokens.tsx';
import {
  homeownerText,
  productsText,
  requestStateText,
  requestStateTone,
  sourceText,
} from './lead-texts.ts';
import { requestsQuery, requestsSearch } from './leads-search.ts';
import { requestQueue } from './request-queue.ts';
import { NewRequest } from './new-request.tsx';

/** Homeowners’ requests that need a company, oldest first. */
export function RequestsScreen() {
  const { t, i18n } = useLingui();
  const session = useSession();
  const [search, changeSearch] = useUrlState(requestsSearch);
  const list = useOperatorList(
    leadCalls.listLeadRequests,
    requestsQuery(search, useListCountry(search.region)),
    { fresh: 'queue' },
  );
  const countryFilter = useCountryFilter(search.region);
  const columns = useMemo(() => requestColumns(i18n), [i18n]);
  const open = (panel: typeof search.panel) => changeSearch({ panel }, { push: true });
  const close = () => changeSearch({ panel: undefined });
  const canEdit = hasRight(session, 'leads.edit');
  const canImport = canEdit && hasRight(session, 'imports.run');
  usePaletteActions(
    canEdit ? [{ id: 'new-request', title: t`New request`, run: () => open('new') }] : [],
  );
  return (
    <ScreenPage
      title={<Trans context="leads">Requests</Trans>}
      description={<Trans>Homeowners who are looking for a company.</Trans>}
      actions={
        <div className="flex flex-wrap gap-2">
          {hasRight(session, 'operators.manage') && (
            <Button variant="secondary" icon={<KeyRound />} onClick={() => open('tokens')}>
              <Trans>Tokens</Trans>
            </Button>
          )}
          {canImport && (
            <LinkButton
              variant="secondary"
              icon={<FileUp />}
              {...consoleLink('/imports?kind=lead_requests&panel=new')}
            >
              <Trans>Import a file</Trans>
            </LinkButton>
          )}
          {canEdit && <StartQueue queue={requestQueue} />}
          {canEdit && (
            <ActionButton icon={<Plus />} onClick={() => open('new')}>
              <Trans>New request</Trans>
            </ActionButton>
          )}
        </div>
      }
    >
      <IndexTable
        label={t({ message: 'Requests', context: 'leads' })}
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        search={search}
        defaultSort=""
        onSearchChange={changeSearch}
        views={[
          { title: requestStateText(i18n, 'waiting'), search: {} },
          { title: t({ message: 'Overdue', context: 'records' }), search: { overdue: '1' } },
          ...(['offered', 'placed', 'ended'] as const).map((value) => ({
            title: requestStateText(i18n, value),
            search: { state: value },
          })),
          { title: t`All`, search: { state: 'all' } },
        ]}
        filters={[
          ...countryFilter,
          ...(['from', 'until'] as const).map((id) => ({
            ...{ id, kind: 'day' as const, label: id === 'from' ? t`From` : t`Until` },
            display: (value: string) => dayText(i18n, value),
          })),
        ]}
        searchKey="search"
        searchLabel={t`Homeowner or town`}
        empty={{
          drawing: 'all-sent',
          title: t`No requests here`,
          text: t`New requests, and requests that a company didn’t accept, appear here.`,
        }}
        hrefOf={({ id }) => `/lead-requests/${id}`}
        bulkActions={(selection) => canEdit && <RequestBulkActions selection={selection} />}
      />
      <NewRequest isOpen={search.panel === 'new'} onClose={close} />
      <LeadTokens isOpen={search.panel === 'tokens'} onClose={close} />
    </ScreenPage>
  );
}

const columnNames = {
  created_at: msg`Received at`,
  name: msg`Homeowner`,
  city: msg`Town`,
  state: msg`Status`,
  products: msg`Products`,
  wished: msg`Preferred date`,
  offers: msg({ message: 'Offers', context: 'leads' }),
  source: msg({ message: 'Source', context: 'request' }),
  region: msg`Country`,
} as const;

function requestColumns(i18n: I18n): IndexColumn<ListedLeadRequest>[] {
  const header = (name: keyof typeof columnNames) => i18n._(columnNames[name]);
  return [
    {
      id: 'created_at',
      header: header('created_at'),
      width: 160,
      text: ({ created_at: at }) => timeText(i18n, at),
    },
    { id: 'name', header: header('name'), width: 180, text: ({ name }) => homeownerText(name) },
    claimColumn(i18n),
    {
      id: 'city',
      header: header('city'),
      width: 170,
      text: ({ postal_code: code, city }) => `${code} ${city}`.trim(),
    },
    {
      id: 'state',
      header: header('state'),
      width: 140,
      text: ({ state }) => requestStateText(i18n, state),
      cell: ({ state }) => (
        <Badge tone={requestStateTone(state)}>{requestStateText(i18n, state)}</Badge>
      ),
    },
    {
      id: 'products',
      header: header('products'),
      width: 120,
      text: (request) => productsText(i18n, request),
    },
    {
      id: 'wished',
      header: header('wished'),
      width: 120,
      text: ({ wished_day: preferredDay }) =>
        preferredDay === null ? '–' : dayText(i18n, preferredDay),
    },
    {
      id: 'offers',
      header: header('offers'),
      width: 80,
      isNumber: true,
      text: ({ offers }) => i18n.number(offers),
    },
    {
      id: 'source',
      header: header('source'),
      width: 120,
      text: ({ source }) => sourceText(i18n, source),
    },
    {
      id: 'region',
      header: header('region'),
      width: 110,
      text: ({ region }) => countryText(i18n, region),
    },
  ];
}
