import { distinctUntilChanged, filter, map, type Observable, startWith, switchMap } from 'rxjs';
import { deepEqual } from './deep-equal.ts';
import { toSyncError } from './sync-error.ts';

/*
 * What there is one of for an account is kept as a local document of RxDB: small, and beside the
 * collections. Each holds one value.
 */

interface LocalDocument {
  toJSON(): { readonly data: unknown };
  remove(): Promise<unknown>;
}

/** What a database tells of its changes: those of a collection together, those of local documents likewise. */
interface Changes {
  readonly isLocal: boolean;
  readonly events: readonly { readonly documentId: string }[];
}

/** The part of the database that keeps them. */
export interface LocalDocuments {
  readonly eventBulks$: Observable<Changes>;
  getLocal(key: string): Promise<LocalDocument | null>;
  upsertLocal(key: string, data: { value: unknown }): Promise<unknown>;
}

async function dataOf(database: Pick<LocalDocuments, 'getLocal'>, key: string): Promise<unknown> {
  const kept = await database.getLocal(key);
  return kept?.toJSON().data ?? null;
}

/** What is put in under a key comes out under it: nobody else writes there. */
function valueOf<Value>(data: unknown): Value | null {
  return (data as { readonly value?: Value } | null)?.value ?? null;
}

/**
 * What is kept under a key, live; null where there is nothing. (RxDB's own `getLocal$` makes two promises of
 * every change of every collection, for each that watches: 230,000 while ten thousand scans go out. RxDB
 * 17.6, no issue.)
 */
export function localData$(
  database: Pick<LocalDocuments, 'eventBulks$' | 'getLocal'>,
  key: string,
): Observable<unknown> {
  return database.eventBulks$.pipe(
    filter(({ isLocal, events }) => isLocal && events.some(({ documentId }) => documentId === key)),
    startWith(null),
    switchMap(() => dataOf(database, key)),
  );
}

/** A value, live; null where there is none. */
export function localValue$<Value>(
  database: Pick<LocalDocuments, 'eventBulks$' | 'getLocal'>,
  key: string,
): Observable<Value | null> {
  return localData$(database, key).pipe(
    map((kept) => valueOf<Value>(kept)),
    distinctUntilChanged<Value | null>(deepEqual),
  );
}

/** A value as it is kept now; null where there is none. */
export async function readLocal<Value>(
  database: Pick<LocalDocuments, 'getLocal'>,
  key: string,
): Promise<Value | null> {
  return valueOf<Value>(await dataOf(database, key));
}

/** Keeps a value, unless it is kept already. @throws SyncError */
export async function saveLocal<Value>(
  database: Pick<LocalDocuments, 'getLocal' | 'upsertLocal'>,
  key: string,
  value: Value,
): Promise<void> {
  try {
    if (deepEqual(await readLocal<Value>(database, key), value)) return;
    await database.upsertLocal(key, { value });
  } catch (error) {
    throw toSyncError(error);
  }
}

/** Forgets a value. @throws SyncError */
export async function deleteLocal(
  database: Pick<LocalDocuments, 'getLocal'>,
  key: string,
): Promise<void> {
  try {
    await (await database.getLocal(key))?.remove();
  } catch (error) {
    throw toSyncError(error);
  }
}
