import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { pointEvents } from '#schemas/ledger.ts';
import { campaignCalls } from '#schemas/operator/campaign-calls.ts';
import { importCalls } from '#schemas/operator/import-calls.ts';
import { ledgerCalls, type LedgerLine } from '#schemas/operator/ledger-calls.ts';
import { ledgerParts } from '#schemas/operator/company-calls.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import type { RegionId } from '#schemas/regions.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorList, useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink, consoleLink } from '#console/parts/console-link.tsx';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import type { IndexFilter } from '#console/parts/index-table/index-props.ts';
import { filtersOf } from '#console/parts/index-table/list-state.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { LedgerRecord } from '#console/parts/ledger-record.tsx';
import { pointEventText } from '#console/parts/point-events.ts';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useUrlState } from '#console/parts/url-state.ts';
import { shownCountry, useCountry } from '#console/parts/use-country.ts';
import { ledgerSearch } from './ledger-search.ts';

/** A country's points ledger, with the sum of the matching entries. */
export function LedgerScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(ledgerSearch);
  const session = useSession();
  const allowedRegions = regionsWithRight(session, 'points.read');
  const canAward = regionsWithRight(session, 'points.correct').length > 0;
  const country = useCountry();
  // A link to one country's ledger must work with any country selected in the header.
  const preferredRegions = [Number(search.region), country, ...session.regions.map(({ id }) => id)];
  const region = shownCountry(allowedRegions, preferredRegions);
  return (
    <ScreenPage
      title={<Trans>Ledger</Trans>}
      description={
        <Trans>Every points change in a country. Days are in the country’s time zone.</Trans>
      }
      actions={
        <>
          {canAward && (
            <LinkButton variant="secondary" {...consoleLink('/imports?kind=awards')}>
              <Trans>Awards by file</Trans>
            </LinkButton>
          )}
          {allowedRegions.length > 1 && region !== undefined && (
            <div className="w-56">
              <SelectField
                label={t`Shown country`}
                options={allowedRegions.map((id) => ({
                  value: String(id),
                  label: countryText(i18n, id),
                }))}
                value={String(region)}
                onChange={({ target }) =>
                  changeSearch({
                    region: target.value,
                    company: undefined,
                    campaign: undefined,
                    import: undefined,
                  })
                }
              />
            </div>
          )}
        </>
      }
    >
      {region === undefined ? (
        <EmptyState drawing="no-access" title={<Trans>No country</Trans>}>
          <Trans>Your roles don’t include a ledger.</Trans>
        </EmptyState>
      ) : (
        <Lines region={region} />
      )}
    </ScreenPage>
  );
}

function Lines({ region }: { region: RegionId }) {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(ledgerSearch);
  const { region: _region, ...filters } = filtersOf(search);
  const query = { ...filters, region };
  const list = useOperatorList(ledgerCalls.listLedger, query, { fresh: 'queue' });
  const names = useOperatorQuery(campaignCalls.listCampaignNames, { query: { region } });
  const campaigns = (names.data?.data ?? []).map(({ id, name_translated: name }) => ({
    value: id,
    label: textInLanguage(name, i18n.locale),
  }));
  const fileFilter = useFileFilter(search.import);
  const columns = useMemo(() => ledgerColumns(i18n), [i18n]);
  const options = <Value extends string>(
    values: readonly Value[],
    label: (value: Value) => string,
  ) => values.map((value) => ({ value, label: label(value) }));
  return (
    <IndexTable
      label={t`Ledger`}
      columns={columns}
      rowId={({ id }) => id}
      list={list}
      search={search}
      defaultSort=""
      onSearchChange={changeSearch}
      filters={[
        {
          ...{ id: 'part', label: t`Part`, kind: 'choice' },
          options: options(ledgerParts, (part) => i18n._(partNames[part])),
        },
        {
          ...{ id: 'event', label: t`Reason`, kind: 'choice' },
          options: options(pointEvents, (event) => pointEventText(i18n, event)),
        },
        { id: 'company', label: t`Company`, kind: 'company' },
        { ...{ id: 'campaign', label: t`Campaign`, kind: 'choice' }, options: campaigns },
        ...fileFilter,
        { id: 'from', label: t`From`, kind: 'day' },
        { id: 'until', label: t`Until`, kind: 'day' },
      ]}
      empty={{
        drawing: 'search-none',
        title: t`No lines here`,
        text: t`Remove a filter, or choose another country.`,
      }}
      footer={<Sum query={query} />}
    />
  );
}

/** Filter for the lines of an import. Only shown if the screen was opened by a link from the import. */
function useFileFilter(id: string | undefined): readonly IndexFilter[] {
  const { t } = useLingui();
  const { data } = useOperatorQuery(
    importCalls.readImport,
    { params: { id: id ?? '' } },
    { enabled: id !== undefined },
  );
  if (id === undefined) return [];
  const options = [{ value: id, label: data?.file_name ?? t`An import` }];
  return [{ id: 'import', label: t`File`, kind: 'choice', options }];
}

function Sum({ query }: { query: Parameters<typeof useSum>[0] }) {
  const { i18n } = useLingui();
  const errorText = useErrorText();
  const { data, error } = useSum(query);
  return (
    <p
      role="status"
      className="flex flex-wrap justify-end gap-x-4 border-t border-line px-4 py-2 font-semibold"
    >
      {data ? (
        <>
          <span className="font-normal text-ink-soft">
            <Plural value={data.lines} one="# line" other="# lines" />
          </span>
          <span className="tnum">
            <Trans>Total: {i18n.number(data.points)}</Trans>
          </span>
        </>
      ) : error ? (
        errorText(error)
      ) : (
        <Trans>Adding up…</Trans>
      )}
    </p>
  );
}

const useSum = (
  query: Parameters<typeof useOperatorQuery<typeof ledgerCalls.sumLedger>>[1]['query'],
) => useOperatorQuery(ledgerCalls.sumLedger, { query }, { fresh: 'queue' });

const partNames = {
  earned: msg`Earned`,
  spent: msg`Spent`,
  expired: msg({ message: 'Expired', context: 'points' }),
  corrected: msg`Corrected`,
} as const;

const columnNames = {
  at: msg`Time`,
  company: msg`Company`,
  event: msg`Reason`,
  points: msg`Points`,
  campaign: msg`Campaign`,
  part: msg`Part`,
  record: msg`Record`,
} as const;

const linkClass = 'text-info underline-offset-4 hover:underline';

function ledgerColumns(i18n: I18n): IndexColumn<LedgerLine>[] {
  const header = (name: keyof typeof columnNames) => i18n._(columnNames[name]);
  const nameOf = ({ campaign }: LedgerLine) =>
    campaign === null ? '' : textInLanguage(campaign, i18n.locale);
  return [
    { id: 'at', header: header('at'), width: 170, text: ({ at }) => timeText(i18n, at) },
    {
      ...{ id: 'company', header: header('company'), width: 220 },
      text: ({ company }) => company.name,
      cell: ({ company }) => (
        <ConsoleLink href={`/companies/${company.id}?tab=points`} className={linkClass}>
          {company.name}
        </ConsoleLink>
      ),
    },
    {
      ...{ id: 'event', header: header('event'), width: 200 },
      text: ({ event }) => pointEventText(i18n, event),
    },
    {
      ...{ id: 'points', header: header('points'), width: 110, isNumber: true },
      text: ({ points }) => i18n.number(points, { signDisplay: 'exceptZero' }),
    },
    { id: 'campaign', header: header('campaign'), width: 180, text: nameOf },
    {
      ...{ id: 'part', header: header('part'), width: 100 },
      text: ({ part }) => i18n._(partNames[part]),
    },
    {
      ...{ id: 'record', header: header('record'), width: 120 },
      text: ({ order, project }) => order ?? project ?? '',
      cell: (line) => <LedgerRecord order={line.order} project={line.project} />,
    },
  ];
}
