import { type SelectQueryBuilder, sql } from 'kysely';

/** One page of a list, newest first. */
export interface Page {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** What the rows of a list need so that their order is the same every time. */
interface Listed {
  readonly uuid: string;
  readonly created_at: Date;
}

/**
 * One page of rows, newest first, and how many there are in all.
 * @param rows what the caller may see of what was asked for, in no order yet
 */
export async function newestPage<Tables, Table extends keyof Tables, Row extends Listed, Entity>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  { page, limit }: Page,
  toWire: (row: Row) => Entity,
) {
  const found = await rows
    .orderBy(sql`created_at`, 'desc')
    .orderBy(sql`uuid`)
    .offset((page - 1) * limit)
    .limit(limit)
    .execute();
  const { total } = await rows
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  return {
    data: found.map((row) => toWire(row)),
    // An empty list has one page, which is empty.
    meta: { last_page: Math.max(1, Math.ceil(total / limit)), total },
  };
}
