import { type Transaction } from 'kysely';
import { type ScanEdit, type ScanVerdict } from '#schemas/api/scan-calls.ts';
import { lockCompany, nextRevs } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { type Actor } from '../http/handler.ts';
import { productTypes, regionRules } from '../configuration/region-rules.ts';
import { recalculateProjects } from '../projects/recalculate-projects.ts';
import { type Services } from '../services.ts';
import { tierLadders } from '../tiers/tier-ladders.ts';
import { type ScanRules } from './judge.ts';
import { anyId, loadBatch } from './load-batch.ts';
import { refusal, settleEdits, type Before, type Settlement } from './settle-edits.ts';
import { insertTombstones, insertScans, updateScans, type NumberedScan } from './write-scans.ts';

/** Two companies that change to the same serial number at once: the second looks again. */
const MAX_TRIES = 5;
const UNIQUE_VIOLATION = '23505';

/**
 * Saves, changes and removes scans in one transaction, with a verdict for each in their order. One
 * edit that is refused never stops the others (F04), and the same edits sent again, also at the same
 * moment, have one effect (F01, F02).
 */
export async function saveBatch(
  edits: readonly ScanEdit[],
  actor: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<ScanVerdict[]> {
  const [{ configuration }, categories, tiers] = await Promise.all([
    regionRules(db, actor.region),
    productTypes(db),
    tierLadders(db, actor.region),
  ]);
  const rules: ScanRules = { configuration, categories, tiers, role: actor.role };
  const canonical = edits.map(lowerCaseIds);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const verdicts = await transact(db, (trx) =>
        settleAndWrite(trx, canonical, actor.companyId, rules, clock.now()),
      );
      return verdicts.map((verdict, at) => echoIds(verdict, edits[at]));
    } catch (error) {
      if (attempt >= MAX_TRIES || !isUniqueViolation(error)) throw error;
    }
  }
}

async function settleAndWrite(
  trx: Transaction<Database>,
  edits: readonly ScanEdit[],
  companyId: string,
  rules: ScanRules,
  now: number,
): Promise<ScanVerdict[]> {
  await lockCompany(trx, companyId);
  const before = await loadBatch(trx, companyId, edits, { now, countTiers: rules.tiers.size > 0 });
  const settlement = settleEdits(edits, before, rules);
  await insertTombstones(trx, companyId, [...settlement.tombstones.values()], before.now);
  const lost = await writeChanges(trx, settlement, before);
  if (lost.size === 0) return settlement.verdicts;

  const taken = await existingIds(trx, [...lost]);
  return settlement.verdicts.map((verdict) => {
    if (!lost.has(verdict.uuid) || verdict.error !== null) return verdict;
    // The id itself belongs to somebody else by now, or else the serial number does.
    return refusal(verdict, taken.has(verdict.uuid) ? 'conflict' : 'already_scanned');
  });
}

/** @returns the new scans that did not go in */
async function writeChanges(
  trx: Transaction<Database>,
  { changed, verdicts }: Settlement,
  before: Before,
): Promise<Set<string>> {
  if (changed.size === 0) return new Set();
  const touched = new Set(
    [...changed.values()].flatMap(({ uuid, projects_id }) => [
      projects_id,
      before.scans.get(uuid)?.projects_id ?? projects_id,
    ]),
  );
  const first = await nextRevs(trx, before.companyId, changed.size + touched.size);
  const numbered = [...changed.values()].map((scan, at): NumberedScan => {
    return { ...scan, rev: first + at };
  });
  await updateScans(
    trx,
    numbered.filter(({ uuid }) => before.scans.has(uuid)),
    before.scans,
  );
  const lost = await insertScans(
    trx,
    numbered.filter(({ uuid }) => !before.scans.has(uuid)),
  );
  const saved = new Set(
    verdicts.flatMap(({ uuid, scan, error }) =>
      error === null && scan && !scan.deleted && changed.has(uuid) && !lost.has(uuid)
        ? [scan.projects_id]
        : [],
    ),
  );
  const projects = [...touched].map((uuid, at) => {
    return { uuid, rev: first + changed.size + at, gotScan: saved.has(uuid) };
  });
  await recalculateProjects(trx, projects, before.now);
  return lost;
}

async function existingIds(trx: Transaction<Database>, uuids: string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('scans')
    .select('uuid')
    .where('uuid', '=', anyId(uuids))
    .execute();
  return new Set(rows.map(({ uuid }) => uuid));
}

/** The database writes ids in lower case; a device may have written its own otherwise. */
function lowerCaseIds(edit: ScanEdit): ScanEdit {
  const ids = { uuid: edit.uuid.toLowerCase(), op_id: edit.op_id.toLowerCase() };
  if (edit.deleted) return { ...edit, ...ids };
  return {
    ...edit,
    ...ids,
    base_op_id: edit.base_op_id?.toLowerCase() ?? null,
    projects_id: edit.projects_id.toLowerCase(),
    image_data: edit.image_data?.toLowerCase() ?? null,
  };
}

/** A verdict names its edit as the edit named itself. */
function echoIds(verdict: ScanVerdict, edit: ScanEdit | undefined): ScanVerdict {
  return edit ? { ...verdict, uuid: edit.uuid, op_id: edit.op_id } : verdict;
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}
