interface PointsProps {
  /** The number alone, in the person's locale; with its sign where it is a change. */
  number: string;
  /** The whole of it for a reader, such as "260 points". */
  label: string;
}

/** An amount of points: the pane of light that is their unit, and the number. */
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
