import { type Kysely, type Selectable, type Transaction } from 'kysely';
import { type Content } from '#schemas/content.ts';
import { type ContentText } from '#schemas/operator/content-calls.ts';
import { type RegionCode, type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type ContentsTable, type ContentTables } from './content-tables.ts';
import { auditedPictures, type EditedPicture, withAltTexts } from './picture-texts.ts';
import { nextRegionRevs } from './region-changes.ts';

export type ContentTexts = Content['content'];
type DraftRow = Selectable<ContentTables['content_drafts']>;

/** Content and its draft, at least one of which exists. */
export interface ContentVersions {
  readonly uuid: string;
  readonly region: RegionCode;
  readonly region_id: RegionId;
  readonly type: Content['type'];
  /** Version of the content and its draft, incremented by each change. */
  readonly rev: number;
  /** The published content, which may have been withdrawn; null if it was never published. */
  readonly published: Selectable<ContentsTable> | null;
  readonly draft: (DraftRow & { readonly content: {} }) | null;
}

/** Texts by language. The columns are written only with validated and sanitised texts. */
export const toContentTexts = ({ content }: { readonly content: unknown }) =>
  content as ContentTexts;

export const toTextList = (texts: ContentTexts): ContentText[] =>
  Object.entries(texts).map(([language, content]) => ({ language, ...content }));

/** Pictures of the draft or of the published version, with their texts. */
export function getCurrentPictures({ draft, published }: ContentVersions): EditedPicture[] {
  const { pictures = null } = draft ?? {};
  return pictures === null ? publishedPictures(published) : (pictures as EditedPicture[]);
}

/** Published pictures, the main one first. */
function publishedPictures(publishedContent: ContentVersions['published']): EditedPicture[] {
  if (publishedContent === null) return [];
  const { media, other_images: others } = publishedContent;
  return withAltTexts(media === null ? others : [media, ...others], publishedContent);
}

/** Reads when and why planned publications failed, by content id. */
export async function readFailedPlans(db: Kysely<Database>, ids: readonly string[]) {
  const rows = await db
    .selectFrom('content_failed_plans')
    .selectAll()
    .where('uuid', '=', anyUuid(ids))
    .execute();
  return new Map(
    rows.map(({ uuid, failed_at, reason }) => [uuid, { at: failed_at.toISOString(), reason }]),
  );
}

/** Deletes the failure of an earlier plan. */
export async function clearFailedPlan(trx: Transaction<Database>, uuid: string): Promise<void> {
  await trx.deleteFrom('content_failed_plans').where('uuid', '=', uuid).execute();
}

/**
 * Reads content and its draft.
 * @throws ApiFailure `not_found` if neither exists
 */
export async function readVersions(
  db: Kysely<Database>,
  uuid: string,
  lock?: 'update',
): Promise<ContentVersions> {
  const versions = await findVersions(db, uuid, lock);
  if (versions === null) throw new ApiFailure('not_found');
  return versions;
}

/** Reads content and its draft; null if neither exists. */
export async function findVersions(
  db: Kysely<Database>,
  uuid: string,
  lock?: 'update',
): Promise<ContentVersions | null> {
  // The rows are always locked in this order, to avoid deadlocks.
  const draftRow = await db
    .selectFrom('content_drafts')
    .selectAll()
    .where('uuid', '=', uuid)
    .$if(lock !== undefined, (rows) => rows.forUpdate())
    .executeTakeFirst();
  const publishedContent =
    (await db
      .selectFrom('contents')
      .selectAll()
      .where('uuid', '=', uuid)
      .$if(lock !== undefined, (rows) => rows.forUpdate())
      .executeTakeFirst()) ?? null;
  const content = draftRow?.content ?? null;
  const draft = draftRow === undefined || content === null ? null : { ...draftRow, content };
  const newestVersion = draft ?? publishedContent;
  if (newestVersion === null) return null;
  return {
    uuid: newestVersion.uuid,
    region: newestVersion.region,
    region_id: newestVersion.region_id,
    type: publishedContent?.type ?? newestVersion.type,
    rev: (draftRow?.rev ?? 0) + (publishedContent?.details_rev ?? 0),
    published: publishedContent,
    draft,
  };
}

/**
 * Locks content for an action. Locks the country's counter first, like other publications.
 * @param rev version that the operator saw; null to accept any
 * @throws ApiFailure `not_found`, or `conflict` if the content has another version
 */
export async function lockVersions(
  trx: Transaction<Database>,
  uuid: string,
  rev: number | null,
): Promise<ContentVersions> {
  const { region } = await readVersions(trx, uuid);
  await nextRegionRevs(trx, region, 0);
  const versions = await readVersions(trx, uuid, 'update');
  if (rev !== null && versions.rev !== rev) throw new ApiFailure('conflict', { field: 'body.rev' });
  return versions;
}

/** Maximum number of audited characters per text. */
const MAX_AUDITED = 500;

/** Texts and pictures of content; null if there is none. */
type AuditedContent = {
  readonly texts: ContentTexts;
  readonly pictures: readonly EditedPicture[];
} | null;

/** Returns the values for the audit. None is named `text`, because the audit hides fields with that name. */
function toAuditedValues(content: AuditedContent): Map<string, string> {
  const texts = Object.entries(content?.texts ?? {}).flatMap(
    ([language, { title, text, youtube }]) => [
      [`title_${language}`, title] as const,
      [`html_${language}`, text] as const,
      ...(youtube === null ? [] : [[`video_${language}`, youtube] as const]),
    ],
  );
  return new Map([...texts, ...auditedPictures(content?.pictures ?? [])]);
}

/** Returns the texts and pictures that differ, with their values before and after the change, for the audit. */
export function findContentChanges(before: AuditedContent, after: AuditedContent) {
  const [oldValues, newValues] = [toAuditedValues(before), toAuditedValues(after)];
  const names = [...new Set([...oldValues.keys(), ...newValues.keys()])].filter(
    (name) => oldValues.get(name) !== newValues.get(name),
  );
  // The database rejects unpaired surrogates.
  const pickValues = (values: Map<string, string>) =>
    Object.fromEntries(
      names.map((name) => [name, values.get(name)?.slice(0, MAX_AUDITED).toWellFormed() ?? null]),
    );
  return { before: pickValues(oldValues), after: pickValues(newValues) };
}

/** Published texts and pictures for the audit. */
export const auditedPublished = (publishedContent: ContentVersions['published']): AuditedContent =>
  publishedContent && {
    texts: toContentTexts(publishedContent),
    pictures: publishedPictures(publishedContent),
  };
