/** Installation dates that the server rejected. */
import { isProjectOpen } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';

/** True if a rejected date can be set again: the project exists, is open, and isn't being closed. */
export function canSetDate({
  closing,
  date_refusal,
  status,
}: Pick<ProjectDocument, 'closing' | 'date_refusal' | 'status'>): boolean {
  const isDeleted = date_refusal?.code === 'project_not_found';
  return closing === null && !isDeleted && isProjectOpen(status.id);
}

/** True if the server rejected the date because someone else had changed it. */
export function hasDateConflict({ date_refusal }: Pick<ProjectDocument, 'date_refusal'>): boolean {
  return date_refusal?.code === 'conflict';
}
