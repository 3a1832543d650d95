import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Transaction } from 'kysely';
import { type Content } from '#schemas/content.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { cleanTypedLines } from '#schemas/typed-text.ts';
import { upsertContents } from '../contents/publish-content.ts';
import { sanitise } from '../contents/sanitise.ts';
import { type Database } from '../db/tables.ts';
import { toPictureTexts, toStoredTexts, withPictureTexts } from './picture-texts.ts';
import { type SetupChange } from './plan-shop.ts';
import { type SetupNews } from './setup-schema.ts';
import { stableUuid } from '../stable-uuid.ts';

/** Loads a country's published news and tutorials, newest first, with the ids of their pictures. */
export async function loadNews(db: Kysely<Database>, region: RegionCode): Promise<SetupNews[]> {
  const rows = await db
    .selectFrom('contents')
    .selectAll()
    .where('region', '=', region)
    .where('deleted', '=', false)
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .execute();
  return rows.map((row) => ({
    key: row.setup_key ?? row.uuid,
    type: row.type,
    published: row.created_at.toISOString(),
    // The cast is safe, because only `upsertContents` writes the content, after validating it.
    content: row.content as Content['content'],
    picture: row.media,
    other_pictures: row.other_images,
    ...toPictureTexts([...(row.media === null ? [] : [row.media]), ...row.other_images], row),
  }));
}

/** The news in a setup, and the current news. */
interface News {
  readonly region: RegionCode;
  readonly desired: readonly SetupNews[];
  readonly current: readonly SetupNews[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Compares the news in a setup with the current news. */
export async function planNews(
  trx: Transaction<Database>,
  { region, desired, current, now }: News,
): Promise<SetupChange[]> {
  const rows = await trx
    .selectFrom('contents')
    .select(['uuid', 'setup_key'])
    .where('region', '=', region)
    .execute();
  // News without a key is exported with its id.
  const ids = new Map(rows.map(({ uuid, setup_key }) => [setup_key ?? uuid, uuid]));
  const itemByKey = new Map(current.map((item) => [item.key, item]));
  const changedNews = [...desired.map(withStoredTexts).entries()].filter(([, item]) => {
    const existingItem = itemByKey.get(item.key);
    const targetItem = withPictureTexts(item, existingItem);
    return !existingItem || !isDeepStrictEqual(withoutDate(existingItem), withoutDate(targetItem));
  });
  return changedNews.map(([index, { key, type, content, picture, other_pictures, ...item }]) => ({
    summary: `news ${key}: ${itemByKey.has(key) ? 'change' : 'publish'}`,
    write: () =>
      upsertContents(trx, region, [
        {
          uuid: ids.get(key) ?? stableUuid(`setup:${region}:news:${key}`),
          type,
          texts: content,
          media: picture,
          otherImages: other_pictures,
          ...toStoredTexts(item.picture_texts),
          // The first item in the file gets the latest time, so that the app lists news in the file's order.
          createdAt: item.published === undefined ? now - index : Date.parse(item.published),
          now,
          setupKey: key,
        },
      ]),
  }));
}

function withStoredTexts(item: SetupNews): SetupNews {
  const content = Object.entries(item.content).map(([language, { text, ...others }]) => [
    language,
    { ...others, text: cleanTypedLines(sanitise(text)) },
  ]);
  return { ...item, content: Object.fromEntries(content) as SetupNews['content'] };
}

/** Returns a news item without its date, which never changes after the first publication. */
function withoutDate({ published: _published, ...item }: SetupNews): object {
  return JSON.parse(JSON.stringify(item)) as object;
}
