import * as v from 'valibot';
import { apiErrorStatus, apiFailure } from '#schemas/api/errors.ts';
import { CallError } from './call-error.ts';
import { hasServerMark, readJson, parseRetryAfter } from './server-response.ts';

/**
 * Parses a response. Only accepts responses from our server, recognised by its marker header or the body's
 * shape: never a captive portal's page, a proxy's 401 or another service's JSON (F11, F18).
 * @param schema of a successful response
 * @throws CallError with the server's code, or `unknown_shape`; if the response is not the server's:
 *   `not_an_answer`, `too_large_for_network` or `too_many_requests`, with status 0
 */
export async function readResponse<S extends v.GenericSchema>(
  response: Response,
  schema: S,
): Promise<v.InferOutput<S>> {
  const body = await readJson(response);
  if (!response.ok) throw toCallError(response, body);
  if (body === undefined) throw foreignResponseError(response);
  const parsedBody = v.safeParse(schema, body);
  if (!parsedBody.success) throw unreadableError(response, v.flatten(parsedBody.issues));
  if (!hasServerMark(response) && !isRecognisable(schema, body, parsedBody.output))
    throw foreignResponseError(response);
  return parsedBody.output;
}

/**
 * Returns an event-stream response with its body unread.
 * @throws CallError like `readResponse` for anything else
 */
export async function checkEventStream(response: Response): Promise<Response> {
  return checkType(response, /^text\/event-stream\b/i);
}

/**
 * Reads a JPEG or PNG.
 * @throws CallError like `readResponse` for anything else
 */
export const readPhoto = blobReader(/^image\/(jpeg|png)\b/i);
/**
 * Reads an SVG.
 * @throws CallError like `readResponse` for anything else
 */
export const readSvg = blobReader(/^image\/svg\+xml\b/i);
/**
 * Reads a binary file for download.
 * @throws CallError like `readResponse` for anything else
 */
export const readBinary = blobReader(/^application\/octet-stream\b/i);
/**
 * Reads a PDF.
 * @throws CallError like `readResponse` for anything else
 */
export const readPdf = blobReader(/^application\/pdf\b/i);

function blobReader(type: RegExp) {
  return async (response: Response): Promise<Blob> => (await checkType(response, type)).blob();
}

async function checkType(response: Response, type: RegExp): Promise<Response> {
  if (!response.ok) throw toCallError(response, await readJson(response));
  if (!type.test(response.headers.get('content-type') ?? '')) throw foreignResponseError(response);
  return response;
}

/**
 * True if a successful response without the marker header can be recognised by its shape. A schema without required
 * fields matches any object, so the response must then contain only fields that the schema has.
 */
function isRecognisable(schema: v.GenericSchema, body: unknown, parsedBody: unknown): boolean {
  if (!v.is(schema, {})) return true;
  return (
    !Array.isArray(body) &&
    Object.keys(Object(body)).length === Object.keys(Object(parsedBody)).length
  );
}

function toCallError(response: Response, body: unknown): CallError {
  const { status } = response;
  const retryAfterMs = parseRetryAfter(response);
  const parsedBody = v.safeParse(apiFailure, body);
  if (parsedBody.success) {
    const { errors } = parsedBody.output;
    return new CallError(errors[0]?.code ?? 'internal', { status, errors, retryAfterMs });
  }
  // A maintenance page may have any format.
  if (status === apiErrorStatus.maintenance && hasServerMark(response)) {
    return new CallError('maintenance', { status, retryAfterMs });
  }
  return unreadableError(response);
}

/** Returns the error for a response that can't be parsed: from a newer server, or not from the server at all. */
function unreadableError(response: Response, cause?: unknown): CallError {
  if (!hasServerMark(response)) return foreignResponseError(response);
  return new CallError('unknown_shape', { status: response.status, cause });
}

/** Returns the error for a response from a proxy or portal, whose status says nothing about our server. */
function foreignResponseError(response: Response): CallError {
  if (response.status === apiErrorStatus.payload_too_large) {
    return new CallError('too_large_for_network');
  }
  const isBusy = response.status === apiErrorStatus.too_many_requests;
  const canHaveRetryAfter = isBusy || response.status === apiErrorStatus.unavailable;
  const retryAfterMs = canHaveRetryAfter ? parseRetryAfter(response) : null;
  return new CallError(isBusy ? 'too_many_requests' : 'not_an_answer', { retryAfterMs });
}
