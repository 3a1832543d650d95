import { filter, type Observable, take } from 'rxjs';

/** Returns an `until` function for a toast, which ends the toast once a query result makes it obsolete. */
export function endWhen<T>(
  value$: Observable<T>,
  isObsolete: (value: T) => boolean,
): (end: () => void) => () => void {
  return (end) => {
    const subscription = value$.pipe(filter(isObsolete), take(1)).subscribe(end);
    return () => subscription.unsubscribe();
  };
}
