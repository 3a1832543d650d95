import { useMemo } from 'react';
import type { AttachmentDocument } from '#schemas/attachment.ts';
import type { ShownSheet } from '#schemas/handover.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { usePermission } from '#src/data/account/permissions.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { addressOf } from '#src/features/projects/queries.ts';
import { buildSheet } from './build-sheet.ts';
import type { HandoverDraft } from './draft.ts';
import { scansOfProject, sheetPhotos } from './queries.ts';

const warrantyPermission = { needs: 'warranty' } as const;

interface SheetOfProject {
  readonly sheet: ShownSheet;
  /** The project's photos, in display order; the sheet contains the selected ones. */
  readonly photos: readonly AttachmentDocument[];
}

/**
 * The sheet of a project with the draft's language and photos, built from the data on this device.
 * @param replacedSheetDay day of the current sheet; null if there is none
 * @returns undefined while loading
 */
export function useSheet(
  project: ProjectDocument,
  { language, photos: chosenPhotos }: Pick<HandoverDraft, 'language' | 'photos'>,
  replacedSheetDay: string | null,
): SheetOfProject | undefined {
  const { uuid } = project;
  const scans = useLiveQuery((account) => scansOfProject(account, uuid), [uuid]);
  const photos = useLiveQuery((account) => sheetPhotos(account, uuid), [uuid]);
  const company = useSingleton('self')?.company.name;
  const types = useSingleton('categories');
  const catalogue = useSingleton('certificateCatalogue');
  const hasWarranty = usePermission(warrantyPermission) === 'yes';
  const day = useToday();
  const place = addressOf(project);
  return useMemo(() => {
    if (scans === undefined || photos === undefined || company === undefined) return undefined;
    const sheet = buildSheet({
      language,
      company,
      place,
      day,
      replacedSheetDay,
      scans,
      photos: photos.map(({ uuid: id }) => id),
      chosenPhotos,
      types: types ?? [],
      catalogue: (hasWarranty ? catalogue : undefined) ?? [],
    });
    return { sheet, photos };
  }, [
    language,
    company,
    place,
    day,
    replacedSheetDay,
    scans,
    photos,
    chosenPhotos,
    types,
    catalogue,
    hasWarranty,
  ]);
}
