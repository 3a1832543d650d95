import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { type ListSchema, searchOf, type ViewOf, viewOf } from './list-search.ts';
import { keepSearchText, newSearchKey, searchTextOf } from './search-texts.ts';

interface How {
  /** Leaves no entry to come back to: for "show more", which only makes the same list longer. */
  replace?: boolean;
  /** For another page, which is read from its start. */
  toTop?: boolean;
}

export type ChangeList<View> = (changes: Partial<View>, how?: How) => void;

export interface ListSearch<View> {
  readonly view: View;
  readonly change: ChangeList<View>;
  /** What is searched for. */
  readonly text: string;
  /** Changes what is searched for; `changes` go with it, such as back to the first page. */
  readonly search: (text: string, changes?: Partial<View>) => void;
}

/**
 * The view of a list, read from the address and written to it, so that it outlives reloads, Back and links.
 * @param schema a constant, with one entry for each parameter
 */
export function useListSearch<Schema extends ListSchema>(
  schema: Schema,
): ListSearch<ViewOf<Schema>> {
  const router = useRouter();
  const navigate = useNavigate();
  const current = useSearch({ strict: false });
  const view = useMemo(() => viewOf(schema, current), [schema, current]);

  const write = useCallback(
    (changes: Partial<ViewOf<Schema>>, extra: Record<string, string | undefined>, how: How) => {
      const { pathname, search } = router.latestLocation;
      const next = { ...searchOf(schema, { ...viewOf(schema, search), ...changes }), ...extra };
      if (Object.entries(next).every(([key, value]) => search[key] === value)) return;
      void navigate({
        to: pathname,
        search: { ...search, ...next },
        replace: how.replace ?? false,
        resetScroll: how.toTop ?? false,
      });
    },
    [router, navigate, schema],
  );
  const change: ChangeList<ViewOf<Schema>> = useCallback(
    (changes, how = {}) => write(changes, {}, how),
    [write],
  );
  const { text, search } = useText(current['find'], write);
  return { view, change, text, search };
}

interface Kept {
  /** The address's key when the text was typed; it changes a moment later. */
  readonly seen: string | undefined;
  readonly key: string | undefined;
  readonly text: string;
}

/** The text behind the address's key. The field shows a letter at once, before the address knows of it. */
function useText<View>(
  find: string | undefined,
  write: (changes: Partial<View>, extra: Record<string, string | undefined>, how: How) => void,
) {
  const [kept, setKept] = useState<Kept>(() => ({
    seen: find,
    key: find,
    text: searchTextOf(find),
  }));
  if (find !== kept.seen) {
    // Either the address has caught up, or the person went to another entry.
    const text = find === kept.key ? kept.text : searchTextOf(find);
    setKept({ seen: find, key: find, text });
  }
  const search = (text: string, changes: Partial<View> = {}) => {
    const key = text === '' ? undefined : (kept.key ?? newSearchKey());
    if (key !== undefined) keepSearchText(key, text);
    setKept({ seen: find, key, text });
    write(changes, { find: key }, { replace: true });
  };
  return { text: kept.text, search };
}
