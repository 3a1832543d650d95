import * as v from 'valibot';
import { apiErrorStatus, apiFailure } from '#schemas/api/errors.ts';
import { CallError } from './call-error.ts';

/**
 * Reads an HTTP answer by the contract: content type and shape are checked, so that a captive
 * portal's page never passes for an answer (F11).
 * @param schema the shape of a success
 * @throws CallError with the server's code, or `not_an_answer`, or `unknown_shape`
 */
export async function readAnswer<S extends v.GenericSchema>(
  response: Response,
  schema: S,
): Promise<v.InferOutput<S>> {
  const isJson = /^application\/json\b/i.test(response.headers.get('content-type') ?? '');
  const said: unknown = isJson ? await parseJson(response) : undefined;
  if (!response.ok) throw failure(response, said);
  if (!isJson) throw new CallError('not_an_answer', { status: response.status });
  const parsed = v.safeParse(schema, said);
  if (parsed.success) return parsed.output;
  throw new CallError('unknown_shape', {
    status: response.status,
    cause: v.flatten(parsed.issues),
  });
}

/**
 * Lets a stream of events pass unread.
 * @throws CallError as `readAnswer`, for anything else
 */
export async function checkEventStream(response: Response): Promise<Response> {
  const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
  if (response.ok && isStream) return response;
  if (response.ok) throw new CallError('not_an_answer', { status: response.status });
  return readAnswer(response, v.never());
}

/** Lets a picture pass. @throws CallError as `readAnswer`, for anything else */
export const readPicture = blobOf(/^image\/(jpeg|png)\b/i);
/** Lets a file pass that is only ever downloaded. @throws CallError as `readAnswer`, for anything else */
export const readFile = blobOf(/^application\/octet-stream\b/i);
/** Lets a document pass. @throws CallError as `readAnswer`, for anything else */
export const readDocument = blobOf(/^application\/pdf\b/i);

function blobOf(type: RegExp) {
  return async (response: Response): Promise<Blob> => {
    const isOfType = type.test(response.headers.get('content-type') ?? '');
    if (response.ok && isOfType) return response.blob();
    if (response.ok) throw new CallError('not_an_answer', { status: response.status });
    return readAnswer(response, v.never());
  };
}

async function parseJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CallError('not_an_answer', { status: response.status, cause });
  }
}

function failure(response: Response, said: unknown): CallError {
  const { status } = response;
  const retryAfterMs = retryAfter(response.headers.get('retry-after'));
  const parsed = v.safeParse(apiFailure, said);
  if (parsed.success) {
    const { errors } = parsed.output;
    return new CallError(errors[0]?.code ?? 'internal', { status, errors, retryAfterMs });
  }
  // A proxy before the server speaks for it in these three, in whatever format.
  if (status === apiErrorStatus.maintenance) {
    return new CallError('maintenance', { status, retryAfterMs });
  }
  if (status === apiErrorStatus.payload_too_large) {
    return new CallError('payload_too_large', { status });
  }
  if (status === apiErrorStatus.too_many_requests) {
    return new CallError('too_many_requests', { status, retryAfterMs });
  }
  // JSON that is not ours to know, by a server that may well be newer; else not our server at all.
  return new CallError(said === undefined ? 'not_an_answer' : 'unknown_shape', { status });
}

function retryAfter(header: string | null): number | null {
  const seconds = Number(header);
  return header === null || !Number.isFinite(seconds) || seconds < 0 ? null : seconds * 1000;
}
