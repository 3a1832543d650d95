import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { clubCardState } from '#schemas/card-status.ts';
import {
  MIN_WINDOWS_FOR_CARD,
  cardOrderProblem,
  type CardOrderProblem,
  type CardEligibility,
} from '#schemas/checkout-rules.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { type AppLink, paths } from '#src/app/paths.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ProductPage } from './product-page.tsx';
import { NoProduct } from './no-product.tsx';
import { productOfVendor } from './queries.ts';

/** `/shop/club-card`: the club card and the conditions to order one (spec 2 §5). */
export function CardProductScreen() {
  const { t } = useLingui();
  const product = useLiveQuery((account) => productOfVendor(account, 'EDENRED_CARD'), []);
  const windowsThisYear = useSingleton('points')?.scans.windows;
  const card = useSingleton('clubCard')?.card;
  if (!product) return <NoProduct isLoading={product === undefined} />;
  const eligibility = {
    hasCard: card !== undefined && ['issued', 'active'].includes(clubCardState(card)),
    isPending: card?.pending_edenred_card === 1,
    windowsThisYear,
  };
  const reasonTexts: Record<CardOrderProblem, string> = {
    card_registered: t`Your company already has a club card.`,
    card_pending: t`A card is already on its way.`,
    too_few_windows: t`Your company hasn’t scanned enough windows this year.`,
  };
  const problem = cardOrderProblem(eligibility);
  return (
    <ProductPage
      product={product}
      disabledReason={problem === null ? undefined : reasonTexts[problem]}
      conditions={<Conditions {...eligibility} problem={problem} />}
    />
  );
}

function Conditions({
  hasCard,
  windowsThisYear,
  isPending,
  problem,
}: CardEligibility & { problem: CardOrderProblem | null }) {
  const format = useFormat();
  const requiredCount = format.number(MIN_WINDOWS_FOR_CARD);
  const scannedCount = format.number(windowsThisYear ?? 0);
  return (
    <Card as="section">
      <h2 className="font-semibold">
        <Trans>Requirements</Trans>
      </h2>
      <ul className="mt-2 space-y-2">
        {windowsThisYear !== undefined && (
          <Condition isMet={windowsThisYear >= MIN_WINDOWS_FOR_CARD}>
            <Trans>
              At least {requiredCount} valid windows this year. Your company has {scannedCount}.
            </Trans>
          </Condition>
        )}
        <Condition isMet={!hasCard}>
          <Trans>No other card in use.</Trans>
        </Condition>
        <Condition isMet={!isPending}>
          {isPending ? (
            <Trans>No other card on order. You’ve already ordered one.</Trans>
          ) : (
            <Trans>No other card on order.</Trans>
          )}
        </Condition>
      </ul>
      {problem && <NextStep problem={problem} />}
    </Card>
  );
}

/** Link for a user who can't order a card. */
function NextStep({ problem }: { problem: CardOrderProblem }) {
  const { t } = useLingui();
  const steps: Record<CardOrderProblem, { readonly label: string; readonly link: AppLink }> = {
    card_registered: { label: t`Go to club card`, link: paths.clubCard() },
    card_pending: { label: t`Register your club card`, link: paths.clubCardVerify() },
    too_few_windows: { label: t`Add products`, link: paths.scan() },
  };
  const { label, link } = steps[problem];
  return (
    <div className="mt-4">
      <LinkButton variant="secondary" fullWidth {...linkTo(link)}>
        {label}
      </LinkButton>
    </div>
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
