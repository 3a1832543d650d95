import { type FastifyReply } from 'fastify';

export interface FileHeaders {
  readonly 'content-type': string;
  readonly 'content-disposition'?: string;
  readonly 'cache-control': string;
}

/**
 * Sends bytes that a user uploaded, with headers that keep browsers from guessing their type or running them.
 */
export function sendFile(reply: FastifyReply, content: Uint8Array, headers: FileHeaders) {
  return reply
    .headers({ ...headers })
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(Buffer.from(content));
}
