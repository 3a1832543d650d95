import { type Kysely, type Selectable, sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorHandler, type OperatorInput } from '../console/operator-handler.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { type selectPageKeys, readRegionPage } from '../console/region-page.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type ContentTables } from './content-tables.ts';
import { readFailedPlans } from './content-versions.ts';

type ContentQuery = OperatorInput<typeof operatorCalls.listContents>['query'];
type ContentList<Table extends 'contents' | 'content_drafts'> = Parameters<
  typeof selectPageKeys<Table>
>[2];

/** Lists published content, withdrawn content, drafts or planned publications, each from its own index. */
export const listContents: OperatorHandler<typeof operatorCalls.listContents> = async (
  { query, operator },
  { db },
) => {
  const { status = 'published' } = query;
  const idOf = ({ id }: { readonly id: string }) => id;
  const page =
    status === 'draft' || status === 'planned'
      ? await readRegionPage(db, operator, query, draftList(query), {
          load: (ids, queries) => loadDrafts(db, ids, queries, status),
          idOf,
        })
      : await readRegionPage(db, operator, query, publishedList(query), {
          load: (ids, queries) => loadPublished(db, ids, queries),
          idOf,
        });
  return { data: [...page.rows], meta: page.meta };
};

/** Published or withdrawn content. Exported for the query-plan test. */
export function publishedList({ status, type, search }: ContentQuery): ContentList<'contents'> {
  const isWithdrawn = status === 'withdrawn';
  return {
    table: 'contents',
    keys: [isWithdrawn ? 'updated_at' : 'created_at', 'uuid'],
    isDescending: true,
    where: (rows) =>
      rows
        // The condition is a literal, so that the partial index applies.
        .where(isWithdrawn ? sql<boolean>`contents.deleted` : sql<boolean>`not contents.deleted`)
        .$if(type !== undefined, (list) => list.where('contents.type', '=', type ?? 'news')),
    ...matchTitles('contents', search),
  };
}

/** Drafts by their last change, or planned publications by their time. Exported for the query-plan test. */
export function draftList({ status, type, search }: ContentQuery): ContentList<'content_drafts'> {
  const isPlanned = status === 'planned';
  return {
    table: 'content_drafts',
    keys: [isPlanned ? 'publish_at' : 'updated_at', 'uuid'],
    isDescending: !isPlanned,
    where: (rows) =>
      rows
        .where(
          isPlanned
            ? sql<boolean>`content_drafts.publish_at is not null`
            : sql<boolean>`content_drafts.content is not null`,
        )
        .$if(type !== undefined, (list) => list.where('content_drafts.type', '=', type ?? 'news')),
    ...matchTitles('content_drafts', search),
  };
}

/** Matches content whose titles, across all languages, contain all the words. */
function matchTitles(table: 'contents' | 'content_drafts', search = '') {
  if (search === '') return {};
  const found = sql<boolean>`${sql.ref(`${table}.title_words`)} @@ words_query(${search})`;
  return { searchCondition: found, rowCondition: found };
}

async function loadPublished(db: Kysely<Database>, ids: readonly string[], queries: ScopedQueries) {
  const rows = await queries
    .selectFrom('contents')
    .select([...listedColumns, 'deleted'])
    .where('uuid', '=', anyUuid(ids))
    .execute();
  const plannedRows = await db
    .selectFrom('content_drafts')
    .select(['uuid', 'publish_at'])
    .where('uuid', '=', anyUuid(ids))
    .execute();
  const plans = new Map(plannedRows.map(({ uuid, publish_at }) => [uuid, publish_at]));
  return rows.map((row) => ({
    ...toListedFields(row, plans.get(row.uuid) ?? null),
    failed_plan: null,
    status: row.deleted ? ('withdrawn' as const) : ('published' as const),
  }));
}

async function loadDrafts(
  db: Kysely<Database>,
  ids: readonly string[],
  queries: ScopedQueries,
  status: 'draft' | 'planned',
) {
  const rows = await queries
    .selectFrom('content_drafts')
    .select([...listedColumns, 'publish_at'])
    .where('uuid', '=', anyUuid(ids))
    // A draft may have been published after its id was read.
    .where('content', 'is not', null)
    .execute();
  const failedPlans = await readFailedPlans(db, ids);
  return rows.map((row) => ({
    ...toListedFields(row, row.publish_at),
    failed_plan: failedPlans.get(row.uuid) ?? null,
    status,
  }));
}

/**
 * Columns that both tables have. The texts aren't loaded, because those of 50 articles in all languages can take
 * 17 MB.
 */
const listedColumns = [
  ...(['uuid', 'region_id', 'type', 'titles', 'created_at', 'updated_at'] as const),
] as const;
type ListedRow = Pick<Selectable<ContentTables['contents']>, (typeof listedColumns)[number]>;

function toListedFields(row: ListedRow, publishAt: Date | null) {
  return {
    id: row.uuid,
    region: row.region_id,
    type: row.type,
    title: row.titles['en'] ?? '',
    languages: Object.keys(row.titles).toSorted(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    publish_at: publishAt?.toISOString() ?? null,
  };
}
