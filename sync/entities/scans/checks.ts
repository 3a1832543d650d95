import { debounceTime } from 'rxjs';
import { validityOfVerdict } from '#schemas/scan-validity.ts';
import { MAX_BULK, scanCalls } from '#schemas/api/scan-calls.ts';
import { CallError } from '../../http/call-error.ts';
import type { Transport } from '../../http/transport.ts';
import type { RetryScheduler } from '../../retry/retry-scheduler.ts';
import type { SyncLog } from '../../status/sync-log.ts';
import type { ClubDatabase } from '../../store/database.ts';
import { changeMany } from '../../store/documents.ts';
import { nextScan } from './machine.ts';

/**
 * Checks scans that were captured offline. Only sets local marks; the binding verdict comes after the scan is saved.
 * @returns a function that stops checking
 */
export function startScanChecks(options: {
  database: ClubDatabase;
  transport: Transport;
  retry: RetryScheduler;
  log: SyncLog;
  userId: string;
}): () => void {
  const { transport, userId } = options;
  const { scans } = options.database.collections;
  const uncheckedQuery = scans.find({
    selector: { state: 'captured', isValidated: false, serial_number: { $ne: null } },
    sort: [{ newest_first: 'asc' }],
    limit: MAX_BULK,
  });
  let isChecking = false;

  const check = async (signal: AbortSignal) => {
    const uncheckedScans = await uncheckedQuery.exec();
    if (uncheckedScans.length === 0) return;
    const products = uncheckedScans.map(({ serial_number, type, size, variant }) => {
      return { code: serial_number ?? '', type, size, variant };
    });
    const input = { body: { scans: products } };
    const { data } = await transport.call(scanCalls.confirmScans, input, { signal, userId });
    const verdicts = new Map(
      uncheckedScans.flatMap(({ uuid, op_id, serial_number }, index) => {
        const verdict = data[index];
        return verdict?.code === serial_number ? [[uuid, { op_id, verdict }] as const] : [];
      }),
    );
    await changeMany(scans, [...verdicts.keys()], (scan) => {
      const verdict = verdicts.get(scan.uuid);
      const isSameEdit =
        verdict?.op_id === scan.op_id && verdict.verdict.code === scan.serial_number;
      if (!isSameEdit) return scan;
      return nextScan(scan, { type: 'checked', marks: validityOfVerdict(verdict.verdict.status) });
    });
  };
  const subscription = uncheckedQuery.$.pipe(debounceTime(50)).subscribe((uncheckedScans) => {
    if (uncheckedScans.length === 0 || isChecking) return;
    isChecking = true;
    options.retry
      .run({ kind: 'checks' }, async (signal) => {
        // Scans that the server can't check stay unchecked until saved.
        await check(signal).catch((error: unknown) => {
          if (!(error instanceof CallError) || error.status !== 400) throw error;
          options.log.add('check_refused', { code: error.code });
        });
      })
      .catch(() => undefined)
      .finally(() => (isChecking = false));
  });
  return () => subscription.unsubscribe();
}
