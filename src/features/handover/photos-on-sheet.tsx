import { Trans, useLingui } from '@lingui/react/macro';
import { Images } from 'lucide-react';
import { useState } from 'react';
import type { AttachmentDocument } from '#schemas/attachment.ts';
import { MAX_HANDOVER_PHOTOS } from '#schemas/handover.ts';
import { PhotoChoice } from '#src/features/job-photos/exports.tsx';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';

interface PhotosOnSheetProps {
  /** The project's photos. */
  photos: readonly AttachmentDocument[];
  /** Ids of the photos on the sheet. */
  chosenIds: readonly string[];
  /** Ids of the photos that this phone can't show now. */
  missingIds: ReadonlySet<string>;
  onChange: (chosenIds: string[]) => void;
}

/**
 * Row with the number of photos on the handover sheet, which opens the selection. It's in the app's language,
 * because it's for the installer.
 */
export function PhotosOnSheet({ photos, chosenIds, missingIds, onChange }: PhotosOnSheetProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [shownCount, total] = [chosenIds.length, photos.length];
  return (
    <>
      <List>
        <ListRow
          icon={<Images />}
          title={<Trans>Photos on the sheet</Trans>}
          meta={
            <Trans>
              {shownCount} of {total} chosen
            </Trans>
          }
          onPress={() => setOpen(true)}
          chevron
        />
      </List>
      {missingIds.size > 0 && (
        <Banner
          tone="warn"
          live="polite"
          title={<Trans>Some photos aren’t on this phone</Trans>}
          action={
            <Button
              variant="secondary"
              onClick={() => onChange(chosenIds.filter((id) => !missingIds.has(id)))}
            >
              <Trans>Leave them out</Trans>
            </Button>
          }
        >
          <Trans>The homeowner can’t see them before signing. Connect, or leave them out.</Trans>
        </Banner>
      )}
      <Sheet
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t`Photos on the sheet`}
        description={
          <Trans>
            The homeowner sees the chosen photos, and the PDF has them. Choose up to{' '}
            {MAX_HANDOVER_PHOTOS}.
          </Trans>
        }
        closeLabel={t`Close`}
        footer={(close) => (
          <Button fullWidth onClick={close}>
            <Trans context="command">Done</Trans>
          </Button>
        )}
      >
        <div className="space-y-5">
          <PhotoChoice
            photos={photos}
            chosenIds={chosenIds}
            limit={MAX_HANDOVER_PHOTOS}
            onChange={onChange}
          />
        </div>
      </Sheet>
    </>
  );
}
