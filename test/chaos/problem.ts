/** A broken promise. `unsettled` may still resolve. */
export interface Problem {
  readonly kind:
    | 'unsettled'
    | 'differs'
    | 'lost'
    | 'duplicated'
    | 'points'
    | 'server_error'
    | 'stuck';
  readonly description: string;
}
