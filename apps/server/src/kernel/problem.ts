/** Something that does not add up, for the operator. */
export interface Problem {
  /** Table and key, such as `ledger_transfers 17`. */
  row: string;
  problem: string;
}
