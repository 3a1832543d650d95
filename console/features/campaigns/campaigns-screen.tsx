import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { campaignCalls, type CountryCampaign } from '#schemas/operator/campaign-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { daysText, rewardText } from '#console/parts/campaign-text.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { urlNumber, useUrlState } from '#console/parts/url-state.ts';
import { useCountry } from '#console/parts/use-country.ts';
import {
  budgetText,
  budgetTone,
  nameOf,
  recordOf,
  stateText,
  stateTone,
} from './campaign-texts.ts';
import { campaignsSearch } from './campaigns-search.ts';
import { NewCampaign } from './new-campaign.tsx';

/** Campaigns of the operator's countries, sorted by end date, latest first. */
export function CampaignsScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(campaignsSearch);
  const canEdit = regionsWithRight(useSession(), 'settings.edit').length > 0;
  const list = useOperatorList(
    campaignCalls.listCampaigns,
    { region: useCountry(), state: search.state, near_budget: urlNumber(search.near) },
    { fresh: 'queue' },
  );
  const columns = useMemo(() => campaignColumns(i18n), [i18n]);
  return (
    <ScreenPage
      title={<Trans>Campaigns</Trans>}
      description={<Trans>Extra points for products that are scanned while a campaign runs.</Trans>}
      actions={
        canEdit && (
          <ActionButton onClick={() => changeSearch({ panel: 'new' })}>
            <Trans>New campaign</Trans>
          </ActionButton>
        )
      }
    >
      <IndexTable
        label={t`Campaigns`}
        columns={columns}
        rowId={recordOf}
        list={list}
        search={search}
        defaultSort=""
        onSearchChange={changeSearch}
        views={[
          { title: t`All`, search: {} },
          { title: stateText(i18n, 'running'), search: { state: 'running' } },
          { title: stateText(i18n, 'upcoming'), search: { state: 'upcoming' } },
          { title: stateText(i18n, 'grace'), search: { state: 'grace' } },
          { title: stateText(i18n, 'ended'), search: { state: 'ended' } },
          { title: t`Near the budget`, search: { near: '1' } },
        ]}
        empty={{
          drawing: 'search-none',
          title: t`No campaigns here`,
          text: t`Choose “New campaign” to give extra points for some weeks.`,
        }}
        hrefOf={(row) => `/campaigns/${recordOf(row)}`}
      />
      <NewCampaign
        isOpen={search.panel === 'new'}
        onClose={() => changeSearch({ panel: undefined })}
      />
    </ScreenPage>
  );
}

const columnNames = {
  name: msg`Name`,
  state: msg`Status`,
  days: msg`Days`,
  reward: msg`Extra points`,
  products: msg`Products`,
  booked: msg`Added points`,
  promised: msg`Promised points`,
  budget: msg`Budget`,
  region: msg`Country`,
  id: msg`Id`,
} as const;

function campaignColumns(i18n: I18n): IndexColumn<CountryCampaign>[] {
  const header = (name: keyof typeof columnNames) => i18n._(columnNames[name]);
  return [
    { id: 'name', header: header('name'), width: 250, text: (row) => nameOf(i18n, row) },
    {
      ...{ id: 'region', header: header('region'), width: 110 },
      text: ({ region }) => countryText(i18n, region),
    },
    {
      ...{ id: 'state', header: header('state'), width: 120 },
      text: ({ state }) => stateText(i18n, state),
      cell: ({ state }) => <Badge tone={stateTone(state)}>{stateText(i18n, state)}</Badge>,
    },
    {
      ...{ id: 'days', header: header('days'), width: 200 },
      text: ({ campaign }) => daysText(i18n, campaign),
    },
    {
      ...{ id: 'reward', header: header('reward'), width: 140 },
      text: ({ campaign }) => rewardText(i18n, campaign),
    },
    {
      ...{ id: 'products', header: header('products'), width: 90, isNumber: true },
      text: ({ products }) => i18n.number(products),
    },
    {
      ...{ id: 'booked', header: header('booked'), width: 120, isNumber: true },
      text: ({ booked }) => i18n.number(booked),
    },
    {
      ...{ id: 'promised', header: header('promised'), width: 135, isNumber: true },
      text: ({ promised }) => i18n.number(promised),
    },
    {
      ...{ id: 'budget', header: header('budget'), width: 150 },
      text: (row) => budgetText(i18n, row),
      cell: (row) =>
        row.budget === null ? '–' : <Badge tone={budgetTone(row)}>{budgetText(i18n, row)}</Badge>,
    },
    { id: 'id', header: header('id'), width: 170, text: ({ campaign }) => campaign.id },
  ];
}
