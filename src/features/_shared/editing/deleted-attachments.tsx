import { Trans } from '@lingui/react/macro';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';

/** Warns that deleting a project also deletes its photos and documents. Renders nothing if it has none. */
export function DeletedAttachments({ projectId }: { projectId: string }) {
  const attachments = useLiveQuery(
    (account) => account.attachments.attachmentsOfProject$(projectId),
    [projectId],
  );
  if (attachments === undefined || attachments.length === 0) return null;
  return <Trans>The project’s photos and documents will be deleted.</Trans>;
}
