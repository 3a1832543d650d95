import { lazy, Suspense } from 'react';
import type { IllustrationName } from './drawings.tsx';

const Shapes = lazy(() =>
  import('./drawings.tsx').then(
    ({ IllustrationShapes }) => ({ default: IllustrationShapes }),
    () => ({ default: () => null }),
  ),
);

/**
 * A drawing for states with nothing else to show: empty, offline, rejected, done. Decorative, with reserved
 * space: its shapes load after the text, and the space stays empty if they can't be loaded.
 * @param small if the state only covers part of the screen
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
