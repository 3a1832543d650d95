import { lazy, Suspense } from 'react';
import type { IllustrationName } from './drawings.tsx';

const Shapes = lazy(() =>
  import('./drawings.tsx').then(
    ({ IllustrationShapes }) => ({ default: IllustrationShapes }),
    () => ({ default: () => null }),
  ),
);

/**
 * A drawing for a state that has no object of its own: empty, offline, refused, done. Decorative, and
 * its place has its size at once: its shapes come a moment later than the words, and where they can't
 * be had the words stand alone.
 * @param small where the state is a part of a screen and not the whole of it
 */
export function Illustration({ name, small = false }: { name: IllustrationName; small?: boolean }) {
  return (
    <svg
      viewBox="0 0 240 180"
      width="272"
      height="204"
      aria-hidden="true"
      className={`h-auto max-w-full ${small ? 'w-44' : 'w-68'}`}
    >
      <Suspense>
        <Shapes name={name} />
      </Suspense>
    </svg>
  );
}
