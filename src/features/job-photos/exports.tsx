import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Camera, Images } from 'lucide-react';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { photosByGroup, proposedGroup, useGroupLabels } from './groups.ts';
import { photosOfProject } from './queries.ts';

/** A project's photos on its page: number per group, and a link to the camera. */
export function JobPhotos({ project }: { project: ProjectDocument }) {
  const { t } = useLingui();
  const { uuid } = project;
  const labels = useGroupLabels();
  const photos = useLiveQuery((account) => photosOfProject(account, uuid), [uuid]) ?? [];
  const group = proposedGroup(photos, isProjectOpen(project.status.id));
  const counts = photosByGroup(photos)
    .filter(({ photos: groupPhotos }) => groupPhotos.length > 0)
    .map(({ group: name, photos: groupPhotos }) => `${labels[name]} ${groupPhotos.length}`);
  return (
    <Section title={t`Photos`}>
      <List>
        <ListRow
          icon={<Images />}
          title={
            photos.length === 0 ? (
              <Trans>No photos yet</Trans>
            ) : (
              <Plural value={photos.length} one="# photo" other="# photos" />
            )
          }
          meta={counts.join(' · ')}
          trailing={
            photos.some(({ state }) => state === 'refused') && (
              <SyncMark state="refused" label={t`To fix`} />
            )
          }
          {...linkTo(paths.projectPhotos(uuid))}
        />
      </List>
      <LinkButton
        fullWidth
        variant="secondary"
        icon={<Camera />}
        {...linkTo(paths.projectCamera(uuid, { group }))}
      >
        <Trans>Take photos</Trans>
      </LinkButton>
    </Section>
  );
}

export { PhotoChoice } from './photo-choice.tsx';
export { loadPhoto } from './photo-source.ts';
