import { sizeInCm } from '#schemas/product-family.ts';

/** The longest side that is drawn, in cm; what is larger stands as large as it. */
const LONGEST_CM = 200;
const PLACE = 56;

/** A window of a size, in its proportions, so that sizes are told apart before they are read. */
export function SizeDrawing({ size }: { size: string }) {
  const cm = sizeInCm(size);
  const { width, height } = cm ?? { width: 100, height: 100 };
  const scale = (PLACE - 8) / Math.max(LONGEST_CM * 0.8, width, height);
  const [w, h] = [width * scale, height * scale];
  return (
    <svg viewBox={`0 0 ${PLACE} ${PLACE}`} aria-hidden="true" className="size-[56px] shrink-0">
      <rect
        x={(PLACE - w) / 2}
        y={(PLACE - h) / 2}
        width={w}
        height={h}
        rx="2"
        strokeWidth="2.5"
        strokeDasharray={cm ? undefined : '4 4'}
        className="fill-[var(--ill-sky)] stroke-current"
      />
    </svg>
  );
}
