import { sql } from 'kysely';
import * as v from 'valibot';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { wholeNumber } from '#schemas/primitives.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { countExactly, readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { ApiFailure } from '../http/failure.ts';
import {
  createAuditedChange,
  requireUnplanned,
  runContentAction,
  writeDraft,
} from './content-actions.ts';
import {
  auditedPublished,
  findContentChanges,
  getCurrentPictures,
  toContentTexts,
  toTextList,
} from './content-versions.ts';
import { type EditedPicture, toShownPictures } from './picture-texts.ts';

/** Lists the published versions of an article, newest first. */
export const listContentVersions: OperatorHandler<
  typeof operatorCalls.listContentVersions
> = async ({ params: { id }, query }, { db }) => {
  const cursor = readCursor(query, v.tuple([wholeNumber]));
  const versions = db.selectFrom('content_versions').where('content_uuid', '=', id);
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      versions
        .leftJoin('operators', 'operators.id', 'content_versions.published_by')
        .select(['content_versions.id', 'number', 'published_at', 'operators.name as operator'])
        .select(sql<Record<string, string>>`content_titles(content)`.as('titles'))
        .select(sql<number>`jsonb_array_length(pictures)`.as('pictures'))
        .$if(cursor !== null, (list) => list.where('number', '<', cursor?.[0] ?? 0))
        .orderBy('number', 'desc')
        .limit(limit)
        .execute(),
    ({ number }) => [number],
  );
  const data = rows.map((row) => ({
    id: row.id,
    published_at: row.published_at.toISOString(),
    published_by: row.operator,
    title: row.titles['en'] ?? '',
    languages: Object.keys(row.titles).toSorted(),
    pictures: row.pictures,
  }));
  return { data, meta: { next, total: await countExactly(db, versions.select('id')) } };
};

export const readContentVersion: OperatorHandler<typeof operatorCalls.readContentVersion> = async (
  { params },
  { db },
) => {
  const row = await db
    .selectFrom('content_versions')
    .selectAll()
    .where('content_uuid', '=', params.id)
    .where('id', '=', params.version)
    .executeTakeFirst();
  if (row === undefined) throw new ApiFailure('not_found');
  return {
    published_at: row.published_at.toISOString(),
    texts: toTextList(toContentTexts(row)),
    pictures: toShownPictures(row.pictures as EditedPicture[]),
  };
};

/** Restores a version as the draft. Phones keep the published version. */
export const restoreContentVersion: OperatorHandler<typeof operatorCalls.restoreContentVersion> = (
  input,
  { clock },
) =>
  runContentAction(input, async (trx, versions) => {
    requireUnplanned(versions);
    const row = await trx
      .selectFrom('content_versions')
      .select(['content', 'pictures'])
      .where('content_uuid', '=', versions.uuid)
      .where('id', '=', input.params.version)
      .executeTakeFirst();
    if (row === undefined) throw new ApiFailure('not_found');
    const { draft, published } = versions;
    const before = draft
      ? { texts: toContentTexts(draft), pictures: getCurrentPictures(versions) }
      : auditedPublished(published);
    // The cast is safe, because versions are written only when content is published, after validation.
    const after = { texts: toContentTexts(row), pictures: row.pictures as EditedPicture[] };
    await writeDraft(trx, versions, after, { by: input.operator.operatorId, now: clock.now() });
    const changes = findContentChanges(before, after);
    return createAuditedChange(versions, changes.before, changes.after);
  });
