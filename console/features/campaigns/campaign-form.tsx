import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import type { ResultOf } from '#schemas/api/call.ts';
import type { Campaign } from '#schemas/campaign.ts';
import { campaignCalls, toCampaignInput } from '#schemas/operator/campaign-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { useFormDraft } from '#console/data/use-form-draft.ts';
import { problemText } from '#console/data/error-texts.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { daysText } from '#console/parts/campaign-text.ts';
import { RowsTable } from '#console/parts/record/part-table.tsx';
import { CampaignFields } from './campaign-fields.tsx';
import { parseTypedCampaign, type TypedCampaign, typedCampaignSchema } from './typed-campaign.ts';

/** The country or the version on which the form is based, as stored in a draft. */
const campaignBase = v.object({
  /** The chosen country of a new campaign. */
  region: v.nullable(v.number()),
  /** The version that a change is based on. */
  version: v.nullable(v.string()),
});
/** Typed values with their base, as stored in a draft. */
const typedForm = v.object({ base: campaignBase, campaign: typedCampaignSchema });

interface CampaignFormProps {
  /** The `record` of the form's draft; `new` for a new campaign. */
  readonly draftRecord: string;
  readonly label: string;
  /** The campaign's country; null until one is chosen. */
  readonly region: RegionId | null;
  readonly initialCampaign: TypedCampaign;
  readonly isNew: boolean;
  readonly error: Error | null;
  readonly isBusy: boolean;
  /** Stored with the draft, and restored with it. */
  readonly base: v.InferOutput<typeof campaignBase>;
  readonly onRestore: (base: v.InferOutput<typeof campaignBase>) => void;
  readonly submitLabel: ReactNode;
  readonly otherButtons?: (discardDraft: () => void) => ReactNode;
  readonly regionField?: ((error: string | undefined) => ReactNode) | undefined;
  /** Called with valid values, after a dry run. Must call `onSent` once the server has the values. */
  readonly onSubmit: (
    campaign: Campaign,
    budget: number | null,
    onSent: () => void,
  ) => Promise<void>;
  readonly onChange: () => void;
}

/** Form for a campaign. Saving takes two steps: a dry run, then the change. */
export function CampaignForm(props: CampaignFormProps) {
  const { t, i18n } = useLingui();
  const { region, isNew, regionField } = props;
  const [typedCampaign, setTypedCampaign] = useState(props.initialCampaign);
  const [showErrors, setShowErrors] = useState(false);
  const previewMutation = useMutation({
    mutationFn: (input: { region: RegionId; campaign: Campaign }) => {
      const campaign = toCampaignInput(input.campaign);
      return callOperator(campaignCalls.previewCampaign, {
        body: { region: input.region, campaign },
      });
    },
  });
  const draft = useFormDraft({
    ...{ kind: 'campaign', record: props.draftRecord, schema: typedForm },
    read: () => ({ base: props.base, campaign: typedCampaign }),
    restore: (values) => {
      setTypedCampaign(values.campaign);
      previewMutation.reset();
      props.onRestore(values.base);
    },
  });
  const parsedCampaign = parseTypedCampaign(typedCampaign);
  const result = previewMutation.data;
  const isPossible = result !== undefined && result.problems.length === 0;
  const change = (changes: Partial<TypedCampaign>) => {
    setTypedCampaign({ ...typedCampaign, ...changes });
    previewMutation.reset();
    props.onChange();
  };
  const submit = async () => {
    setShowErrors(true);
    if (region === null || !('campaign' in parsedCampaign)) return;
    const { campaign, budget } = parsedCampaign;
    if (isPossible) await props.onSubmit(campaign, budget, () => void draft.clear());
    else await previewMutation.mutateAsync({ region, campaign });
  };
  return (
    <ActionForm
      label={props.label}
      draft={draft}
      error={props.error ?? previewMutation.error}
      isBusy={props.isBusy || previewMutation.isPending}
      submitLabel={isPossible ? props.submitLabel : <Trans>Dry run</Trans>}
      otherButtons={props.otherButtons?.(draft.discard)}
      onSubmit={submit}
    >
      {regionField?.(showErrors && region === null ? t`Choose a country.` : undefined)}
      <CampaignFields
        typedCampaign={typedCampaign}
        onChange={change}
        invalidFields={
          showErrors && 'invalidFields' in parsedCampaign ? parsedCampaign.invalidFields : new Set()
        }
        isNew={isNew}
      />
      {result && result.problems.length > 0 && (
        <ErrorBlock messages={result.problems.map(({ problem }) => problemText(i18n, problem))} />
      )}
      {isPossible && <Estimate preview={result} />}
    </ActionForm>
  );
}

function Estimate({ preview }: { preview: ResultOf<typeof campaignCalls.previewCampaign> }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <Banner tone="info" live="polite">
        <Trans>
          The dry run found no problem. The same rules would have added these points in earlier
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
