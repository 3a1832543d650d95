import { type FastifyReply } from 'fastify';

/** What is said of a file beside its bytes. */
interface FileHeaders {
  readonly 'content-type': string;
  readonly 'content-disposition'?: string;
  readonly 'cache-control': string;
}

/** Answers bytes that a person once sent: no browser guesses what they are, or runs what is in them. */
export function sendFile(reply: FastifyReply, content: Uint8Array, headers: FileHeaders) {
  return reply
    .headers({ ...headers })
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(Buffer.from(content));
}
