import { filter, type Observable, take } from 'rxjs';

/** For a toast's `until`: ends it once the documents that it is about say otherwise. */
export function endWhen<T>(
  found$: Observable<T>,
  isOver: (found: T) => boolean,
): (end: () => void) => () => void {
  return (end) => {
    const following = found$.pipe(filter(isOver), take(1)).subscribe(end);
    return () => following.unsubscribe();
  };
}
