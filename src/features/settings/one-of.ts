/** Returns the value, typed as one of `values`; undefined if it isn't one. */
export function oneOf<T extends string>(values: readonly T[], value: string): T | undefined {
  return values.find((candidate) => candidate === value);
}
