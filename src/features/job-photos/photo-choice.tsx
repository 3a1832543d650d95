import { classNames } from '#src/ui/class-names.ts';
import { photosByGroup, useGroupLabels, usePhotoName } from './groups.ts';
import { PhotoThumbnail } from './photo-tile.tsx';
import type { JobPhoto } from './queries.ts';

interface PhotoChoiceProps {
  photos: readonly JobPhoto[];
  /** Ids of the selected photos. */
  chosenIds: readonly string[];
  onChange: (chosenIds: string[]) => void;
  /** Maximum number of selected photos; when it's reached, the others are disabled. */
  limit?: number;
}

/** Lets the user select photos by their thumbnails, which are shown in groups. */
export function PhotoChoice({ photos, chosenIds, onChange, limit = Infinity }: PhotoChoiceProps) {
  const labels = useGroupLabels();
  const photoName = usePhotoName();
  return photosByGroup(photos).map(
    ({ group, photos: groupPhotos }) =>
      groupPhotos.length > 0 && (
        <fieldset key={group} className="min-w-0">
          <legend className="mb-2 text-small font-semibold">{labels[group]}</legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
            {groupPhotos.map((photo, index) => {
              const isChosen = chosenIds.includes(photo.uuid);
              return (
                <label
                  key={photo.uuid}
                  className="relative block cursor-pointer rounded-control has-checked:outline-3 has-checked:outline-info has-focus-visible:outline-4 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
                >
                  <span className={classNames('block', !isChosen && 'opacity-55')}>
                    <PhotoThumbnail photo={photo} alt="" isSmall />
                  </span>
                  <input
                    type="checkbox"
                    aria-label={photoName(photo, index + 1)}
                    checked={isChosen}
                    disabled={!isChosen && chosenIds.length >= limit}
                    onChange={() =>
                      onChange(
                        isChosen
                          ? chosenIds.filter((id) => id !== photo.uuid)
                          : [...chosenIds, photo.uuid],
                      )
                    }
                    className="absolute end-1 top-1 size-6 accent-(--info)"
                  />
                </label>
              );
            })}
          </div>
        </fieldset>
      ),
  );
}
