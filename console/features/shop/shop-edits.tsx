import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import {
  MAX_CHANGED_PRICES,
  MAX_CHANGED_STOCKS,
  MAX_MOVEMENT,
  needsSecondPerson,
} from '#schemas/operator/shop-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { useUnsavedInput } from '#console/data/unsaved-input.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { priceChanges } from './price-edits.ts';
import { PriceSheet } from './price-sheet.tsx';
import { StockDialog } from './stock-dialog.tsx';
import { stockMovements } from './stock-edits.ts';
import { StockSheet } from './stock-sheet.tsx';
import { ShopEditsContext, type useShopEdits, type VariantEdits } from './variant-edits.ts';

interface ShopEditsProps {
  readonly state: ReturnType<typeof useShopEdits>;
  /** A table with price and stock cells. */
  readonly children: ReactNode;
}

/** Wraps a table whose prices and stock can be edited. Adds the dialogs, and the bar below the table. */
export function ShopEdits({ state, children }: ShopEditsProps) {
  const { context, stop, setEdits, stockVariant, changeStock } = state;
  const { column, edits } = context;
  const [isSaving, setSaving] = useState(false);
  const [isPending, setPending] = useState(false);
  useUnsavedInput({ place: 'tab', isUnsaved: () => edits.size > 0 });
  const stopEditing = () => {
    stop();
    setSaving(false);
  };
  const startSaving = () => {
    setPending(false);
    setSaving(true);
  };
  const barProps = { edits, onSave: startSaving, onStop: stopEditing };
  const sheetProps = { onClose: () => setSaving(false) };
  return (
    <ShopEditsContext value={context}>
      {isPending && <PendingPrices onDismiss={() => setPending(false)} />}
      {children}
      {column === 'price' && <PriceBar {...barProps} />}
      {column === 'stock' && <StockBar {...barProps} />}
      {isSaving && column === 'price' && (
        <PriceSheet
          {...sheetProps}
          prices={edits}
          onChange={setEdits}
          onDone={(needsApproval) => {
            setPending(needsApproval);
            stopEditing();
          }}
        />
      )}
      {isSaving && column === 'stock' && (
        <StockSheet {...sheetProps} edits={edits} onChange={setEdits} onDone={stopEditing} />
      )}
      {stockVariant && <StockDialog variant={stockVariant} onClose={() => changeStock(null)} />}
    </ShopEditsContext>
  );
}

/** Buttons that turn the price or stock column into input fields. */
export function EditButtons({ state }: Pick<ShopEditsProps, 'state'>) {
  if (state.context.column !== null) return null;
  return (
    <>
      <ActionButton variant="secondary" onClick={() => state.start('price')}>
        <Trans>Edit prices</Trans>
      </ActionButton>
      <ActionButton variant="secondary" onClick={() => state.start('stock')}>
        <Trans>Edit the stock</Trans>
      </ActionButton>
    </>
  );
}

/** Notice that a price change needs approval, with a link to the approval. */
function PendingPrices({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useLingui();
  const canDecide = hasRight(useSession(), 'approvals.decide');
  return (
    <div className="px-4 pt-3">
      <Banner
        tone="warn"
        live="polite"
        title={<Trans>A second person must approve these prices</Trans>}
        onDismiss={onDismiss}
        dismissLabel={t`Close`}
        action={
          canDecide && (
            <ConsoleLink href="/approvals" className="font-semibold text-info underline">
              <Trans>Show approvals</Trans>
            </ConsoleLink>
          )
        }
      >
        <Trans>Until then, the old prices apply. You can’t approve your own change.</Trans>
      </Banner>
    </div>
  );
}

interface EditBarProps {
  readonly edits: VariantEdits;
  readonly onSave: () => void;
  readonly onStop: () => void;
}

/** Number of changed prices, with buttons to save or discard them. */
function PriceBar({ edits, ...actions }: EditBarProps) {
  const { t } = useLingui();
  const changes = priceChanges(edits);
  const problem =
    edits.size > changes.length
      ? t`Prices are whole numbers from 1 to 1,000,000.`
      : changes.length === 0
        ? t`Change a price first.`
        : changes.length > MAX_CHANGED_PRICES
          ? t`Change at most ${MAX_CHANGED_PRICES} prices at once.`
          : undefined;
  return (
    <EditBar
      {...actions}
      label={t`Price changes`}
      count={<Plural value={edits.size} one="# price changed" other="# prices changed" />}
      isEdited={edits.size > 0}
      problem={problem}
      saveLabel={<Trans>Save prices</Trans>}
    >
      {needsSecondPerson(changes) && (
        <Trans>More than 20 prices, or a change by more than half, need a second person.</Trans>
      )}
    </EditBar>
  );
}

/** Number of variants whose stock was changed, with buttons to save or discard the changes. */
function StockBar({ edits, ...actions }: EditBarProps) {
  const { t, i18n } = useLingui();
  const movements = stockMovements(edits);
  const problem =
    edits.size > movements.length
      ? t`Enter whole numbers. One change is at most ${i18n.number(MAX_MOVEMENT)}.`
      : movements.length === 0
        ? t`Change a number first.`
        : movements.length > MAX_CHANGED_STOCKS
          ? t`Change the stock of at most ${MAX_CHANGED_STOCKS} variants at once.`
          : undefined;
  return (
    <EditBar
      {...actions}
      label={t`Stock changes`}
      count={<Plural value={edits.size} one="# number changed" other="# numbers changed" />}
      isEdited={edits.size > 0}
      problem={problem}
      saveLabel={<Trans>Save the stock</Trans>}
    >
      <Trans>If a stock changes before you save, you see the new one first.</Trans>
    </EditBar>
  );
}

interface EditBarParts extends Omit<EditBarProps, 'edits'> {
  readonly label: string;
  readonly count: ReactNode;
  readonly isEdited: boolean;
  /** Reason why the changes can't be saved. */
  readonly problem: string | undefined;
  readonly saveLabel: ReactNode;
  /** Note below the count. */
  readonly children: ReactNode;
}

function EditBar({ label, count, isEdited, problem, saveLabel, ...props }: EditBarParts) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line bg-surface-raised px-4 py-2"
    >
      <div className="min-w-0 flex-1 py-2.5">
        <output className="block font-semibold">{count}</output>
        {props.children && <p className="text-small text-ink-soft">{props.children}</p>}
      </div>
      <ActionButton disabledReason={problem} onClick={props.onSave}>
        {saveLabel}
      </ActionButton>
      <Button variant="secondary" onClick={props.onStop}>
        {isEdited ? <Trans>Discard changes</Trans> : <Trans>Stop editing</Trans>}
      </Button>
    </div>
  );
}
