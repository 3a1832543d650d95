/** A broken promise. `unsettled` may still resolve. */
export interface Problem {
  readonly kind: 'unsettled' | 'differs' | 'lost' | 'doubled' | 'points' | 'stumbled' | 'stuck';
  readonly what: string;
}
