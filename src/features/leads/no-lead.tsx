import { Trans, useLingui } from '@lingui/react/macro';
import { RecordNotFound } from '#src/features/_shared/listing/record-not-found.tsx';
import { SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';

/** Shown while a lead is loading, not yet synced, or not found. */
export function NoLead({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  return (
    <RecordNotFound
      pageTitle={t`Lead`}
      collection="leads"
      isLoading={isLoading}
      loadingLabel={t`Loading the lead`}
      skeleton={
        <>
          <SkeletonRow />
          <SkeletonCard lines={2} />
          <SkeletonCard lines={2} />
        </>
      }
      title={t`Lead not found`}
      description={<Trans>It was withdrawn, or it belongs to another company.</Trans>}
      offlineText={<Trans>Your leads appear here once you’re online.</Trans>}
      list="/leads"
      listLabel={<Trans>All leads</Trans>}
    />
  );
}
