import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Campaign } from '#schemas/campaign.ts';
import {
  campaignCalls,
  type CountryCampaign,
  toCampaignInput,
} from '#schemas/operator/campaign-calls.ts';
import { regions } from '#schemas/regions.ts';
import { Button } from '#src/ui/button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { hasRight, regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { daysText, levelsText, rewardText, scopeText } from '#console/parts/campaign-text.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { countryText } from '#console/parts/country-and-time.ts';
import { languageName } from '#console/parts/language-text.ts';
import { RecordPage } from '#console/parts/record/record-page.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { searchText, useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { CampaignForm } from './campaign-form.tsx';
import {
  budgetText,
  budgetTone,
  campaignQueries,
  nameOf,
  recordOf,
  stateText,
  stateTone,
} from './campaign-texts.ts';
import { campaignSearch } from './campaigns-search.ts';
import { toTypedCampaign } from './typed-campaign.ts';

/** A campaign with its budget, points and texts. */
export function CampaignScreen() {
  const record = useRecordId();
  const region = regions.find(({ code }) => code === record.slice(0, 2))?.id;
  if (region === undefined)
    return (
      <EmptyState drawing="search-none" title={<Trans>This campaign doesn’t exist</Trans>}>
        <Trans>Its URL starts with a country code.</Trans>
      </EmptyState>
    );
  return <RegionCampaign region={region} id={record.slice('PL-'.length)} />;
}

function RegionCampaign({ region, id }: { region: CountryCampaign['region']; id: string }) {
  const { t } = useLingui();
  const query = useOperatorQuery(
    campaignCalls.readCampaign,
    { query: { region, id } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery isScreen label={t`Loading the campaign`} query={query}>
      {(row) => <CampaignPage key={recordOf(row)} row={row} />}
    </RecordQuery>
  );
}

function CampaignPage({ row }: { row: CountryCampaign }) {
  const { t, i18n } = useLingui();
  const [{ tab }, changeSearch] = useUrlState(campaignSearch);
  const session = useSession();
  const errorText = useErrorText();
  const { stop, action } = useStop(row);
  const canEdit = regionsWithRight(session, 'settings.edit').includes(row.region);
  const canStop = canEdit && (row.state === 'upcoming' || row.state === 'running');
  const canSeeAudit = hasRight(session, 'audit.read');
  return (
    <RecordPage
      list={{ href: '/campaigns', title: t`Campaigns` }}
      title={nameOf(i18n, row)}
      presence={{ kind: 'campaign', id: recordOf(row) }}
      badges={
        <>
          <Badge tone={stateTone(row.state)}>{stateText(i18n, row.state)}</Badge>
          {budgetTone(row) !== 'neutral' && (
            <Badge tone={budgetTone(row)}>
              <Trans>Budget: {budgetText(i18n, row)}</Trans>
            </Badge>
          )}
        </>
      }
      notice={<ErrorBlock messages={action.error ? [errorText(action.error)] : []} />}
      actions={
        canStop && (
          <ActionButton
            variant="secondary"
            busy={action.isPending}
            onClick={() => void stop().catch(() => undefined)}
          >
            {row.state === 'upcoming' ? (
              <Trans>Remove the campaign</Trans>
            ) : (
              <Trans>End the campaign today</Trans>
            )}
          </ActionButton>
        )
      }
      facts={[
        ...campaignFacts(i18n, row),
        ...(canSeeAudit
          ? [
              {
                term: <Trans>Changes</Trans>,
                detail: (
                  <ConsoleLink
                    href={`/audit?record=${recordOf(row)}`}
                    className="font-semibold text-info underline"
                  >
                    <Trans>Audit</Trans>
                  </ConsoleLink>
                ),
              },
            ]
          : []),
      ]}
      tab={tab}
      onTabChange={(next) => changeSearch({ tab: next })}
      tabs={[
        { id: 'texts', title: t`Texts`, content: <Texts campaign={row.campaign} /> },
        ...(canEdit && row.state !== 'ended'
          ? [
              {
                id: 'change',
                title: t`Change`,
                content: <ChangePart row={row} />,
              },
            ]
          : []),
        {
          id: 'timeline',
          title: t`Timeline`,
          content: (
            <Timeline
              call={campaignCalls.listCampaignTimeline}
              id={recordOf(row)}
              comments={{ kind: 'campaign', region: row.region }}
            />
          ),
        },
      ]}
    />
  );
}

function campaignFacts(i18n: I18n, row: CountryCampaign) {
  const { campaign, region, products, booked, promised } = row;
  return [
    { term: <Trans>Days</Trans>, detail: daysText(i18n, campaign) },
    { term: <Trans>Grace days</Trans>, detail: i18n.number(campaign.grace_days) },
    { term: <Trans>Extra points</Trans>, detail: rewardText(i18n, campaign) },
    { term: <Trans>Products that count</Trans>, detail: scopeText(i18n, campaign) },
    { term: <Trans>Companies</Trans>, detail: levelsText(i18n, campaign) },
    { term: <Trans>Products so far</Trans>, detail: i18n.number(products) },
    {
      term: <Trans>Added points</Trans>,
      detail: (
        <ConsoleLink
          href={`/ledger?${searchText({ region: String(region), campaign: campaign.id })}`}
          className="text-info underline-offset-4 hover:underline"
        >
          {i18n.number(booked)}
        </ConsoleLink>
      ),
    },
    { term: <Trans>Promised, not added yet</Trans>, detail: i18n.number(promised) },
    { term: <Trans>Budget</Trans>, detail: budgetText(i18n, row) },
    { term: <Trans>Country</Trans>, detail: countryText(i18n, region) },
    { term: <Trans>ID</Trans>, detail: campaign.id },
  ];
}

function useStop(row: CountryCampaign) {
  const { t, i18n } = useLingui();
  const askWhy = useAskWhy();
  const router = useRouter();
  const action = useOperatorAction(campaignCalls.stopCampaign, { refetches: campaignQueries });
  const stop = async () => {
    const isUpcoming = row.state === 'upcoming';
    const why = await askWhy({
      title: isUpcoming ? t`Remove “${nameOf(i18n, row)}”?` : t`End “${nameOf(i18n, row)}” today?`,
      consequence: isUpcoming
        ? t`It hasn’t started. Its id can’t be used again.`
        : t`Products that are scanned until the end of today keep their points.`,
      confirmLabel: isUpcoming ? t`Remove the campaign` : t`End the campaign today`,
      tone: 'danger',
    });
    if (why === null) return;
    const body = { region: row.region, id: row.campaign.id, version: row.version, why };
    const { is_removed: isRemoved } = await action.mutateAsync({ body });
    const message = isRemoved ? t`The campaign was removed.` : t`The campaign ends today.`;
    showToast({ subject: 'campaigns', tone: 'good', message });
    if (isRemoved) await router.navigate({ href: '/campaigns' });
  };
  return { stop, action };
}

function Texts({ campaign: { name_translated: names, text_translated: texts } }: TextsProps) {
  const { i18n } = useLingui();
  const languages = Object.keys({ ...names, ...texts }).toSorted();
  return (
    <dl className="flex flex-col gap-3 rounded-card bg-surface-raised p-4 card-rise">
      {languages.map((language) => (
        <div key={language}>
          <dt className="text-small text-ink-soft">{languageName(language, i18n.locale)}</dt>
          <dd lang={language} className="font-semibold break-long">
            {names[language]}
          </dd>
          <dd lang={language} className="break-long whitespace-pre-line">
            {texts[language]}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TextsProps {
  readonly campaign: Campaign;
}

function ChangePart({ row: newestRow }: { row: CountryCampaign }) {
  const { t } = useLingui();
  // Another operator's version must not replace typed values. After a conflict, the other version appears once the
  // typed values are discarded.
  const [editedCampaign, setEditedCampaign] = useState<CountryCampaign | null>(null);
  const [discardCount, setDiscardCount] = useState(0);
  const { region, version, campaign, budget } = editedCampaign ?? newestRow;
  const askWhy = useAskWhy();
  const action = useOperatorAction(campaignCalls.changeCampaign, { refetches: campaignQueries });
  const discard = () => {
    action.reset();
    setEditedCampaign(null);
    setDiscardCount(discardCount + 1);
  };
  const change = async (newCampaign: Campaign, nextBudget: number | null, onSent: () => void) => {
    const why = await askWhy({
      title: t`Change this campaign?`,
      consequence: t`Saved products keep their points. A change that can add points needs a second person.`,
      confirmLabel: t`Change the campaign`,
    });
    if (why === null) return;
    const body = {
      region,
      campaign: toCampaignInput(newCampaign),
      budget: nextBudget,
      version,
      why,
    };
    const { approval } = await action.mutateAsync({ body });
    onSent();
    discard();
    const message =
      approval === null ? t`The campaign was changed.` : t`A second person must approve this.`;
    showToast({ subject: 'campaigns', tone: 'good', message });
  };
  return (
    <div className="max-w-narrow rounded-card bg-surface-raised p-4 card-rise">
      <CampaignForm
        key={`${version} ${discardCount}`}
        label={t`Change the campaign`}
        region={region}
        initialCampaign={toTypedCampaign(campaign, budget)}
        isNew={false}
        draftRecord={recordOf(newestRow)}
        base={{ region: null, version }}
        onRestore={(base) =>
          setEditedCampaign({ ...newestRow, version: base.version ?? newestRow.version })
        }
        error={action.error}
        isBusy={action.isPending}
        submitLabel={<Trans>Change the campaign</Trans>}
        otherButtons={(discardDraft) =>
          editedCampaign && (
            <Button
              variant="secondary"
              onClick={() => {
                discardDraft();
                discard();
              }}
            >
              <Trans>Discard changes</Trans>
            </Button>
          )
        }
        onSubmit={change}
        onChange={() => {
          action.reset();
          setEditedCampaign(editedCampaign ?? newestRow);
        }}
      />
    </div>
  );
}
