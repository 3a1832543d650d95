import { type Selectable } from 'kysely';
import { type Content, type ContentPicture, type ContentType } from '#schemas/content.ts';
import { pullPage } from '../db/changes.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { replicatedFields } from '../db/replicated-row.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handlers } from '../http/handler.ts';
import { type ContentsTable } from './content-tables.ts';
import { getAltTexts, type AltTexts } from './picture-texts.ts';
import { regionCounter } from './region-changes.ts';

/** Default page size (spec 2 §9). */
const LIST_LIMIT = 20;

/** Calls for a country's news and tutorials. */
export const contentHandlers = {
  listContent({ query, actor }, services) {
    const { page = 1, limit = LIST_LIMIT, since } = query;
    const contents = services.db
      .selectFrom('contents')
      .selectAll()
      .where('region', '=', actor.region);
    if (since !== undefined) {
      const counter = regionCounter(services, actor.region);
      return pullPage(contents, { since, limit }, counter, contentFromRow);
    }
    const types = query.contentTypes?.split(',') as ContentType[] | undefined;
    const publishedContents = contents.where('deleted', '=', false);
    const contentsOfTypes = types
      ? publishedContents.where('type', 'in', types)
      : publishedContents;
    // All published content is visible, so `visible=0` matches nothing.
    const matchingContents =
      query.visible === 0 ? contentsOfTypes.where((eb) => eb.lit(false)) : contentsOfTypes;
    return newestFirstPage(services.db, matchingContents, { page, limit }, contentFromRow);
  },

  async getContent({ params, actor }, { db }) {
    const row = await db
      .selectFrom('contents')
      .selectAll()
      .where('uuid', '=', params.id)
      .where('region', '=', actor.region)
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (!row) throw new ApiFailure('not_found');
    return contentFromRow(row);
  },
} satisfies Partial<Handlers>;

function contentFromRow(row: Selectable<ContentsTable>): Content {
  // The cast is safe, because content is validated and sanitised before it's written (publish-content.ts).
  const content = row.content as Content['content'];
  const languages = Object.keys(content);
  const texts = row.alt_texts as AltTexts;
  const toPicture = (uuid: string): ContentPicture => {
    const alt = getAltTexts(texts[uuid], languages);
    const paths = { s: `/files/content/${uuid}/s`, l: `/files/content/${uuid}/l` };
    return { uuid, ...paths, ...(alt && { alt }) };
  };
  return {
    ...replicatedFields(row),
    type: row.type,
    content,
    media: row.media === null ? null : toPicture(row.media),
    other_images: row.other_images.map(toPicture),
  };
}
