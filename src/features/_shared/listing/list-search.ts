/** Stores a list's view (filters, page, sorting) in search parameters; omits default values. */
import * as v from 'valibot';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';

type Value = string | number | boolean | Sorting | null;
export type ListSchema = v.ObjectSchema<Record<string, v.GenericSchema<unknown, Value>>, undefined>;
export type ViewOf<Schema extends ListSchema> = Readonly<v.InferOutput<Schema>>;

/** A page number, at least 1. Lists show their last page if the number is too high. */
export const pageNumber = v.fallback(
  v.pipe(
    v.optional(v.string(), '1'),
    v.regex(/^-?\d{1,9}$/),
    v.transform((text) => Math.max(1, Number(text))),
  ),
  1,
);

/** View of a list that only has pages. */
export const pagedView = v.object({ page: pageNumber });

/** One of the given values; any other becomes the default. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
  defaultValue: NoInfer<Value>,
) {
  return v.fallback(v.optional(v.picklist(values), defaultValue), defaultValue);
}

/** An integer within bounds, or null. */
export function numberOrNull(min: number, max: number) {
  return v.fallback(
    v.optional(
      v.nullable(
        v.pipe(
          v.string(),
          v.regex(/^\d{1,4}$/),
          v.transform(Number),
          v.minValue(min),
          v.maxValue(max),
        ),
      ),
      null,
    ),
    null,
  );
}

/** `1` is true; everything else is false. */
export const flag = v.fallback(
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text === '1'),
  ),
  false,
);

/** An id, or null. */
export const idOrNull = v.fallback(
  v.optional(v.nullable(v.pipe(v.string(), v.uuid())), null),
  null,
);

/**
 * A sort column such as `points`, or `-points` for descending; null for the default order.
 * @param columns ids of the sortable columns
 */
export function sortingBy(columns: readonly string[]) {
  return v.fallback(
    v.pipe(
      v.optional(v.string(), ''),
      v.transform((text): Sorting | null => {
        const column = text.replace(/^-/, '');
        if (!columns.includes(column)) return null;
        return { column, direction: text.startsWith('-') ? 'descending' : 'ascending' };
      }),
    ),
    null,
  );
}

/** Parses search parameters; ignores unknown values. Never throws. */
export function viewFromSearch<Schema extends ListSchema>(
  schema: Schema,
  search: Record<string, unknown>,
): ViewOf<Schema> {
  return v.parse(schema, search);
}

/** Returns the search parameters of a view; default values are undefined. */
export function searchFromView<Schema extends ListSchema>(
  schema: Schema,
  view: ViewOf<Schema>,
): Record<string, string | undefined> {
  const defaults: Record<string, Value> = v.parse(schema, {});
  const values: Record<string, Value> = view;
  return Object.fromEntries(
    Object.keys(defaults).map((key) => {
      const text = textOf(values[key] ?? null);
      return [key, text === textOf(defaults[key] ?? null) ? undefined : text];
    }),
  );
}

function textOf(value: Value): string {
  if (value === null || value === false) return '';
  if (value === true) return '1';
  if (typeof value !== 'object') return String(value);
  return value.direction === 'descending' ? `-${value.column}` : value.column;
}
