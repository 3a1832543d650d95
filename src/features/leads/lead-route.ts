/** Where a lead is looked at, by its status (spec 1 §4: redirects). Pure. */
import type { LeadDocument } from '#schemas/lead.ts';
import { placeOf } from '#schemas/lead-steps.ts';
import { paths } from '#src/app/paths.ts';

type LeadRouteInput = Pick<LeadDocument, 'uuid' | 'status' | 'project_id' | 'state'>;

/**
 * The screen that a lead belongs to: its steps, its project, or the archive. One with a refused edit
 * stays a lead until the person has decided: they would not find the question at its project.
 */
export function leadRoute({ uuid, status, project_id, state }: LeadRouteInput): string {
  const place = placeOf(status);
  if (place === 'archive') return paths.leadArchive(uuid);
  if (place === 'project' && project_id !== null && state !== 'refused') {
    return paths.project(project_id);
  }
  return paths.lead(uuid);
}
