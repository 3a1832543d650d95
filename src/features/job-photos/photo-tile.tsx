import { Trans, useLingui } from '@lingui/react/macro';
import { CloudOff, Image } from 'lucide-react';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { LinkSlot } from '#src/ui/links.tsx';
import { usePhotoName } from './groups.ts';
import { usePhotoSource } from './photo-source.ts';
import type { JobPhoto } from './queries.ts';

/** Shows the state of a photo that the server doesn't have yet. Renders nothing once the photo has been sent. */
export function PhotoState({ photo }: { photo: JobPhoto }) {
  const { t } = useLingui();
  const { uploading } = useSyncStatus();
  if (photo.state === 'refused') return <SyncMark state="refused" label={t`Not accepted`} />;
  if (uploading?.id === photo.uuid) return <SyncMark state="sending" label={t`Sending…`} />;
  return photo.state === 'waiting' ? <SyncMark state="waiting" label={t`Not sent`} /> : null;
}

interface PhotoTileProps {
  photo: JobPhoto;
  /** The photo's number in its group, from 1. */
  number: number;
}

/** A photo in the grid, with its caption and state; tap to open it. */
export function PhotoTile({ photo, number }: PhotoTileProps) {
  const photoName = usePhotoName();
  return (
    <li className="min-w-0">
      <LinkSlot
        target={linkTo(paths.projectPhoto(photo.project_id, photo.uuid))}
        className="block rounded-control"
        aria-label={photoName(photo, number)}
      >
        <PhotoThumbnail photo={photo} alt="" />
      </LinkSlot>
      <div className="mt-1 space-y-0.5">
        {photo.caption && (
          // The link above already has this text as its name.
          <p aria-hidden="true" className="line-clamp-2 text-small break-long">
            {photo.caption}
          </p>
        )}
        <PhotoState photo={photo} />
      </div>
    </li>
  );
}

interface PhotoThumbnailProps {
  photo: JobPhoto;
  alt: string;
  /** True if the tile has no space for text below the icon. */
  isSmall?: boolean;
}

/** A square thumbnail; if the image isn't available, an icon, with text if there is space. */
export function PhotoThumbnail({ photo, alt, isSmall = false }: PhotoThumbnailProps) {
  const { src, isMissing, ref } = usePhotoSource(photo, 'thumbnail');
  return (
    <span
      ref={ref}
      className="grid aspect-square w-full place-items-center overflow-hidden rounded-control bg-stage card-line"
    >
      {src !== undefined ? (
        <img src={src} alt={alt} width={320} height={320} className="size-full object-cover" />
      ) : isMissing && !isSmall ? (
        <span className="grid justify-items-center gap-1 p-2 text-center text-caption text-ink-soft [&_svg]:size-6">
          <CloudOff aria-hidden="true" />
          <Trans>Not on this phone</Trans>
        </span>
      ) : isMissing ? (
        <CloudOff className="size-6 text-ink-soft" aria-hidden="true" />
      ) : (
        <Image className="size-6 text-ink-soft" aria-hidden="true" />
      )}
    </span>
  );
}
