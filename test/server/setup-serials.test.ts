import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { writeProductTypes, writeRegionSettings } from '#server/configuration/write-settings.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { type OperatorRequest } from '#server/operator/command.ts';
import { sendFolder } from '#server/setup/send-folder.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const COUNT = 25_000;

let server: TestApp;
let folder: string;
beforeAll(async () => {
  server = await startTestApp();
  await writeProductTypes(server.db, demoProductTypes);
  folder = mkdtempSync(join(tmpdir(), 'club-serials-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});
beforeEach(async () => {
  await server.db.deleteFrom('registry').execute();
  rmSync(join(folder, 'serial-numbers.rejected.csv'), { recursive: true, force: true });
});

async function post(request: OperatorRequest): Promise<readonly string[] | null> {
  const response = await server.app.inject({
    method: 'POST',
    url: OPERATOR_PATH,
    payload: request,
  });
  return response.statusCode === 200 ? response.json<{ data: string[] }>().data : null;
}
const send = (command: 'check' | 'apply', through = post) =>
  sendFolder(command, folder, { why: 'The factory sent them.', post: through });

function writeFile(lines: readonly string[], header = 'code,type,size,variant'): void {
  writeFileSync(join(folder, 'serial-numbers.csv'), `${[header, ...lines].join('\r\n')}\r\n`);
}
const rowAt = (index: number) => `24A${String(index).padStart(5, '0')}-0001,GGL,MK06,2070`;
const countSerials = async () =>
  (
    await server.db
      .selectFrom('registry')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

test('an interrupted list is continued, with the same result', async () => {
  writeFile(Array.from({ length: COUNT }, (_item, index) => rowAt(index)));
  let batches = 0;
  const interruptedRun = send('apply', (request) => {
    batches += 1;
    return batches === 2 ? Promise.reject(new Error('killed')) : post(request);
  });
  await expect(interruptedRun).rejects.toThrow('killed');
  const writtenCount = await countSerials();
  expect(writtenCount).toBeGreaterThan(0);
  expect(writtenCount).toBeLessThan(COUNT);
  expect(await send('check')).toEqual({
    lines: [
      `serial-numbers.csv: ${COUNT - writtenCount} to add, ${writtenCount} unchanged, 0 rejected`,
    ],
    isAccepted: true,
  });
  expect((await send('apply')).isAccepted).toBe(true);
  expect(await countSerials()).toBe(COUNT);
  expect((await send('apply')).lines).toEqual([
    `serial-numbers.csv: 0 added, ${COUNT} unchanged, 0 rejected`,
  ]);
});

test('rejected lines are written back with their number and reason', async () => {
  writeFile(
    [
      '24A00001-0001;GGL;MK06;2070',
      '24a00002-0001;GGL;MK06;2070',
      '24A00003-0001;XYZ;MK06;2070',
      '',
      '24A00004-0001;GGL;MK06',
      '"24A00001-0001";GGL;MK06;3070',
      '24A00005-0001;GGL;"MK;06";2070',
    ],
    '\ufeffCode;Type;Size;Variant',
  );
  const { lines, isAccepted } = await send('apply');
  expect(isAccepted).toBe(false);
  expect(lines).toEqual([
    'serial-numbers.csv: 1 added, 0 unchanged, 5 rejected',
    'serial-numbers.rejected.csv lists the rejected lines with reasons.',
  ]);
  const rejectedText = readFileSync(join(folder, 'serial-numbers.rejected.csv'), 'utf8');
  expect(rejectedText.trim().split('\n')).toEqual([
    'line,reason,code,type,size,variant',
    '3,The code must be capital letters and digits in groups joined by hyphens.,24a00002-0001,GGL,MK06,2070',
    '4,The product type XYZ isn’t set up.,24A00003-0001,XYZ,MK06,2070',
    '6,The line must have 4 fields.,24A00004-0001,GGL,MK06',
    '7,The code occurs twice with different products.,24A00001-0001,GGL,MK06,3070',
    '8,The size must be 1 to 12 letters and digits.,24A00005-0001,GGL,MK;06,2070',
  ]);
});

test('a registered number keeps its product', async () => {
  writeFile(['24A00001-0001,GGL,MK06,2070']);
  await send('apply');
  writeFile(['24A00001-0001,GPL,MK06,2070']);
  expect((await send('apply')).isAccepted).toBe(false);
  expect(readFileSync(join(folder, 'serial-numbers.rejected.csv'), 'utf8')).toContain(
    'The code is registered for another product: GGL MK06 2070.',
  );
});

test('a file with other columns is rejected before anything is sent', async () => {
  writeFile(['1,2'], 'number,kind');
  await expect(send('apply')).rejects.toThrow(
    'serial-numbers.csv: The first line must be code,type,size,variant.',
  );
});

test('if the file of rejected lines can’t be written, the run stops with a message, and the next run continues', async () => {
  const rejects = join(folder, 'serial-numbers.rejected.csv');
  writeFile(['24A00001-0001,GGL,MK06,2070', 'x,GGL,MK06,2070']);
  const sentence =
    /^serial-numbers\.rejected\.csv can’t be written \((?:ERR_FS_)?EISDIR\)\. .+ run the command again to continue\.$/;
  mkdirSync(rejects);
  await expect(send('apply')).rejects.toThrow(sentence);
  rmSync(rejects, { recursive: true });
  // Another program makes the file unwritable during the run.
  await expect(
    send('apply', (request) => {
      mkdirSync(rejects);
      return post(request);
    }),
  ).rejects.toThrow(sentence);
  rmSync(rejects, { recursive: true });
  expect((await send('apply')).lines[0]).toBe(
    'serial-numbers.csv: 0 added, 1 unchanged, 1 rejected',
  );
});

test('every batch fits into a request, even with characters that are long when encoded', async () => {
  const longText = '\u0001'.repeat(900);
  writeFile([
    ...Array.from({ length: 400 }, () => `${longText},GGL,MK06,2070`),
    '24A00001-0001,GGL,MK06,2070',
  ]);
  expect((await send('apply')).lines[0]).toBe(
    'serial-numbers.csv: 1 added, 0 unchanged, 400 rejected',
  );
});

test('JSON files that are too large for a request are rejected before anything is sent', async () => {
  const files = join(folder, 'large');
  mkdirSync(files);
  // Each quote needs three bytes in the request.
  const names = JSON.stringify(Array.from({ length: 90_000 }, () => 'a"b'));
  writeFileSync(join(files, 'shop.json'), names);
  expect(names.length).toBeLessThan(1_000_000);
  await expect(
    sendFolder('apply', files, { why: 'Large', post: () => Promise.reject(new Error('sent')) }),
  ).rejects.toThrow('The JSON and YAML files are larger than 1 MB together. Shorten them.');
});

test('a check accepts the product types of its files, even with invisible characters', async () => {
  writeFileSync(
    join(folder, 'country.json'),
    JSON.stringify({
      region: 'PL',
      product_types: [{ type: 'N\u200bEW ', status: 'active', tier_category: 1 }],
    }),
  );
  const settings = demoRegionSettings.find(({ regional }) => regional.region === 'PL');
  if (!settings) throw new Error('The demo has no PL.');
  await writeRegionSettings(server.db, settings);
  writeFile(['24A00001-0001,NEW,MK06,2070']);
  const { lines, isAccepted } = await send('check');
  rmSync(join(folder, 'country.json'));
  expect([lines.at(-1), isAccepted]).toEqual([
    'serial-numbers.csv: 1 to add, 0 unchanged, 0 rejected',
    true,
  ]);
});

test('a check validates a file like the server, even with invisible characters between its values', async () => {
  writeFileSync(join(folder, 'country.json'), '{ "region":\u200b "PL" }');
  writeFile(['24A00001-0001,GGL,MK06,2070']);
  const checkResult = await send('check');
  rmSync(join(folder, 'country.json'));
  expect(checkResult).toEqual({ lines: [], isAccepted: false });
});

test('a quotation mark that isn’t closed is reported with its line', async () => {
  writeFile(['24A00001-0001,GGL,MK06,2070', '"24A00002-0001,GGL,MK06,2070', 'x'.repeat(20_000)]);
  await expect(send('apply')).rejects.toThrow(
    /^serial-numbers\.csv: line \d+: .+ a quote before it isn’t closed\. Correct it, and run the command again\.$/,
  );
});
