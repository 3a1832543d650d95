import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { isSame } from './is-same.ts';
import { storeFailure } from './sync-error.ts';

/*
 * What there is one of for an account is kept as a local document of RxDB: small, and beside the
 * collections. Each holds one value.
 */

interface LocalDocument {
  toJSON(): { readonly data: unknown };
  remove(): Promise<unknown>;
}

/** The part of the database that keeps them. */
export interface LocalDocuments {
  getLocal(key: string): Promise<LocalDocument | null>;
  getLocal$(key: string): Observable<LocalDocument | null>;
  upsertLocal(key: string, data: { value: unknown }): Promise<unknown>;
}

/** What is put in under a key comes out under it: nobody else writes there. */
function valueOf<Value>(kept: LocalDocument | null): Value | null {
  const data = kept?.toJSON().data as { readonly value?: Value } | undefined;
  return data?.value ?? null;
}

/** A value, live; null where there is none. */
export function localValue$<Value>(
  database: Pick<LocalDocuments, 'getLocal$'>,
  key: string,
): Observable<Value | null> {
  return database
    .getLocal$(key)
    .pipe(map(valueOf<Value>), distinctUntilChanged<Value | null>(isSame));
}

/** A value as it is kept now; null where there is none. */
export async function readLocal<Value>(
  database: Pick<LocalDocuments, 'getLocal'>,
  key: string,
): Promise<Value | null> {
  return valueOf<Value>(await database.getLocal(key));
}

/** Keeps a value, unless it is kept already. @throws SyncError */
export async function keepLocal<Value>(
  database: Pick<LocalDocuments, 'getLocal' | 'upsertLocal'>,
  key: string,
  value: Value,
): Promise<void> {
  try {
    if (isSame(await readLocal<Value>(database, key), value)) return;
    await database.upsertLocal(key, { value });
  } catch (error) {
    throw storeFailure(error);
  }
}

/** Forgets a value. @throws SyncError */
export async function dropLocal(
  database: Pick<LocalDocuments, 'getLocal'>,
  key: string,
): Promise<void> {
  try {
    await (await database.getLocal(key))?.remove();
  } catch (error) {
    throw storeFailure(error);
  }
}
