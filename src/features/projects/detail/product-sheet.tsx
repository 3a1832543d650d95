import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { RowPhoto } from '#src/features/scan/exports.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmSheet, Sheet } from '#src/ui/layout/sheet.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';

/** True if the product was identified by a photo instead of a label. */
function isWithoutLabel({ serial_number, manual }: ScanDocument): boolean {
  return serial_number === null && manual;
}

interface ProductSheetProps {
  product: ScanDocument;
  removable: boolean;
  onDone: () => void;
}

/** Details of one product, with the button to remove it. */
export function ProductSheet({ product, removable, onDone }: ProductSheetProps) {
  const { t } = useLingui();
  const format = useFormat();
  const productNames = useProductNames();
  const [removing, setRemoving] = useState(false);
  const inCm = productNames.size(product.size);
  if (removing) return <RemoveSheet product={product} onDone={onDone} />;
  return (
    <Sheet
      isOpen
      onOpenChange={(open) => !open && onDone()}
      title={productNames.name(product.type)}
      closeLabel={t`Close`}
      footer={
        removable && (
          <Button variant="secondary" fullWidth icon={<Trash2 />} onClick={() => setRemoving(true)}>
            <Trans>Delete product</Trans>
          </Button>
        )
      }
    >
      {(product.imageIdxDB ?? product.image_data) !== null && (
        <RowPhoto scan={product} alt={t`Your photo`} canEnlarge />
      )}
      <DetailList
        items={[
          {
            // Without a label, the person selected the product.
            term: isWithoutLabel(product) ? t`Product` : t`On the label`,
            detail: `${product.type} ${product.size} ${product.variant}`,
          },
          ...(inCm === null ? [] : [{ term: t`Size`, detail: inCm }]),
          {
            term: t`Serial number`,
            detail: <span className="tnum">{product.serial_number ?? t`No serial number`}</span>,
          },
          {
            term: isWithoutLabel(product) ? t`Added` : t`Scanned`,
            detail: format.dateTime(product.time),
          },
        ]}
      />
    </Sheet>
  );
}

function RemoveSheet({ product, onDone }: Pick<ProductSheetProps, 'product' | 'onDone'>) {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const [failure, setFailure] = useState<unknown>(null);

  const remove = async () => {
    try {
      await account.scanCommands.removeScan(product.uuid);
      onDone();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <ConfirmSheet
      isOpen
      onOpenChange={(open) => !open && onDone()}
      title={t`Delete this product?`}
      confirmLabel={t`Delete product`}
      cancelLabel={t`Keep it`}
      tone="danger"
      onConfirm={() => void remove()}
      errors={failure === null ? [] : [errorMessage(failure)]}
    >
      {product.serial_number === null ? (
        <Trans>
          {product.type} {product.size} {product.variant} and its photo will be removed from this
          project. To add it again, take a new photo.
        </Trans>
      ) : (
        <Trans>
          {product.type} {product.size} {product.variant} will be removed from this project. You can
          scan its label again.
        </Trans>
      )}
    </ConfirmSheet>
  );
}
