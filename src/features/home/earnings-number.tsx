import { Trans } from '@lingui/react/macro';
import { useFormat } from '#src/data/text/format.ts';
import { Points } from '#src/ui/points.tsx';

interface EarningsNumberProps {
  points: number;
  /** True if the points are the maximum, because a product needs a review. */
  isMaximum?: boolean | undefined;
}

/** A project's points, for a list row. */
export function EarningsNumber({ points, isMaximum }: EarningsNumberProps) {
  const format = useFormat();
  const number = { number: format.number(points), label: format.points(points) };
  if (!isMaximum || points === 0) return <Points {...number} />;
  return (
    <span className="text-caption text-ink-soft">
      <Trans context="points">
        up to <Points {...number} />
      </Trans>
    </span>
  );
}
