import { Trans, useLingui } from '@lingui/react/macro';
import { heldLotCalls } from '#schemas/operator/held-lot-calls.ts';
import { reviewCalls } from '#schemas/operator/review-calls.ts';
import { regions } from '#schemas/regions.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { countOf, NumberCard } from '#console/parts/number-card.tsx';
import { QueueCard } from '#console/parts/queue-card.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of undecided products, for the Today screen. */
export function ReviewCard() {
  const country = useCountry();
  const code = regions.find(({ id }) => id === country)?.code;
  const { data, error } = useOperatorQuery(reviewCalls.getReviewQueue, {}, { fresh: 'queue' });
  const entries = data?.data.filter(({ region }) => code === undefined || region === code);
  const [oldestDate] = (entries ?? []).flatMap(({ oldest_since }) => oldest_since ?? []).toSorted();
  return (
    <QueueCard
      title={<Trans>Products to review</Trans>}
      queue="review"
      count={entries ? entries.reduce((sum, { waiting: count }) => sum + count, 0) : null}
      error={error}
      href="/review"
      oldest={oldestDate}
      overdueCount={entries ? entries.reduce((sum, { overdue }) => sum + overdue, 0) : null}
      overdueHref="/review?overdue=1"
    >
      <Trans>All are decided</Trans>
    </QueueCard>
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
      value={countOf(data)}
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
