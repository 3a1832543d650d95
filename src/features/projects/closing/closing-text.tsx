import { Trans } from '@lingui/react/macro';
import { useFormat } from '#src/data/text/format.ts';
import type { ProjectEarnings } from '../project-earnings.ts';
import type { ProjectPoints } from '../project-points.ts';

interface ClosingTextProps {
  points: ProjectPoints;
  gain: ProjectEarnings;
}

/** Explains, before closing, how many points a project will bring. */
export function ClosingText({ points: { waitingCount, waitsForReview }, gain }: ClosingTextProps) {
  return (
    <>
      <EarningsText gain={gain} isWaiting={waitingCount > 0} waitsForReview={waitsForReview} />{' '}
      <Trans>No products can be added after that.</Trans>
    </>
  );
}

interface EarningsTextProps {
  gain: ProjectEarnings;
  isWaiting: boolean;
  waitsForReview: boolean;
}

function EarningsText({ gain, isWaiting, waitsForReview }: EarningsTextProps) {
  const format = useFormat();
  const points = format.points(gain.points);
  if (gain.isAtMost && gain.points > 0 && !isWaiting)
    return <Trans>{points} at most, once its products in review are checked.</Trans>;
  if (gain.isAtMost || waitsForReview)
    return <Trans>Nothing is booked until its products in review are checked.</Trans>;
  if (isWaiting) return <Trans>Its points are booked once all its products are sent.</Trans>;
  if (gain.points === 0) return <Trans>None of its products counts, so it brings no points.</Trans>;
  return <Trans>It brings {points}.</Trans>;
}
