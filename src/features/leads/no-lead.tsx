import { Trans, useLingui } from '@lingui/react/macro';
import { useEmptiness } from '#src/data/use-emptiness.ts';
import { usePageTitle } from '#src/data/use-page-title.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/skeleton.tsx';
import { UnknownState } from '#src/ui/unknown-state.tsx';

/** In place of a lead: it is being read, is still to come, or is not there. */
export function NoLead({ loading }: { loading: boolean }) {
  const { t } = useLingui();
  const emptiness = useEmptiness('leads');
  const toAll = (
    <LinkButton {...linkTo(paths.leads())}>
      <Trans>All leads</Trans>
    </LinkButton>
  );
  usePageTitle(t`Lead`);
  if (loading || emptiness === 'loading') {
    return (
      <Page title={t`Lead`} titleHidden>
        <Skeleton label={t`Loading the lead`}>
          <SkeletonCard lines={3} />
          <SkeletonRow />
          <SkeletonRow />
        </Skeleton>
      </Page>
    );
  }
  return (
    <Page title={t`Lead`} titleHidden>
      {emptiness === 'empty' ? (
        <EmptyState drawing="search" title={t`This lead is not here`} action={toAll}>
          <Trans>It was taken back, or it belongs to another company.</Trans>
        </EmptyState>
      ) : (
        <UnknownState why={emptiness} action={toAll}>
          <Trans>Your leads appear here once you are online.</Trans>
        </UnknownState>
      )}
    </Page>
  );
}
