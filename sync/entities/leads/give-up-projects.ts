import type { LeadDocument } from '#schemas/lead.ts';
import { changeMany, storedRow } from '../../store/documents.ts';
import { rowsBy } from '../../store/reads.ts';
import type { CommandPorts } from '../command-ports.ts';
import { nextProject } from '../projects/machine.ts';
import { nextScan } from '../scans/machine.ts';

/**
 * Takes back the projects that this device made of a lead and that the server will never have. What
 * was scanned to them goes to the project that the lead has become, where it has one; else it is
 * without a project again, for the person to choose.
 * @throws SyncError
 */
export async function giveUpProjects(
  { database, newId }: Pick<CommandPorts, 'database' | 'newId'>,
  lead: LeadDocument,
): Promise<void> {
  const { projects } = database.collections;
  const replacement = lead.project_id;
  const made = lead.edits.flatMap(({ project_id }) => project_id ?? []);
  for (const id of made.filter((project_id) => project_id !== replacement)) {
    const project = await storedRow(projects, id);
    if (project?.awaits_lead !== lead.uuid) continue;
    await giveUpProducts({ database, newId }, id, replacement);
    await changeMany(projects, [id], (row) => nextProject(row, { type: 'given_up' }));
  }
}

/**
 * Takes what was scanned to a project out of it: to another one, or back to what is without a project, for the
 * person to choose. What the server has of it stays there until it is brought elsewhere, or discarded.
 * @throws SyncError
 */
export async function giveUpProducts(
  { database, newId }: Pick<CommandPorts, 'database' | 'newId'>,
  projectId: string,
  replacement: string | null,
): Promise<void> {
  const { scans } = database.collections;
  const scanned = await rowsBy(scans, { projects_id: { $eq: projectId } });
  await changeMany(
    scans,
    scanned.map(({ uuid }) => uuid),
    (scan) => nextScan(scan, { type: 'project_given_up', replacement, opId: newId() }),
  );
}
