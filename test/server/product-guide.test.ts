import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type GuideSize, MAX_GUIDE_BYTES } from '#schemas/product-guide.ts';
import { type OperatorRequest } from '#server/operator/command.ts';
import { exportFolder } from '#server/setup/export-folder.ts';
import { sendFolder } from '#server/setup/send-folder.ts';
import { exampleFolder } from '#test/setup/example-country.ts';
import { postTo } from './folder-files.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';

let server: ScanServer;
let folder: string;
let problems: string[];
beforeAll(async () => {
  server = await startScanServer();
});
beforeEach(() => {
  problems = [];
  folder = mkdtempSync(join(tmpdir(), 'club-guide-'));
  cpSync(exampleFolder, folder, { recursive: true });
  return () => rmSync(folder, { recursive: true });
});
afterAll(() => server.close());

const why = 'The manufacturer sent a new guide.';
const send = (command: 'check' | 'apply', post = postTo(server, problems)) =>
  sendFolder(command, folder, { why, post });
const path = (name: string) => join(folder, name);
/** Changes the guide’s file. */
const edit = (change: (guide: ExampleGuide) => void) => {
  const file = JSON.parse(readFileSync(path('product-guide.json'), 'utf8')) as {
    product_guide: ExampleGuide;
  };
  change(file.product_guide);
  writeFileSync(path('product-guide.json'), JSON.stringify(file, null, 2));
};
interface ExampleGuide {
  current_era: string;
  eras: { id: string; sizes: GuideSize[] }[];
  models: { code: string; era: string; sizes: string[] | null; fits: string[] }[];
  documents: { id: string; file: string }[];
}

const loadGuide = async () => {
  const token = await server.tokenOf('polishOwner');
  const { result: configuration } = await server.call(calls.getConfiguration, {}, token);
  const { result: guide } = await server.call(calls.getProductGuide, {}, token);
  return { configuration, ...guide };
};

test('the demo has a guide in every country, and its documents', async () => {
  const { configuration, version, guide } = await loadGuide();
  expect(configuration.product_guide).toBe(version);
  expect(guide.eras).toHaveLength(4);
  for (const document of guide.documents) {
    const response = await server.app.inject({ url: `/files/guide/${document.file}.pdf` });
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(response.rawPayload.length).toBe(document.bytes);
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  }
  expect(await postTo(server)({ words: ['guides'], input: '', why: '' })).toHaveLength(16);
});

test('the guide needs a session, and an unknown document isn’t found', async () => {
  expect((await server.app.inject({ url: '/api/v1/product-guide' })).statusCode).toBe(401);
  for (const name of [
    '7d8f0d6e-3d3f-4c53-9d0c-6a2f6c1c5a11.pdf',
    'x.pdf',
    '..%2F..%2Fpackage.json',
  ]) {
    expect((await server.app.inject({ url: `/files/guide/${name}` })).statusCode).toBe(404);
  }
});

test('a manufacturer’s file replaces the guide, and devices get a new version', async () => {
  const before = await loadGuide();
  expect((await send('check')).lines).toEqual(
    expect.arrayContaining(['product guide: change', 'documents: 0 to add, 2 unchanged']),
  );
  expect((await loadGuide()).version).toBe(before.version);
  expect((await send('apply')).lines).toContain('product guide: change');
  const after = await loadGuide();
  expect(after.version).not.toBe(before.version);
  expect(after.configuration.product_guide).toBe(after.version);
  expect(after.guide.models.map(({ code }) => code)).toEqual(['GGL', 'BDA', 'GGL', 'EFW']);
  expect((await send('apply')).lines).toContain('PL: nothing to change.');
  expect((await loadGuide()).version).toBe(after.version);
  // Other countries keep their guides.
  const lines = await postTo(server)({ words: ['guides'], input: '', why: '' });
  expect(lines?.filter((line) => line.includes(before.version))).toHaveLength(15);
});

test('a document of 1.2 MB is sent in parts, continues after a failure, and is exported unchanged', async () => {
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_200_000, 'manual ')]);
  writeFileSync(path('documents/window-manual-en.pdf'), content);
  expect((await send('check')).lines).toContain('documents: 1 to add, 1 unchanged');
  const post = postTo(server, problems);
  let parts = 0;
  const postFailingOnce = (request: OperatorRequest) => {
    if (request.words[1] === 'document') parts += 1;
    return parts === 2 ? Promise.resolve(null) : post(request);
  };
  expect((await send('apply', postFailingOnce)).isAccepted).toBe(false);
  expect((await send('apply')).lines).toContain('documents: 1 added, 1 unchanged');
  const { guide } = await loadGuide();
  const manual = guide.documents.find(({ id }) => id === 'manual-en');
  expect(manual?.bytes).toBe(content.length);
  const response = await server.app.inject({ url: `/files/guide/${manual?.file}.pdf` });
  expect(response.rawPayload.equals(content)).toBe(true);

  const copy = path('copy');
  expect((await exportFolder('PL', copy, post)).lines[0]).toMatch(/2 documents\.$/);
  const names = readdirSync(join(copy, 'documents'));
  expect(names.some((name) => readFileSync(join(copy, 'documents', name)).equals(content))).toBe(
    true,
  );
  const { lines } = await sendFolder('check', copy, { why: '', post });
  expect(lines).toContain('PL: valid. Nothing to change.');
  expect(problems).toEqual([]);
});

test('a damaged or incomplete document isn’t served', async () => {
  const uuid = '11111111-1111-8111-8111-111111111111';
  const part = (start: number, isLast: boolean) => ({
    words: ['setup', 'document', uuid],
    input: JSON.stringify({ start, isLast, bytes: Buffer.from('%PDF-1.7').toString('base64') }),
    why,
  });
  const post = postTo(server, problems);
  expect(await post(part(0, false))).toEqual(['Stored.']);
  const response = () => server.app.inject({ url: `/files/guide/${uuid}.pdf` });
  expect((await response()).statusCode).toBe(404);
  expect(await post(part(8, true))).toBeNull();
  expect(await post(part(99, true))).toBeNull();
  expect(problems[0]).toMatch(/damaged/);
  expect((await response()).statusCode).toBe(404);
});

test('every contradiction is reported with file and line, and nothing is changed', async () => {
  const before = await loadGuide();
  edit((guide) => {
    guide.current_era = '2030';
    guide.models[3]?.fits.push('XYZ');
    guide.eras[0]?.sizes.push({ code: '78/98', width: 78, height: 98, replacement: 'MK99' });
    Object.assign(guide.documents[0] ?? {}, { file: 'documents/missing.pdf' });
  });
  writeFileSync(path('documents/wood-care-pl.pdf'), 'no PDF');
  expect((await send('apply')).isAccepted).toBe(false);
  expect(problems).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^product-guide\.json: line \d+: product_guide\.current_era isn’t/),
      expect.stringMatching(/product_guide\.models\.3\.fits\.1 isn’t in the product guide: XYZ\.$/),
      expect.stringMatching(/product_guide\.eras\.0\.sizes\.3\.code occurs twice: 78\/98\.$/),
      expect.stringMatching(/documents\.0\.file isn’t in the folder: documents\/missing\.pdf\.$/),
      expect.stringMatching(/documents\.1\.file can’t be used: .+ The file isn’t a PDF\.$/),
    ]),
  );
  expect((await loadGuide()).version).toBe(before.version);
});

/** Adds sizes until the guide has about this number of bytes. */
const grow = (bytes: number) =>
  edit((guide) => {
    const size = { code: 'A1000', width: 78, height: 98, replacement: null };
    const missingBytes = bytes - JSON.stringify(guide).length - 2000;
    const count = Math.floor(missingBytes / (JSON.stringify(size).length + 1));
    const sizes = Array.from({ length: count }, (_, index) => ({
      ...size,
      code: `A${1000 + index}`,
    }));
    for (let start = 0; start < count; start += 500) {
      guide.eras.push({ id: `e${start}`, sizes: sizes.slice(start, start + 500) });
    }
  });

test('a guide of 250 kB fits into a command, even when indented; a larger one is rejected', async () => {
  grow(MAX_GUIDE_BYTES);
  const { lines } = await send('apply');
  expect(problems).toEqual([]);
  expect(lines).toContain('product guide: change');
  grow(MAX_GUIDE_BYTES + 5_000);
  expect((await send('apply')).isAccepted).toBe(false);
  expect(problems.join('\n')).toMatch(
    /product_guide is larger than 250 kB without spaces: 25\d kB\./,
  );
});

test('an operator’s lookup of a data plate returns the same as the app’s', async () => {
  await send('apply');
  const lookUp = (...plate: string[]) =>
    postTo(server)({ words: ['guides', 'look-up', 'PL', ...plate], input: '', why: '' });
  expect(await lookUp('GGL', '78/118')).toEqual([
    'GGL 78/118  centre_pivot  78 × 118 cm  2000–2013',
    'today: GGL MK06',
    'parts for this product: BDA 78/118',
    'parts for the replacement: EFW MK06',
    'documents: care-pl',
  ]);
  expect((await lookUp('GGL 70/118'))?.[1]).toBe('today: no replacement of this size');
  expect((await lookUp('GGL'))?.[0]).toBe('Several products are possible: 6');
  expect((await lookUp('GLG MK06'))?.[0]).toBe('Unknown. Similar codes:');
  expect(await lookUp('?')).toEqual(['Unknown, and no code is similar.']);
});
