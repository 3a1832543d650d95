import { DAY_MS } from '#schemas/durations.ts';
import { IMPORT_FILE_DAYS } from '#schemas/operator/import-calls.ts';
import { transact } from '../db/database.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';
import { type ImportRow } from './import-access.ts';

/** Maximum number of imports handled per run. */
const BATCH = 50;

/** States in which the file is no longer needed. */
const endedStates: readonly ImportRow['state'][] = ['applied', 'taken_back', 'expired'];

/** Tables with rows of the file. */
const fileTables = ['import_parts', 'import_rejects', 'import_keys'] as const;

/** Deletes the files and rejected rows of old imports. The counts stay, and imported rows can still be undone. */
export async function removeOldImportFiles({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await transact(db, async (trx) => {
    const oldImports = await trx
      .selectFrom('imports')
      .select(['uuid', 'state', 'phase', 'rev'])
      .where('created_at', '<', new Date(clock.now() - IMPORT_FILE_DAYS * DAY_MS))
      .where('state', 'not in', ['checking', 'applying', 'taking_back'])
      .where(({ exists, selectFrom, or, eb }) =>
        or([
          eb('state', '=', 'uploading'),
          // An applied secret file has no parts, but its rejected rows stay until now.
          ...fileTables.map((table) =>
            exists(
              selectFrom(table).select('import_uuid').whereRef('import_uuid', '=', 'imports.uuid'),
            ),
          ),
        ]),
      )
      .orderBy('created_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = anyUuid(oldImports.map(({ uuid }) => uuid));
    for (const table of fileTables)
      await trx.deleteFrom(table).where('import_uuid', '=', ids).execute();
    for (const { uuid, state, phase, rev } of oldImports) {
      // A stopped import doesn't expire if it has applied rows, because these can still be undone.
      if (endedStates.includes(state) || phase === 'applying' || phase === 'taking_back') continue;
      await trx
        .updateTable('imports')
        .set({ state: 'expired', rev: rev + 1 })
        .where('uuid', '=', uuid)
        .execute();
    }
  });
}
