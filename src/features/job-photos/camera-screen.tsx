import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useParams, useSearch } from '@tanstack/react-router';
import { Camera, Images, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { type AttachmentGroup, MAX_PROJECT_PHOTOS } from '#schemas/attachment.ts';
import { photoGroups } from '#schemas/photo-share.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { vibrate } from '#src/data/device/haptics-and-sounds.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import {
  CameraControls,
  isPlaying,
  TorchButton,
  useCamera,
  usePinchZoom,
  useProblemText,
  useWakeLock,
} from '#src/features/scan/exports.tsx';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { announce } from '#src/ui/feedback/announce.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { FilterChips } from '#src/ui/lists/filter-chips.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { groupOf, proposedGroup, useGroupLabels } from './groups.ts';
import { PhotoThumbnail } from './photo-tile.tsx';
import { type JobPhoto, photosOfProject } from './queries.ts';
import { useAddPhotos } from './use-add-photos.ts';
import './camera-screen.css';

/** Vibration when a photo is taken, in ms. */
const SHUTTER_VIBRATION_MS = 12;

/** `/projects/{uuid}/photos/camera`: takes one photo per tap; the camera stays open. */
export function CameraScreen() {
  const { uuid } = useParams({ from: '/signed-in/projects/$uuid/photos/camera' });
  const { t } = useLingui();
  usePageTitle(t`Take photos`);
  const photos = useLiveQuery((account) => photosOfProject(account, uuid), [uuid]);
  const camera = usePhotoCamera(uuid, photos);
  const pinchRef = usePinchZoom(camera.device.zoom);
  const { state } = camera.device;
  const isLive = isPlaying(state);
  useWakeLock(isLive);
  return (
    <main
      id="main"
      tabIndex={-1}
      className={classNames(
        'scan-main flex flex-col outline-none',
        state.name === 'broken'
          ? 'min-h-(--scan-block) px-gutter'
          : 'h-(--scan-block) min-h-112 desk:p-6',
      )}
    >
      <h1 className="sr-only">
        <Trans>Take photos</Trans>
      </h1>
      <div
        ref={pinchRef}
        className="relative mx-auto flex min-h-0 w-full flex-1 flex-col desk:max-w-[max(64rem,calc((100dvh-3rem)*4/3))] desk:overflow-hidden desk:rounded-sheet"
      >
        {state.name !== 'broken' && (
          <Video viewfinderRef={camera.device.viewfinderRef} flashCount={camera.flashes} />
        )}
        <div className="relative flex min-h-0 flex-1 flex-col gap-3 px-3 pt-(--scan-top) pb-3 desk:p-4">
          <div
            className={classNames('space-y-2', state.name !== 'broken' && 'scan-over photo-groups')}
          >
            <div className="flex items-start justify-between gap-2">
              <IconButton
                variant="raised"
                label={t`Close`}
                icon={<X />}
                {...linkTo(paths.projectPhotos(uuid))}
              />
              {camera.device.torch && (
                <TorchButton torch={camera.device.torch} isDark={camera.device.isDark} />
              )}
            </div>
            <GroupChoice {...camera} photos={photos ?? []} />
          </div>
          {state.name === 'broken' ? (
            <NoCamera camera={camera} reason={state.reason} />
          ) : (
            <>
              <div className="flex-1" />
              {!isLive && (
                <p
                  role="status"
                  className="scan-glass self-center rounded-full px-4 py-2 text-small"
                >
                  <Trans>Starting the camera</Trans>
                </p>
              )}
              {isLive && <CameraControls camera={camera.device} />}
            </>
          )}
          <PhotoTray camera={camera} projectId={uuid} photos={photos ?? []} isLive={isLive} />
        </div>
      </div>
    </main>
  );
}

interface VideoProps {
  viewfinderRef: (element: HTMLElement | null) => void;
  /** Number of photos taken; each triggers a flash. */
  flashCount: number;
}

function Video({ viewfinderRef, flashCount }: VideoProps) {
  return (
    <div className="scan-stage absolute inset-0 overflow-hidden">
      <div ref={viewfinderRef} className="absolute inset-0" />
      {flashCount > 0 && <div key={flashCount} aria-hidden="true" className="photo-flash" />}
    </div>
  );
}

type PhotoCamera = ReturnType<typeof usePhotoCamera>;

/** Connects the camera with the selected group and with the queue that saves the photos. */
function usePhotoCamera(projectId: string, photos: readonly JobPhoto[] | undefined) {
  const { t } = useLingui();
  const labels = useGroupLabels();
  const { group: requestedGroup } = useSearch({ from: '/signed-in/projects/$uuid/photos/camera' });
  const [chosenGroup, setChosenGroup] = useState<AttachmentGroup | null>(null);
  const [flashCount, setFlashCount] = useState(0);
  const photoQueue = useAddPhotos(projectId, photos?.length ?? 0);
  const { lens } = useDeviceSettings();
  const device = useCamera({ onCode: () => 'ignored', isDecoding: false, preferredCamera: lens });
  const group =
    chosenGroup ??
    photoGroups.find((name) => name === requestedGroup) ??
    proposedGroup(photos ?? [], true);
  const save = async (picture: Blob | ImageBitmap) => {
    const label = labels[group];
    if (await photoQueue.add(picture, group)) announce(t`Photo saved: ${label}`);
  };
  const take = async () => {
    const frame = await device.takePicture().catch(() => null);
    if (frame === null) return announce(t`The photo wasn’t taken. Try again.`, 'assertive');
    setFlashCount((count) => count + 1);
    vibrate(SHUTTER_VIBRATION_MS);
    await save(frame);
  };
  return { device, photoQueue, group, setGroup: setChosenGroup, flashes: flashCount, save, take };
}

interface GroupChoiceProps extends Pick<PhotoCamera, 'group' | 'setGroup'> {
  photos: readonly JobPhoto[];
}

function GroupChoice({ group, setGroup: setChosenGroup, photos }: GroupChoiceProps) {
  const { t } = useLingui();
  const labels = useGroupLabels();
  return (
    <FilterChips
      wrap
      label={t`Group`}
      value={group}
      onValueChange={(value) => setChosenGroup(value as AttachmentGroup)}
      options={photoGroups.map((value) => ({
        value,
        label: labels[value],
        count: photos.filter((photo) => groupOf(photo) === value).length,
      }))}
    />
  );
}

/** Explains why there is no camera, and offers the phone's own camera app and its files instead. */
function NoCamera({
  camera,
  reason,
}: {
  camera: PhotoCamera;
  reason: Parameters<typeof useProblemText>[0];
}) {
  const { t } = useLingui();
  const problem = useProblemText(reason, {
    missing: t`This device has no usable camera. Choose photos from it instead.`,
    aborted: t`Try again. The photos you took are saved on this phone.`,
  });
  const { isFull } = camera.photoQueue;
  return (
    <div className="mx-auto my-auto flex w-full max-w-88 flex-col gap-2 py-4 text-center">
      <div role="alert">
        <h2 className="text-title font-semibold break-long">{problem.title}</h2>
        <p className="mt-1.5 mb-3 text-ink-soft break-long">{problem.description}</p>
      </div>
      <FilePicker from="camera" multiple onFile={(file) => void camera.save(file)}>
        {(open) => (
          <Button fullWidth icon={<Camera />} disabled={isFull} onClick={open}>
            <Trans>Use the phone’s camera</Trans>
          </Button>
        )}
      </FilePicker>
      <FilePicker from="files" multiple onFile={(file) => void camera.save(file)}>
        {(open) => (
          <Button fullWidth variant="secondary" icon={<Images />} disabled={isFull} onClick={open}>
            <Trans>Choose photos</Trans>
          </Button>
        )}
      </FilePicker>
      <Button fullWidth variant="quiet" icon={<RotateCw />} onClick={camera.device.retry}>
        <Trans>Try the camera again</Trans>
      </Button>
    </div>
  );
}

interface PhotoTrayProps {
  camera: PhotoCamera;
  projectId: string;
  photos: readonly JobPhoto[];
  isLive: boolean;
}

/** The latest photo, the count, the shutter and the Done button. */
function PhotoTray({ camera, projectId, photos, isLive }: PhotoTrayProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { pendingCount, isBusy, isFull, failure } = camera.photoQueue;
  const count = Math.min(MAX_PROJECT_PHOTOS, photos.length + pendingCount);
  const latestPhoto = photos.at(-1);
  return (
    <section
      aria-label={t`Photos of this project`}
      className="scan-tray mx-auto w-full max-w-sheet space-y-3 p-3.5"
    >
      <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
      {isFull && (
        <p role="status" className="text-small break-long">
          <Trans>This project has {MAX_PROJECT_PHOTOS} photos, the most it can have.</Trans>
        </p>
      )}
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
        <div className="flex min-w-0 items-center gap-2">
          {latestPhoto && (
            <span className="size-[56px] shrink-0 max-[24rem]:hidden">
              <PhotoThumbnail key={latestPhoto.uuid} photo={latestPhoto} alt="" />
            </span>
          )}
          <p className="text-small leading-tight tnum break-long">
            <Plural value={count} one="# photo" other="# photos" />
          </p>
        </div>
        {isLive && (
          <button
            type="button"
            aria-label={t`Take photo`}
            aria-disabled={isFull || isBusy || undefined}
            onClick={() => !isFull && !isBusy && void camera.take()}
            className="photo-shutter"
          />
        )}
        <div className="col-start-3 justify-self-end">
          <LinkButton variant="secondary" {...linkTo(paths.projectPhotos(projectId))}>
            <Trans context="command">Done</Trans>
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
