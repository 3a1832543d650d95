import type { LeadDocument } from '#schemas/lead.ts';
import { changeMany, findRow } from '../../store/documents.ts';
import type { CommandPorts } from '../command-ports.ts';
import { nextProject } from '../projects/machine.ts';
import { detachProducts } from '../scans/detach-products.ts';

/**
 * Takes back the projects that this device made of a lead and that the server will never have. What
 * was scanned to them goes to the project that the lead has become, where it has one; else it is
 * without a project again, for the person to choose.
 * @throws SyncError
 */
export async function removeUnsentProjects(
  { database, newId }: Pick<CommandPorts, 'database' | 'newId'>,
  lead: LeadDocument,
): Promise<void> {
  const { projects } = database.collections;
  const replacement = lead.project_id;
  const made = lead.edits.flatMap(({ project_id }) => project_id ?? []);
  for (const id of made.filter((project_id) => project_id !== replacement)) {
    const project = await findRow(projects, id);
    if (project?.awaits_lead !== lead.uuid) continue;
    await detachProducts({ database, newId }, id, replacement);
    await changeMany(projects, [id], (row) => nextProject(row, { type: 'given_up' }));
  }
}
