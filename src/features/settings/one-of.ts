/** The value among those that there are; undefined for anything else a control may say. */
export function oneOf<T extends string>(values: readonly T[], value: string): T | undefined {
  return values.find((one) => one === value);
}
