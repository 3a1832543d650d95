import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { CARD_WINDOWS, cardBlock } from '#schemas/checkout-rules.ts';
import { useFormat } from '#src/data/words/format.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { Card } from '#src/ui/card.tsx';
import { ProductPage } from './product-page.tsx';
import { NoProduct } from './no-product.tsx';
import { productOfVendor } from './queries.ts';

/** `/shop/club-card`: the club card, and what it takes to order one (spec 2 §5). */
export function CardProductScreen() {
  const { t } = useLingui();
  const product = useLiveQuery((account) => productOfVendor(account, 'EDENRED_CARD'), []);
  const windowsThisYear = useSingleton('points')?.scans.current_year ?? 0;
  const isPending = useSingleton('clubCard')?.card.pending_edenred_card === 1;
  if (!product) return <NoProduct isLoading={product === undefined} />;
  const reasons = {
    card_pending: t`A card is on its way already.`,
    card_windows_needed: t`Your company has not scanned enough windows this year.`,
  };
  const block = cardBlock({ windowsThisYear, isPending });
  return (
    <ProductPage
      product={product}
      blocked={block === null ? undefined : reasons[block]}
      conditions={<Conditions windowsThisYear={windowsThisYear} isPending={isPending} />}
    />
  );
}

interface ConditionsProps {
  windowsThisYear: number;
  isPending: boolean;
}

function Conditions({ windowsThisYear, isPending }: ConditionsProps) {
  const format = useFormat();
  const needed = format.number(CARD_WINDOWS);
  const scanned = format.number(windowsThisYear);
  return (
    <Card as="section">
      <h2 className="font-semibold">
        <Trans>What it takes</Trans>
      </h2>
      <ul className="mt-2 space-y-2">
        <Condition isMet={windowsThisYear >= CARD_WINDOWS}>
          <Trans>
            At least {needed} windows scanned this year. Your company has scanned {scanned}.
          </Trans>
        </Condition>
        <Condition isMet={!isPending}>
          {isPending ? (
            <Trans>No other card on its way. Yours has been ordered already.</Trans>
          ) : (
            <Trans>No other card on its way.</Trans>
          )}
        </Condition>
      </ul>
    </Card>
  );
}

function Condition({ isMet, children }: { isMet: boolean; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <li className="flex gap-2">
      <span
        role="img"
        aria-label={isMet ? t`Met` : t`Not met`}
        className={isMet ? 'pt-0.5 text-good' : 'pt-0.5 text-warn'}
      >
        {isMet ? <CircleCheck className="size-5" /> : <CircleAlert className="size-5" />}
      </span>
      <span className="min-w-0 break-long">{children}</span>
    </li>
  );
}
