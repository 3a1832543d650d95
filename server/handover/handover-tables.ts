import { type Generated } from 'kysely';

/** Reason why a signed sheet can't be used. */
export type HandoverProblem = 'not_a_sheet' | 'hash_mismatch' | 'another_project';

/** Difference between a signed sheet and the server's data; the sheet is kept as signed. */
export type HandoverDifference =
  /** Signed for a project that a colleague's project has replaced. */
  'project' | 'products' | 'photos' | 'texts' | 'characters' | 'superseded' | 'mail_limit';

/** Handover sheets as signed. Rows are never changed, and only an erasure deletes them; a trigger enforces this. */
interface HandoversTable {
  /** Id of the attachment that contained the sheet. */
  uuid: string;
  company_id: string;
  project_uuid: string;
  /** The content as received: JSON with the `handover` schema. */
  signed: string;
  signed_sha256: string;
  problem: HandoverProblem | null;
  /** Time of signing by the device's clock; null if the content isn't a sheet. */
  signed_at: Date | null;
  received_at: Date;
}

/** The document of each usable sheet, created once. Only its storage may change, when files are moved. */
interface HandoverDocumentsTable {
  uuid: string;
  company_id: string;
  /** Hash of the PDF, lower-case hex. */
  sha256: string;
  /** `HandoverDifference[]` */
  differences: unknown;
  is_mailed: boolean;
  made_at: Date;
  /** Null if stored outside the database. */
  content: Generated<Uint8Array | null>;
  /** Storage key; null if stored in `content`. */
  stored_as: Generated<string | null>;
}

export interface HandoverTables {
  handovers: HandoversTable;
  handover_documents: HandoverDocumentsTable;
}
