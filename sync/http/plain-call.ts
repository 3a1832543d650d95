import type { Call } from '#schemas/api/call.ts';

/** The parts of a call that a request needs. Plain data, so the build can precompute it. */
export interface PlainCall {
  readonly method: Call['method'];
  readonly path: string;
  readonly timeoutMs: number;
  /** Form field of the file; null if the call uploads none. */
  readonly fileField: string | null;
  readonly hasBody: boolean;
  /** True if the call sends the device cookie. */
  readonly sendsDeviceCookie: boolean;
}

export function plainCall({ method, path, timeoutMs, body, sendsDeviceCookie }: Call): PlainCall {
  // If the body is a schema, its `kind` has another value.
  const fileField = body?.kind === 'file' ? body.field : null;
  return { method, path, timeoutMs, fileField, hasBody: body !== undefined, sendsDeviceCookie };
}
