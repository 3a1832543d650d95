import { scanCalls } from '#schemas/api/scan-calls.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import type { ClubDatabase } from './database.ts';
import { modifyAll } from './modify-all.ts';
import type { Transport } from './transport.ts';

const PAGE = 1000;

/**
 * After the server was restored from a backup (F43): whatever this device had sent, and the server
 * does not know any more, is to be sent again.
 * @returns how many scans that were
 * @throws CallError
 */
export async function sendAgainWhatIsMissing(
  database: ClubDatabase,
  transport: Transport,
  options: { userId: string; signal: AbortSignal },
): Promise<number> {
  const { scans } = database.collections;
  const known = new Set<string>();
  let since = '';
  for (let isMore = true; isMore;) {
    const page = await transport.call(scanCalls.scans, { query: { since, limit: PAGE } }, options);
    page.data.forEach(({ uuid }) => known.add(uuid));
    since = page.meta.checkpoint ?? '';
    isMore = page.data.length >= PAGE;
  }
  const sent = await scans.find({ selector: { state: 'sent' } }).exec();
  const missing = sent.filter(({ uuid }) => !known.has(uuid));
  const ids = missing.map(({ uuid }) => uuid);
  await modifyAll<ScanDocument>(scans, ids, (now) => ({
    ...now,
    state: 'waiting',
    base_op_id: null,
  }));
  return missing.length;
}
