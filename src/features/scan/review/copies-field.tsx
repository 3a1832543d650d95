import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { firstValueFrom } from 'rxjs';
import type { ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { NumberField } from '#src/ui/fields/number-field.tsx';
import { capturedCopies, type Account, type CapturedScan } from '../queries.ts';

/**
 * Number of copies of a label without a serial number. The camera can't distinguish copies, so the user can
 * correct the number. Hidden for other scans.
 */
export function CopiesField({ scan }: { scan: ScanDocument }) {
  if (scan.is_unique || scan.manual || scan.state !== 'captured') return null;
  return <Copies scan={scan} />;
}

function Copies({ scan }: { scan: ScanDocument }) {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const { type, size, variant } = scan;
  const product = { type, size, variant };
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const latestRequestedCount = useRef<number | null>(null);
  const copies = useLiveQuery((owner) => capturedCopies(owner, product), [type, size, variant]);
  /** The requested number of copies. Null again once there are that many copies in the list. */
  const [requestedCopies, setRequestedCopies] = useState<number | null>(null);
  if (!copies || copies.length === 0) return null;
  if (requestedCopies === copies.length) setRequestedCopies(null);

  const applyRequested = async () => {
    const count = latestRequestedCount.current;
    if (count === null) return;
    try {
      // Read the copies again, because an earlier change may have just been written.
      const currentCopies = await firstValueFrom(capturedCopies(account, product));
      await changeCopies(account.scanCommands, currentCopies, scan, count);
    } catch (error) {
      showToast({ message: errorMessage(error), subject: 'copies', tone: 'bad' });
      setRequestedCopies(null);
    }
  };
  const change = (count: number | null) => {
    if (count === null) return;
    latestRequestedCount.current = count;
    setRequestedCopies(count);
    queue.current = queue.current.then(applyRequested);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 ps-1">
      <p aria-hidden="true" className="text-small font-medium break-long">
        {t`How many of these?`}
      </p>
      <NumberField
        variant="pill"
        label={t`How many of these?`}
        value={requestedCopies ?? copies.length}
        onValueChange={change}
        typing="on-blur"
        invalidText={t`Enter a whole number.`}
        min={1}
        max={MAX_COPIES}
        decreaseLabel={t`Decrease quantity`}
        increaseLabel={t`Increase quantity`}
      />
    </div>
  );
}

/** Maximum number of copies of one product; no roof has more. */
const MAX_COPIES = 99;

/**
 * Adds or removes copies of a captured scan until there are `count`.
 * @param copies captured copies, newest first
 * @param visibleScan the scan on screen; removed last
 * @throws SyncError if writing fails
 */
export async function changeCopies(
  commands: Pick<Account['scanCommands'], 'captureScans' | 'removeScan'>,
  copies: readonly ScanDocument[],
  visibleScan: ScanDocument,
  count: number,
): Promise<void> {
  const missingCount = count - copies.length;
  if (missingCount > 0) {
    await commands.captureScans(Array.from({ length: missingCount }, () => copyOf(visibleScan)));
    return;
  }
  for (const { uuid } of sortForRemoval(copies, visibleScan).slice(0, -missingCount || 0)) {
    await commands.removeScan(uuid);
  }
}

/** Copies the product without its photo and answers. */
function copyOf(scan: ScanDocument): CapturedScan {
  const { type, size, variant, serial_number, is_unique, manual } = scan;
  const { confirmed, isValidated, isValid, requiresTagPhoto, requiresSurvey } = scan;
  return {
    type,
    size,
    variant,
    serial_number,
    is_unique,
    manual,
    confirmed,
    isValidated,
    isValid,
    requiresTagPhoto,
    requiresSurvey,
  };
}

/**
 * Returns the copies in the order of removal. To lose as little work as possible, those without a photo come first, and
 * the scan on screen comes last.
 */
function sortForRemoval(
  copies: readonly ScanDocument[],
  visibleScan: ScanDocument,
): ScanDocument[] {
  const valueOfScan = (scan: ScanDocument) =>
    (scan.uuid === visibleScan.uuid ? 2 : 0) + (scan.imageIdxDB === null ? 0 : 1);
  return copies.toSorted((a, b) => valueOfScan(a) - valueOfScan(b));
}
