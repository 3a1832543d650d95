import { type FastifyInstance } from 'fastify';
import { type Services } from '#server/services.ts';
import { authenticate } from '../contract/authenticate.ts';
import { ApiFailure } from '../failure.ts';
import { type Actor } from '../handler.ts';
import { type FileHeaders, sendFile } from './send-file.ts';

interface OwnedFile<Id, Row> {
  /** Route with one parameter, which identifies the file. */
  readonly url: string;
  /** Parses the parameter; null if the file can't belong to the person's company. */
  readonly parse: (parameter: string, actor: Actor) => Id | null;
  /** Finds the file among those of the person's company. */
  readonly find: (id: Id, actor: Actor) => Promise<Row | undefined>;
  readonly content: (row: Row) => Promise<Uint8Array>;
  readonly headers: (row: Row) => Omit<FileHeaders, 'cache-control'>;
}

/**
 * Serves files to the members of the company that owns them. These routes aren't part of the contract, because they
 * respond with bytes. Responds with `not_found` for another company's file.
 */
export function serveOwnedFile<Id, Row>(
  app: FastifyInstance,
  services: Services,
  { url, parse, find, content, headers }: OwnedFile<Id, Row>,
): void {
  app.get<{ Params: Record<string, string> }>(url, async (request, reply) => {
    const actor = await authenticate(request, services);
    const [parameter = ''] = Object.values(request.params);
    const id = parse(parameter, actor);
    if (id === null) throw new ApiFailure('not_found');
    const row = await app.concurrency.perPerson(actor, () => find(id, actor));
    if (!row) throw new ApiFailure('not_found');
    return sendFile(reply, await content(row), { ...headers(row), 'cache-control': 'no-store' });
  });
}
