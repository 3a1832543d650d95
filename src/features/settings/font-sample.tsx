import { Trans } from '@lingui/react/macro';
import { projectStatus } from '#schemas/project-status.ts';
import { ProjectThumbnail } from '#src/features/projects/queries.ts';
import { useFormat } from '#src/data/text/format.ts';
import { List } from '#src/ui/lists/list.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { Points } from '#src/ui/points.tsx';

/** Decorative sample of a project row. */
const sample = { street: 'ul. Polna 23', town: '32-087 Zielonki', points: 924 };

/** A project row in the chosen font size. */
export function FontSample() {
  const format = useFormat();
  return (
    <div className="space-y-3">
      <p className="font-display text-title font-semibold">
        <Trans>This is how it looks</Trans>
      </p>
      <div aria-hidden="true">
        <List>
          <ListRow
            thumbnail={
              <ProjectThumbnail
                project={{ status: { id: projectStatus.inProgress }, expires_at: null }}
              />
            }
            title={sample.street}
            meta={sample.town}
            number={<Points number={format.number(sample.points)} label="" />}
          />
        </List>
      </div>
    </div>
  );
}
