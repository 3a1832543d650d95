import { useLingui } from '@lingui/react/macro';
import type { ReviewedProduct, SamePhoto } from '#schemas/operator/review-calls.ts';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { photoUrl } from './review-photo.tsx';

/** Two products with the same photo, side by side. */
export function CompareSheet({
  product,
  other,
  onClose,
}: {
  readonly product: ReviewedProduct;
  readonly other: SamePhoto | null;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Sheet
      isOpen={other !== null}
      onOpenChange={onClose}
      wide
      title={t`The same photo twice`}
      closeLabel={t`Close`}
    >
      <div className="grid grid-cols-2 gap-3">
        {[product, ...(other ? [other] : [])].map((comparedProduct) => (
          <figure key={comparedProduct.scan} className="min-w-0">
            {comparedProduct.photo && (
              <img
                src={photoUrl(comparedProduct.photo)}
                alt={t`Photo`}
                className="max-h-[60vh] w-full rounded-control object-contain"
              />
            )}
            <figcaption className="pt-2 text-small break-long">
              <strong>{comparedProduct.serial_number ?? '–'}</strong>
              <br />
              {comparedProduct.type} {comparedProduct.size} {comparedProduct.variant}
            </figcaption>
          </figure>
        ))}
      </div>
    </Sheet>
  );
}
