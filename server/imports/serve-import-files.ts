import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Kysely } from 'kysely';
import * as v from 'valibot';
import { csvText } from '#schemas/csv.ts';
import { IMPORT_PART_BYTES, importProblems } from '#schemas/operator/import-calls.ts';
import { importKinds } from '#schemas/operator/import-kinds.ts';
import { uuid } from '#schemas/primitives.ts';
import { recordAction } from '../console/audit.ts';
import { authenticateOperator } from '../console/authenticate-operator.ts';
import { type OperatorActor } from '../console/operator-handler.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { getRejectsPhase } from './describe-import.ts';
import { type ImportRow, lockImport, selectImports } from './import-access.ts';
import { importsByKind } from './import-kinds.ts';

/** Allowance on top of a part's length, so that a body that is a little too long gets a specific error. */
const LEEWAY_BYTES = 1024;
/** Number of rejected rows read at a time. */
const BATCH_ROWS = 2000;
const MEDIA_TYPE = 'application/octet-stream';

/**
 * `PUT /api/operator/v1/imports/{id}/parts/{number}` stores a part of a file, and `GET
 * /api/operator/v1/imports/{id}/rejected.csv` returns all rejected rows. These routes aren't part of the contract,
 * because they transfer files.
 */
export function registerImportFiles(app: FastifyInstance, services: Services): void {
  app.addContentTypeParser(MEDIA_TYPE, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.put<{ Params: { id: string; number: string } }>(
    '/api/operator/v1/imports/:id/parts/:number',
    { bodyLimit: IMPORT_PART_BYTES + LEEWAY_BYTES },
    (request) =>
      app.limitOperators(async () => {
        const operator = await admit(request, services);
        const { body, params } = request;
        if (!Buffer.isBuffer(body)) throw new ApiFailure('unsupported_media');
        const number = readPartNumber(params.number);
        const parts = await transact(services.db, async (trx) => {
          const row = await lockImport(trx, operator, readId(params.id));
          return storePart(trx, row, { number, content: body });
        });
        return { parts };
      }),
  );
  app.get<{ Params: { id: string } }>(
    '/api/operator/v1/imports/:id/rejected.csv',
    (request, reply) =>
      app.limitOperators(async () => {
        const operator = await admit(request, services);
        const row = await selectImports(services.db, operator)
          .selectAll()
          .where('uuid', '=', readId(request.params.id))
          .executeTakeFirst();
        if (!row) throw new ApiFailure('not_found');
        if (importsByKind[row.kind].hasPersonalData === true)
          await auditDownload(services, row, operator);
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="rejected.csv"')
          .header('cache-control', 'no-store')
          .send(Readable.from(rejectedLines(services.db, row)));
      }),
  );
}

async function admit(request: FastifyRequest, services: Services) {
  if (services.environment.maintenance) throw new ApiFailure('maintenance', { retryAfter: 60 });
  const requiredAccess = { right: 'imports.run', strength: 'passkey' } as const;
  const operator = await authenticateOperator(request, services, requiredAccess);
  if (operator === null) throw new ApiFailure('unauthorised');
  return operator;
}

/** Records that an operator read the personal data of rejected rows. */
async function auditDownload(
  { db, clock }: Services,
  { uuid: id, region_id: region }: ImportRow,
  { operatorId, sessionId }: OperatorActor,
): Promise<void> {
  const now = clock.now();
  const readAction = { kind: 'read', act: 'downloadRejectedRows', operatorId, sessionId } as const;
  await transact(db, (trx) =>
    recordAction(trx, now, {
      ...readAction,
      region,
      record: { kind: 'import', id },
      outcome: 'done',
    }),
  );
}

/** Reads a part number. It must consist of decimal digits, because `Number` would also accept `0x1` and `1e0`. */
function readPartNumber(text: string): number {
  if (!/^(0|[1-9]\d{0,3})$/.test(text)) throw new ApiFailure('not_found');
  return Number(text);
}

function readId(id: string): string {
  if (!v.is(uuid, id)) throw new ApiFailure('not_found');
  return id.toLowerCase();
}

/**
 * Stores a part once. Storing a part again has no effect.
 * @returns the numbers of all stored parts
 * @throws ApiFailure `not_found` if the file has no such part, `invalid_input` if the part has the wrong length,
 *   `key_reused` if the stored part has other bytes, `conflict` if the upload has already ended or if the hash of the
 *   whole file differs from the announced one
 */
async function storePart(
  trx: Kysely<Database>,
  { uuid: id, bytes, state, sha256: announcedHash }: ImportRow,
  { number, content }: { readonly number: number; readonly content: Buffer },
): Promise<number[]> {
  const start = number * IMPORT_PART_BYTES;
  if (start >= bytes) throw new ApiFailure('not_found');
  if (content.length !== Math.min(IMPORT_PART_BYTES, bytes - start))
    throw new ApiFailure('invalid_input', { field: 'body' });
  const sha256 = createHash('sha256').update(content).digest('hex');
  const parts = await trx
    .selectFrom('import_parts')
    .select(['number', 'sha256'])
    .where('import_uuid', '=', id)
    .orderBy('number')
    .execute();
  const numbers = parts.map((part) => part.number);
  const storedPart = parts.find((part) => part.number === number);
  if (storedPart) {
    if (storedPart.sha256 !== sha256) throw new ApiFailure('key_reused');
    return numbers;
  }
  if (state !== 'uploading') throw conflict('state');
  const isLast = numbers.length + 1 === Math.ceil(bytes / IMPORT_PART_BYTES);
  if (
    isLast &&
    announcedHash !== null &&
    (await hashFile(trx, id, { number, content })) !== announcedHash
  )
    throw conflict('otherFile');
  await trx
    .insertInto('import_parts')
    .values({ import_uuid: id, number, sha256, content })
    .execute();
  return [...numbers, number].toSorted((a, b) => a - b);
}

const conflict = (problem: keyof typeof importProblems) =>
  new ApiFailure('conflict', { details: { reason: importProblems[problem] } });

/** Hashes a whole file, of which one part isn't stored yet. Reads one part at a time. */
async function hashFile(
  trx: Kysely<Database>,
  id: string,
  addedPart: { readonly number: number; readonly content: Buffer },
): Promise<string> {
  const { parts } = await trx
    .selectFrom('import_parts')
    .select(({ fn }) => fn.countAll<string>().as('parts'))
    .where('import_uuid', '=', id)
    .executeTakeFirstOrThrow();
  const hash = createHash('sha256');
  for (let number = 0; number <= Number(parts); number += 1) {
    if (number === addedPart.number) hash.update(addedPart.content);
    else hash.update(await readPart(trx, id, number));
  }
  return hash.digest('hex');
}

async function readPart(trx: Kysely<Database>, id: string, number: number): Promise<Uint8Array> {
  const { content } = await trx
    .selectFrom('import_parts')
    .select('content')
    .where('import_uuid', '=', id)
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return content;
}

/**
 * Generates the lines of the file of rejected rows. Its columns have the names of the kind's columns, so that the
 * corrected file can be imported again.
 */
async function* rejectedLines(db: Kysely<Database>, row: ImportRow): AsyncGenerator<string> {
  const line = (cells: readonly string[]) => `${cells.map(csvText).join(',')}\r\n`;
  const names = importKinds[row.kind].columns.map(({ name }) => name);
  const why = names.some((name) => name === 'reason') ? 'rejection' : 'reason';
  yield `\uFEFF${line([...names, 'line', why])}`;
  for (let after = 0; ;) {
    const rejects = await db
      .selectFrom('import_rejects')
      .select(['line', 'reason', 'fields'])
      .where('import_uuid', '=', row.uuid)
      .where('phase', '=', getRejectsPhase(row))
      .where('line', '>', after)
      .orderBy('line')
      .limit(BATCH_ROWS)
      .execute();
    const lastReject = rejects.at(-1);
    if (!lastReject) return;
    after = lastReject.line;
    yield rejects
      .map(({ fields, ...reject }) =>
        line([
          ...names.map((_name, index) => fields[index] ?? ''),
          String(reject.line),
          reject.reason,
        ]),
      )
      .join('');
  }
}
