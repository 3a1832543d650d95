import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { MAX_CHANGED_PRICES, needsSecondPerson } from '#schemas/operator/shop-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { useUnsavedInput } from '#console/data/unsaved-input.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { priceChanges, ShopEditsContext, type useShopEdits } from './price-edits.ts';
import { PriceSheet } from './price-sheet.tsx';
import { StockDialog } from './stock-dialog.tsx';

interface ShopEditsProps {
  readonly state: ReturnType<typeof useShopEdits>;
  /** A table with price and stock cells. */
  readonly children: ReactNode;
}

/** Wraps a table whose prices and stock can be edited. Adds the dialogs, and the bar below the table. */
export function ShopEdits({ state, children }: ShopEditsProps) {
  const { context, setEditing, setPrices, stockOf, changeStock } = state;
  const [isSaving, setSaving] = useState(false);
  const [isPending, setPending] = useState(false);
  useUnsavedInput({ place: 'tab', isUnsaved: () => context.prices.size > 0 });
  const stop = () => {
    setPrices(new Map());
    setEditing(false);
    setSaving(false);
  };
  return (
    <ShopEditsContext value={context}>
      {isPending && <PendingPrices onDismiss={() => setPending(false)} />}
      {children}
      {context.isEditing && (
        <PriceBar
          prices={context.prices}
          onSave={() => {
            setPending(false);
            setSaving(true);
          }}
          onStop={stop}
        />
      )}
      {isSaving && (
        <PriceSheet
          prices={context.prices}
          onChange={setPrices}
          onClose={() => setSaving(false)}
          onDone={(needsApproval) => {
            setPending(needsApproval);
            stop();
          }}
        />
      )}
      {stockOf && <StockDialog variant={stockOf} onClose={() => changeStock(null)} />}
    </ShopEditsContext>
  );
}

/** Button that turns prices into fields. */
export function EditPricesButton({ state }: Pick<ShopEditsProps, 'state'>) {
  if (state.context.isEditing) return null;
  return (
    <ActionButton variant="secondary" onClick={() => state.setEditing(true)}>
      <Trans>Edit prices</Trans>
    </ActionButton>
  );
}

/** Tells the operator that a price change needs approval, with a link to it. */
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
        <Trans>Until then, the old prices are valid. You can’t approve your own change.</Trans>
      </Banner>
    </div>
  );
}

interface PriceBarProps {
  readonly prices: ReturnType<typeof useShopEdits>['context']['prices'];
  readonly onSave: () => void;
  readonly onStop: () => void;
}

/** Number of changed prices, with buttons to save or discard them. */
function PriceBar({ prices, onSave, onStop }: PriceBarProps) {
  const { t } = useLingui();
  const changes = priceChanges(prices);
  const invalid = prices.size - changes.length;
  const problem =
    invalid > 0
      ? t`Prices are whole numbers from 1 to 1,000,000.`
      : changes.length === 0
        ? t`Change a price first.`
        : changes.length > MAX_CHANGED_PRICES
          ? t`Change at most ${MAX_CHANGED_PRICES} prices at once.`
          : undefined;
  return (
    <div
      role="group"
      aria-label={t`Price changes`}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line bg-surface-raised px-4 py-2"
    >
      <div className="min-w-0 flex-1 py-2.5">
        <output className="block font-semibold">
          <Plural value={prices.size} one="# price changed" other="# prices changed" />
        </output>
        {needsSecondPerson(changes) && (
          <p className="text-small text-ink-soft">
            <Trans>
              More than 20 prices, or a change by more than half, needs a second person.
            </Trans>
          </p>
        )}
      </div>
      <ActionButton disabledReason={problem} onClick={onSave}>
        <Trans>Save prices</Trans>
      </ActionButton>
      <Button variant="secondary" onClick={onStop}>
        {prices.size > 0 ? <Trans>Discard changes</Trans> : <Trans>Stop editing</Trans>}
      </Button>
    </div>
  );
}
