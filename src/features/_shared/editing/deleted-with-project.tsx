import { Trans } from '@lingui/react/macro';
import { map } from 'rxjs';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';

/**
 * Warns that deleting a project also deletes its photos, its documents and its unsent closing. Renders nothing if it has
 * none.
 */
export function DeletedWithProject({ projectId }: { projectId: string }) {
  const attachments = useLiveQuery(
    (account) => account.attachments.attachmentsOfProject$(projectId),
    [projectId],
  );
  const hasClosing = useLiveQuery(
    ({ collections }) =>
      collections.projects.findOne(projectId).$.pipe(map((row) => Boolean(row?.closing))),
    [projectId],
  );
  const hasAttachments = attachments !== undefined && attachments.length > 0;
  return (
    <>
      {hasAttachments && <Trans>The project’s photos and documents will be deleted.</Trans>}
      {hasAttachments && hasClosing && ' '}
      {hasClosing && <Trans>The project’s closing hasn’t been sent and will be deleted.</Trans>}
    </>
  );
}
