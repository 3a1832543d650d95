import { Trans, useLingui } from '@lingui/react/macro';
import { useEmptiness } from '#src/data/live/collection-state.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { AbsentPage } from '#src/ui/feedback/record-not-found.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { BackToProjects } from './back-to-projects.tsx';

/** In place of a project: it is being read, is still to come, or is not there. */
export function NoProject({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const emptiness = useEmptiness('projects');
  usePageTitle(t`Project`);
  return (
    <AbsentPage
      title={t`Project`}
      back={<BackToProjects />}
      state={isLoading ? 'loading' : emptiness}
      loading={t`Loading the project`}
      bones={
        <>
          <SkeletonCard lines={3} />
          <SkeletonRow />
          <SkeletonRow />
        </>
      }
      notHere={t`This project is not here`}
      why={<Trans>It was deleted, or it belongs to another company.</Trans>}
      later={<Trans>Your projects appear here once you are online.</Trans>}
      toAll={
        <LinkButton {...linkTo(paths.projects())}>
          <Trans>All projects</Trans>
        </LinkButton>
      }
    />
  );
}
