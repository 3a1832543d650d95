import { filter, type Observable, take } from 'rxjs';

/** For a toast's `until`: dismisses it once the query's result makes it obsolete. */
export function endWhen<T>(
  found$: Observable<T>,
  isOver: (found: T) => boolean,
): (end: () => void) => () => void {
  return (end) => {
    const following = found$.pipe(filter(isOver), take(1)).subscribe(end);
    return () => following.unsubscribe();
  };
}
