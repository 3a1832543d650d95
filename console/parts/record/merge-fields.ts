/** Value of a form field. */
export type FieldValue = string | boolean;
/** Form values by field. */
export type RecordValues = Readonly<Record<string, FieldValue>>;

/** A field that two operators changed in different ways. */
export interface FieldConflict {
  readonly field: string;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
}

/** Returns the fields that differ from the base. */
export function changedValues<Values extends RecordValues>(
  base: Values,
  values: Values,
): Partial<Values> {
  const changedFields = Object.entries(values).filter(([field, value]) => base[field] !== value);
  // Safe: the entries come from `values`.
  return Object.fromEntries(changedFields) as Partial<Values>;
}

/**
 * Merges an operator's own changes with another operator's. If only one of them changed a field, that value is used. If
 * both changed it to different values, the operator's own value is kept and a conflict is reported.
 * @param base values before the operator's own changes
 */
export function mergeFields<Values extends RecordValues>(
  base: Values,
  mine: Values,
  theirs: Values,
): {
  readonly values: Values;
  readonly conflicts: readonly FieldConflict[];
  /** Fields that only the other operator changed. */
  readonly mergedFields: readonly string[];
} {
  const conflicts: FieldConflict[] = [];
  const mergedFields: string[] = [];
  const values = Object.entries(mine).map(([field, value]) => {
    const other = theirs[field] ?? value;
    if (base[field] === value) {
      if (other !== value) mergedFields.push(field);
      return [field, other] as const;
    }
    if (other !== base[field] && other !== value)
      conflicts.push({ field, mine: value, theirs: other });
    return [field, value] as const;
  });
  // Safe: the values have the fields of `mine`.
  return { values: Object.fromEntries(values) as Values, conflicts, mergedFields };
}
