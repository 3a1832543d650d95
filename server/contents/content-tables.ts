import { type RegionCode } from '#schemas/regions.ts';
import { type ContentType } from '#schemas/content.ts';

/** What the manufacturer tells a country; replicated to everybody there. */
export interface ContentsTable {
  uuid: string;
  region: RegionCode;
  /** The country's counter of changes at the last change of this row. */
  rev: number;
  op_id: string;
  /** Withdrawn, or not shown yet. */
  deleted: boolean;
  created_at: Date;
  updated_at: Date;
  type: ContentType;
  /** `Content['content']`, sanitised. */
  content: unknown;
  media: string | null;
  other_images: string[];
}

/** The pictures of contents: shown to everybody, so they carry nothing personal. */
export interface ContentPicturesTable {
  uuid: string;
  media_type: 'image/jpeg' | 'image/png' | 'image/webp';
  small: Uint8Array;
  large: Uint8Array;
}

/** The counter of changes that everybody of a country replicates. */
export interface RegionCountersTable {
  region: RegionCode;
  rev: number;
}

export interface ContentTables {
  contents: ContentsTable;
  content_pictures: ContentPicturesTable;
  region_counters: RegionCountersTable;
}
