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
 * Number of copies of a label without a serial number. The camera can't tell copies apart, so the
 * user can correct it. Hidden for other scans.
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
  const kind = { type, size, variant };
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const requested = useRef<number | null>(null);
  const copies = useLiveQuery((of) => capturedCopies(of, kind), [type, size, variant]);
  /** The requested number, until the list matches. */
  const [requestedCopies, setRequestedCopies] = useState<number | null>(null);
  if (!copies || copies.length === 0) return null;
  if (requestedCopies === copies.length) setRequestedCopies(null);

  const applyRequested = async () => {
    const count = requested.current;
    if (count === null) return;
    try {
      // Read again: an earlier change may have just been written.
      const now = await firstValueFrom(capturedCopies(account, kind));
      await changeCopies(account.scanCommands, now, scan, count);
    } catch (error) {
      showToast({ message: errorMessage(error), subject: 'copies', tone: 'bad' });
      setRequestedCopies(null);
    }
  };
  const change = (count: number | null) => {
    if (count === null) return;
    requested.current = count;
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
        max={COPIES_MAX}
        decreaseLabel={t`Decrease quantity`}
        increaseLabel={t`Increase quantity`}
      />
    </div>
  );
}

/** A roof doesn't hold more of one product. */
const COPIES_MAX = 99;

/**
 * Adds or removes copies of a captured scan until there are `count`.
 * @param copies captured copies, newest first
 * @param shown the scan on screen; removed last
 * @throws SyncError if writing fails
 */
export async function changeCopies(
  commands: Pick<Account['scanCommands'], 'captureScans' | 'removeScan'>,
  copies: readonly ScanDocument[],
  shown: ScanDocument,
  count: number,
): Promise<void> {
  const more = count - copies.length;
  if (more > 0) {
    await commands.captureScans(Array.from({ length: more }, () => copyOf(shown)));
    return;
  }
  for (const { uuid } of removedFirst(copies, shown).slice(0, -more || 0)) {
    await commands.removeScan(uuid);
  }
}

/** Copies the product without its photo and answers. */
function copyOf(scan: ScanDocument): CapturedScan {
  const { type, size, variant, serial_number, is_unique, manual } = scan;
  const { confirmed, isValidated, isValid, requiresTagPhoto, requiresSurvey } = scan;
  return {
    ...{ type, size, variant, serial_number, is_unique, manual },
    ...{ confirmed, isValidated, isValid, requiresTagPhoto, requiresSurvey },
  };
}

/** Removes copies without a photo first, then the newest, to lose as little work as possible. */
function removedFirst(copies: readonly ScanDocument[], shown: ScanDocument): ScanDocument[] {
  const valueOfScan = (scan: ScanDocument) =>
    (scan.uuid === shown.uuid ? 2 : 0) + (scan.imageIdxDB === null ? 0 : 1);
  return copies.toSorted((one, other) => valueOfScan(one) - valueOfScan(other));
}
