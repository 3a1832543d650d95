import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { daysLeft, type ProjectDocument } from '#schemas/project.ts';
import { isOpen, projectStatus } from '#schemas/project-status.ts';
import { useServerNow } from '#src/data/requests/use-call.ts';
import { useFormat } from '#src/data/words/format.ts';
import { Card } from '#src/ui/card.tsx';
import { DetailList } from '#src/ui/detail-list.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { ProjectBadge } from './project-badge.tsx';
import { statusShown, type ProjectPoints } from './project-points.ts';

interface ProjectSummaryProps {
  project: ProjectDocument;
  points: ProjectPoints;
}

/** What the project is worth, and its dates. */
export function ProjectSummary({ project, points }: ProjectSummaryProps) {
  const { t } = useLingui();
  const format = useFormat();
  const serverNow = useServerNow();
  const days = daysLeft(project.expires_at, serverNow());
  const closed = project.project_closed;
  const { max, waitingPoints } = points;

  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <PointsNumber
            value={points.available}
            format={format.number}
            unit={
              isOpen(project.status.id)
                ? t`${plural(points.available, { one: 'point available', other: 'points available' })}`
                : t`${plural(points.available, { one: 'point', other: 'points' })}`
            }
          />
          {waitingPoints > 0 && (
            <p className="mt-1 text-small font-medium text-ink-soft">
              <Trans>{format.signedPoints(waitingPoints)} when everything is sent</Trans>
            </p>
          )}
        </div>
        <ProjectBadge status={statusShown(project, points.waitingCount)} />
      </div>
      <div className="mt-5 border-t border-line pt-3">
        <DetailList
          items={[
            { term: t`Maximum`, detail: format.points(max) },
            ...(days === null
              ? []
              : [
                  {
                    term: t`Time left`,
                    detail: <Plural value={days} one="# day" other="# days" />,
                  },
                ]),
            closed && project.status.id === projectStatus.closed
              ? {
                  term: t({ context: 'closed on', message: 'Closed' }),
                  detail: format.date(closed),
                }
              : { term: t`Updated`, detail: format.dateTime(project.updated_at) },
            ...(project.name
              ? [{ term: t({ context: 'thing', message: 'Name' }), detail: project.name }]
              : []),
            {
              term: t`Project ID`,
              detail: <span className="text-small font-normal tnum">{project.uuid}</span>,
            },
          ]}
        />
      </div>
    </Card>
  );
}
