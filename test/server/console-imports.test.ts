import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { IMPORT_PART_BYTES } from '#schemas/operator/import-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { removeOldImportFiles } from '#server/imports/old-import-files.ts';
import { writeSerials } from '#server/setup/write-serials.ts';
import { type ImportConsole, startImportConsole } from './import-setup.ts';
import {
  auditedChanges,
  readRegistry,
  serialFile as file,
  serialRow as row,
  serialRows as rows,
} from './serial-rows.ts';

let server: ImportConsole;
let lead: string;
beforeAll(async () => {
  server = await startImportConsole();
});
afterAll(() => server.close());
beforeEach(async () => {
  lead = await server.signIn('country_lead');
  await server.db.deleteFrom('imports').execute();
  await server.db.deleteFrom('registry').execute();
});

const mixedRows = [
  row(1),
  '24a00002-0001,GGL,MK06,2070',
  '24A00003-0001,XYZ,MK06,2070',
  '',
  '24A00004-0001,GGL,MK06',
  '24A00001-0001,GGL,MK06,3070',
  '"=24A",GGL,MK06,2070',
  row(1),
  '24A00005-0001,GGL,MK06,2070,more',
  '24A00009-0001,GGL,MK06,2070',
];

describe('a file of serial numbers', () => {
  test('is checked without changing the registry, and gets the verdicts of `club setup`', async () => {
    const knownRows = [['24A00009-0001', 'GPL', 'MK06', '2070']];
    await writeSerials(server.db, { accepted: [], rows: knownRows }, false);
    const id = await server.upload(file(mixedRows), lead);
    expect(await server.check(id, lead)).toBeNull();
    await server.finish();
    expect(await server.read(id, lead)).toMatchObject({
      state: 'checked',
      checked: { rows: 9, new_rows: 1, known_rows: 1, rejected: 7 },
      rejects: [
        { line: 3, problem: 'code' },
        { line: 4, problem: 'unknown_type' },
        { line: 6, problem: 'fields' },
        { line: 7, problem: 'twice' },
        { line: 8, problem: 'code' },
        { line: 10, problem: 'fields' },
        { line: 11, problem: 'registered' },
      ],
    });
    expect(await readRegistry(server.db)).toHaveLength(1);
    const fields = mixedRows
      .filter((line) => line !== '')
      .map((line) => line.replaceAll('"', '').split(','));
    const { rejected } = await writeSerials(server.db, { accepted: [], rows: fields }, true);
    const csv = (await server.readRejectedRows(id, lead)).split('\r\n');
    expect(csv[0]).toBe('\uFEFFcode,type,size,variant,line,reason');
    for (const { reason } of rejected) expect(csv.join('\n')).toContain(reason);
    // The apostrophe prevents a spreadsheet from running the text as a formula.
    expect(csv[5]).toMatch(/^'=24A,GGL,MK06,2070,8,/);
  });

  test('is applied with the result of its check, and each phase is in the audit', async () => {
    const id = await server.importFile(file(mixedRows), lead);
    const { checked, applied, state, rejects } = await server.read(id, lead);
    expect(state).toBe('applied');
    expect(applied).toEqual(checked);
    expect(rejects).toHaveLength(6);
    expect(await readRegistry(server.db)).toEqual([row(1), row(9)]);
    const actions = (await auditedChanges(server.db, id)).map(({ act, after }) => ({ act, after }));
    const bytes = Buffer.byteLength(file(mixedRows));
    expect(actions).toEqual([
      { act: 'createImport', after: { import_kind: 'serials', bytes } },
      { act: 'checkImport', after: { state: 'checking' } },
      { act: 'checkImport', after: { state: 'checked', ...checked } },
      { act: 'applyImport', after: { state: 'applying' } },
      { act: 'applyImport', after: { state: 'applied', ...applied } },
    ]);
  });
});

describe('the text of a file', () => {
  test('can have other columns, order, separator and a byte order mark', async () => {
    const text = '\uFEFFtype;plant;size;variant;code\r\nGGL;"a;b";MK06;2070;24A00001-0001\r\n';
    const id = await server.upload(text, lead);
    const preview = await server.operate(operatorCalls.previewImport, { params: { id } }, lead);
    expect(preview.result).toEqual({
      header: ['type', 'plant', 'size', 'variant', 'code'],
      rows: [['GGL', 'a;b', 'MK06', '2070', '24A00001-0001']],
    });
    const checkWith = async (columns: (number | null)[]) => {
      const body = { columns, rev: 0, why: 'to map' };
      const input = { params: { id }, body };
      const { errors, status } = await server.operate(operatorCalls.checkImport, input, lead);
      return errors[0]?.reason ?? status;
    };
    const invalidColumns = [
      [0, 1, 2],
      [4, 0, 2, null],
      [4, 0, 2, 2],
      [4, 0, 2, 5],
    ];
    for (const columns of invalidColumns) expect(await checkWith(columns)).toBe('import_columns');
    expect(await server.read(id, lead)).toMatchObject({ columns: null });
    expect(await checkWith([4, 0, 2, 3])).toBe(200);
    await server.finish();
    expect(await server.read(id, lead)).toMatchObject({ columns: [4, 0, 2, 3] });
    await server.callImport('applyImport', id, lead);
    await server.finish();
    expect(await readRegistry(server.db)).toEqual([row(1)]);
  });

  test.each([
    ['an open quote', file([row(1), '"24A,GGL', ...rows(2000)]), 'csv_unreadable'],
    ['UTF-16', Buffer.from(file(rows(3)), 'utf16le'), 'csv_not_text'],
    ['Latin 1', Buffer.from(file([`${row(1)}\u00e9`]), 'latin1'), 'csv_not_text'],
  ])('with %s can’t be read, and changes nothing', async (_name, content, problem) => {
    const id = await server.upload(content, lead);
    const preview = await server.operate(operatorCalls.previewImport, { params: { id } }, lead);
    expect({ status: preview.status, reason: preview.errors[0]?.reason }).toEqual({
      status: 409,
      reason: problem,
    });
    expect(await server.check(id, lead)).toBe(problem);
    expect(await server.read(id, lead)).toMatchObject({ state: 'uploading' });
  });

  test('that becomes unreadable later fails with its reason', async () => {
    const lines = [...rows(20_000), '"24A,GGL', ...rows(2000)];
    const id = await server.upload(file(lines), lead);
    await server.check(id, lead);
    await server.finish();
    const expected = { state: 'failed', problem: 'csv_unreadable' };
    expect(await server.read(id, lead)).toMatchObject(expected);
    expect((await server.callImport('applyImport', id, lead)).problem).toBe('import_state');
  });

  test('is read to its end even if blank lines fill a step', async () => {
    const blankLines = Array<string>(42_000).fill('');
    const badRow = row(2).replace('GGL', 'XYZ');
    const lines = [row(0), ...blankLines, row(1), ' ', badRow, '', ''];
    const id = await server.importFile(file(lines), lead);
    const { applied, rejects } = await server.read(id, lead);
    expect(applied).toEqual({ rows: 3, new_rows: 2, known_rows: 0, rejected: 1 });
    expect(rejects).toEqual([{ line: 42_005, problem: 'unknown_type' }]);
    expect(await readRegistry(server.db)).toEqual([row(0), row(1)]);
  });

  test('detects rows that also occur in other steps', async () => {
    const lines = [...rows(9000), row(0), row(1).replace('MK06', 'MK08'), row(2)];
    const id = await server.importFile(file(lines), lead);
    const { checked, applied, rejects } = await server.read(id, lead);
    expect(checked).toEqual({ rows: 9003, new_rows: 9000, known_rows: 2, rejected: 1 });
    expect(applied).toEqual(checked);
    expect(rejects).toEqual([{ line: 9003, problem: 'twice' }]);
    expect(await server.db.selectFrom('import_keys').selectAll().execute()).toEqual([]);
  });
});

describe('an upload', () => {
  const create = async (bytes: number, sha256?: string) => {
    const body = {
      ...({ kind: 'serials', region: null, file_name: 'a.csv', bytes, why: 'test' } as const),
      ...(sha256 !== undefined && { sha256 }),
    };
    return (await server.operate(operatorCalls.createImport, { body }, lead)).result.id;
  };

  test('accepts the same part twice, but not with other content', async () => {
    const content = Buffer.alloc(100, 'a');
    const id = await create(100);
    expect((await server.sendPart(id, { number: 0, content }, lead)).status).toBe(200);
    expect((await server.sendPart(id, { number: 0, content }, lead)).status).toBe(200);
    const other = { number: 0, content: Buffer.alloc(100, 'b') };
    expect((await server.sendPart(id, other, lead)).code).toBe('key_reused');
    expect((await server.read(id, lead)).parts).toEqual([0]);
  });

  test('accepts parts in any order, but only of the announced size', async () => {
    const id = await create(IMPORT_PART_BYTES + 10);
    const send = (number: number, content: Buffer) =>
      server.sendPart(id, { number, content }, lead);
    const [first, last] = [Buffer.alloc(IMPORT_PART_BYTES, 'a'), Buffer.alloc(10, 'a')];
    expect((await send(1, last)).status).toBe(200);
    expect(await server.check(id, lead)).toBe('import_incomplete');
    expect((await send(0, last)).code).toBe('invalid_input');
    expect((await send(2, last)).code).toBe('not_found');
    expect((await send(0, first)).status).toBe(200);
    expect((await server.read(id, lead)).parts).toEqual([0, 1]);
  });

  test('lists the hash of each part, and rejects a part if the complete file isn’t the announced one', async () => {
    const hashOf = (...parts: readonly Buffer[]) =>
      createHash('sha256').update(Buffer.concat(parts)).digest('hex');
    const first = Buffer.alloc(IMPORT_PART_BYTES, 'a');
    const [last, other] = [Buffer.alloc(10, 'b'), Buffer.alloc(10, 'c')];
    const fileHash = hashOf(first, last);
    const id = await create(IMPORT_PART_BYTES + 10, fileHash);
    const send = (number: number, content: Buffer) =>
      server.sendPart(id, { number, content }, lead);
    expect((await send(1, other)).status).toBe(200);
    const rejectedPart = await send(0, first);
    expect([rejectedPart.status, rejectedPart.code]).toEqual([409, 'import_other_file']);
    expect(await server.read(id, lead)).toMatchObject({
      ...{ parts: [1], part_hashes: [hashOf(other)], sha256: fileHash },
    });
    expect(await server.check(id, lead)).toBe('import_incomplete');
    const secondImport = await create(IMPORT_PART_BYTES + 10, fileHash);
    await server.sendPart(secondImport, { number: 1, content: last }, lead);
    const storedPart = await server.sendPart(secondImport, { number: 0, content: first }, lead);
    expect(storedPart.status).toBe(200);
    expect(await server.read(secondImport, lead)).toMatchObject({
      ...{ parts: [0, 1], part_hashes: [hashOf(first), hashOf(last)] },
    });
  });

  test('is deleted after 30 days, and can still be undone', async () => {
    const appliedImport = await server.importFile(file([row(1)]), lead);
    const unfinishedImport = await server.upload(file([row(2)]), lead);
    server.clock.advance(29 * DAY_MS);
    await removeOldImportFiles(server.services);
    lead = await server.signIn('country_lead');
    expect((await server.read(unfinishedImport, lead)).parts).toEqual([0]);
    server.clock.advance(2 * DAY_MS);
    await removeOldImportFiles(server.services);
    lead = await server.signIn('country_lead');
    expect(await server.read(unfinishedImport, lead)).toMatchObject({
      state: 'expired',
      parts: [],
    });
    expect(await server.read(appliedImport, lead)).toMatchObject({ state: 'applied', parts: [] });
    expect((await server.callImport('takeBackImport', appliedImport, lead)).problem).toBeNull();
    await server.finish();
    expect(await readRegistry(server.db)).toEqual([]);
  });
});
