import { type Generated } from 'kysely';
import { type RegionCode } from '#schemas/regions.ts';
import { type ContentType } from '#schemas/content.ts';

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
}

/** Pictures of contents and the shop. Public, so they carry no personal data. */
interface ContentPicturesTable {
  uuid: string;
  media_type: 'image/jpeg' | 'image/png' | 'image/webp';
  small: Uint8Array;
  large: Uint8Array;
}

/** Change counter of a country's shared rows. */
interface RegionCountersTable {
  region: RegionCode;
  rev: number;
}

export interface ContentTables {
  contents: ContentsTable;
  content_pictures: ContentPicturesTable;
  region_counters: RegionCountersTable;
}
