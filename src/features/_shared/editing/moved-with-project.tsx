import { Trans } from '@lingui/react/macro';
import { map } from 'rxjs';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';

/**
 * Warns that the unsent closing of a project moves to the lead's project, which it closes for everyone. Renders nothing
 * if there is no closing.
 */
export function MovedWithProject({ projectId }: { projectId: string }) {
  const hasClosing = useLiveQuery(
    ({ collections }) =>
      collections.projects.findOne(projectId).$.pipe(map((row) => Boolean(row?.closing))),
    [projectId],
  );
  return (
    hasClosing && (
      <Trans>The project’s closing hasn’t been sent. It will close the lead’s project.</Trans>
    )
  );
}
