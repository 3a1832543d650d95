import { useLingui } from '@lingui/react/macro';
import type { ProjectDocument } from '#schemas/project.ts';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import type { UnsentProducts } from '#sync/entities/scans/unsent-products.ts';

/** Sync state of a project in a list. `refused`: needs the person; `waiting`: has unsent products. */
type ProjectSyncState = 'refused' | 'waiting' | 'unsent' | 'closing';

type MarkedProject = Pick<
  ProjectDocument,
  'state' | 'unbegun' | 'closing' | 'date_edit' | 'date_refusal'
>;

/**
 * Returns the sync state that lists and home show, the most urgent first; null if there is none. A project needs the
 * person if the server rejected it, its closing or date, a product, or a photo or document.
 * @param unsent the project's products and attachments that aren't on the server
 */
export function projectMark(
  project: MarkedProject,
  unsent: Omit<UnsentProducts, 'difference'> | undefined,
): ProjectSyncState | null {
  const { waiting = 0, refused = 0, refusedAttachments = 0 } = unsent ?? {};
  if (refused + refusedAttachments > 0) return 'refused';
  if (project.state === 'refused' || project.date_refusal !== null) return 'refused';
  if (waiting > 0) return 'waiting';
  if (project.unbegun || project.date_edit) return 'unsent';
  return project.closing ? 'closing' : null;
}

interface ProjectMarkProps {
  mark: ProjectSyncState | null;
  /** Number of unsent products. */
  waiting: number;
}

/** Icon and text for unsent or rejected changes. */
export function ProjectMark({ mark, waiting }: ProjectMarkProps) {
  const { t } = useLingui();
  if (mark === 'refused') return <SyncMark state="refused" label={t`To fix`} />;
  if (mark === 'waiting') return <SyncMark state="waiting" label={t`${waiting} not sent`} />;
  if (mark === 'unsent') return <SyncMark state="waiting" label={t`Not sent`} />;
  return mark && <SyncMark state="waiting" label={t`Closing`} />;
}
