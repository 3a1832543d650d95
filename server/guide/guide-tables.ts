import { type RegionCode } from '#schemas/regions.ts';

/** One product guide for each country. */
interface ProductGuidesTable {
  region: RegionCode;
  /** Fingerprint of the guide. */
  version: string;
  /** The `ProductGuide` as JSON. */
  guide: unknown;
}

/** PDFs of product guides. They are public, so they must not contain personal data. */
interface GuideDocumentsTable {
  uuid: string;
  /** False until the last part is received. */
  is_complete: boolean;
  content: Uint8Array;
}

export interface GuideTables {
  product_guides: ProductGuidesTable;
  guide_documents: GuideDocumentsTable;
}
