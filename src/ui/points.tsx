interface PointsProps {
  /** The formatted number; signed if it is a change. */
  number: string;
  /** Full text for screen readers, such as "260 points". */
  label: string;
}

/** An amount of points with the points symbol. */
export function Points({ number, label }: PointsProps) {
  return (
    <span className="inline-block">
      <span
        aria-hidden="true"
        className="points-before inline-flex items-baseline gap-[0.34em] font-display text-[1.0625rem] font-semibold whitespace-nowrap text-ink tnum"
      >
        {number}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
