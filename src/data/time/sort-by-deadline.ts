/** Sorts by deadline, earliest first; items without one come last. Stable. */
export function sortByDeadline<Item>(
  items: readonly Item[],
  endOf: (item: Item) => string | null,
): Item[] {
  const deadlineOf = (item: Item) => {
    const end = endOf(item);
    const time = end === null ? Number.NaN : Date.parse(end);
    return Number.isNaN(time) ? Infinity : time;
  };
  return items.toSorted((a, b) => {
    const [timeA, timeB] = [deadlineOf(a), deadlineOf(b)];
    return timeA === timeB ? 0 : timeA - timeB;
  });
}
