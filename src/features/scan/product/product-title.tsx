import { Trans } from '@lingui/react/macro';
import type { ScanDocument } from '#schemas/scan.ts';

type Named = Pick<ScanDocument, 'type' | 'size' | 'variant' | 'serial_number'>;

/** A product as the label names it: what it is, and its number under it. */
export function ProductTitle({ scan }: { scan: Named }) {
  return (
    <>
      <span className="block font-semibold break-long">
        {scan.type} {scan.size} {scan.variant}
      </span>
      <span className="block text-small text-ink-soft tnum break-long">
        {scan.serial_number ?? <Trans>No serial number</Trans>}
      </span>
    </>
  );
}
