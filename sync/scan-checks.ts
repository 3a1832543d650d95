import { debounceTime } from 'rxjs';
import { type BatchConfirmation, MAX_BULK, scanCalls } from '#schemas/api/scan-calls.ts';
import { CallError } from './call-error.ts';
import type { ClubDatabase } from './database.ts';
import type { Patience } from './patience.ts';
import type { SyncLog } from './sync-log.ts';
import type { Transport } from './transport.ts';

/** What a check says of a scan: confirmed, and valid, not valid, or not known yet (spec 1 §4). */
const meaning: Record<
  BatchConfirmation['status'],
  { confirmed: boolean; isValid: boolean | null }
> = {
  ok: { confirmed: true, isValid: true },
  partial: { confirmed: false, isValid: null },
  unknown: { confirmed: false, isValid: false },
  type_not_allowed: { confirmed: false, isValid: false },
  already_scanned: { confirmed: false, isValid: false },
};

/**
 * Asks the server about scans that were captured without it. Only marks on this device come of it:
 * the verdict that counts is the one on saving.
 * @returns how to stop it
 */
export function startScanChecks(options: {
  database: ClubDatabase;
  transport: Transport;
  patience: Patience;
  log: SyncLog;
  userId: string;
}): () => void {
  const { transport, userId } = options;
  const { scans } = options.database.collections;
  const unchecked = scans.find({
    selector: { state: 'captured', isValidated: false, serial_number: { $ne: null } },
    sort: [{ newest_first: 'asc' }],
    limit: MAX_BULK,
  });
  let isChecking = false;

  const check = async (signal: AbortSignal) => {
    const found = await unchecked.exec();
    if (found.length === 0) return;
    const asked = found.map(({ serial_number, type, size, variant }) => {
      return { code: serial_number ?? '', type, size, variant };
    });
    const input = { body: { scans: asked } };
    const { data } = await transport.call(scanCalls.confirmScans, input, { signal, userId });
    await Promise.all(
      found.map(async (scan, at) => {
        const verdict = data[at];
        if (!verdict || verdict.code !== scan.serial_number) return;
        await scan.incrementalModify((now) => {
          const isSame = now.serial_number === verdict.code && now.op_id === scan.op_id;
          return isSame ? { ...now, ...meaning[verdict.status], isValidated: true } : now;
        });
      }),
    );
  };
  const watch = unchecked.$.pipe(debounceTime(50)).subscribe((found) => {
    if (found.length === 0 || isChecking) return;
    isChecking = true;
    options.patience
      .run('checks', async (signal) => {
        // What the server won't check is left unchecked: saving will tell.
        await check(signal).catch((error: unknown) => {
          if (!(error instanceof CallError) || error.status !== 400) throw error;
          options.log.add('check_refused', { code: error.code });
        });
      })
      .catch(() => undefined)
      .finally(() => (isChecking = false));
  });
  return () => watch.unsubscribe();
}
