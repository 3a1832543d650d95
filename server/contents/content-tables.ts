import { type ColumnType, type Generated, type GeneratedAlways, type RawBuilder } from 'kysely';
import { type RegionCode, type RegionId } from '#schemas/regions.ts';
import { type ContentType } from '#schemas/content.ts';
import { type PlanFailure } from '#schemas/operator/content-calls.ts';

/** News and tutorials of a country; replicated to everyone there. */
export interface ContentsTable {
  uuid: string;
  region: RegionCode;
  /** The country's change counter when this row last changed. */
  rev: number;
  op_id: string;
  /** Withdrawn, or not yet published. */
  deleted: boolean;
  created_at: Date;
  updated_at: Date;
  type: ContentType;
  /** `Content['content']`, sanitised. */
  content: unknown;
  media: string | null;
  other_images: string[];
  /** Name in the setup's files; null if no setup has written it. */
  setup_key: Generated<string | null>;
  region_id: GeneratedAlways<RegionId>;
  /** By language; written by the database. */
  titles: GeneratedAlways<Readonly<Record<string, string>>>;
  /** Words of the titles. */
  title_words: GeneratedAlways<string>;
  /** `AltTexts` of the pictures. */
  alt_texts: ColumnType<unknown, RawBuilder<unknown> | undefined, RawBuilder<unknown>>;
  /** Raised by the database when published data changes. */
  details_rev: Generated<number>;
}

/**
 * Drafts, stored separately because all contents, even withdrawn ones, reach phones. A draft of existing content
 * has the same id. The row stays after the draft is published or deleted, so that `rev` never repeats.
 */
interface ContentDraftsTable {
  uuid: string;
  region: RegionCode;
  region_id: GeneratedAlways<RegionId>;
  rev: Generated<number>;
  type: ContentType;
  /** Like `contents.content`, but titles may be empty; null without a draft. */
  content: ColumnType<unknown, RawBuilder<unknown>, RawBuilder<unknown> | null>;
  /** As in `contents`; empty without a draft. */
  titles: GeneratedAlways<Readonly<Record<string, string>>>;
  title_words: GeneratedAlways<string>;
  /** `EditedPicture[]`; null if the draft uses the published pictures. */
  pictures: ColumnType<unknown, RawBuilder<unknown> | undefined, RawBuilder<unknown> | null>;
  /** Time of the planned publication. */
  publish_at: Generated<Date | null>;
  /** Operator who planned it. */
  planned_by: Generated<string | null>;
  created_at: Date;
  updated_at: Date;
  updated_by: string | null;
}

/** Last failed publication of a draft; deleted once the draft is planned, published or discarded. */
interface ContentFailedPlansTable {
  uuid: string;
  failed_at: Date;
  reason: PlanFailure;
}

/** Pictures of contents and the shop. Public, so they carry no personal data. */
interface ContentPicturesTable {
  uuid: string;
  media_type: 'image/jpeg' | 'image/png' | 'image/webp';
  small: Uint8Array;
  large: Uint8Array;
  /** Time of upload in the console; null for pictures from a setup. */
  uploaded_at: Generated<Date | null>;
}

/** Published versions, written by a trigger. The newest 50 versions of an article are kept. */
interface ContentVersionsTable {
  id: Generated<string>;
  number: GeneratedAlways<number>;
  content_uuid: string;
  published_at: Date;
  /** Null if the setup or the command published it. */
  published_by: string | null;
  /** As `contents.content`. */
  content: unknown;
  /** `EditedPicture[]` */
  pictures: unknown;
}

/** Change counter of a country's shared rows. */
interface RegionCountersTable {
  region: RegionCode;
  rev: number;
}

export interface ContentTables {
  contents: ContentsTable;
  content_drafts: ContentDraftsTable;
  content_failed_plans: ContentFailedPlansTable;
  content_versions: ContentVersionsTable;
  content_pictures: ContentPicturesTable;
  region_counters: RegionCountersTable;
}
