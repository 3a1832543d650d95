import { Trans } from '@lingui/react/macro';
import type { ScanDocument } from '#schemas/scan.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { useDeadlineText, useReasonText } from './rejection-text.ts';

/** A reviewer's objection to a product: the reason and the note. Hidden if there is none. */
export function RejectionBanner({ product }: { product: ScanDocument }) {
  const reasonText = useReasonText();
  const { flag, rejection } = product;
  if (rejection === null) return null;
  return (
    <Banner tone={flag === 'rejected' ? 'bad' : 'warn'} title={reasonText(product, rejection)}>
      {rejection.note && (
        <p className="whitespace-pre-line">
          <Trans>Reviewer’s note: {rejection.note}</Trans>
        </p>
      )}
      <Consequence product={product} />
    </Banner>
  );
}

interface RejectionSummaryProps {
  product: ScanDocument;
  /** True to omit the points, because the row already shows them. */
  hidesPoints: boolean;
}

/** An objection in the product's row. */
export function RejectionSummary({ product, hidesPoints }: RejectionSummaryProps) {
  const reasonText = useReasonText();
  const { flag, rejection } = product;
  if (rejection === null) return null;
  return (
    <>
      <span className={flag === 'rejected' ? 'block text-bad' : 'block text-warn'}>
        {reasonText(product, rejection)}
      </span>
      {rejection.note && <span className="line-clamp-2">{rejection.note}</span>}
      <Consequence product={product} hidesPoints={hidesPoints} />
    </>
  );
}

interface ConsequenceProps {
  product: ScanDocument;
  hidesPoints?: boolean;
}

/** The deadline for a new photo, and the points that depend on it. */
function Consequence({ product, hidesPoints = false }: ConsequenceProps) {
  const format = useFormat();
  const deadline = useDeadlineText()(product.rejection?.new_photo_until ?? '');
  const points = format.points(product.points);
  if (deadline === null) {
    // In review, the points may still be added.
    if (product.flag !== 'rejected' || product.points === 0) return null;
    // A product that was returned to the dealer after the closing had already earned its points.
    const isReturned = product.rejection?.code === 'returned';
    return (
      <span className="block">
        {isReturned ? (
          <Trans>{points} no longer count.</Trans>
        ) : (
          <Trans>{points} won’t be added.</Trans>
        )}
      </span>
    );
  }
  return (
    <>
      <span className="block font-semibold">
        <Trans>New photo needed by {deadline}</Trans>
      </span>
      {product.points > 0 && !hidesPoints && (
        <span className="block">
          <Trans>{points} at stake</Trans>
        </span>
      )}
    </>
  );
}
