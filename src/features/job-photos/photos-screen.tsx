import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft, Camera, ImagePlus, Share2 } from 'lucide-react';
import { useState } from 'react';
import { type AttachmentGroup, MAX_PROJECT_PHOTOS } from '#schemas/attachment.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { RecordNotFound } from '#src/features/_shared/listing/record-not-found.tsx';
import { projectById } from '#src/features/projects/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { photosByGroup, proposedGroup, useGroupLabels } from './groups.ts';
import { PhotoTile } from './photo-tile.tsx';
import { type JobPhoto, photosOfProject } from './queries.ts';
import { ShareSheet } from './share-sheet.tsx';
import { useAddPhotos } from './use-add-photos.ts';

/** `/projects/{uuid}/photos`: photos before, during and after the work. */
export function PhotosScreen() {
  const { uuid } = useParams({ from: '/signed-in/projects/$uuid/photos' });
  const { t } = useLingui();
  usePageTitle(t`Photos`);
  const project = useLiveQuery((account) => projectById(account, uuid), [uuid]);
  const photos = useLiveQuery((account) => photosOfProject(account, uuid), [uuid]);
  if (!project || !photos) return <NoProject isLoading={project !== null} />;
  return <ProjectPhotos project={project} photos={photos} />;
}

/** Shown while the project is loading, not yet synced, or not found. */
export function NoProject({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  return (
    <RecordNotFound
      pageTitle={t`Photos`}
      collection="projects"
      isLoading={isLoading}
      loadingLabel={t`Loading the photos`}
      skeleton={
        <>
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

interface ProjectPhotosProps {
  project: ProjectDocument;
  photos: readonly JobPhoto[];
}

function ProjectPhotos({ project, photos }: ProjectPhotosProps) {
  const { t } = useLingui();
  const [isSharing, setSharing] = useState(false);
  const photoQueue = useAddPhotos(project.uuid, photos.length);
  const group = proposedGroup(photos, isProjectOpen(project.status.id));
  const takePhotos = (
    <LinkButton
      fullWidth
      icon={<Camera />}
      {...linkTo(paths.projectCamera(project.uuid, { group }))}
    >
      <Trans>Take photos</Trans>
    </LinkButton>
  );
  return (
    <Page
      title={t`Photos`}
      subtitle={project.street_name}
      back={
        <IconButton
          label={t`Back to the project`}
          icon={<ArrowLeft />}
          {...linkTo(paths.project(project.uuid))}
        />
      }
      actions={
        <IconButton label={t`Share photos`} icon={<Share2 />} onClick={() => setSharing(true)} />
      }
      footer={!photoQueue.isFull && photos.length > 0 && takePhotos}
    >
      <div className="space-y-7">
        <Notices photoQueue={photoQueue} />
        {photos.length === 0 && (
          <EmptyState
            drawing="welcome-scan"
            title={<Trans>No photos yet</Trans>}
            action={takePhotos}
          >
            <Trans>Show the roof before, during and after the work.</Trans>
          </EmptyState>
        )}
        {photosByGroup(photos).map((section) => (
          <PhotoGroup key={section.group} {...section} photoQueue={photoQueue} />
        ))}
      </div>
      {isSharing && (
        <ShareSheet projectId={project.uuid} photos={photos} onClose={() => setSharing(false)} />
      )}
    </Page>
  );
}

type PhotoQueue = ReturnType<typeof useAddPhotos>;

/** Notices about a full project, photos being saved, and a photo that couldn't be saved. */
function Notices({ photoQueue }: { photoQueue: PhotoQueue }) {
  const { pendingCount, isFull, failure } = photoQueue;
  const errorMessage = useErrorMessage();
  return (
    <div className="space-y-3 empty:hidden">
      <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
      <div role="status" className="text-small text-ink-soft empty:hidden">
        {pendingCount > 0 && (
          <Plural value={pendingCount} one="Saving # photo…" other="Saving # photos…" />
        )}
      </div>
      {isFull && (
        <Banner tone="info" title={<Trans>This project has {MAX_PROJECT_PHOTOS} photos</Trans>}>
          <Trans>That’s the most it can have. Remove a photo to add another.</Trans>
        </Banner>
      )}
    </div>
  );
}

interface PhotoGroupProps {
  group: AttachmentGroup;
  photos: readonly JobPhoto[];
  photoQueue: PhotoQueue;
}

/** Photos of one group, and a control to add files to it. */
function PhotoGroup({ group, photos, photoQueue }: PhotoGroupProps) {
  const { t } = useLingui();
  const label = useGroupLabels()[group];
  const count = photos.length;
  return (
    <Section
      title={
        <>
          {label} <span className="font-normal text-ink-soft tnum">{count}</span>
        </>
      }
      link={
        !photoQueue.isFull && (
          <FilePicker from="files" multiple onFile={(file) => void photoQueue.add(file, group)}>
            {(open) => (
              <Button
                variant="quiet"
                icon={<ImagePlus />}
                aria-label={t`Add photos to ${label}`}
                onClick={open}
              >
                <Trans>Add</Trans>
              </Button>
            )}
          </FilePicker>
        )
      }
    >
      {count === 0 ? (
        <p className="text-small text-ink-soft">
          <Trans>No photos in this group.</Trans>
        </p>
      ) : (
        <ul
          aria-label={label}
          className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-3"
        >
          {photos.map((photo, index) => (
            <PhotoTile key={photo.uuid} photo={photo} number={index + 1} />
          ))}
        </ul>
      )}
    </Section>
  );
}
