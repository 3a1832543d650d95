/** Checks products with the registry in the background. */
import type { EarlierScan } from '#schemas/api/errors.ts';
import { MAX_BULK, type Confirmation, scanCalls } from '#schemas/api/scan-calls.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { validityOfVerdict, type RegistryVerdict } from '#schemas/scan-validity.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import type { useCall } from '#src/data/requests/use-request.ts';
import type { Account } from '../queries.ts';

type CallServer = ReturnType<typeof useCall>;

interface Product {
  readonly code: string;
  readonly type?: string | undefined;
  readonly size?: string | undefined;
  readonly variant?: string | undefined;
}

export type SingleVerdict =
  | { readonly status: 'ok' | 'partial'; readonly product: Confirmation }
  | { readonly status: 'already_scanned'; readonly earlier: EarlierScan | undefined }
  | { readonly status: 'unknown' | 'type_not_allowed' };

interface ConfirmOptions {
  /** Uuid of the scan being checked, so that it isn't reported as a duplicate of itself. */
  readonly ownScanId?: string | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Checks one product with the registry.
 * @throws CallError if the server can't be reached
 */
export async function confirmProduct(
  call: CallServer,
  product: Product,
  { ownScanId, ...options }: ConfirmOptions = {},
): Promise<SingleVerdict> {
  const { code, type, size, variant } = product;
  const query = { code, ...(type && { type }), ...(size && { size }), ...(variant && { variant }) };
  try {
    const { already_scanned, earlier, ...confirmation } = await call(
      scanCalls.confirmScan,
      { query },
      options,
    );
    const isOtherScan = earlier === undefined || earlier.uuid !== ownScanId;
    if (already_scanned && isOtherScan) return { status: 'already_scanned', earlier };
    return { status: confirmation.status, product: confirmation };
  } catch (error) {
    const errorCode = codeOf(error);
    if (errorCode === 'product_not_found') return { status: 'unknown' };
    if (errorCode === 'type_not_allowed') return { status: 'type_not_allowed' };
    throw error;
  }
}

/**
 * Checks a captured scan with the registry and stores the verdict. Never throws: if the check fails, for example
 * offline, it returns null, because the server validates the scan anyway when it's sent.
 */
export async function confirmInBackground(
  call: CallServer,
  account: Account,
  id: string,
  product: Product,
): Promise<RegistryVerdict | null> {
  try {
    const verdict = await confirmProduct(call, product, { ownScanId: id });
    const earlierScan = verdict.status === 'already_scanned' ? verdict.earlier : undefined;
    await account.scanCommands.saveCheckResult(id, validityOfVerdict(verdict.status, earlierScan));
    return verdict.status;
  } catch {
    return null;
  }
}

/**
 * Checks many captured scans with the registry and stores the verdicts.
 * @param signal stops the check, even in the middle of a batch
 * @returns verdicts by scan id, without scans that have no serial number
 * @throws CallError if the server can't be reached
 */
export async function confirmMany(
  call: CallServer,
  account: Account,
  scans: readonly ScanDocument[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, RegistryVerdict>> {
  const uncheckedScans = scans.flatMap((scan) =>
    scan.serial_number === null ? [] : [{ id: scan.uuid, ...toRequest(scan, scan.serial_number) }],
  );
  const verdicts = new Map<string, RegistryVerdict>();
  for (let start = 0; start < uncheckedScans.length; start += MAX_BULK) {
    const batch = uncheckedScans.slice(start, start + MAX_BULK);
    const body = { scans: batch.map(({ id: _id, ...product }) => product) };
    const { data } = await call(scanCalls.confirmScans, { body }, { signal });
    for (const [index, verdict] of data.entries()) {
      const scan = batch[index];
      if (scan?.code !== verdict.code) continue;
      verdicts.set(scan.id, verdict.status);
      await account.scanCommands.saveCheckResult(
        scan.id,
        validityOfVerdict(verdict.status, verdict.earlier),
      );
    }
  }
  return verdicts;
}

function toRequest({ type, size, variant }: ScanDocument, code: string) {
  return { code, type, size, variant };
}
