import { Observable, Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { liveStore } from '#src/data/live/use-live-query.ts';

describe('a live store', () => {
  test('is loading until the first result, and then shows each new result', () => {
    const source = new Subject<number>();
    const store = liveStore(source);
    let notifiedCount = 0;
    store.subscribe(() => (notifiedCount += 1));
    expect(store.current()).toEqual({ name: 'loading' });
    source.next(1);
    source.next(2);
    expect(store.current()).toEqual({ name: 'value', value: 2 });
    expect(notifiedCount).toBe(2);
  });

  test('subscribes once for many listeners, and unsubscribes with the last', () => {
    let open = 0;
    const store = liveStore(
      new Observable<number>(() => {
        open += 1;
        return () => (open -= 1);
      }),
    );
    const first = store.subscribe(() => undefined);
    const second = store.subscribe(() => undefined);
    expect(open).toBe(1);
    first();
    expect(open).toBe(1);
    second();
    expect(open).toBe(0);
  });

  test('keeps its last result between two subscriptions', () => {
    const source = new Subject<number>();
    const store = liveStore(source);
    const stop = store.subscribe(() => undefined);
    source.next(7);
    const observed = store.current();
    stop();
    expect(store.current()).toBe(observed);
    store.subscribe(() => undefined);
    expect(store.current()).toBe(observed);
  });

  test('exposes a failed query as a state', () => {
    const source = new Subject<number>();
    const store = liveStore(source);
    store.subscribe(() => undefined);
    const error = new Error('broken');
    source.error(error);
    expect(store.current()).toEqual({ name: 'failed', error });
  });
});
