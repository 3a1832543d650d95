import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { content, type Content } from '#schemas/content.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { toJsonb } from '../db/jsonb.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { nextRegionRevs } from './region-changes.ts';
import { listRemovedMarkup, sanitise } from './sanitise.ts';

/** What an operator publishes. Pictures are stored before (`storePicture`). */
export interface ContentInput {
  /** The same again replaces what it said. */
  readonly uuid: string;
  readonly region: RegionCode;
  readonly type: Content['type'];
  readonly words: Content['content'];
  /** Left out, what is there keeps its own, and new content has none. */
  readonly media?: string | null;
  /** As `media`. */
  readonly otherImages?: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly now: number;
}

/**
 * Shows it to everyone in the country, sanitised. Throws when it does not match the schema, and `conflict` for the id
 * of another country's content.
 */
export function publishContent(db: Kysely<Database>, published: ContentInput): Promise<void> {
  return transact(db, (trx) => upsertContents(trx, published.region, [published]));
}

/** The same for several of one country, in this order, within a transaction that is open already. */
export async function upsertContents(
  trx: Transaction<Database>,
  region: RegionCode,
  published: readonly Omit<ContentInput, 'region'>[],
): Promise<void> {
  if (published.length === 0) return;
  const first = await nextRegionRevs(trx, region, published.length);
  // The country's counter is locked: its pictures stay as they are read here.
  const before = await picturesOf(trx, region, published);
  const rows = published.map((one, at) => ({
    uuid: one.uuid,
    region,
    rev: first + at,
    op_id: randomUUID(),
    deleted: false,
    created_at: new Date(one.createdAt),
    updated_at: new Date(one.now),
    type: one.type,
    content: toJsonb(v.parse(content.entries.content, sanitised(one.words))),
    media: one.media === undefined ? (before.get(one.uuid)?.media ?? null) : one.media,
    other_images: sql<
      string[]
    >`${[...(one.otherImages ?? before.get(one.uuid)?.other_images ?? [])]}::uuid[]`,
  }));
  const written = await trx
    .insertInto('contents')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('uuid')
        .doUpdateSet((eb) => ({
          rev: eb.ref('excluded.rev'),
          op_id: eb.ref('excluded.op_id'),
          deleted: eb.ref('excluded.deleted'),
          updated_at: eb.ref('excluded.updated_at'),
          type: eb.ref('excluded.type'),
          content: eb.ref('excluded.content'),
          media: eb.ref('excluded.media'),
          other_images: eb.ref('excluded.other_images'),
        }))
        // Devices of the other country would keep it for ever.
        .where('contents.region', '=', region),
    )
    .returning('uuid')
    .execute();
  if (written.length < rows.length) throw new ApiFailure('conflict', { field: 'uuid' });
}

/** The pictures of a country's content that is there already, by its id. */
async function picturesOf(
  trx: Transaction<Database>,
  region: RegionCode,
  published: readonly Pick<ContentInput, 'uuid'>[],
) {
  const rows = await trx
    .selectFrom('contents')
    .select(['uuid', 'media', 'other_images'])
    .where('region', '=', region)
    .where('uuid', '=', sql<string>`any(${published.map(({ uuid }) => uuid)}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** Takes it back from everybody. Throws `not_found` where that country is not shown it. */
export async function withdrawContent(
  db: Kysely<Database>,
  { uuid, region, now }: { uuid: string; region: RegionCode; now: number },
): Promise<void> {
  await transact(db, async (trx) => {
    const taken = await trx
      .updateTable('contents')
      .set({
        deleted: true,
        rev: await nextRegionRevs(trx, region, 1),
        op_id: randomUUID(),
        updated_at: new Date(now),
      })
      .where('uuid', '=', uuid)
      .where('region', '=', region)
      .where('deleted', '=', false)
      .returning('uuid')
      .executeTakeFirst();
    if (!taken) throw new ApiFailure('not_found');
  });
}

function sanitised(words: Content['content']): Content['content'] {
  return Object.fromEntries(
    Object.entries(words).map(([language, said]) => [
      language,
      { ...said, text: sanitise(said.text) },
    ]),
  );
}

/** What of it is left out because it may not stand in the text of news. */
export function listRemovedFromTexts(words: Content['content']): string[] {
  return [...new Set(Object.values(words).flatMap(({ text }) => listRemovedMarkup(text)))];
}
