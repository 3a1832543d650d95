import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { content, type Content } from '#schemas/content.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { toJsonb } from '../db/jsonb.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type AltTexts } from './picture-texts.ts';
import { nextRegionRevs } from './region-changes.ts';
import { listRemovedMarkup, sanitise } from './sanitise.ts';

/** Content to publish. Its pictures must be stored first (`storePictures`). */
interface ContentInput {
  /** Publishing an existing id replaces that content. */
  readonly uuid: string;
  readonly region: RegionCode;
  readonly type: Content['type'];
  readonly texts: Content['content'];
  /** If omitted, existing content keeps its picture and new content has none. */
  readonly media?: string | null;
  /** If omitted, existing content keeps its other pictures and new content has none. */
  readonly otherImages?: readonly string[];
  /** Texts of the pictures. If omitted, existing content keeps its own. */
  readonly altTexts?: AltTexts;
  /** Name in the setup files. If omitted, existing content keeps its own. */
  readonly setupKey?: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly now: number;
}

/**
 * Sanitises content and publishes it in its country. Throws a `ValiError` if the content is invalid, and `conflict` if
 * the id belongs to another country's content.
 */
export function publishContent(db: Kysely<Database>, item: ContentInput): Promise<void> {
  return transact(db, (trx) => upsertContents(trx, item.region, [item]));
}

/** Publishes several contents of one country in the given order, within a transaction. */
export async function upsertContents(
  trx: Transaction<Database>,
  region: RegionCode,
  items: readonly Omit<ContentInput, 'region'>[],
): Promise<void> {
  if (items.length === 0) return;
  const firstRev = await nextRegionRevs(trx, region, items.length);
  // The country's counter is locked, so its contents can't change in the meantime.
  const existingContents = await loadExistingContents(trx, region, items);
  const rows = items.map((item, index) => ({
    uuid: item.uuid,
    region,
    rev: firstRev + index,
    op_id: randomUUID(),
    deleted: false,
    created_at: new Date(item.createdAt),
    updated_at: new Date(item.now),
    type: item.type,
    content: toJsonb(v.parse(content.entries.content, sanitiseTexts(item.texts))),
    media: item.media === undefined ? (existingContents.get(item.uuid)?.media ?? null) : item.media,
    other_images: sql<
      string[]
    >`${[...(item.otherImages ?? existingContents.get(item.uuid)?.other_images ?? [])]}::uuid[]`,
    alt_texts: toJsonb(item.altTexts ?? existingContents.get(item.uuid)?.alt_texts ?? {}),
    setup_key: item.setupKey ?? existingContents.get(item.uuid)?.setup_key ?? null,
  }));
  const savedContents = await trx
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
          alt_texts: eb.ref('excluded.alt_texts'),
          setup_key: eb.ref('excluded.setup_key'),
        }))
        // Content can't move to another country, because devices in its old country would keep it forever.
        .where('contents.region', '=', region),
    )
    .returning('uuid')
    .execute();
  if (savedContents.length < rows.length) throw new ApiFailure('conflict', { field: 'uuid' });
}

/** Pictures and names of a country's existing content, by id. */
async function loadExistingContents(
  trx: Transaction<Database>,
  region: RegionCode,
  items: readonly Pick<ContentInput, 'uuid'>[],
) {
  const rows = await trx
    .selectFrom('contents')
    .select(['uuid', 'media', 'other_images', 'alt_texts', 'setup_key'])
    .where('region', '=', region)
    .where('uuid', '=', sql<string>`any(${items.map(({ uuid }) => uuid)}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** Withdraws content. Throws `not_found` if it isn't published in the country. */
export async function withdrawContent(
  db: Kysely<Database>,
  { uuid, region, now }: { uuid: string; region: RegionCode; now: number },
): Promise<void> {
  await transact(db, (trx) => setWithdrawn(trx, { uuid, region, isWithdrawn: true, now }));
}

/** Withdraws content, or shows it again unchanged. Throws `not_found` if the country has no such content. */
export async function setWithdrawn(
  trx: Transaction<Database>,
  content: { uuid: string; region: RegionCode; isWithdrawn: boolean; now: number },
): Promise<void> {
  const { uuid, region, isWithdrawn, now } = content;
  const changedContent = await trx
    .updateTable('contents')
    .set({
      deleted: isWithdrawn,
      rev: await nextRegionRevs(trx, region, 1),
      op_id: randomUUID(),
      updated_at: new Date(now),
    })
    .where('uuid', '=', uuid)
    .where('region', '=', region)
    .where('deleted', '=', !isWithdrawn)
    .returning('uuid')
    .executeTakeFirst();
  if (!changedContent) throw new ApiFailure('not_found');
}

export function sanitiseTexts(texts: Content['content']): Content['content'] {
  return Object.fromEntries(
    Object.entries(texts).map(([language, content]) => [
      language,
      { ...content, text: sanitise(content.text) },
    ]),
  );
}

/** Lists the markup that sanitising removes from the texts. */
export function listRemovedFromTexts(texts: Content['content']): string[] {
  return [...new Set(Object.values(texts).flatMap(({ text }) => listRemovedMarkup(text)))];
}
