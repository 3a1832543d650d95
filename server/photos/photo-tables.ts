/** Photos of products or their labels, without location and device metadata. */
interface PhotosTable {
  uuid: string;
  company_id: string;
  /** Hash of the uploaded bytes, lower-case hex. */
  sha256: string;
  /** Number of bytes uploaded. */
  bytes: number;
  media_type: string;
  /** Bytes of the photo; null if they are stored outside the database. */
  content: Uint8Array | null;
  /** Storage key; null if stored in `content`. */
  stored_as: string | null;
  created_at: Date;
}

export interface PhotoTables {
  photos: PhotosTable;
}
