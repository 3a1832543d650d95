import { sql } from 'kysely';
import * as v from 'valibot';
import { importProblems } from '#schemas/operator/import-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { moment, uuid } from '#schemas/primitives.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { countExactly, readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { readTimeline } from '../console/record-timeline.ts';
import { ApiFailure } from '../http/failure.ts';
import { describeImport, describeImports } from './describe-import.ts';
import { findImport, selectImports } from './import-access.ts';
import {
  applyImport,
  checkImport,
  createImport,
  resumeImport,
  stopImport,
  takeBackImport,
} from './import-actions.ts';
import { importsByKind } from './import-kinds.ts';
import { findSeparator, readHeader, UnreadableFileError } from './read-window.ts';

/** Number of rows in a preview. */
const PREVIEW_ROWS = 5;

const listImports: OperatorHandler<typeof operatorCalls.listImports> = async (
  { query, operator },
  { db },
) => {
  const { kind, state, region } = query;
  const matchingImports = selectImports(db, operator)
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? 'serials'))
    .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? 'checked'))
    .$if(region !== undefined, (rows) =>
      rows.where((eb) => eb.or([eb('region_id', '=', region ?? 1), eb('region_id', 'is', null)])),
    );
  const cursor = readCursor(query, v.tuple([moment, uuid]));
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      matchingImports
        .selectAll()
        .$if(cursor !== null, (rows) =>
          rows.where(
            sql<boolean>`(created_at, uuid) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`,
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('uuid', 'desc')
        .limit(limit)
        .execute(),
    (row) => [row.created_at.toISOString(), row.uuid],
  );
  const total = await countExactly(db, matchingImports.select('uuid'));
  return { data: await describeImports(db, rows), meta: { next, total } };
};

const readImport: OperatorHandler<typeof operatorCalls.readImport> = async (
  { params: { id }, operator },
  { db },
) => {
  const row = await findImport(db, operator, id);
  if (!row) throw new ApiFailure('not_found');
  return describeImport(db, row);
};

const listImportTimeline: OperatorHandler<typeof operatorCalls.listImportTimeline> = async (
  { params: { id }, query, operator },
  { db },
) => {
  const row = await findImport(db, operator, id);
  if (!row) throw new ApiFailure('not_found');
  return readTimeline(db, row.uuid, query, []);
};

const previewImport: OperatorHandler<typeof operatorCalls.previewImport> = async (
  { params: { id }, operator },
  { db },
) => {
  const row = await selectImports(db, operator)
    .select(['uuid', 'bytes', 'kind'])
    .where('uuid', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiFailure('not_found');
  const isComplete = await db
    .selectFrom('import_parts')
    .select('number')
    .where('import_uuid', '=', row.uuid)
    .where('number', '=', 0)
    .executeTakeFirst();
  const failure = (problem: keyof typeof importProblems) =>
    new ApiFailure('conflict', { details: { reason: importProblems[problem] } });
  if (!isComplete) throw failure('incomplete');
  try {
    const separator = await findSeparator(db, row);
    const { header, rows } = await readHeader(db, { ...row, separator });
    const { shownCell } = importsByKind[row.kind];
    return {
      header: [...header],
      rows: rows.slice(0, PREVIEW_ROWS).map((fields) => fields.map(shownCell)),
    };
  } catch (error) {
    if (error instanceof UnreadableFileError) throw failure(error.problem);
    throw error;
  }
};

/** CSV imports in the console. */
export const importHandlers = {
  listImports,
  createImport,
  readImport,
  listImportTimeline,
  previewImport,
  checkImport,
  applyImport,
  stopImport,
  resumeImport,
  takeBackImport,
} satisfies Partial<OperatorHandlers>;
