import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft, ChevronLeft, ChevronRight, CloudOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AttachmentGroup } from '#schemas/attachment.ts';
import { photoGroups } from '#schemas/photo-share.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { UnsavedChangesPrompt } from '#src/features/_shared/editing/edit-page.tsx';
import { useAction } from '#src/features/_shared/editing/use-action.ts';
import {
  EnlargeButton,
  EnlargedPictures,
} from '#src/features/_shared/listing/enlarged-pictures.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { groupOf, photosByGroup, useGroupLabels, usePhotoName } from './groups.ts';
import { PhotoProblem, RemovePhoto } from './photo-problem.tsx';
import { usePhotoSource } from './photo-source.ts';
import { NoProject } from './photos-screen.tsx';
import { type JobPhoto, photosOfProject } from './queries.ts';

/** Maximum length of a caption, in characters. */
const MAX_CAPTION = 200;
/** Duration of a confirmation, in ms. */
const TOAST_MS = 4000;

/** `/projects/{uuid}/photos/{photo}`: one photo, with its caption and group. */
export function PhotoScreen() {
  const { uuid, photo: id } = useParams({ from: '/signed-in/projects/$uuid/photos/$photo' });
  const { t } = useLingui();
  usePageTitle(t`Photo`);
  const projectPhotos = useLiveQuery((account) => photosOfProject(account, uuid), [uuid]);
  if (!projectPhotos) return <NoProject isLoading />;
  const photos = photosByGroup(projectPhotos).flatMap((group) => group.photos);
  const index = photos.findIndex((photo) => photo.uuid === id);
  const photo = photos[index];
  if (photo === undefined) return <RemovedPhoto projectId={uuid} />;
  // Keyed by photo, so that the next one starts with its own caption.
  return <OnePhoto key={id} photos={photos} photo={photo} index={index} />;
}

function BackToPhotos({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  return (
    <IconButton
      label={t`All photos`}
      icon={<ArrowLeft />}
      {...linkTo(paths.projectPhotos(projectId))}
    />
  );
}

function RemovedPhoto({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  return (
    <Page title={t`Photo`} titleHidden back={<BackToPhotos projectId={projectId} />}>
      <EmptyState
        drawing="search-none"
        title={<Trans>Photo not found</Trans>}
        action={
          <LinkButton {...linkTo(paths.projectPhotos(projectId))}>
            <Trans>All photos</Trans>
          </LinkButton>
        }
      >
        <Trans>It was removed, or it isn’t on this phone yet.</Trans>
      </EmptyState>
    </Page>
  );
}

interface OnePhotoProps {
  /** All photos of the project, by group. */
  photos: readonly JobPhoto[];
  photo: JobPhoto;
  index: number;
}

function OnePhoto({ photos, photo, index }: OnePhotoProps) {
  const { t } = useLingui();
  const photoName = usePhotoName();
  const groupPhotos = photos.filter((other) => groupOf(other) === groupOf(photo));
  const name = photoName(photo, groupPhotos.indexOf(photo) + 1);
  const [position, total] = [index + 1, photos.length];
  const nextPhoto = photos[index + 1] ?? photos[index - 1];
  return (
    <Page
      title={t`Photo ${position} of ${total}`}
      back={<BackToPhotos projectId={photo.project_id} />}
      actions={
        <>
          <Neighbour label={t`Previous photo`} icon={<ChevronLeft />} photo={photos[index - 1]} />
          <Neighbour label={t`Next photo`} icon={<ChevronRight />} photo={photos[index + 1]} />
          <RemovePhoto photo={photo} nextPhoto={nextPhoto}>
            {(open) => <IconButton label={t`Remove photo`} icon={<Trash2 />} onClick={open} />}
          </RemovePhoto>
        </>
      }
    >
      <div className="space-y-6">
        <FullPhoto photo={photo} alt={name} />
        <PhotoProblem photo={photo} count={total} nextPhoto={nextPhoto} />
        <PhotoDetails photo={photo} />
      </div>
    </Page>
  );
}

interface NeighbourProps {
  label: string;
  icon: React.ReactElement;
  photo: JobPhoto | undefined;
}

/** Opens the previous or next photo in place of this one. */
function Neighbour({ label, icon, photo }: NeighbourProps) {
  const go = useGo();
  return (
    <IconButton
      label={label}
      icon={icon}
      disabled={photo === undefined}
      onClick={() =>
        photo && go(paths.projectPhoto(photo.project_id, photo.uuid), { replace: true })
      }
    />
  );
}

function FullPhoto({ photo, alt }: { photo: JobPhoto; alt: string }) {
  const { t } = useLingui();
  const { src, isMissing, ref } = usePhotoSource(photo, 'full');
  return (
    <span ref={ref} className="block">
      {src === undefined ? (
        <span className="grid aspect-4/3 max-h-[65dvh] w-full place-content-center justify-items-center gap-2 rounded-card bg-stage p-4 text-center text-ink-soft">
          {isMissing && (
            <>
              <CloudOff aria-hidden="true" />
              <Trans>This photo isn’t on this phone. Connect to see it.</Trans>
            </>
          )}
        </span>
      ) : (
        <EnlargedPictures group="photo" pictures={[{ id: photo.uuid, src, alt }]}>
          {(open) => (
            <EnlargeButton label={t`Enlarge: ${alt}`} onPress={() => open(0)} className="w-full">
              <img
                src={src}
                alt={alt}
                className="aspect-4/3 max-h-[65dvh] w-full rounded-card bg-stage object-contain"
              />
            </EnlargeButton>
          )}
        </EnlargedPictures>
      )}
    </span>
  );
}

/** Caption and group; works offline. */
function PhotoDetails({ photo }: { photo: JobPhoto }) {
  const { t } = useLingui();
  const { attachments } = useAccount();
  const { run, busy } = useAction(photo.uuid);
  const labels = useGroupLabels();
  const [typedCaption, setTypedCaption] = useState<string | null>(null);
  const caption = typedCaption ?? photo.caption;
  const isEdited = normaliseLine(caption) !== photo.caption;
  const save = (changes: { caption?: string; group?: AttachmentGroup }) =>
    run(async () => {
      await attachments.edit(photo.uuid, changes);
      if (changes.caption !== undefined) setTypedCaption(null);
      showToast({ tone: 'good', message: t`Saved`, subject: photo.uuid, timeoutMs: TOAST_MS });
    });
  return (
    <>
      <form
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          save({ caption: normaliseLine(caption) });
        }}
      >
        <TextField
          label={t`Caption`}
          hint={t`Homeowners see it if you share the photo.`}
          value={caption}
          maxLength={MAX_CAPTION}
          autoComplete="off"
          onChange={(event) => setTypedCaption(event.target.value)}
        />
        {isEdited && (
          <Button type="submit" variant="secondary" busy={busy}>
            <Trans>Save caption</Trans>
          </Button>
        )}
      </form>
      <RadioCards
        legend={t`Group`}
        value={groupOf(photo)}
        onValueChange={(group) => save({ group: group as AttachmentGroup })}
        options={photoGroups.map((value) => ({ value, title: labels[value] }))}
      />
      <UnsavedChangesPrompt isEdited={isEdited} />
    </>
  );
}
