import { changeMany } from '#sync/store/documents.ts';
import { rowsBy } from '#sync/store/reads.ts';
import type { CommandPorts } from '../command-ports.ts';
import { nextScan } from './machine.ts';

/**
 * Takes what was scanned to a project out of it: to another one, or back to what is without a project, for the
 * person to choose. What the server has of it stays there until it is brought elsewhere, or discarded.
 * @throws SyncError
 */
export async function detachProducts(
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
