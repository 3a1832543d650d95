import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { BodyOf } from '#schemas/api/call.ts';
import { MAX_MOVEMENT, operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { toOperatorError } from '#console/data/operator-error.ts';
import type { EditedVariant } from './variant-edits.ts';
import { rebaseEdits } from './rebase-edits.ts';
import { reasonText, variantQueries } from './shop-texts.ts';
import { stockColumn } from './stock-edits.ts';

type Kind = 'add' | 'remove' | 'correct';
type Reason = BodyOf<typeof operatorShopCalls.moveStock>['reason'];

/** Reasons for each kind of movement, most common first. */
const reasonsOf: Readonly<Record<Kind, readonly Reason[]>> = {
  add: ['delivery', 'returned', 'other'],
  remove: ['damaged', 'other'],
  correct: ['count', 'other'],
};

/**
 * Returns the change in stock, or null if the typed number is invalid or the change is too large. For a correction, the
 * operator types the counted stock.
 */
export function stockChange(kind: Kind, text: string, stock: number): number | null {
  const digits = text.replace(/\s/g, '');
  if (!/^\d{1,9}$/.test(digits)) return null;
  const number = Number(digits);
  const change = { add: number, remove: -number, correct: number - stock }[kind];
  return Math.abs(change) > MAX_MOVEMENT ? null : change;
}

interface StockDialogProps {
  readonly variant: EditedVariant;
  readonly onClose: () => void;
}

/** Fetches the newest version of a variant. Returns null if that fails, or if the variant is no longer in the shop. */
async function fetchNewest(variant: EditedVariant): Promise<EditedVariant | null> {
  const edits = new Map([[variant.id, { variant, text: '' }]]);
  const rebased = await rebaseEdits(edits, stockColumn).catch(() => null);
  return rebased?.edits.get(variant.id)?.variant ?? null;
}

/**
 * Returns the newest known variant, and a function that records a stock movement. If the stock has changed since it was
 * displayed, the server rejects the movement. The hook then returns the newest stock, so that the operator sees it
 * before trying again.
 */
function useMoveStock(shownVariant: EditedVariant) {
  const action = useOperatorAction(operatorShopCalls.moveStock, { refetches: variantQueries });
  const [variant, setVariant] = useState(shownVariant);
  const [stockBefore, setStockBefore] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const move = async (movement: Omit<BodyOf<typeof operatorShopCalls.moveStock>, 'seen'>) => {
    setError(null);
    setStockBefore(null);
    try {
      const body = { ...movement, seen: variant.stock };
      return await action.mutateAsync({ params: { id: variant.id }, body });
    } catch (failure) {
      const isConflict = toOperatorError(failure).code === 'conflict';
      const newest = isConflict ? await fetchNewest(variant) : null;
      if (newest === null || newest.stock === variant.stock) setError(failure);
      else {
        setStockBefore(variant.stock);
        setVariant(newest);
      }
      return null;
    }
  };
  return { variant, stockBefore, error, move, isPending: action.isPending };
}

/** Adds to a variant's stock, takes from it, or corrects it after a count. */
export function StockDialog({ variant: shownVariant, onClose }: StockDialogProps) {
  const { t, i18n } = useLingui();
  const [kind, setKind] = useState<Kind>('add');
  const [reason, setReason] = useState<Reason>('delivery');
  const [text, setText] = useState('');
  const { variant, stockBefore, error, move, isPending } = useMoveStock(shownVariant);
  const change = stockChange(kind, text, variant.stock);
  const submit = async (why: string) => {
    const result = change === null ? null : await move({ change, reason, why });
    if (result === null) return;
    const message = t`Stock of ${variant.name}: ${i18n.number(result.stock)}`;
    showToast({ subject: 'stock', tone: 'good', message });
    onClose();
  };
  const stock = i18n.number(variant.stock);
  return (
    <ActionDialog
      title={t`Stock of ${variant.name}`}
      description={t`${stock} in stock, number ${variant.sku}. If the stock changes before you save, you see the new one first.`}
      error={error}
      isBusy={isPending}
      isValid={change !== null && change !== 0}
      submitLabel={<Trans>Change the stock</Trans>}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <>
          {stockBefore !== null && <StockConflict before={stockBefore} after={variant.stock} />}
          <MovementFields
            variant={variant}
            kind={kind}
            onKindChange={(newKind) => {
              setKind(newKind);
              setReason(reasonsOf[newKind][0] ?? 'other');
            }}
            text={text}
            onTextChange={setText}
            showErrors={showErrors}
          />
          <SelectField
            label={t`Reason`}
            options={reasonsOf[kind].map((value) => ({ value, label: reasonText(i18n, value) }))}
            value={reason}
            // The cast is safe, because the options are reasons.
            onChange={({ target }) => setReason(target.value as Reason)}
          />
        </>
      )}
    </ActionDialog>
  );
}

/** Shows a stock that has changed since the dialog was opened. */
function StockConflict({ before, after }: { readonly before: number; readonly after: number }) {
  const { i18n } = useLingui();
  return (
    <Banner
      tone="warn"
      live="assertive"
      title={
        <Trans>
          The stock has changed from {i18n.number(before)} to {i18n.number(after)}
        </Trans>
      }
    >
      <Trans>
        This movement wasn’t applied. If you sent this movement before, check whether the new stock
        already includes it. Otherwise, check the new stock below and send the movement again.
      </Trans>
    </Banner>
  );
}

interface MovementFieldsProps {
  readonly variant: EditedVariant;
  readonly kind: Kind;
  readonly onKindChange: (kind: Kind) => void;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** True once errors are shown. */
  readonly showErrors: boolean;
}

/** Kind and quantity of a movement, with the resulting stock. */
function MovementFields({ variant, kind, text, showErrors, ...on }: MovementFieldsProps) {
  const { t, i18n } = useLingui();
  const change = stockChange(kind, text, variant.stock);
  const kinds: Readonly<Record<Kind, string>> = {
    add: t`Add to the stock`,
    remove: t`Take from the stock`,
    correct: t`Correct it after a count`,
  };
  const error =
    change === null
      ? t`Enter a whole number up to ${{ max: i18n.number(MAX_MOVEMENT) }}.`
      : change === 0
        ? t`The stock would stay the same.`
        : undefined;
  const after = i18n.number(variant.stock + (change ?? 0));
  return (
    <>
      <SelectField
        label={t({ message: 'Movement', context: 'stock' })}
        options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        value={kind}
        // The cast is safe, because the options are the keys of `kinds`.
        onChange={({ target }) => on.onKindChange(target.value as Kind)}
      />
      <TextField
        label={kind === 'correct' ? t`Counted number` : t`Quantity`}
        inputMode="numeric"
        autoComplete="off"
        hint={change === null || change === 0 ? undefined : t`New stock: ${after}`}
        value={text}
        error={showErrors ? error : undefined}
        onChange={({ target }) => on.onTextChange(target.value)}
      />
    </>
  );
}
