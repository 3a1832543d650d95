import { type FastifyRequest } from 'fastify';
import { type FileBody, type FileParts } from '#schemas/api/call.ts';
import { ApiFailure } from '../failure.ts';
import { validateInput } from '../contract/validate-input.ts';

/**
 * Reads the text fields and the one file of a multipart request. The fields are validated here, and the file's content
 * by the handler.
 * Throws `unsupported_media`, `payload_too_large` or `invalid_input`.
 */
export async function readFileBody(request: FastifyRequest, body: FileBody): Promise<FileParts> {
  if (!request.isMultipart()) throw new ApiFailure('unsupported_media');
  try {
    return await Promise.race([readParts(request, body), rejectWhenTooLarge(request)]);
  } catch (error) {
    // Any other error is caused by the request itself: an incomplete or truncated form.
    if (error instanceof ApiFailure || getParserStatus(error) !== undefined) throw error;
    throw new ApiFailure('invalid_input', { field: 'body', cause: error });
  } finally {
    // Discard the rest of the body, so that the client can read the response.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/**
 * Returns the status of an error that the parser itself throws, for example because there are too many parts or the
 * file is too long.
 */
function getParserStatus(error: unknown): unknown {
  return error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
}

/**
 * Throws `payload_too_large` as soon as the body exceeds the limit, because the parser would only notice at the end of
 * a part. Never resolves.
 */
function rejectWhenTooLarge({ raw, routeOptions }: FastifyRequest): Promise<never> {
  return new Promise((_resolve, reject) => {
    let bytes = 0;
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > routeOptions.bodyLimit) reject(new ApiFailure('payload_too_large'));
    });
  });
}

async function readParts(request: FastifyRequest, body: FileBody): Promise<FileParts> {
  const fields: Record<string, string> = {};
  let file: { bytes: Uint8Array<ArrayBuffer>; mediaType: string } | null = null;
  const parts = request.parts({
    limits: { files: 1, fields: 10, fieldSize: 1000, parts: 12, fileSize: body.maxBytes },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value;
      continue;
    }
    if (part.fieldname !== body.field) throw new ApiFailure('invalid_input', { field: 'body' });
    if (!body.mediaTypes.includes(part.mimetype)) throw new ApiFailure('unsupported_media');
    file = { bytes: new Uint8Array(await part.toBuffer()), mediaType: part.mimetype };
  }
  if (file === null) throw new ApiFailure('invalid_input', { field: `body.${body.field}` });
  return { fields: validateInput(body.fields, fields, 'body'), ...file };
}
