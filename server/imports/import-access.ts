import { type Kysely, type Selectable, type Transaction } from 'kysely';
import { importKindIds, importKinds, type ImportKindId } from '#schemas/operator/import-kinds.ts';
import { type OperatorGrant, regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';

export type ImportRow = Selectable<Database['imports']>;

interface Grants {
  readonly grants: readonly OperatorGrant[];
}

/** Countries in which the grants allow imports of a kind. */
function importRegions(grants: readonly OperatorGrant[], kind: ImportKindId): readonly RegionId[] {
  const allowedRegions = regionsWithRight(grants, importKinds[kind].right);
  return regionsWithRight(grants, 'imports.run').filter((region) =>
    allowedRegions.includes(region),
  );
}

/** True if the grants allow an import. An import for all countries requires the right in at least one. */
export function canImport(
  grants: readonly OperatorGrant[],
  { kind, region_id }: Pick<ImportRow, 'kind' | 'region_id'>,
): boolean {
  const regions = importRegions(grants, kind);
  return region_id === null ? regions.length > 0 : regions.includes(region_id);
}

/** Selects the imports that the grants allow. */
export function selectImports(db: Kysely<Database>, { grants }: Grants) {
  return db.selectFrom('imports').where((eb) =>
    eb.or(
      importKindIds.flatMap((kind) => {
        const regions = importRegions(grants, kind);
        if (regions.length === 0) return [];
        const inRegions = eb.or([eb('region_id', 'is', null), eb('region_id', 'in', regions)]);
        return [eb.and([eb('kind', '=', kind), inRegions])];
      }),
    ),
  );
}

/** Finds an import that the grants allow. */
export const findImport = (db: Kysely<Database>, grants: Grants, id: string) =>
  selectImports(db, grants).selectAll().where('uuid', '=', id).executeTakeFirst();

/**
 * Locks an import.
 * @throws ApiFailure `not_found` if there is no such import, or if the operator's grants don't allow it
 */
export async function lockImport(
  trx: Transaction<Database>,
  operator: Grants,
  id: string,
): Promise<ImportRow> {
  const row = await selectImports(trx, operator)
    .selectAll()
    .where('uuid', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ApiFailure('not_found');
  return row;
}
