import { Trans, useLingui } from '@lingui/react/macro';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { RecordNotFound } from '#src/ui/feedback/record-not-found.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { BackToProjects } from '../back-to-projects.tsx';

/** Shown while a project is loading, not yet synced, or not found. */
export function NoProject({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const collectionState = useCollectionState('projects');
  usePageTitle(t`Project`);
  return (
    <RecordNotFound
      pageTitle={t`Project`}
      back={<BackToProjects />}
      state={isLoading ? 'loading' : collectionState}
      loadingLabel={t`Loading the project`}
      skeleton={
        <>
          <SkeletonCard lines={3} />
          <SkeletonRow />
          <SkeletonRow />
        </>
      }
      title={t`This project is not here`}
      description={<Trans>It was deleted, or it belongs to another company.</Trans>}
      offlineText={<Trans>Your projects appear here once you are online.</Trans>}
      action={
        <LinkButton {...linkTo(paths.projects())}>
          <Trans>All projects</Trans>
        </LinkButton>
      }
    />
  );
}
