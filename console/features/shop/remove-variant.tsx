import { Trans, useLingui } from '@lingui/react/macro';
import { shopProductCalls } from '#schemas/operator/shop-product-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { SmallActionButton } from '#console/parts/action-button.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import type { EditedVariant } from './variant-edits.ts';
import { variantQueries } from './shop-texts.ts';

/** Button that removes a variant from the shop. */
export function RemoveVariant({ variant }: { variant: EditedVariant }) {
  const { t, i18n } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const action = useOperatorAction(shopProductCalls.removeShopVariant, {
    refetches: variantQueries,
  });
  const { id, name } = variant;
  const remove = async () => {
    const stock = i18n.number(variant.stock);
    const why = await askWhy({
      title: t`Remove ${name}?`,
      consequence: t`Installers can no longer order it. Existing orders aren’t affected. Its stock of ${stock} is written off.`,
      confirmLabel: t`Remove the variant`,
      tone: 'danger',
    });
    if (why === null) return;
    try {
      await action.mutateAsync({ params: { id }, body: { why } });
      showToast({ subject: 'variants', tone: 'good', message: t`The variant was removed.` });
    } catch (error) {
      showToast({ subject: 'variants', tone: 'bad', message: errorText(error) });
    }
  };
  return (
    <SmallActionButton
      aria-label={t`Remove the variant ${name}`}
      isBusy={action.isPending}
      onClick={() => void remove()}
      className="-my-1.5 min-h-tool min-w-tool rounded-control px-1 font-semibold text-bad hover:underline"
    >
      <Trans>Remove</Trans>
    </SmallActionButton>
  );
}
