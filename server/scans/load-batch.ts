import type { Kysely } from 'kysely';
import { dependsOnLevel } from '#schemas/campaign.ts';
import type { Configuration } from '#schemas/configuration.ts';
import type { ScanSave } from '#schemas/scan.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { isOpenAt } from '../projects/project-row.ts';
import type { Database } from '../db/tables.ts';
import type { ScanEdit } from '#schemas/api/scan-calls.ts';
import type { Actor } from '../http/handler.ts';
import { loadLevelHistory } from '../tiers/level-history.ts';
import { countProductsThisYear } from '../tiers/product-counts.ts';
import { anyUuid, anyText } from './any-of.ts';
import { findHeldLots } from './held-lots.ts';
import type { BatchState, ScanContext, RegisteredProduct, ScanRules } from './apply-edits.ts';
import { type HeldSerial, filterHeldElsewhere, loadHeldSerials } from './serial-holders.ts';
import { findCampaignTimes, type Receipt } from './decide-campaign.ts';
import { scanFromRow, type ScanState } from './scan-row.ts';

type Reader = Kysely<Database>;

/** Data for validating a batch. It includes those of the batch's serial numbers that companies already hold. */
export interface BatchData extends BatchState {
  /** Serial numbers held by other companies. */
  readonly heldElsewhere: ReadonlySet<string>;
  /** Serial numbers that any company already holds. */
  readonly heldSerials: readonly HeldSerial[];
}

/**
 * Loads everything that a batch refers to, with one query per table. The company must be locked.
 * @param now milliseconds since 1970
 * @param clockError the device's time minus the server's, in milliseconds; null if unknown
 */
export async function loadBatch(
  db: Reader,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  edits: readonly ScanEdit[],
  { now, clockError }: { readonly now: number; readonly clockError: number | null },
  { configuration, tiers }: Pick<ScanRules, 'configuration' | 'tiers'>,
): Promise<BatchData> {
  const saves = edits.filter((edit) => !edit.deleted);
  const serials = saves.flatMap(({ serial_number }) => serial_number ?? []);
  const scans = await loadScans(db, withoutDuplicates(edits.map(({ uuid }) => uuid)));
  const projectIds = withoutDuplicates([
    ...saves.map(({ projects_id }) => projects_id),
    ...[...scans.values()].map(({ projects_id }) => projects_id),
  ]);
  const missingIds = withoutDuplicates(
    edits.map(({ uuid }) => uuid).filter((uuid) => !scans.has(uuid)),
  );
  const photos = withoutDuplicates(saves.flatMap(({ image_data }) => image_data ?? []));
  const heldSerials = await loadHeldSerials(db, withoutDuplicates(serials));
  const receipt = { now: new Date(now).toISOString(), clockError };
  const since = findHistoryStart(saves, scans, configuration, receipt);
  const company = { companyId, region: configuration.region };
  return {
    companyId,
    heldElsewhere: filterHeldElsewhere(heldSerials, companyId),
    heldSerials,
    scans,
    tombstones: await loadTombstones(db, companyId, missingIds),
    context: {
      registry: await loadRegistry(db, withoutDuplicates(serials), true),
      serialHolders: new Map(heldSerials.map(({ serial, uuid }) => [serial, uuid])),
      projects: await loadProjects(db, companyId, projectIds, now),
      photos: await loadPhotos(db, companyId, photos),
      heldLots: await findHeldLots(db, companyId, serials),
      // Without tiers, no points depend on the counts.
      tierCounts: tiers.size > 0 ? await countProductsThisYear(db, companyId, now) : new Map(),
    },
    levels: since === null ? null : await loadLevelHistory(db, company, userId, since),
    ...receipt,
  };
}

/** Returns the earliest scan time for which a campaign depends on the company's level; null if none does. */
function findHistoryStart(
  saves: readonly ScanSave[],
  scans: ReadonlyMap<string, ScanState>,
  { campaigns = [], region }: Configuration,
  receipt: Receipt,
): number | null {
  const scanTimes = saves
    .map(({ uuid, serial_number: serial, time }) =>
      findCampaignTimes({ serial, time }, scans.get(uuid), receipt),
    )
    .filter((times) => dependsOnLevel(campaigns, times, region))
    .map(({ scannedAt }) => scannedAt);
  return scanTimes.length === 0 ? null : scanTimes.reduce((a, b) => Math.min(a, b));
}

async function loadScans(db: Reader, uuids: string[]): Promise<Map<string, ScanState>> {
  const rows = await db
    .selectFrom('scans')
    .selectAll()
    .where('uuid', '=', anyUuid(uuids))
    .execute();
  return new Map(
    rows.map((row) => [
      row.uuid,
      {
        ...scanFromRow(row),
        company_id: row.company_id,
        tier_points: row.tier_points,
        campaign: row.campaign,
        campaign_time: row.campaign_time,
        campaign_level: row.campaign_level,
      },
    ]),
  );
}

async function loadTombstones(
  db: Reader,
  companyId: string,
  uuids: string[],
): Promise<Set<string>> {
  if (uuids.length === 0) return new Set();
  const rows = await db
    .selectFrom('scan_tombstones')
    .select('uuid')
    .where('company_id', '=', companyId)
    .where('uuid', '=', anyUuid(uuids))
    .execute();
  return new Set(rows.map(({ uuid }) => uuid));
}

/**
 * Loads the products registered for the codes.
 * @param shouldLock true to lock the products until the transaction ends, so that undoing their import has to wait
 */
export async function loadRegistry(
  db: Reader,
  codes: string[],
  shouldLock = false,
): Promise<Map<string, RegisteredProduct>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .selectFrom('registry')
    .select(['code', 'type', 'size', 'variant'])
    .where('code', '=', anyText(codes))
    .orderBy('code')
    .$if(shouldLock, (query) => query.forKeyShare())
    .execute();
  return new Map(rows.map(({ code, ...product }) => [code, product]));
}

async function loadProjects(
  db: Reader,
  companyId: string,
  uuids: string[],
  now: number,
): Promise<ScanContext['projects']> {
  if (uuids.length === 0) return new Map();
  const rows = await db
    .selectFrom('projects')
    .select(['uuid', 'status', 'expires_at', 'given_up'])
    .where('company_id', '=', companyId)
    .where('deleted', '=', false)
    .where('uuid', '=', anyUuid(uuids))
    .execute();
  return new Map(
    rows.map((row) => [
      row.uuid,
      {
        isOpen: isOpenAt(row, now),
        isAbandoned: row.given_up,
        isSubmitted: row.status === projectStatus.inReview || row.status === projectStatus.closed,
      },
    ]),
  );
}

async function loadPhotos(db: Reader, companyId: string, uuids: string[]): Promise<Set<string>> {
  if (uuids.length === 0) return new Set();
  const rows = await db
    .selectFrom('photos')
    .select('uuid')
    .where('company_id', '=', companyId)
    .where('uuid', '=', anyUuid(uuids))
    .execute();
  return new Set(rows.map(({ uuid }) => uuid));
}

function withoutDuplicates(values: readonly string[]): string[] {
  return [...new Set(values)];
}
