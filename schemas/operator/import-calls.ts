import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import {
  moment,
  requiredText,
  text,
  uuid,
  wholeNumber,
  wholeNumberBetween,
} from '../primitives.ts';
import { regionId } from '../regions.ts';
import { importKindIds, importStates } from './import-kinds.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';
import { defineUnscopedTimelineCall } from './record-calls.ts';

/** Size of each part of an uploaded file except the last one, in bytes. */
export const IMPORT_PART_BYTES = 4 * 1024 * 1024;
/** Maximum file size, in bytes. */
export const MAX_IMPORT_BYTES = 128 * 1024 * 1024;
/** An import with more rows needs a second person. */
export const MAX_ROWS_WITHOUT_APPROVAL = 10_000;
/** Maximum number of rejected rows listed with an import; the file of rejected rows contains them all. */
export const MAX_LISTED_REJECTS = 100;
/** Number of days the server keeps an uploaded file and its rejected rows. */
export const IMPORT_FILE_DAYS = 30;
/** Number of days in which a second file can't award a company the same points for the same reason. */
export const AWARD_REPEAT_DAYS = 5;

/** Reasons for `conflict`, and problems with a whole file. */
export const importProblems = {
  /** Parts are missing. */
  incomplete: 'import_incomplete',
  /** The parts aren't those of the file that was announced. */
  otherFile: 'import_other_file',
  /** The action isn’t possible in this state. */
  state: 'import_state',
  /** A second person hasn’t decided yet. */
  waiting: 'import_waiting',
  /** A quote isn’t closed, or a row is too long. */
  unreadable: 'csv_unreadable',
  /** The file isn’t UTF-8 text. */
  notText: 'csv_not_text',
  /** A required column isn't mapped to a column of the file, or two are mapped to the same one. */
  columns: 'import_columns',
  /** The operator lost the right. */
  right: 'right_lost',
  internal: 'internal',
} as const;

/** A hash in hexadecimal. */
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.maxLength(64));
const kind = v.picklist(importKindIds);
const state = v.picklist(importStates);
const person = v.object({ id: uuid, name: text(100) });

/** Number of rows by verdict. */
const counts = v.object({
  rows: wholeNumber,
  new_rows: wholeNumber,
  known_rows: wholeNumber,
  rejected: wholeNumber,
});

const listedImport = v.object({
  id: uuid,
  kind,
  region: v.nullable(regionId),
  file_name: text(200),
  bytes: wholeNumber,
  state,
  /** The current phase, even if it was stopped or has failed. */
  phase: v.nullable(v.picklist(['checking', 'applying', 'taking_back'])),
  /** Version of the state, sent with actions. */
  rev: wholeNumber,
  created_by: person,
  created_at: moment,
  /** Number of bytes that this phase has read. */
  read_bytes: wholeNumber,
  checked: counts,
  applied: counts,
  taken_back: wholeNumber,
  /** Number of rows that an undo left in place because they had been used. */
  kept: wholeNumber,
  problem: v.nullable(text(40)),
  finished_at: v.nullable(moment),
  /** The pending approval to apply the import. */
  open_approval: v.nullable(uuid),
});
export type ListedImport = v.InferOutput<typeof listedImport>;

const awardTotals = v.object({ points: wholeNumber, companies: wholeNumber });

const MAX_COLUMNS = 100;
/** Position of each column in the file, from 0; null if the file doesn't have it. */
const columnPositions = v.pipe(
  v.array(v.nullable(wholeNumberBetween(0, MAX_COLUMNS - 1))),
  v.maxLength(20),
);

const importRecord = v.object({
  ...listedImport.entries,
  why: text(500),
  /** The columns chosen for the last check; null before the first. */
  columns: v.nullable(columnPositions),
  /** Points awarded; null for other kinds. */
  awards: v.nullable(
    v.object({
      /** Awards in the rows that passed the check. */
      checked: awardTotals,
      /** Awards in the ledger, including any taken back later. */
      applied: awardTotals,
      /** Points that were taken back. */
      taken_back: wholeNumber,
    }),
  ),
  /** Numbers of the parts that the server has, from 0. */
  parts: v.array(wholeNumber),
  /** SHA-256 of each of these parts, in the same order, and of the whole file if it was announced. */
  part_hashes: v.array(sha256),
  sha256: v.nullable(sha256),
  /** The first rejected rows of the last phase. Values aren’t shown, because they may be codes. */
  rejects: v.array(v.object({ line: wholeNumber, problem: text(40) })),
});
export type ImportRecord = v.InferOutput<typeof importRecord>;

const runOptions = { right: 'imports.run', scope: 'none' } as const;
const actionOptions = { ...runOptions, isAction: true } as const;
const actionBody = { rev: wholeNumber, why };

/**
 * Imports of CSV files. Each kind needs its own right; imports of other countries, or of kinds that the
 * operator can't import, are `not_found`. A file's parts have their own route.
 */
export const importCalls = {
  listImports: defineOperatorCall(
    {
      id: 'listImports',
      method: 'GET',
      path: '/operator/v1/imports',
      summary: 'Lists imports, newest first.',
      query: v.object({
        ...operatorListEntries,
        kind: v.optional(kind),
        state: v.optional(state),
      }),
      result: operatorListResult(listedImport),
    },
    { right: 'imports.run', scope: 'list' },
  ),
  createImport: defineOperatorCall(
    {
      id: 'createImport',
      method: 'POST',
      path: '/operator/v1/imports',
      summary: 'Creates an import for a file, whose parts are uploaded next.',
      body: v.object({
        kind,
        /** Null for kinds that apply to all countries. */
        region: v.nullable(regionId),
        file_name: requiredText(200),
        bytes: wholeNumberBetween(1, MAX_IMPORT_BYTES),
        /** SHA-256 of the whole file, compared once all parts are stored. */
        sha256: v.optional(sha256),
        why,
      }),
      status: 201,
      result: importRecord,
    },
    actionOptions,
  ),
  readImport: defineOperatorCall(
    {
      id: 'readImport',
      method: 'GET',
      path: '/operator/v1/imports/{id}',
      summary: 'Returns an import with its progress and first rejected rows.',
      params: idParams,
      result: importRecord,
    },
    runOptions,
  ),
  listImportTimeline: defineUnscopedTimelineCall(
    { id: 'listImportTimeline', path: '/operator/v1/imports/{id}/timeline' },
    idParams,
    'imports.run',
  ),
  previewImport: defineOperatorCall(
    {
      id: 'previewImport',
      method: 'GET',
      path: '/operator/v1/imports/{id}/preview',
      summary: 'Returns an uploaded file’s columns and first rows.',
      params: idParams,
      result: v.object({
        header: v.array(v.pipe(v.string(), v.maxLength(10_000))),
        rows: v.array(v.array(v.pipe(v.string(), v.maxLength(10_000)))),
      }),
      errors: ['conflict'],
    },
    runOptions,
  ),
  checkImport: defineOperatorCall(
    {
      id: 'checkImport',
      method: 'POST',
      path: '/operator/v1/imports/{id}/check',
      summary: 'Starts checking all rows. Stores only the result of the check.',
      params: idParams,
      body: v.object({
        columns: columnPositions,
        ...actionBody,
      }),
      result: importRecord,
    },
    actionOptions,
  ),
  applyImport: defineOperatorCall(
    {
      id: 'applyImport',
      method: 'POST',
      path: '/operator/v1/imports/{id}/apply',
      summary:
        'Starts storing the valid rows. More than 10,000 rows, many or large price changes, or awards of more than 1,000 points need a second person.',
      params: idParams,
      body: v.object(actionBody),
      /** Null if it was started immediately. */
      result: v.object({ approval: v.nullable(uuid) }),
    },
    { ...actionOptions, secondPerson: 'conditional' },
  ),
  stopImport: defineOperatorCall(
    {
      id: 'stopImport',
      method: 'POST',
      path: '/operator/v1/imports/{id}/stop',
      summary: 'Stops the running phase after its current step.',
      params: idParams,
      body: v.object({ why }),
      result: importRecord,
    },
    actionOptions,
  ),
  resumeImport: defineOperatorCall(
    {
      id: 'resumeImport',
      method: 'POST',
      path: '/operator/v1/imports/{id}/resume',
      summary:
        'Continues a phase that was stopped or has failed, at the same row. Many rows within a day, many or large price changes, or awards of more than 1,000 points need a second person.',
      params: idParams,
      body: v.object(actionBody),
      /** `approval` is null if it continues immediately. */
      result: v.object({ ...importRecord.entries, approval: v.nullable(uuid) }),
    },
    { ...actionOptions, secondPerson: 'conditional' },
  ),
  takeBackImport: defineOperatorCall(
    {
      id: 'takeBackImport',
      method: 'POST',
      path: '/operator/v1/imports/{id}/take-back',
      summary:
        'Removes the rows of an import that haven’t been used since. Awards are reversed by new ledger lines. Many or large price changes, or more than 1,000 points, need a second person.',
      params: idParams,
      body: v.object(actionBody),
      /** `approval` is null if it was started immediately. */
      result: v.object({ ...importRecord.entries, approval: v.nullable(uuid) }),
    },
    { ...actionOptions, secondPerson: 'conditional' },
  ),
} as const;

/** Path of a part of a file, for the upload. */
export const importPartPath = (id: string, number: number) =>
  `/api/operator/v1/imports/${id}/parts/${number}`;
/** Path of the CSV file of all rejected rows. */
export const importRejectsPath = (id: string) => `/api/operator/v1/imports/${id}/rejected.csv`;
