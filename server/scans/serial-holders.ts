import { type Kysely } from 'kysely';
import { type EarlierScan } from '#schemas/api/errors.ts';
import { type Database } from '../db/tables.ts';
import { anyText } from './any-of.ts';

/** A serial number, with the scan that holds it and the scan's company. */
export interface HeldSerial {
  readonly serial: string;
  readonly uuid: string;
  readonly companyId: string;
}

/** Selects the scans that hold these serial numbers. Removed and rejected scans don't hold their number. */
function selectHolders(db: Kysely<Database>, serials: readonly string[]) {
  return db
    .selectFrom('scans')
    .where('scans.serial_number', '=', anyText([...serials]))
    .where('scans.deleted', '=', false)
    .where('scans.is_unique', '=', true)
    .where('scans.flag', '<>', 'rejected');
}

/** Finds the scans that hold these serial numbers, in any company. */
export async function loadHeldSerials(
  db: Kysely<Database>,
  serials: string[],
): Promise<HeldSerial[]> {
  if (serials.length === 0) return [];
  const rows = await selectHolders(db, serials)
    .select(['scans.uuid', 'scans.serial_number', 'scans.company_id'])
    .execute();
  return rows.map(({ uuid, serial_number, company_id }) => {
    return { serial: serial_number ?? '', uuid, companyId: company_id };
  });
}

/** Returns the serial numbers held by another company. */
export function filterHeldElsewhere(
  heldSerials: readonly HeldSerial[],
  companyId: string,
): Set<string> {
  return new Set(
    heldSerials.filter((scan) => scan.companyId !== companyId).map(({ serial }) => serial),
  );
}

/**
 * Finds the company's earlier scans of serial numbers: who scanned them, when and in which project. Never reveals
 * another company's scans (security 10).
 * @param serials numbers that the person is saving or looking up
 */
export async function loadEarlierScans(
  db: Kysely<Database>,
  companyId: string,
  serials: readonly string[],
): Promise<ReadonlyMap<string, EarlierScan>> {
  if (serials.length === 0) return new Map();
  const rows = await selectHolders(db, serials)
    .leftJoin('installers', 'installers.id', 'scans.created_by')
    .select(['scans.uuid', 'scans.serial_number', 'scans.projects_id', 'scans.created_at'])
    .select(['installers.name', 'installers.surname'])
    .where('scans.company_id', '=', companyId)
    .execute();
  return new Map(
    rows.map(({ uuid, serial_number, projects_id, created_at, name, surname }) => {
      const by = [name, surname].filter(Boolean).join(' ') || null;
      return [
        serial_number ?? '',
        { uuid, projects_id, created_at: created_at.toISOString(), by },
      ] as const;
    }),
  );
}
