import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { ListPath } from '#src/app/paths.ts';
import { type ListSchema, searchFromView, type ViewOf, viewFromSearch } from './list-search.ts';

interface ChangeOptions {
  /** True to replace the history entry. Used for "show more", which only extends the list. */
  replace?: boolean;
  /** True to scroll to the top. Used for another page. */
  scrollToTop?: boolean;
}

type ChangeList<View> = (changes: Partial<View>, options?: ChangeOptions) => void;

export interface ListSearch<View> {
  readonly view: View;
  readonly change: ChangeList<View>;
  /** The search text. */
  readonly text: string;
  /** Changes the search text and applies `changes`, such as going back to the first page. */
  readonly search: (text: string, changes?: Partial<View>) => void;
}

/**
 * Reads a list's view from the URL and writes it back, so that it survives reloads, Back and links.
 * @param path the list's path in the route table
 * @param schema a constant, with one entry per parameter
 */
export function useListSearch<Schema extends ListSchema>(
  path: ListPath,
  schema: Schema,
): ListSearch<ViewOf<Schema>> {
  const router = useRouter();
  const navigate = useNavigate();
  const searchParams: Readonly<Record<string, string | undefined>> = useSearch({
    from: `/signed-in${path}`,
  });
  const view = useMemo(() => viewFromSearch(schema, searchParams), [schema, searchParams]);

  const write = useCallback(
    (
      changes: Partial<ViewOf<Schema>>,
      extraParams: Record<string, string | undefined>,
      options: ChangeOptions,
    ) => {
      const { pathname } = router.latestLocation;
      const search: Readonly<Record<string, unknown>> = router.latestLocation.search;
      const params = {
        ...searchFromView(schema, { ...viewFromSearch(schema, search), ...changes }),
        ...extraParams,
      };
      if (Object.entries(params).every(([key, value]) => search[key] === value)) return;
      void navigate({
        to: pathname,
        search: { ...search, ...params },
        replace: options.replace ?? false,
        resetScroll: options.scrollToTop ?? false,
      });
    },
    [router, navigate, schema],
  );
  const change: ChangeList<ViewOf<Schema>> = useCallback(
    (changes, options = {}) => write(changes, {}, options),
    [write],
  );
  const { text, search } = useText(searchParams['find'], write);
  return { view, change, text, search };
}

interface SearchText {
  /** The URL's key when the text was typed; the URL changes a moment later. */
  readonly urlKey: string | undefined;
  readonly key: string | undefined;
  readonly text: string;
}

/** The search text for the URL's key. Updates immediately, before the URL changes. */
function useText<View>(
  urlKey: string | undefined,
  write: (
    changes: Partial<View>,
    extraParams: Record<string, string | undefined>,
    options: ChangeOptions,
  ) => void,
) {
  const [searchText, setSearchText] = useState<SearchText>(() => ({
    urlKey,
    key: urlKey,
    text: loadSearchText(urlKey),
  }));
  if (urlKey !== searchText.urlKey) {
    // The URL has caught up, or the user navigated to another entry.
    const text = urlKey === searchText.key ? searchText.text : loadSearchText(urlKey);
    setSearchText({ urlKey, key: urlKey, text });
  }
  const search = (text: string, changes: Partial<View> = {}) => {
    const key = text === '' ? undefined : (searchText.key ?? newSearchKey());
    if (key !== undefined) saveSearchText(key, text);
    setSearchText({ urlKey, key, text });
    write(changes, { find: key }, { replace: true });
  };
  return { text: searchText.text, search };
}

/**
 * Prefix of the storage keys of search texts. The texts contain personal data, so the URL has only a key, and the text
 * is in the tab's storage, which sign-out clears.
 */
const PREFIX = 'club.find.';
const MAX_LENGTH = 200;

/** @returns an empty text for an unknown key, such as in a link from another device */
function loadSearchText(key: string | undefined): string {
  if (key === undefined) return '';
  try {
    return sessionStorage.getItem(PREFIX + key)?.slice(0, MAX_LENGTH) ?? '';
  } catch {
    return '';
  }
}

function saveSearchText(key: string, text: string): void {
  try {
    sessionStorage.setItem(PREFIX + key, text.slice(0, MAX_LENGTH));
  } catch {
    // Without storage, only a reload loses the text.
  }
}

/** A key that is unique in this tab. */
function newSearchKey(): string {
  return crypto.randomUUID().slice(0, 8);
}
