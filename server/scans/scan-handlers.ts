import { randomUUID } from 'node:crypto';
import type { ScanEdit, ScanEditInput, ScanVerdict } from '#schemas/api/scan-calls.ts';
import { companyCounter, pullPage, lockCompany, nextRevs } from '../db/changes.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { ApiFailure } from '../http/failure.ts';
import type { Actor, Handlers } from '../http/handler.ts';
import type { Services } from '../services.ts';
import { confirmMany, confirmOne } from './confirm-scans.ts';
import { scansRejected } from './scan-metrics.ts';
import { scanFromRow } from './scan-row.ts';
import { incrementWindow } from '../db/rate-windows.ts';
import type { Transaction } from 'kysely';
import type { ApiErrorCode } from '#schemas/api/errors.ts';
import { HOUR_MS } from '#schemas/durations.ts';
import { transact } from '../db/database.ts';
import type { Database } from '../db/tables.ts';
import { listProductTypes, getRegionRules } from '../configuration/region-rules.ts';
import { updateProjectSums } from '../projects/project-points.ts';
import { loadTierBrackets } from '../tiers/load-brackets.ts';
import {
  type ScanRules,
  rejection,
  applyEdits,
  type BatchState,
  type BatchResult,
} from './apply-edits.ts';
import { anyUuid } from './any-of.ts';
import { type CodeLookup, recordLookups } from './code-lookups.ts';
import { loadEarlierScans } from './serial-holders.ts';
import { loadBatch, type BatchData } from './load-batch.ts';
import { insertTombstones, insertScans, updateScans, type ScanWithRev } from './write-scans.ts';

const DEFAULT_LIMIT = 100;

export const scanHandlers = {
  confirmScan: ({ query, actor }, services) => confirmOne(query, actor, services),

  async confirmScans({ body, actor }, services) {
    return { data: await confirmMany(body.scans, actor, services) };
  },

  listScans({ query, actor }, services) {
    const { page = 1, limit = DEFAULT_LIMIT, since } = query;
    const scans = services.db
      .selectFrom('scans')
      .selectAll()
      .where('company_id', '=', actor.companyId);
    if (since === undefined) {
      return newestFirstPage(
        services.db,
        scans.where('deleted', '=', false),
        { page, limit },
        scanFromRow,
      );
    }
    const counter = companyCounter(services, actor.companyId);
    return pullPage(scans, { since, limit }, counter, scanFromRow);
  },

  async createScan({ body, ...sender }, services) {
    const scan = await saveOne(withDefaults(body, services.clock.now()), sender, services);
    if (!scan) throw new Error('A save that wasn’t rejected must return a scan.');
    return scan;
  },

  async sendScans({ body, ...sender }, services) {
    const now = services.clock.now();
    const edits = body.scans.map((input) => withDefaults(input, now));
    return { data: await saveAll(edits, sender, services) };
  },

  async deleteScan({ params, ...sender }, services) {
    const removal = { uuid: params.id, op_id: randomUUID(), deleted: true } as const;
    try {
      await saveOne(removal, sender, services);
    } catch (error) {
      // Hides that another company has this id (security 10).
      if (error instanceof ApiFailure && error.code === 'conflict')
        throw new ApiFailure('not_found');
      throw error;
    }
    return {};
  },
} satisfies Partial<Handlers>;

/** Fills in the ids and the time, which clients without offline support omit. */
function withDefaults(input: ScanEditInput, now: number): ScanEdit {
  if (input.deleted) return input;
  const { uuid = randomUUID(), op_id = randomUUID(), base_op_id = null, ...fields } = input;
  const { survey = null, image_data = null, manual = false, time = now } = fields;
  return {
    ...fields,
    uuid,
    op_id,
    base_op_id,
    deleted: false,
    survey,
    image_data,
    manual,
    time,
  };
}

async function saveAll(edits: readonly ScanEdit[], sender: BatchSender, services: Services) {
  const verdicts = await saveBatch(edits, sender, services);
  for (const { error } of verdicts) if (error) scansRejected.inc({ code: error.code });
  await recordScanRate(
    services,
    sender.actor,
    verdicts.filter(({ status }) => status === 201).length,
  );
  return verdicts;
}

async function saveOne(edit: ScanEdit, sender: BatchSender, services: Services) {
  const [verdict] = await saveAll([edit], sender, services);
  const error = verdict?.error;
  if (error) {
    const { code, field, earlier } = error;
    throw new ApiFailure(code, {
      ...(field !== undefined && { field }),
      ...(earlier !== undefined && { details: { earlier } }),
    });
  }
  return verdict?.scan ?? null;
}

/**
 * If a company saves this many new products within an hour, an operator should investigate (security 13). Even a month
 * of work that is sent together after an outage stays below this number.
 */
export const UNUSUAL_SCANS_PER_HOUR = 1_000;

/** Counts newly saved scans and logs a warning, at most once an hour, if there are unusually many. */
async function recordScanRate(
  { db, clock, logger }: Pick<Services, 'db' | 'clock' | 'logger'>,
  actor: Actor,
  savedCount: number,
): Promise<void> {
  if (savedCount === 0) return;
  const start = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
  const count = await incrementWindow(db, `scans:${actor.companyId}`, start, savedCount);
  const wasBelowLimit = count - savedCount < UNUSUAL_SCANS_PER_HOUR;
  if (count < UNUSUAL_SCANS_PER_HOUR || !wasBelowLimit) return;
  logger.warn({ company: actor.companyId, count }, 'a company saves unusually many scans');
}

/** The person who sends a batch. */
interface BatchSender {
  readonly actor: Actor;
  /** The device's time minus the server's when the request arrived, in milliseconds; null if unknown. */
  readonly clockError: number | null;
}

/** Maximum number of attempts if two companies claim the same serial number concurrently. */
const MAX_TRIES = 5;
const UNIQUE_VIOLATION = '23505';

/**
 * Saves, changes and removes scans in one transaction and returns a verdict for each, in order. A rejected edit never
 * stops the others (F04). Repeated and concurrent copies have one effect (F01, F02). Throws `too_many_requests` if the
 * batch guesses more serial numbers than allowed per day; then nothing is saved.
 */
async function saveBatch(
  edits: readonly ScanEdit[],
  { actor, clockError }: BatchSender,
  services: Pick<Services, 'db' | 'clock' | 'logger' | 'environment'>,
): Promise<ScanVerdict[]> {
  const { db } = services;
  const [{ configuration }, categories, tiers] = await Promise.all([
    getRegionRules(db, actor.region),
    listProductTypes(db),
    loadTierBrackets(db, actor.region, services.clock.now()),
  ]);
  const rules: ScanRules = { configuration, categories, tiers, role: actor.role };
  const normalisedEdits = edits.map(lowerCaseIds);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const verdicts = await transact(db, (trx) =>
        applyAndWrite(trx, normalisedEdits, { actor, clockError }, rules, services),
      );
      return verdicts.map((verdict, index) => withRequestIds(verdict, edits[index]));
    } catch (error) {
      if (attempt >= MAX_TRIES || !isUniqueViolation(error)) throw error;
    }
  }
}

async function applyAndWrite(
  trx: Transaction<Database>,
  edits: readonly ScanEdit[],
  { actor, clockError }: BatchSender,
  rules: ScanRules,
  services: Pick<Services, 'clock' | 'logger' | 'environment'>,
): Promise<ScanVerdict[]> {
  const { companyId } = actor;
  const now = services.clock.now();
  await lockCompany(trx, companyId);
  const batch = await loadBatch(trx, actor, edits, { now, clockError }, rules);
  const batchResult = applyEdits(edits, batch, rules);
  const verdicts = await addEarlierScans(trx, edits, batchResult.verdicts, batch);
  const result = { ...batchResult, verdicts };
  const revealedCodes = listRevealedCodes(edits, result, batch);
  if (revealedCodes.length > 0) await recordLookups(trx, revealedCodes, actor, services);
  await insertTombstones(trx, companyId, [...result.tombstones.values()], batch.now);
  const skippedIds = await writeChanges(trx, result, batch, actor.userId);
  if (skippedIds.size === 0) return result.verdicts;

  const existingIds = await findExistingIds(trx, [...skippedIds]);
  return result.verdicts.map((verdict) => {
    if (!skippedIds.has(verdict.uuid) || verdict.error !== null) return verdict;
    // Another company has used the id or serial number in the meantime.
    return rejection(verdict, existingIds.has(verdict.uuid) ? 'conflict' : 'already_scanned');
  });
}

/** Adds the company's earlier scan to verdicts with `already_scanned`. */
async function addEarlierScans(
  trx: Transaction<Database>,
  edits: readonly ScanEdit[],
  verdicts: ScanVerdict[],
  { companyId, heldSerials }: BatchData,
): Promise<ScanVerdict[]> {
  const companySerials = new Set(
    heldSerials.filter((scan) => scan.companyId === companyId).map(({ serial }) => serial),
  );
  const repeatedSerials = verdicts.map(({ error }, index) => {
    const edit = edits[index];
    const serial = edit && !edit.deleted ? (edit.serial_number ?? '') : '';
    return error?.code === 'already_scanned' && companySerials.has(serial) ? serial : '';
  });
  const earlierScans = await loadEarlierScans(trx, companyId, repeatedSerials.filter(Boolean));
  return verdicts.map((verdict, index) => {
    const scan = earlierScans.get(repeatedSerials[index] ?? '');
    if (!scan || !verdict.error) return verdict;
    return { ...verdict, error: { ...verdict.error, earlier: scan } };
  });
}

/** Errors that reveal something about a serial number. */
const REVEALING_ERRORS: ReadonlySet<ApiErrorCode> = new Set([
  'unknown_serial',
  'serial_mismatch',
  'already_scanned',
]);

/** Returns the batch's serial numbers if it contains a guess, because saving then counts as a lookup. */
function listRevealedCodes(
  edits: readonly ScanEdit[],
  { verdicts }: BatchResult,
  { heldElsewhere }: BatchData,
): CodeLookup[] {
  if (!verdicts.some(({ error }) => error !== null && REVEALING_ERRORS.has(error.code))) return [];
  return edits.flatMap((edit, index) => {
    const code = edit.deleted ? null : edit.serial_number;
    if (code === null) return [];
    const isUnknown = verdicts[index]?.error?.code === 'unknown_serial';
    return [{ code, available: !isUnknown && !heldElsewhere.has(code) }];
  });
}

/** @returns ids of new scans that could not be inserted */
async function writeChanges(
  trx: Transaction<Database>,
  { changedScans, verdicts }: BatchResult,
  batch: BatchState,
  creatorId: string,
): Promise<Set<string>> {
  if (changedScans.size === 0) return new Set();
  const projectIds = new Set(
    [...changedScans.values()].flatMap(({ uuid, projects_id }) => [
      projects_id,
      batch.scans.get(uuid)?.projects_id ?? projects_id,
    ]),
  );
  const firstRev = await nextRevs(trx, batch.companyId, changedScans.size + projectIds.size);
  const scansWithRevs = [...changedScans.values()].map((scan, index): ScanWithRev => {
    return { ...scan, rev: firstRev + index };
  });
  await updateScans(
    trx,
    scansWithRevs.filter(({ uuid }) => batch.scans.has(uuid)),
    batch.scans,
  );
  const skippedIds = await insertScans(
    trx,
    scansWithRevs.filter(({ uuid }) => !batch.scans.has(uuid)),
    creatorId,
  );
  const savedProjectIds = new Set(
    verdicts.flatMap(({ uuid, scan, error }) =>
      error === null && scan && !scan.deleted && changedScans.has(uuid) && !skippedIds.has(uuid)
        ? [scan.projects_id]
        : [],
    ),
  );
  const projects = [...projectIds].map((uuid, index) => {
    return {
      uuid,
      rev: firstRev + changedScans.size + index,
      hasNewScan: savedProjectIds.has(uuid),
    };
  });
  await updateProjectSums(trx, projects, batch.now);
  return skippedIds;
}

async function findExistingIds(trx: Transaction<Database>, uuids: string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('scans')
    .select('uuid')
    .where('uuid', '=', anyUuid(uuids))
    .execute();
  return new Set(rows.map(({ uuid }) => uuid));
}

/** Converts ids to lower case, because the database stores them this way. */
function lowerCaseIds(edit: ScanEdit): ScanEdit {
  const ids = { uuid: edit.uuid.toLowerCase(), op_id: edit.op_id.toLowerCase() };
  if (edit.deleted) return { ...edit, ...ids };
  return {
    ...edit,
    ...ids,
    base_op_id: edit.base_op_id?.toLowerCase() ?? null,
    projects_id: edit.projects_id.toLowerCase(),
    image_data: edit.image_data?.toLowerCase() ?? null,
    // Older apps omit this field. It's null here, as in the database, so that a repeated request gets the same verdict.
    photo_of: edit.photo_of ?? null,
  };
}

/** Returns ids in the letter case of the request. */
function withRequestIds(verdict: ScanVerdict, edit: ScanEdit | undefined): ScanVerdict {
  return edit ? { ...verdict, uuid: edit.uuid, op_id: edit.op_id } : verdict;
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}
