import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import type { Campaign } from '#schemas/campaign.ts';
import { campaignCalls, toCampaignInput } from '#schemas/operator/campaign-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { problemText } from '#console/data/error-texts.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { daysText } from '#console/parts/campaign-text.ts';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { CampaignFields } from './campaign-fields.tsx';
import { readTyped, type TypedCampaign } from './typed-campaign.ts';

interface CampaignFormProps {
  readonly label: string;
  /** The campaign's country; null until one is chosen. */
  readonly region: RegionId | null;
  readonly first: TypedCampaign;
  readonly isNew: boolean;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly isEdited?: boolean;
  readonly submitLabel: ReactNode;
  readonly otherButtons?: ReactNode;
  readonly regionField?: ((error: string | undefined) => ReactNode) | undefined;
  /** Called with valid values, after a dry run. */
  readonly onSubmit: (campaign: Campaign, budget: number | null) => Promise<void>;
  readonly onChange: () => void;
}

/** Form for a campaign. Saving takes two steps: a dry run, then the change. */
export function CampaignForm(props: CampaignFormProps) {
  const { t, i18n } = useLingui();
  const { region, isNew, regionField } = props;
  const [typedCampaign, setTypedCampaign] = useState(props.first);
  const [showErrors, setShowErrors] = useState(false);
  const preview = useMutation({
    mutationFn: (input: { region: RegionId; campaign: Campaign }) => {
      const campaign = toCampaignInput(input.campaign);
      return callOperator(campaignCalls.previewCampaign, {
        body: { region: input.region, campaign },
      });
    },
  });
  const read = readTyped(typedCampaign);
  const found = preview.data;
  const isPossible = found !== undefined && found.problems.length === 0;
  const change = (changes: Partial<TypedCampaign>) => {
    setTypedCampaign({ ...typedCampaign, ...changes });
    preview.reset();
    props.onChange();
  };
  const submit = async () => {
    setShowErrors(true);
    if (region === null || !('campaign' in read)) return;
    if (isPossible) await props.onSubmit(read.campaign, read.budget);
    else await preview.mutateAsync({ region, campaign: read.campaign });
  };
  return (
    <ActionForm
      label={props.label}
      isEdited={props.isEdited}
      error={props.error ?? preview.error}
      isBusy={props.isBusy || preview.isPending}
      submitLabel={isPossible ? props.submitLabel : <Trans>Dry run</Trans>}
      otherButtons={props.otherButtons}
      onSubmit={submit}
    >
      {regionField?.(showErrors && region === null ? t`Choose a country.` : undefined)}
      <CampaignFields
        typed={typedCampaign}
        onChange={change}
        invalidFields={showErrors && 'invalidFields' in read ? read.invalidFields : new Set()}
        isNew={isNew}
      />
      {found && found.problems.length > 0 && (
        <ErrorBlock messages={found.problems.map(({ problem }) => problemText(i18n, problem))} />
      )}
      {isPossible && <Estimate preview={found} />}
    </ActionForm>
  );
}

function Estimate({ preview }: { preview: ResultOf<typeof campaignCalls.previewCampaign> }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <Banner tone="info" live="polite">
        <Trans>
          The dry run found no problem. The same rules would have brought these points in earlier
          periods, if no other campaign had run.
        </Trans>
      </Banner>
      <RowsTable
        label={t`Estimate`}
        rows={preview.estimates}
        rowId={({ from }) => from}
        columns={[
          { id: 'days', header: t`Earlier period`, cell: (row) => daysText(i18n, row) },
          {
            ...{ id: 'products', header: t`Products`, isNumber: true },
            cell: ({ products }) => i18n.number(products),
          },
          {
            ...{ id: 'points', header: t`Extra points`, isNumber: true },
            cell: ({ points }) => i18n.number(points),
          },
        ]}
      />
    </>
  );
}
