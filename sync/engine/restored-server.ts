import * as v from 'valibot';
import type { Call } from '#schemas/api/call.ts';
import { scanCalls } from '#schemas/api/scan-calls.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import type { ClubDatabase } from '../store/database.ts';
import { changeMany } from '../store/change-many.ts';
import type { Transport } from '../http/transport.ts';

const PAGE = 1000;

/** What the comparison needs of an entity, so that one of a newer shape does not end it (F15). */
const entity = v.object({ uuid: v.string(), op_id: v.string(), updated_at: v.string() });
export type RestoredEntity = v.InferOutput<typeof entity>;

/** Of each entity of one kind that the server has, which edit was the last, and when. */
export function whatTheServerHas(
  transport: Transport,
  list: Call,
  options: { userId: string; signal: AbortSignal },
): Promise<Map<string, RestoredEntity>> {
  return everythingOf(transport, list, entity, options);
}

/**
 * Everything of one kind that the server has, its tombstones among it.
 * @param list a list call that takes `since`
 * @param part what is read of each entity
 * @throws CallError
 */
export async function everythingOf<Part extends { uuid: string }>(
  transport: Transport,
  list: Call,
  part: v.GenericSchema<unknown, Part>,
  options: { userId: string; signal: AbortSignal },
): Promise<Map<string, Part>> {
  const page = v.object({
    data: v.array(part),
    meta: v.object({ checkpoint: v.optional(v.string()) }),
  });
  const known = new Map<string, Part>();
  let since = '';
  for (let isMore = true; isMore;) {
    const input = { query: { since, limit: PAGE } };
    // Every list call takes these two; its own type is lost here.
    const answer = await transport.callAs(list, input as never, page, options);
    for (const one of answer.data) known.set(one.uuid, one);
    since = answer.meta.checkpoint ?? '';
    isMore = answer.data.length >= PAGE;
  }
  return known;
}

/**
 * After the server was restored from a backup (F43): whatever this device had sent, and the server
 * does not know any more, is to be sent again.
 * @returns how many scans that were
 * @throws CallError, SyncError
 */
export async function sendAgainWhatIsMissing(
  database: ClubDatabase,
  transport: Transport,
  options: { userId: string; signal: AbortSignal },
): Promise<number> {
  const { scans } = database.collections;
  const known = await whatTheServerHas(transport, scanCalls.scans, options);
  const sent = await scans.find({ selector: { state: 'sent' } }).exec();
  const missing = sent.filter(({ uuid }) => !known.has(uuid));
  const ids = missing.map(({ uuid }) => uuid);
  await changeMany<ScanDocument>(scans, ids, (now) => ({
    ...now,
    state: 'waiting',
    base_op_id: null,
  }));
  return missing.length;
}
