import { randomUUID } from 'node:crypto';
import { type ScanEdit, type ScanEditInput } from '#schemas/api/scan-calls.ts';
import { companyCounter, pullPage } from '../db/changes.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handlers } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { confirmMany, confirmOne } from './confirm-scans.ts';
import { scansRejected } from './scan-metrics.ts';
import { type BatchSender, saveBatch } from './save-batch.ts';
import { scanFromRow } from './scan-row.ts';
import { incrementWindow } from '../db/rate-windows.ts';

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

/** Fills in what clients that aren't offline-first leave out: ids and the time. */
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

const HOUR = 60 * 60_000;
/**
 * Hourly number of new products per company that an operator should investigate (security 13). Even a month of work
 * sent together after an outage stays below it.
 */
export const UNUSUAL_SCANS_PER_HOUR = 1_000;

/**
 * Counts newly saved scans and logs a warning, at most one an hour, if there are unusually many.
 */
async function recordScanRate(
  { db, clock, logger }: Pick<Services, 'db' | 'clock' | 'logger'>,
  actor: Actor,
  saved: number,
): Promise<void> {
  if (saved === 0) return;
  const start = Math.floor(clock.now() / HOUR) * HOUR;
  const count = await incrementWindow(db, `scans:${actor.companyId}`, start, saved);
  const wasUsual = count - saved < UNUSUAL_SCANS_PER_HOUR;
  if (count < UNUSUAL_SCANS_PER_HOUR || !wasUsual) return;
  logger.warn({ company: actor.companyId, count }, 'a company saves unusually many scans');
}
