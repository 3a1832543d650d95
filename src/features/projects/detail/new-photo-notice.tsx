import { Plural, Trans } from '@lingui/react/macro';
import { Camera } from 'lucide-react';
import { acceptsNewPhoto, type ScanDocument } from '#schemas/scan.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { useDeadlineText } from './rejection-text.ts';

interface NewPhotoNoticeProps {
  products: readonly ScanDocument[];
  /** Called with the most urgent product. */
  onTake: (product: ScanDocument) => void;
}

/** Number of products that need a new photo, and their points. */
export function NewPhotoNotice({ products, onTake }: NewPhotoNoticeProps) {
  const format = useFormat();
  const deadlineText = useDeadlineText();
  const { now } = useRegionalClock();
  const affectedProducts = productsNeedingPhoto(products, now);
  const [firstProduct] = affectedProducts;
  if (!firstProduct) return null;
  const points = format.points(affectedProducts.reduce((sum, product) => sum + product.points, 0));
  const deadline = deadlineText(firstProduct.new_photo_by);
  return (
    <Banner
      tone="warn"
      title={
        <Plural
          value={affectedProducts.length}
          one="# product needs a new photo"
          other="# products need a new photo"
        />
      }
      action={
        <Button icon={<Camera />} variant="secondary" onClick={() => onTake(firstProduct)}>
          <Trans>Take another photo</Trans>
        </Button>
      }
    >
      <Trans>
        {points} at stake, by {deadline}.
      </Trans>
    </Banner>
  );
}

/** Returns the products on the server that need a new photo, with the most urgent first. */
export function productsNeedingPhoto(
  products: readonly ScanDocument[],
  now: number,
): ScanDocument[] {
  return products
    .filter((product) => product.state === 'sent' && acceptsNewPhoto(product, now))
    .toSorted((a, b) => Date.parse(a.new_photo_by) - Date.parse(b.new_photo_by));
}
