import { lazy, Suspense } from 'react';
import type { IllustrationName } from './drawings.tsx';

const Shapes = lazy(() =>
  import('./drawings.tsx').then(
    ({ IllustrationShapes }) => ({ default: IllustrationShapes }),
    () => ({ default: () => null }),
  ),
);

/**
 * A decorative drawing for states with nothing else to show: empty, offline, rejected, done. Its shapes load after the
 * text, in a space that is reserved for them. If they can't be loaded, this space stays empty.
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
