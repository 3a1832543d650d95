import { sql, type Kysely } from 'kysely';
import { MAX_CLOCK_ERROR_MS } from '#schemas/campaign.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { type ReviewSignal, type SamePhoto } from '#schemas/operator/review-calls.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { type Database } from '../db/tables.ts';
import { anyText, anyUuid } from '../scans/any-of.ts';
import { parseLot } from '../scans/enumerated-lots.ts';
import { findHeldLots } from '../scans/held-lots.ts';
import { isSameProduct, type RegisteredProduct } from '../scans/apply-edits.ts';

/** If one person scans at least this many products within ten minutes, the products get a signal. */
const MANY_SCANS_THRESHOLD = 40;
export const WINDOW_MS = 10 * MINUTE_MS;

/** Scan columns that signals depend on. */
export const signalColumns = [
  'scans.uuid',
  'scans.company_id',
  'scans.created_by',
  'scans.created_at',
  'scans.time',
  'scans.campaign_time',
  'scans.type',
  'scans.size',
  'scans.variant',
  'scans.serial_number',
  'scans.image_data',
] as const;

interface SignalRow extends RegisteredProduct {
  readonly uuid: string;
  readonly company_id: string;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly time: number;
  readonly campaign_time: number | null;
  readonly serial_number: string | null;
  readonly image_data: string | null;
}

/** Maximum number of other products with the same photo that a signal lists. */
const MAX_LISTED_PRODUCTS = 5;

interface Signals {
  readonly signals: ReadonlyMap<string, readonly ReviewSignal[]>;
  /** Registered products by serial number. */
  readonly registry: ReadonlyMap<string, RegisteredProduct>;
}

/**
 * Finds the signals of products. The products are compared only with products in the operator's countries.
 * @param queries must run on `db`
 */
export async function findSignals(
  db: Kysely<Database>,
  queries: ScopedQueries,
  rows: readonly SignalRow[],
): Promise<Signals> {
  const registry = await loadRegistry(db, rows);
  const findPhotoSignal = await loadSamePhotos(queries, rows);
  const scanTimes = await loadScanTimes(queries, rows);
  const findLotSignal = await loadHeldLots(db, rows);
  const signals = rows.map((row) => {
    const foundSignals = [
      findPhotoSignal(row),
      findManyScans(row, scanTimes),
      findClockSignal(row),
      findRegistrySignal(row, registry),
      findLotSignal(row),
    ];
    return [row.uuid, foundSignals.filter((signal) => signal !== null)] as const;
  });
  return { signals: new Map(signals), registry };
}

async function loadRegistry(db: Kysely<Database>, rows: readonly SignalRow[]) {
  const serials = rows.flatMap(({ serial_number }) => serial_number ?? []);
  const registryRows = await db
    .selectFrom('registry')
    .select(['code', 'type', 'size', 'variant'])
    .where('code', '=', anyText(serials))
    .execute();
  return new Map(registryRows.map(({ code, ...product }) => [code, product]));
}

function findRegistrySignal(
  row: SignalRow,
  registry: ReadonlyMap<string, RegisteredProduct>,
): ReviewSignal | null {
  if (row.serial_number === null) return null;
  const registeredProduct = registry.get(row.serial_number);
  if (!registeredProduct) return { kind: 'not_registered' };
  return isSameProduct(registeredProduct, row) ? null : { kind: 'registry_differs' };
}

/** `campaign_time` differs from the device's `time` if the server didn't trust the device's clock. */
function findClockSignal({ time, created_at, campaign_time }: SignalRow): ReviewSignal | null {
  const receivedAt = created_at.getTime();
  const isAhead = time - receivedAt > MAX_CLOCK_ERROR_MS;
  const isDistrusted = campaign_time !== null && campaign_time !== time;
  const isBehind = isDistrusted && receivedAt - time > MAX_CLOCK_ERROR_MS;
  return isAhead || isBehind
    ? { kind: 'device_clock', scanned_at: time, received_at: created_at.toISOString() }
    : null;
}

const getPersonKey = ({ company_id, created_by }: Pick<SignalRow, 'company_id' | 'created_by'>) =>
  `${company_id}/${created_by}`;

/** Loads the times of these scans, and of other scans that the same people made shortly before or after them. */
async function loadScanTimes(queries: ScopedQueries, rows: readonly SignalRow[]) {
  const nearScans = await queries
    .selectFrom('scans')
    .innerJoin('scans as near', (join) =>
      join
        .onRef('near.company_id', '=', 'scans.company_id')
        .on(sql<boolean>`near.created_by is not distinct from scans.created_by`)
        .on(sql<boolean>`near.time between scans.time - ${WINDOW_MS} and scans.time + ${WINDOW_MS}`)
        .on('near.deleted', '=', false),
    )
    .where('scans.uuid', '=', anyUuid(rows.map(({ uuid }) => uuid)))
    .select(['near.uuid', 'near.company_id', 'near.created_by', 'near.time'])
    .distinct()
    .execute();
  const scansByPerson = Map.groupBy(nearScans, getPersonKey);
  return new Map(
    [...scansByPerson].map(([person, scans]) => [person, scans.map(({ time }) => time)]),
  );
}

function findManyScans(
  row: SignalRow,
  scanTimes: ReadonlyMap<string, readonly number[]>,
): ReviewSignal | null {
  const count = countInWindow(scanTimes.get(getPersonKey(row)) ?? [], row.time);
  return count >= MANY_SCANS_THRESHOLD ? { kind: 'many_scans', count } : null;
}

async function loadSamePhotos(queries: ScopedQueries, rows: readonly SignalRow[]) {
  const photos = await queries
    .selectFrom('photos')
    .select(['uuid', 'sha256'])
    .where('uuid', '=', anyUuid(rows.flatMap(({ image_data }) => image_data ?? [])))
    .execute();
  const hashes = new Map(photos.map(({ uuid, sha256 }) => [uuid, sha256]));
  const samePhotos = await queries
    .selectFrom((eb) =>
      eb
        .selectFrom('photos')
        .innerJoin('scans', 'scans.image_data', 'photos.uuid')
        .innerJoin('companies', 'companies.id', 'scans.company_id')
        .where('photos.sha256', '=', anyText([...new Set(hashes.values())]))
        .where('scans.deleted', '=', false)
        .select(['photos.sha256', 'photos.uuid as photo', 'companies.name as company_name'])
        .select(['scans.uuid as scan', 'scans.company_id', 'scans.created_at', 'scans.flag'])
        .select(['scans.type', 'scans.size', 'scans.variant', 'scans.serial_number'])
        .select(({ fn }) => [
          fn
            .countAll<number>()
            .over((over) => over.partitionBy('photos.sha256'))
            .as('count'),
          fn
            .agg<number>('row_number')
            .over((over) =>
              over.partitionBy('photos.sha256').orderBy('scans.created_at').orderBy('scans.uuid'),
            )
            .as('position'),
        ])
        .as('same'),
    )
    .selectAll()
    // One more row is read, because the product itself isn't listed.
    .where('position', '<=', MAX_LISTED_PRODUCTS + 1)
    .orderBy('position')
    .execute();
  const scansByHash = Map.groupBy(samePhotos, ({ sha256 }) => sha256);
  return ({ uuid, company_id, image_data }: SignalRow): ReviewSignal | null => {
    const scansWithPhoto = scansByHash.get(hashes.get(image_data ?? '') ?? '') ?? [];
    const others = scansWithPhoto.filter(({ scan }) => scan !== uuid).slice(0, MAX_LISTED_PRODUCTS);
    const count = Number(scansWithPhoto[0]?.count ?? 1) - 1;
    if (count === 0) return null;
    return { kind: 'photo_used', count, others: others.map((other) => toWire(other, company_id)) };
  };
}

type SamePhotoRow = Omit<SamePhoto, 'received_at' | 'is_same_company'> & {
  readonly company_id: string;
  readonly created_at: Date;
};

function toWire(other: SamePhotoRow, companyId: string): SamePhoto {
  const { scan, photo, company_name, company_id, type, size, variant, serial_number, flag } = other;
  return {
    scan,
    photo,
    company_name,
    type,
    size,
    variant,
    serial_number,
    flag,
    is_same_company: company_id === companyId,
    received_at: other.created_at.toISOString(),
  };
}

async function loadHeldLots(db: Kysely<Database>, rows: readonly SignalRow[]) {
  const heldLotsByCompany = new Map<string, ReadonlySet<string>>();
  for (const [company, products] of Map.groupBy(rows, ({ company_id }) => company_id)) {
    const codes = products.flatMap(({ serial_number }) => serial_number ?? []);
    heldLotsByCompany.set(company, await findHeldLots(db, company, codes));
  }
  return ({ company_id, serial_number }: SignalRow): ReviewSignal | null => {
    if (serial_number === null) return null;
    const { lot } = parseLot(serial_number);
    return heldLotsByCompany.get(company_id)?.has(lot) ? { kind: 'held_lot', lot } : null;
  };
}

/**
 * Finds the ten-minute window that contains `time` and as many of the `times` as possible. Returns their number.
 * @param times in any order, including that time
 */
export function countInWindow(times: readonly number[], time: number): number {
  const nearTimes = times
    .filter((other) => Math.abs(other - time) <= WINDOW_MS)
    .sort((a, b) => a - b);
  let maxCount = 0;
  let start = 0;
  for (const [end, last] of nearTimes.entries()) {
    while (last - (nearTimes[start] ?? last) > WINDOW_MS) start += 1;
    // Windows that end before the given time don't contain it.
    if (last >= time) maxCount = Math.max(maxCount, end - start + 1);
  }
  return maxCount;
}
