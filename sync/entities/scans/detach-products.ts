import { changeMany } from '#sync/store/documents.ts';
import { rowsBy } from '#sync/store/reads.ts';
import type { CommandPorts } from '../command-ports.ts';
import { nextScan } from './machine.ts';

/**
 * Moves a project's products to another project, or detaches them for the user to choose. The server keeps
 * its copies until they are moved or discarded.
 * @throws SyncError
 */
export async function detachProducts(
  { database, newId }: Pick<CommandPorts, 'database' | 'newId'>,
  projectId: string,
  replacementId: string | null,
): Promise<void> {
  const { scans } = database.collections;
  const projectScans = await rowsBy(scans, { projects_id: { $eq: projectId } });
  await changeMany(
    scans,
    projectScans.map(({ uuid }) => uuid),
    (scan) =>
      nextScan(scan, { type: 'project_detached', replacement: replacementId, opId: newId() }),
  );
}
