/** Narrows a string to one of `values`; undefined if it isn't one of them. */
export function oneOf<T extends string>(values: readonly T[], value: string): T | undefined {
  return values.find((candidate) => candidate === value);
}
