import { lazy, Suspense } from 'react';

export type DrawingName =
  | 'scans'
  | 'sent'
  | 'projects'
  | 'points'
  | 'search'
  | 'offline'
  | 'error'
  | 'bell'
  | 'cart'
  | 'parcel';

const DrawingShapes = lazy(() =>
  import('./drawing-shapes.tsx').then(
    ({ DrawingShapes: shapes }) => ({ default: shapes }),
    () => ({ default: () => null }),
  ),
);

/**
 * A small drawing in two tones for a place with nothing in it. Decorative: its lines come a
 * moment later than the words, and where they can't be had the words stand alone.
 */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg
      viewBox="0 0 96 72"
      aria-hidden="true"
      className="h-24 w-32 fill-none stroke-ink-soft stroke-[2.5] [stroke-linecap:round] [stroke-linejoin:round]"
    >
      <Suspense>
        <DrawingShapes name={name} />
      </Suspense>
    </svg>
  );
}
