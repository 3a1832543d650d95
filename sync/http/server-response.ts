import { API_HEADER } from '#schemas/api/api-header.ts';

/* Recognises the server's responses without schemas, because this code is also part of the service worker, which must
   stay small. */

/** True if the response carries the server's marker header. */
export function hasServerMark({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.has(API_HEADER);
}

/**
 * Reads a JSON body.
 * @returns undefined if the content type or the body isn't JSON
 * @throws connection errors
 */
export async function readJson(response: Response): Promise<unknown> {
  const isJson = /^application\/json\b/i.test(response.headers.get('content-type') ?? '');
  if (!isJson) return undefined;
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the response's Retry-After in ms; null if it's missing or invalid. */
export function parseRetryAfter({ headers }: Pick<Response, 'headers'>): number | null {
  const header = headers.get('retry-after');
  const seconds = Number(header);
  return header === null || !Number.isFinite(seconds) || seconds < 0 ? null : seconds * 1000;
}

/** Returns the error codes if the body has the shape of an API failure; null for any other body. */
function codesOf(body: unknown): string[] | null {
  const { errors } = (body ?? {}) as { readonly errors?: unknown };
  if (!Array.isArray(errors) || errors.length === 0) return null;
  const codes = errors.map((error: { readonly code?: unknown } | null) => error?.code);
  return codes.every((code) => typeof code === 'string' && /^[a-z_]{1,60}$/.test(code))
    ? (codes as string[])
    : null;
}

/**
 * Returns true if the response certainly comes from the server: it has the marker header, or it's a failure in the
 * API's shape, or a success with an id or data. The response must be JSON in any case.
 * @param body the response's JSON, from `readJson`
 */
export function isServerResponse(response: Response, body: unknown): boolean {
  if (body === undefined) return false;
  if (hasServerMark(response)) return true;
  if (!response.ok) return codesOf(body) !== null;
  const { uuid, data } = (body ?? {}) as { readonly uuid?: unknown; readonly data?: unknown };
  return typeof uuid === 'string' || (Array.isArray(data) && data.length > 0);
}
