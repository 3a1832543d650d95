import { useFormat } from '#src/data/text/format.ts';
import { Points } from '#src/ui/points.tsx';

interface BookedPointsProps {
  /** With their sign. */
  points: number;
  /** Whether they are only kept apart, and may come back. */
  isReserved?: boolean;
}

/** Points that were added, in gold; taken, without its light; or reserved, in outline. */
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
