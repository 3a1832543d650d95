import { useFormat } from '#src/data/text/format.ts';
import { Points } from '#src/ui/points.tsx';

interface BookedPointsProps {
  /** Signed. */
  points: number;
  /** True if the points are only reserved and may be returned. */
  isReserved?: boolean;
}

/** Points that were added (gold), spent (muted) or reserved (outlined). */
export function BookedPoints({ points, isReserved = false }: BookedPointsProps) {
  const format = useFormat();
  const number = format.signedPoints(points);
  const [sign = ''] = /^[+−]/.exec(number) ?? [];
  return (
    <span className={lookOf(points, isReserved)}>
      <Points number={number} label={`${sign}${format.points(Math.abs(points))}`} />
    </span>
  );
}

function lookOf(points: number, isReserved: boolean): string {
  if (isReserved) return 'booked-reserved';
  return points > 0 ? '' : 'booked-spent';
}
