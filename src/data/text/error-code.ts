/** The code that our errors and refusals carry; null for what is none of ours. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** How long the server asked to be left alone, in ms; null where it did not. */
export function retryAfterOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('retryAfterMs' in error)) return null;
  return typeof error.retryAfterMs === 'number' ? error.retryAfterMs : null;
}

/** One thing that the server found wrong, and the part of the request it is about. */
export interface NamedError {
  readonly code: string;
  readonly field?: string | undefined;
  /** Of a wrong code: how often it may still be tried. */
  readonly tries_left?: number | undefined;
}

/** What a failed call has against a part of its body, by the part's name; null where it is nothing. */
export function errorAt(error: unknown, ...names: readonly string[]): NamedError | null {
  const fields = names.map((name) => `body.${name}`);
  return errorsOf(error).find(({ field }) => field !== undefined && fields.includes(field)) ?? null;
}

/** Everything that a failed call names; empty where the server named nothing. */
export function errorsOf(error: unknown): readonly NamedError[] {
  if (typeof error !== 'object' || error === null || !('errors' in error)) return [];
  // Only a CallError has them, and its errors are of the contract.
  return Array.isArray(error.errors) ? (error.errors as NamedError[]) : [];
}

/** How often a code may still be tried that was wrong; 0 where another one is needed. */
export function triesLeftOf(error: unknown): number {
  return errorsOf(error)[0]?.tries_left ?? 0;
}
