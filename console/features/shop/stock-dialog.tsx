import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { BodyOf } from '#schemas/api/call.ts';
import { MAX_MOVEMENT, operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import type { EditedVariant } from './price-edits.ts';
import { reasonText, variantReads } from './shop-texts.ts';

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

/** Adds to a variant's stock, takes from it, or corrects it after a count. */
export function StockDialog({ variant, onClose }: StockDialogProps) {
  const { t, i18n } = useLingui();
  const [kind, setKind] = useState<Kind>('add');
  const [reason, setReason] = useState<Reason>('delivery');
  const [text, setText] = useState('');
  const action = useOperatorAction(operatorShopCalls.moveStock, {
    changes: variantReads,
  });
  const change = stockChange(kind, text, variant.stock);
  const submit = async (why: string) => {
    if (change === null) return;
    const { stock } = await action.mutateAsync({
      params: { id: variant.id },
      body: { change, reason, why },
    });
    const message = t`Stock of ${variant.name}: ${i18n.number(stock)}`;
    showToast({ subject: 'stock', tone: 'good', message });
    onClose();
  };
  const stock = i18n.number(variant.stock);
  return (
    <ActionDialog
      title={t`Stock of ${variant.name}`}
      description={t`${stock} in stock, number ${variant.sku}. Orders that arrive in the meantime are counted, too.`}
      error={action.error}
      isBusy={action.isPending}
      isValid={change !== null && change !== 0}
      submitLabel={<Trans>Change the stock</Trans>}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <>
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
      ? t`Enter a whole number up to ${i18n.number(MAX_MOVEMENT)}.`
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
