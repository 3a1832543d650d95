import type { ScanDocument } from '#schemas/scan.ts';
import type { Account, CapturedScan } from '../queries.ts';

/** More of one product does not fit on a roof. */
export const COPIES_MAX = 99;

/**
 * Adds or removes copies of a captured scan until there are `count`.
 * @param copies the copies in the list, newest first
 * @param shown the one that the person is looking at: removed last
 * @throws SyncError where the device can't write
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

/** The same product, without the photo and the answers of the one that it is copied from. */
function copyOf(scan: ScanDocument): CapturedScan {
  const { type, size, variant, serial_number, is_unique, manual } = scan;
  const { confirmed, isValidated, isValid, requiresTagPhoto, requiresSurvey } = scan;
  return {
    ...{ type, size, variant, serial_number, is_unique, manual },
    ...{ confirmed, isValidated, isValid, requiresTagPhoto, requiresSurvey },
  };
}

/** Those without a photo go first, then the newest: as little work as possible is lost. */
function removedFirst(copies: readonly ScanDocument[], shown: ScanDocument): ScanDocument[] {
  const worth = (scan: ScanDocument) =>
    (scan.uuid === shown.uuid ? 2 : 0) + (scan.imageIdxDB === null ? 0 : 1);
  return copies.toSorted((one, other) => worth(one) - worth(other));
}
