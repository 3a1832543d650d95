/** Sorts by deadline, earliest first; items without one come last. Stable. Pure. */
export function sortByDeadline<Item>(
  items: readonly Item[],
  endOf: (item: Item) => string | null,
): Item[] {
  const moment = (item: Item) => {
    const end = endOf(item);
    const time = end === null ? Number.NaN : Date.parse(end);
    return Number.isNaN(time) ? Infinity : time;
  };
  return items.toSorted((a, b) => {
    const [one, other] = [moment(a), moment(b)];
    return one === other ? 0 : one - other;
  });
}
