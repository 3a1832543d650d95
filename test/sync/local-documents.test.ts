import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { type LocalDocuments, localValue$ } from '#sync/store/local-documents.ts';

/** A database of local documents that counts its reads. */
function databaseOf(values: Map<string, unknown>) {
  const eventBulks$ = new Subject<{ isLocal: boolean; events: { documentId: string }[] }>();
  let reads = 0;
  const database: Pick<LocalDocuments, 'eventBulks$' | 'getLocal'> = {
    eventBulks$,
    getLocal(key) {
      reads += 1;
      const value = values.get(key);
      const document = { toJSON: () => ({ data: { value } }), remove: () => Promise.resolve() };
      return Promise.resolve(value === undefined ? null : document);
    },
  };
  const emit = (isLocal: boolean, ...ids: string[]) =>
    eventBulks$.next({ isLocal, events: ids.map((documentId) => ({ documentId })) });
  return { database, emit, reads: () => reads };
}

test('a value is read again only when it has changed', async () => {
  const values = new Map<string, unknown>();
  const { database, emit, reads } = databaseOf(values);
  const emissions: unknown[] = [];
  localValue$<number>(database, 'points').subscribe((value) => emissions.push(value));
  await expect.poll(() => emissions).toEqual([null]);
  values.set('points', 7);
  emit(false, 'points', 'a scan');
  emit(true, 'another value');
  expect(reads()).toBe(1);
  emit(true, 'another value', 'points');
  await expect.poll(() => emissions).toEqual([null, 7]);
  expect(reads()).toBe(2);
});
