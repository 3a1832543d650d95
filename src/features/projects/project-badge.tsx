import { Trans } from '@lingui/react/macro';
import { projectStatus, type ProjectStatusId } from '#schemas/project.ts';
import { Badge } from '#src/ui/badge.tsx';

/** A project's status in a word. */
export function ProjectBadge({ status }: { status: ProjectStatusId }) {
  switch (status) {
    case projectStatus.inProgress:
      return (
        <Badge tone="info">
          <Trans>Open</Trans>
        </Badge>
      );
    case projectStatus.scheduled:
      return (
        <Badge tone="neutral">
          <Trans>Scheduled</Trans>
        </Badge>
      );
    case projectStatus.inReview:
      return (
        <Badge tone="warn">
          <Trans>In review</Trans>
        </Badge>
      );
    case projectStatus.closed:
      return (
        <Badge tone="good">
          <Trans>Closed</Trans>
        </Badge>
      );
    case projectStatus.lost:
      return (
        <Badge tone="bad">
          <Trans>Lost</Trans>
        </Badge>
      );
  }
}
