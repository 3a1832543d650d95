/**
 * By the moment at which they are over, the first at the top; what no time runs for comes last. Of two that are
 * over at the same moment the one that stood first stays first. Pure.
 */
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
