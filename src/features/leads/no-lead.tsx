import { Trans, useLingui } from '@lingui/react/macro';
import { useEmptiness } from '#src/data/live/collection-state.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { AbsentPage } from '#src/ui/feedback/record-not-found.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';

/** In place of a lead: it is being read, is still to come, or is not there. */
export function NoLead({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const emptiness = useEmptiness('leads');
  usePageTitle(t`Lead`);
  return (
    <AbsentPage
      title={t`Lead`}
      state={isLoading ? 'loading' : emptiness}
      loading={t`Loading the lead`}
      bones={
        <>
          <SkeletonRow />
          <SkeletonCard lines={2} />
          <SkeletonCard lines={2} />
        </>
      }
      notHere={t`This lead is not here`}
      why={<Trans>It was taken back, or it belongs to another company.</Trans>}
      later={<Trans>Your leads appear here once you are online.</Trans>}
      toAll={
        <LinkButton {...linkTo(paths.leads())}>
          <Trans>All leads</Trans>
        </LinkButton>
      }
    />
  );
}
