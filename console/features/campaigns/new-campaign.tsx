import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { Campaign } from '#schemas/campaign.ts';
import { campaignCalls, toCampaignInput } from '#schemas/operator/campaign-calls.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useRegionField } from '#console/parts/region-field.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { campaignQueries } from './campaign-texts.ts';
import { emptyCampaign } from './typed-campaign.ts';

interface NewCampaignProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Form that creates a campaign after a dry run. */
export function NewCampaign({ isOpen, onClose }: NewCampaignProps) {
  const { t } = useLingui();
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t`New campaign`}
      description={t`A second person must approve the campaign.`}
    >
      <NewCampaignForm onClose={onClose} />
    </SideSheet>
  );
}

function NewCampaignForm({ onClose }: Pick<NewCampaignProps, 'onClose'>) {
  const { t } = useLingui();
  const router = useRouter();
  const askWhy = useAskWhy();
  const { region, field, chosenRegion, restoreRegion } = useRegionField('settings.edit');
  const action = useOperatorAction(campaignCalls.startCampaign, { refetches: campaignQueries });
  const start = async (campaign: Campaign, budget: number | null, onSent: () => void) => {
    if (region === null) return;
    const why = await askWhy({
      title: t`Start this campaign?`,
      consequence: t`Phones get the campaign the next time they fetch data. Products that are scanned while it runs are promised the points.`,
      confirmLabel: t`Start the campaign`,
    });
    if (why === null) return;
    const body = { region, campaign: toCampaignInput(campaign), budget, why };
    const { approval } = await action.mutateAsync({ body });
    onSent();
    const message =
      approval === null ? t`The campaign was added.` : t`A second person must approve this.`;
    showToast({ subject: 'campaigns', tone: 'good', message });
    if (approval === null)
      await router.navigate({
        href: `/campaigns/${regionCodeOf(region)}-${campaign.id}`,
        ignoreBlocker: true,
      });
    else onClose();
  };
  return (
    <CampaignForm
      label={t`New campaign`}
      draftRecord="new"
      region={region}
      regionField={field}
      base={{ region: chosenRegion, version: null }}
      onRestore={(base) => restoreRegion(base.region)}
      initialCampaign={emptyCampaign}
      isNew
      error={action.error}
      isBusy={action.isPending}
      submitLabel={<Trans>Start the campaign</Trans>}
      onSubmit={start}
      onChange={action.reset}
    />
  );
}
