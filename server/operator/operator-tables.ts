/** What operators have done: only added to, and what became of it noted once. */
export interface OperatorActsTable {
  uuid: string;
  at: Date;
  /** Who: the name of the token. */
  operator: string;
  command: string;
  /** What it was about: ids and numbers, never a text that was written. */
  words: string[];
  why: string;
  /** `done`, or the code of why it was not; null while it is under way, or where its process was ended in it. */
  outcome: string | null;
}

export interface OperatorTables {
  operator_acts: OperatorActsTable;
}
