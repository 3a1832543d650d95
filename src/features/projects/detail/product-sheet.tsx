import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { acceptsNewPhoto, isNewPhotoTooLate, type ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { RowPhoto } from '#src/features/scan/exports.tsx';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { ConfirmSheet, Sheet } from '#src/ui/layout/sheet.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import type { MissedCampaign } from '../product-points.ts';
import { MissedCampaignText } from './missed-campaign-text.tsx';
import { NewPhotoSheet } from './new-photo-sheet.tsx';
import { RejectionBanner } from './rejection.tsx';

/** True if the product was identified by a photo instead of a label. */
function hasNoLabel({ serial_number, manual }: ScanDocument): boolean {
  return serial_number === null && manual;
}

type Step = 'details' | 'photo' | 'removing';

interface ProductSheetProps {
  product: ScanDocument;
  missedCampaign: MissedCampaign | null;
  canRemove: boolean;
  /** Initial step. */
  step?: Step | undefined;
  onDone: () => void;
}

/** Details of one product, with buttons to replace its photo and to remove it. */
export function ProductSheet(props: ProductSheetProps) {
  const { product, onDone } = props;
  const [step, setStep] = useState(props.step ?? 'details');
  if (step === 'removing') return <RemoveSheet product={product} onDone={onDone} />;
  if (step === 'photo') return <NewPhotoSheet product={product} onDone={onDone} />;
  return <DetailsSheet {...props} onStep={setStep} />;
}

interface DetailsSheetProps extends ProductSheetProps {
  onStep: (step: Step) => void;
}

function DetailsSheet({ product, missedCampaign, canRemove, onDone, onStep }: DetailsSheetProps) {
  const { t } = useLingui();
  const format = useFormat();
  const errorMessage = useErrorMessage();
  const productNames = useProductNames();
  const { now } = useRegionalClock();
  const sizeInCm = productNames.size(product.size);
  const isTooLate = isNewPhotoTooLate(product, now);
  const canTakePhoto = acceptsNewPhoto(product, now) && !isTooLate;
  // The rejection of a new photo is outdated once a reviewer has requested another one.
  const isOutdated =
    (product.refusal?.code === 'new_photo_not_accepted' && !isTooLate) ||
    (product.refusal?.code === 'new_photo_not_needed' && product.flag !== 'valid');
  return (
    <Sheet
      isOpen
      onOpenChange={(open) => !open && onDone()}
      title={productNames.name(product.type)}
      closeLabel={t`Close`}
      footer={
        (canTakePhoto || canRemove || product.replaced_photo !== null) && (
          <>
            {canTakePhoto && (
              <Button fullWidth icon={<Camera />} onClick={() => onStep('photo')}>
                <Trans>Take another photo</Trans>
              </Button>
            )}
            {product.replaced_photo !== null && (
              <NewPhotoActions product={product} onDone={onDone} />
            )}
            {canRemove && (
              <Button
                variant="secondary"
                fullWidth
                icon={<Trash2 />}
                onClick={() => onStep('removing')}
              >
                <Trans>Delete product</Trans>
              </Button>
            )}
          </>
        )
      }
    >
      {product.refusal && !isOutdated && (
        <Banner tone="bad">{errorMessage(product.refusal)}</Banner>
      )}
      {product.state !== 'waiting' && <RejectionBanner product={product} />}
      {missedCampaign && (
        <Banner tone="info">
          <MissedCampaignText missedCampaign={missedCampaign} />
        </Banner>
      )}
      {(product.imageIdxDB ?? product.image_data) !== null && (
        <RowPhoto scan={product} alt={t`Your photo`} canEnlarge />
      )}
      <DetailList
        items={[
          {
            // Without a label, the user selected the product.
            term: hasNoLabel(product) ? t`Product` : t`On the label`,
            detail: `${product.type} ${product.size} ${product.variant}`,
          },
          ...(sizeInCm === null ? [] : [{ term: t`Size`, detail: sizeInCm }]),
          {
            term: t`Serial number`,
            detail: <span className="tnum">{product.serial_number ?? t`No serial number`}</span>,
          },
          {
            term: hasNoLabel(product) ? t`Added` : t`Scanned`,
            detail: format.dateTime(product.time),
          },
        ]}
      />
    </Sheet>
  );
}

/** Resends or discards a new photo that the server hasn't accepted. */
function NewPhotoActions({ product, onDone }: Pick<ProductSheetProps, 'product' | 'onDone'>) {
  const { t } = useLingui();
  const { scanCommands } = useAccount();
  const errorMessage = useErrorMessage();
  const { run, failure } = useRequest(async (action: () => Promise<void>, message: string) => {
    await action();
    showToast({ message, subject: product.uuid, timeoutMs: 5000 });
    onDone();
  });
  return (
    <>
      {failure !== null && <ErrorBlock messages={[errorMessage(failure)]} />}
      {product.state === 'refused' && (
        <Button
          variant="secondary"
          fullWidth
          icon={<RotateCw />}
          onClick={() =>
            void run(() => scanCommands.retryScan(product.uuid), t`It will be sent again`)
          }
        >
          <Trans>Try again without changes</Trans>
        </Button>
      )}
      <Button
        variant="quiet"
        fullWidth
        onClick={() =>
          void run(() => scanCommands.discardNewPhoto(product.uuid), t`New photo discarded`)
        }
      >
        <Trans>Discard new photo</Trans>
      </Button>
    </>
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
