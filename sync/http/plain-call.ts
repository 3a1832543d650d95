import type { Call } from '#schemas/api/call.ts';

/** What a request needs of its call; plain data, so that the build can compute it beforehand. */
export interface PlainCall {
  readonly method: Call['method'];
  readonly path: string;
  readonly timeoutMs: number;
  /** The form's field of a file; null where a call takes none. */
  readonly fileField: string | null;
  readonly hasBody: boolean;
  /** Whether the browser's device cookie goes with it. */
  readonly knowsDevice: boolean;
}

export function plainCall({ method, path, timeoutMs, body, knowsDevice }: Call): PlainCall {
  // A schema of the contract is of another kind.
  const fileField = body?.kind === 'file' ? body.field : null;
  return { method, path, timeoutMs, fileField, hasBody: body !== undefined, knowsDevice };
}
