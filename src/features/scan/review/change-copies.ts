import type { ScanDocument } from '#schemas/scan.ts';
import type { Account, CapturedScan } from '../queries.ts';

/** A roof doesn't hold more of one product. */
export const COPIES_MAX = 99;

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
  const worth = (scan: ScanDocument) =>
    (scan.uuid === shown.uuid ? 2 : 0) + (scan.imageIdxDB === null ? 0 : 1);
  return copies.toSorted((one, other) => worth(one) - worth(other));
}
