import type { LeadDocument } from '#schemas/lead.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { changeMany } from '../../store/change-many.ts';
import type { CommandPorts } from '../scans/commands.ts';

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
  const { projects, scans } = database.collections;
  const made = lead.edits.flatMap(({ project_id }) => project_id ?? []);
  for (const id of made.filter((project_id) => project_id !== lead.project_id)) {
    const project = await projects.findOne(id).exec();
    if (project?.awaits_lead !== lead.uuid) continue;
    const heir = lead.project_id;
    const scanned = await scans.find({ selector: { projects_id: id } }).exec();
    const ids = scanned.map(({ uuid }) => uuid);
    await changeMany<ScanDocument>(scans, ids, (scan) => ({
      ...scan,
      op_id: newId(),
      projects_id: heir ?? '',
      state: heir === null ? 'captured' : 'waiting',
    }));
    await project.incrementalRemove();
  }
}
