import { lazy, Suspense } from 'react';
import type { IllustrationName } from './drawings.tsx';

const Shapes = lazy(() =>
  import('./drawings.tsx').then(
    ({ IllustrationShapes }) => ({ default: IllustrationShapes }),
    () => ({ default: () => null }),
  ),
);

/**
 * A drawing for states without an object: empty, offline, rejected, done. Decorative, with reserved space:
 * its shapes load after the text, and are optional.
 * @param small if the state covers only a part of the screen
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
