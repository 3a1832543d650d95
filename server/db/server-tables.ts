/** Single values that the server keeps about itself. */
export interface ServerStateTable {
  key: string;
  value: string;
}

/** The outcome of every request that came with a key, until it is too old. */
export interface IdempotencyTable {
  owner: string;
  key: string;
  call: string;
  body_hash: string;
  answer: unknown;
  created_at: Date;
}
