/** One page of a list, newest first. */
export interface Page {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** How many entries come before the page. */
export function offsetOf({ page, limit }: Page): number {
  return (page - 1) * limit;
}

/** The answer of a list: an empty one has one page, which is empty. */
export function listAnswer<Entity>(data: Entity[], total: number, { limit }: Page) {
  return { data, meta: { last_page: Math.max(1, Math.ceil(total / limit)), total } };
}
