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
      title={t`This lead is not here`}
      description={<Trans>It was taken back, or it belongs to another company.</Trans>}
      offlineText={<Trans>Your leads appear here once you are online.</Trans>}
      list="/leads"
      listLabel={<Trans>All leads</Trans>}
    />
  );
}
