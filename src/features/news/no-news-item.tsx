import { Trans, useLingui } from '@lingui/react/macro';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { RecordNotFound } from '#src/ui/feedback/record-not-found.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';

/** In place of one of the news: it is being read, is still to come, or is not there. */
export function NewsItemNotFound({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const emptiness = useCollectionState('contents');
  usePageTitle(t`News`);
  return (
    <RecordNotFound
      pageTitle={t`News`}
      state={isLoading ? 'loading' : emptiness}
      loadingLabel={t`Loading the news`}
      skeleton={<SkeletonCard lines={4} />}
      title={t`This is not here`}
      description={<Trans>It was taken back, or it is not meant for you.</Trans>}
      offlineText={<Trans>The news appear here once you are online.</Trans>}
      action={
        <LinkButton {...linkTo(paths.news())}>
          <Trans>All news</Trans>
        </LinkButton>
      }
    />
  );
}
