import { useLocation, useParams, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import * as v from 'valibot';
import { isSearchable } from '#schemas/operator/operator-list.ts';

/** Search parameters of a screen: an object of optional strings. Invalid values are ignored. */
export type UrlSchema = v.GenericSchema<unknown, Readonly<Record<string, string | undefined>>>;

/** Parses search parameters into plain strings. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Serialises search parameters without the question mark; omits empty and undefined ones. */
export function searchText(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') parameters.set(name, value);
  }
  return parameters.toString();
}

interface ChangeOptions {
  /** True to add a history entry, so that "back" undoes the change. Otherwise the current entry is replaced. */
  readonly push?: boolean;
}

/**
 * Returns the screen's search parameters, a function that changes some of them, and a function that returns the URL
 * with such changes, for a link.
 */
export function useUrlState<const S extends UrlSchema>(
  schema: S,
): readonly [
  v.InferOutput<S>,
  (changes: Partial<v.InferInput<S>>, options?: ChangeOptions) => void,
  (changes: Partial<v.InferInput<S>>) => string,
] {
  const router = useRouter();
  const text = useLocation({ select: ({ searchStr }) => searchStr });
  const path = useLocation({ select: ({ pathname }) => pathname });
  const state = useMemo(() => v.parse(schema, parseSearch(text)), [schema, text]);
  const change = useCallback(
    (changes: Partial<v.InferInput<S>>, { push = false }: ChangeOptions = {}) => {
      const { pathname, searchStr } = router.latestLocation;
      const search = { ...v.parse(schema, parseSearch(searchStr)), ...changes };
      void router.navigate({ href: hrefOf(pathname, search), replace: !push });
    },
    [router, schema],
  );
  const hrefWith = useCallback(
    (changes: Partial<v.InferInput<S>>) => hrefOf(path, { ...state, ...changes }),
    [path, state],
  );
  return [state, change, hrefWith];
}

function hrefOf(path: string, search: Readonly<Record<string, unknown>>): string {
  const query = searchText(search);
  return query === '' ? path : `${path}?${query}`;
}

/** An optional search parameter, which is ignored if it's too long. */
export const urlText = (maxLength = 200) =>
  v.fallback(v.optional(v.pipe(v.string(), v.maxLength(maxLength))), undefined);

/** An optional search parameter with one of the given values. */
export const urlChoice = <const Values extends readonly string[]>(values: Values) =>
  v.fallback(v.optional(v.picklist(values)), undefined);

/**
 * Maximum number of selected rows in the URL. If more are selected, the URL has none of them, because servers and mail
 * programs limit its length.
 */
export const MAX_SELECTED_IN_URL = 50;
/** Maximum length of a row's id, including the comma after it. */
const ID_LENGTH = 37;

/** Search parameters that every list has. */
export const listEntries = {
  /** Ids of hidden columns. */
  hide: urlText(),
  /** Changed widths, such as `name:250,stock:140`. */
  widths: urlText(400),
  /** Ids of selected rows. */
  selected: urlText(MAX_SELECTED_IN_URL * ID_LENGTH),
};

/** Parses a number in a search parameter; undefined if it's missing. */
export const urlNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

/** Returns the text to search a list for, or undefined if it's too short. */
export const searchQuery = (input = ''): string | undefined =>
  isSearchable(input) ? input : undefined;

/** Id of the record in the screen's path; empty if there is none. */
export function useRecordId(): string {
  const parameters: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return parameters['id'] ?? '';
}
