/** A violated guarantee; an `unsettled` one may still be met. */
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
