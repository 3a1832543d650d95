/** A photo of a product or its tag, without what the camera wrote about place and device. */
export interface PhotosTable {
  uuid: string;
  company_id: string;
  /** Of the bytes as they were sent, lower-case hex. */
  sha256: string;
  /** How many bytes were sent. */
  bytes: number;
  media_type: string;
  /** Null where the bytes are kept elsewhere. */
  content: Uint8Array | null;
  /** The key that they are kept under there; null where they are here. */
  stored_as: string | null;
  created_at: Date;
}

export interface PhotoTables {
  photos: PhotosTable;
}
