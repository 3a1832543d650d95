import { useLingui, Trans } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { RecordNotFound } from '#src/features/_shared/listing/record-not-found.tsx';
import { SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';

/**
 * Links to the list of projects. On a wide screen, where the project is shown next to the list, this closes the
 * project.
 */
export function BackToProjects() {
  const { t } = useLingui();
  return <IconButton label={t`All projects`} icon={<ArrowLeft />} {...linkTo(paths.projects())} />;
}

/** Shown while a project is loading, not yet synced, or not found. */
export function NoProject({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  return (
    <RecordNotFound
      pageTitle={t`Project`}
      back={<BackToProjects />}
      collection="projects"
      isLoading={isLoading}
      loadingLabel={t`Loading the project`}
      skeleton={
        <>
          <SkeletonCard lines={3} />
          <SkeletonRow />
          <SkeletonRow />
        </>
      }
      title={t`Project not found`}
      description={<Trans>It was deleted, or it belongs to another company.</Trans>}
      offlineText={<Trans>Your projects appear here once you’re online.</Trans>}
      list="/projects"
      listLabel={<Trans>All projects</Trans>}
    />
  );
}
