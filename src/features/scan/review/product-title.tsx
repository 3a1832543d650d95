import { Trans } from '@lingui/react/macro';
import type { ScanDocument } from '#schemas/scan.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { CodeText } from '#src/ui/breaking-text.tsx';

type NamedProduct = Pick<ScanDocument, 'type' | 'size' | 'variant' | 'serial_number'>;

/** Product name, with the label's text below. */
export function ProductTitle({ scan }: { scan: NamedProduct }) {
  const productNames = useProductNames();
  return (
    <>
      <span className="block leading-tight font-semibold break-long">
        {productNames.name(scan.type)}
      </span>
      <span className="mt-0.5 block text-small text-ink-soft break-long">
        {scan.type} {scan.size} {scan.variant} ·{' '}
        {scan.serial_number === null ? (
          <Trans>No serial number</Trans>
        ) : (
          <CodeText>{scan.serial_number}</CodeText>
        )}
      </span>
    </>
  );
}
