import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

const skeletonClass = 'skeleton-bone block rounded-full bg-line sunlight:bg-surface-sunken';

/** Loading placeholder: announces `label` once; the children imitate the final layout. */
export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <output className="sr-only">{label}</output>
      <div aria-hidden="true" className="space-y-3">
        {children}
      </div>
    </div>
  );
}

/** Placeholder of text lines; the last is shorter. */
export function SkeletonText({ lines = 2 }: { lines?: number }) {
  return (
    <span className="block space-y-2.5 py-1">
      {Array.from({ length: lines }, (_, index) => (
        <span
          key={index}
          className={classNames(skeletonClass, 'h-3', index === lines - 1 ? 'w-3/5' : 'w-full')}
        />
      ))}
    </span>
  );
}

/** Placeholder for a number, as high as its line. */
export function SkeletonValue() {
  return (
    <span
      className={classNames(skeletonClass, 'inline-block! w-[4ch] scale-y-75 text-transparent')}
    >
      0
    </span>
  );
}

/** Placeholder of a `ListRow`. */
export function SkeletonRow() {
  return (
    <div className="flex min-h-18 items-center gap-3.5 rounded-card bg-surface-raised px-4 py-3">
      <span className={classNames(skeletonClass, 'size-[56px] shrink-0 rounded-control!')} />
      <span className="flex-1 space-y-2.5">
        <span className={classNames(skeletonClass, 'h-3.5 w-1/2')} />
        <span className={classNames(skeletonClass, 'h-3 w-3/4')} />
      </span>
      <span className={classNames(skeletonClass, 'h-6 w-16 shrink-0')} />
    </div>
  );
}

/** Placeholder of a list. */
export function SkeletonList({ label }: { label: string }) {
  return (
    <Skeleton label={label}>
      <SkeletonRow />
      <SkeletonRow />
      <SkeletonRow />
    </Skeleton>
  );
}

/** Placeholder of a `Card` with a title. */
export function SkeletonCard({ lines = 2 }: { lines?: number }) {
  return (
    <div className="rounded-card bg-surface-raised p-4 card-rise">
      <span className={classNames(skeletonClass, 'mb-4 h-5 w-2/5')} />
      <SkeletonText lines={lines} />
    </div>
  );
}
