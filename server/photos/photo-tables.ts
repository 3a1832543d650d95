/** A photo of a product or its tag, without what the camera wrote about place and device. */
export interface PhotosTable {
  uuid: string;
  company_id: string;
  /** Of the bytes as they were sent, lower-case hex. */
  sha256: string;
  /** How many bytes were sent. */
  bytes: number;
  media_type: string;
  content: Uint8Array;
  created_at: Date;
}

export interface PhotoTables {
  photos: PhotosTable;
}
