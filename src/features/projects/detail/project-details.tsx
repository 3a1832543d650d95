import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import type { ProjectDocument } from '#schemas/project.ts';
import { isProjectOpen, type ProjectStatusId } from '#schemas/project-status.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { ProjectPoints } from '../project-points.ts';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';

interface ProjectDetailsProps {
  project: ProjectDocument;
  status: ProjectStatusId;
  points: ProjectPoints;
}

/** Rarely needed facts, collapsed. */
export function ProjectDetails({ project, status, points }: ProjectDetailsProps) {
  const { t } = useLingui();
  const format = useFormat();
  const copy = useCopyToClipboard();
  const surveyPoints = useSingleton('configuration')?.survey_points ?? 0;
  const isAsked = isProjectOpen(status) && project.survey.length > 0;
  return (
    <Disclosure title={<Trans>Details</Trans>}>
      <DetailList
        items={[
          { term: t`Maximum for its products`, detail: format.points(points.max) },
          ...(isAsked && surveyPoints > 0
            ? [{ term: t`For the survey at the end`, detail: format.points(surveyPoints) }]
            : []),
          { term: t`Updated`, detail: format.dateTime(project.updated_at) },
          {
            term: t`Project ID`,
            detail: (
              <span className="flex items-center gap-2">
                <span className="min-w-0 text-small font-normal tnum break-long">
                  {project.uuid}
                </span>
                <IconButton
                  label={t`Copy the project ID`}
                  icon={<Copy />}
                  onClick={() => void copy(project.uuid, t`The project ID is copied.`)}
                />
              </span>
            ),
          },
        ]}
      />
    </Disclosure>
  );
}
