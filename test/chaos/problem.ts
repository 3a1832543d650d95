/** What is not as it was promised. `unsettled` may still come right by itself. */
export interface Problem {
  readonly kind: 'unsettled' | 'differs' | 'lost' | 'doubled' | 'points' | 'stumbled' | 'stuck';
  readonly what: string;
}
