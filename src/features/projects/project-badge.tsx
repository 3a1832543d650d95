import { Trans } from '@lingui/react/macro';
import { Clock } from 'lucide-react';
import { projectStatus, type ProjectStatusId } from '#schemas/project-status.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';

export function ProjectBadge({ status }: { status: ProjectStatusId }) {
  switch (status) {
    case projectStatus.inProgress:
      return (
        <Badge tone="info">
          <Trans context="project">Open</Trans>
        </Badge>
      );
    case projectStatus.scheduled:
      return (
        <Badge tone="neutral">
          <Trans context="project">Scheduled</Trans>
        </Badge>
      );
    case projectStatus.inReview:
      return (
        <Badge tone="info" icon={<Clock />}>
          <Trans context="project">In review</Trans>
        </Badge>
      );
    case projectStatus.closed:
      return (
        <Badge tone="good">
          <Trans context="project">Closed</Trans>
        </Badge>
      );
    case projectStatus.lost:
      return (
        <Badge tone="bad">
          <Trans context="project">Lost</Trans>
        </Badge>
      );
  }
}
