/** The three groups of job photos: their names, and the group proposed for the next photo. */
import { useLingui } from '@lingui/react/macro';
import type { AttachmentGroup } from '#schemas/attachment.ts';
import { photoGroups } from '#schemas/photo-share.ts';
import type { JobPhoto } from './queries.ts';

/** Names of the groups. */
export function useGroupLabels(): Readonly<Record<AttachmentGroup, string>> {
  const { t } = useLingui();
  return {
    before: t({ context: 'photos', message: 'Before' }),
    during: t({ context: 'photos', message: 'During' }),
    after: t({ context: 'photos', message: 'After' }),
  };
}

/** Group of a photo; photos without one are shown with those taken during the work. */
export function groupOf({ group }: Pick<JobPhoto, 'group'>): AttachmentGroup {
  return group ?? 'during';
}

/** Photos by group, in the order of the work. */
export function photosByGroup<Photo extends Pick<JobPhoto, 'group'>>(
  photos: readonly Photo[],
): readonly { readonly group: AttachmentGroup; readonly photos: readonly Photo[] }[] {
  return photoGroups.map((group) => ({
    group,
    photos: photos.filter((photo) => groupOf(photo) === group),
  }));
}

/**
 * Proposes the group for the next photo. This is the group of the latest photo, because installers photograph one stage
 * at a time. A project without photos starts with `before`, and a closed project always gets `after`.
 */
export function proposedGroup(
  photos: readonly Pick<JobPhoto, 'group'>[],
  isOpen: boolean,
): AttachmentGroup {
  const latestPhoto = photos.at(-1);
  if (!isOpen) return 'after';
  return latestPhoto ? groupOf(latestPhoto) : 'before';
}

/** Returns a function that describes a photo by its caption and group, or by its number in the group. */
export function usePhotoName(): (photo: JobPhoto, number: number) => string {
  const { t } = useLingui();
  const labels = useGroupLabels();
  return (photo, number) => {
    const group = labels[groupOf(photo)];
    const { caption } = photo;
    return caption ? t`${caption} (${group})` : t`${group}, photo ${number}`;
  };
}
