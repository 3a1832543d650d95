import { Trans, useLingui } from '@lingui/react/macro';
import { heldLotCalls } from '#schemas/operator/held-lot-calls.ts';
import { reviewCalls } from '#schemas/operator/review-calls.ts';
import { regions } from '#schemas/regions.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { NumberCard } from '#console/parts/number-card.tsx';
import { OverdueLink } from '#console/parts/overdue-link.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of undecided products, for the Today screen. */
export function ReviewCard() {
  const { i18n } = useLingui();
  const country = useCountry();
  const code = regions.find(({ id }) => id === country)?.code;
  const { data, error } = useOperatorQuery(reviewCalls.getReviewQueue, {}, { fresh: 'queue' });
  const entries = data?.data.filter(({ region }) => code === undefined || region === code);
  const [oldest] = (entries ?? []).flatMap(({ oldest_since }) => oldest_since ?? []).toSorted();
  return (
    <NumberCard
      title={<Trans>Products to review</Trans>}
      href="/review"
      value={
        entries ? entries.reduce((sum, { waiting: waitingCount }) => sum + waitingCount, 0) : null
      }
      error={error}
      foot={
        entries && (
          <OverdueLink
            queue="review"
            count={entries.reduce((sum, { overdue }) => sum + overdue, 0)}
            href="/review"
          />
        )
      }
    >
      {oldest ? (
        <Trans>Oldest: {i18n.date(new Date(oldest), { dateStyle: 'medium' })}</Trans>
      ) : (
        data && <Trans>All are decided</Trans>
      )}
    </NumberCard>
  );
}

/** Number of held lots, for the Today screen. */
export function HeldLotsCard() {
  const { i18n } = useLingui();
  const { data, error } = useOperatorQuery(
    heldLotCalls.listHeldLots,
    { query: { limit: 1, region: useCountry() } },
    { fresh: 'queue' },
  );
  const [oldest] = data?.data ?? [];
  return (
    <NumberCard
      title={<Trans>Held lots</Trans>}
      href="/held-lots"
      value={data ? (data.meta.total ?? Infinity) : null}
      error={error}
    >
      {oldest ? (
        <Trans>Oldest: {i18n.date(new Date(oldest.held_at), { dateStyle: 'medium' })}</Trans>
      ) : (
        data && <Trans>No lot is held</Trans>
      )}
    </NumberCard>
  );
}
