import { type FastifyRequest } from 'fastify';
import { type FileBody, type FileParts } from '#schemas/api/call.ts';
import { ApiFailure } from './failure.ts';
import { checkInput } from './validate-input.ts';

/**
 * Reads a multipart request: the text fields against their schema, and the one file.
 * Throws `unsupported_media`, `payload_too_large` or `invalid_input`. What the file really is, its
 * handler judges.
 */
export async function readFileBody(request: FastifyRequest, body: FileBody): Promise<FileParts> {
  if (!request.isMultipart()) throw new ApiFailure('unsupported_media');
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
  return { fields: checkInput(body.fields, fields, 'body'), ...file };
}
