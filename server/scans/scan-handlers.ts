import { randomUUID } from 'node:crypto';
import { type ScanEdit } from '#schemas/api/scan-calls.ts';
import { pullPage } from '../db/changes.ts';
import { listAnswer, offsetOf } from '../db/list-page.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handlers } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { confirmMany, confirmOne } from './confirm-scans.ts';
import { saveBatch } from './save-batch.ts';
import { scanFromRow } from './scan-state.ts';

const DEFAULT_LIMIT = 100;

/** Confirming, saving, changing, removing and listing scans. */
export const scanHandlers = {
  confirmScan: ({ query, actor }, services) => confirmOne(query, actor, services),

  async confirmScans({ body, actor }, services) {
    return { data: await confirmMany(body.scans, actor, services) };
  },

  scans({ query, actor }, services) {
    const { page = 1, limit = DEFAULT_LIMIT, since } = query;
    if (since === undefined) return newestScans(actor.companyId, { page, limit }, services);
    return pullPage({
      ...services,
      companyId: actor.companyId,
      since,
      limit,
      rowsAfter: (rev, count) =>
        services.db
          .selectFrom('scans')
          .selectAll()
          .where('company_id', '=', actor.companyId)
          .where('rev', '>', rev)
          .orderBy('rev')
          .limit(count)
          .execute(),
      toWire: scanFromRow,
    });
  },

  async saveScan({ body, actor }, services) {
    const scan = await saveOne(body, actor, services);
    if (!scan) throw new Error('A save that is not refused has a scan.');
    return scan;
  },

  async saveScans({ body, actor }, services) {
    return { data: await saveBatch(body.scans, actor, services) };
  },

  async deleteScan({ params, actor }, services) {
    const removal = { uuid: params.id, op_id: randomUUID(), deleted: true } as const;
    try {
      await saveOne(removal, actor, services);
    } catch (error) {
      // Another company's: nothing there, as far as this one may know (security 10).
      if (error instanceof ApiFailure && error.code === 'conflict')
        throw new ApiFailure('not_found');
      throw error;
    }
    return {};
  },
} satisfies Partial<Handlers>;

async function saveOne(edit: ScanEdit, actor: Actor, services: Services) {
  const [verdict] = await saveBatch([edit], actor, services);
  const error = verdict?.error;
  if (error) {
    throw new ApiFailure(error.code, error.field === undefined ? {} : { field: error.field });
  }
  return verdict?.scan ?? null;
}

async function newestScans(
  companyId: string,
  page: { page: number; limit: number },
  { db }: Services,
) {
  const own = db
    .selectFrom('scans')
    .where('company_id', '=', companyId)
    .where('deleted', '=', false);
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .offset(offsetOf(page))
    .limit(page.limit)
    .execute();
  const { total } = await own
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return listAnswer(rows.map(scanFromRow), total, page);
}
