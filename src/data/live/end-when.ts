import { filter, type Observable, take } from 'rxjs';

/** Returns a toast's `until`, which dismisses the toast once the query's result makes it obsolete. */
export function endWhen<T>(
  value$: Observable<T>,
  isObsolete: (value: T) => boolean,
): (end: () => void) => () => void {
  return (end) => {
    const subscription = value$.pipe(filter(isObsolete), take(1)).subscribe(end);
    return () => subscription.unsubscribe();
  };
}
