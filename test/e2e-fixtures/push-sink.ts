import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Fake push service. */
export interface PushSink {
  readonly origin: string;
  /** Received bodies, still encrypted. */
  readonly bodies: readonly Buffer[];
  readonly close: () => Promise<void>;
}

export async function openPushSink(): Promise<PushSink> {
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks));
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    bodies,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
