/** Where a lead is shown, by its status (spec 1 §4: redirects). Pure. */
import type { LeadDocument } from '#schemas/lead.ts';
import { leadViewOf } from '#schemas/lead-steps.ts';
import { paths } from '#src/app/paths.ts';

type LeadRouteInput = Pick<LeadDocument, 'uuid' | 'status' | 'project_id' | 'state'>;

/**
 * Returns the screen of a lead: its steps, its project, or the archive. A lead with a rejected edit
 * keeps its own screen, where the person can resolve it.
 */
export function leadRoute({ uuid, status, project_id, state }: LeadRouteInput): string {
  const place = leadViewOf(status);
  if (place === 'archive') return paths.leadArchive(uuid);
  if (place === 'project' && project_id !== null && state !== 'refused') {
    return paths.project(project_id);
  }
  return paths.lead(uuid);
}
