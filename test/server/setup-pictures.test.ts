import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { transact } from '#server/db/database.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { insertDemoShop } from '#server/demo/shop.ts';
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
  await transact(server.db, (trx) => insertDemoShop(trx, new Date(server.clock.now())));
});
beforeEach(() => {
  problems = [];
  folder = mkdtempSync(join(tmpdir(), 'club-pictures-'));
  cpSync(exampleFolder, folder, { recursive: true });
  return () => rmSync(folder, { recursive: true });
});
afterAll(() => server.close());

const send = (command: 'check' | 'apply') =>
  sendFolder(command, folder, { why: 'We open in Poland.', post: postTo(server, problems) });
/** Draws a picture that differs by its amount of blue. */
const drawPicture = (blueLevel: number) => drawDemoPhoto(1, [150, 190, blueLevel]);
const picture = (name: string) => join(folder, 'pictures', name);
const loadStoredIds = () =>
  server.db.selectFrom('content_pictures').select('uuid').orderBy('uuid').execute();
const listProducts = async (since = '') => {
  const token = await server.tokenOf('polishOwner');
  return (await server.call(calls.listShopProducts, { query: { since, limit: 200 } }, token))
    .result;
};
const productOf = async (sku: string) =>
  (await listProducts()).data.find((product) => product.sku === sku);
const countPictureActions = async () =>
  (
    await server.db
      .selectFrom('operator_acts')
      .select('uuid')
      .where('command', '=', 'setup picture')
      .execute()
  ).length;

test('a check stores nothing, and applying stores each picture once', async () => {
  // The demo already has all the other pictures, except those of the news.
  for (const name of ['drill', 'gloves']) {
    rmSync(picture(`${name}.small.webp`));
    writeFileSync(picture(`${name}.webp`), drawPicture(name.length));
  }
  const before = await loadStoredIds();
  expect(await send('check')).toMatchObject({ isAccepted: true });
  expect((await send('check')).lines).toContain('pictures: 3 to add, 4 unchanged');
  expect(await loadStoredIds()).toEqual(before);
  expect((await send('apply')).lines).toContain('pictures: 3 added, 4 unchanged');
  expect(await loadStoredIds()).toHaveLength(before.length + 3);
  expect(await countPictureActions()).toBe(3);
  expect((await send('apply')).lines).toEqual(
    expect.arrayContaining(['PL: nothing to change.', 'pictures: 0 added, 7 unchanged']),
  );
  expect(await countPictureActions()).toBe(3);
});

test('goods and news show their pictures, and goods without a picture show their category’s', async () => {
  expect((await send('apply')).isAccepted).toBe(true);
  const bytesAt = async (path: string | null | undefined) =>
    (await server.app.inject({ url: path ?? '' })).rawPayload;
  const drill = await productOf('DRILL-18V');
  expect(await bytesAt(drill?.images.thumbnail)).toEqual(readFileSync(picture('drill.small.webp')));
  const shownBytes = await Promise.all((drill?.images.list ?? []).map(({ l }) => bytesAt(l)));
  expect(shownBytes).toEqual(
    [picture('drill.webp'), picture('box.webp')].map((path) => readFileSync(path)),
  );
  const fuel = await productOf('FUEL');
  expect(await bytesAt(fuel?.images.list[0]?.l)).toEqual(readFileSync(picture('fuel.webp')));
  const token = await server.tokenOf('polishOwner');
  const { data } = (await server.call(calls.listContent, { query: { since: '' } }, token)).result;
  const welcome = data.find(({ content }) => content['en']?.title === 'Welcome to the club');
  expect(await bytesAt(welcome?.media?.l)).toEqual(readFileSync(picture('welcome.webp')));
});

test('a changed picture of goods or a category gets a new URL and reaches devices', async () => {
  await send('apply');
  const { checkpoint = '' } = (await listProducts()).meta;
  const [gloves, fuel] = [await productOf('GLOVES'), await productOf('FUEL')];
  writeFileSync(picture('gloves.webp'), drawPicture(20));
  rmSync(picture('gloves.small.webp'));
  writeFileSync(picture('fuel.webp'), drawPicture(21));
  rmSync(picture('fuel.small.webp'));
  expect((await send('apply')).lines.slice(1, 4)).toEqual([
    'shop: set 4 categories',
    'product GLOVES: change',
    'pictures: 2 added, 5 unchanged',
  ]);
  expect((await productOf('GLOVES'))?.images).not.toEqual(gloves?.images);
  const changedProduct = await productOf('FUEL');
  expect(changedProduct?.images).not.toEqual(fuel?.images);
  const pulledSkus = (await listProducts(checkpoint)).data.map(({ sku }) => sku);
  expect(pulledSkus.toSorted()).toEqual(['FUEL', 'GLOVES']);
});

test('an export contains the pictures, and changes nothing when it is applied', async () => {
  await send('apply');
  const copy = join(folder, 'copy');
  expect((await exportFolder('PL', copy, postTo(server, problems))).isAccepted).toBe(true);
  const { lines } = await sendFolder('check', copy, { why: '', post: postTo(server, problems) });
  expect(problems).toEqual([]);
  expect(lines[0]).toBe('PL: valid. Nothing to change.');
  expect(lines[1]).toMatch(/^pictures: 0 to add, \d\d unchanged$/);
});

describe('problems are listed with file and line, and nothing is stored', () => {
  test.each(['check', 'apply'] as const)('on %s', async (command) => {
    const before = await loadStoredIds();
    writeFileSync(picture('new.webp'), drawPicture(30));
    renameSync(picture('drill.webp'), picture('drill-18.webp'));
    writeFileSync(picture('box.webp'), 'RIFF, but not a picture');
    writeFileSync(picture('gloves.webp'), Buffer.alloc(500_001));
    writeFileSync(picture('banner.small.webp'), drawPicture(1));
    const shop = readFileSync(join(folder, 'shop.json'), 'utf8');
    writeFileSync(
      join(folder, 'shop.json'),
      shop.replace('"pictures/rain-jacket.webp"', '"rain jacket.webp"'),
    );
    expect((await send(command)).isAccepted).toBe(false);
    expect(problems).toEqual([
      expect.stringMatching(
        /^shop\.json: line 30: shop\.products\.1\.pictures\.0: A picture’s name must look like/,
      ),
    ]);
    writeFileSync(
      join(folder, 'shop.json'),
      shop.replace('"pictures/rain-jacket.webp"', '"pictures/new.webp"'),
    );
    problems = [];
    expect((await send(command)).isAccepted).toBe(false);
    expect(problems).toEqual([
      'shop.json: line 17: shop.products.0.pictures.0 isn’t in the folder: pictures/drill.webp.',
      'shop.json: line 17: shop.products.0.pictures.1 can’t be used: pictures/box.webp. The file isn’t a JPEG, PNG or WebP picture that can be shown.',
      expect.stringMatching(/products\.2\.pictures\.0 can’t be used: .+ larger than 500 kB\.$/),
      expect.stringMatching(/products\.4\.pictures\.0 can’t be used: .+ isn’t of the same type\.$/),
    ]);
    expect(await loadStoredIds()).toEqual(before);
  });
});

test('a damaged picture is rejected, and so is a setup if a picture wasn’t received', async () => {
  const post = postTo(server, problems);
  await sendFolder('apply', folder, {
    why: 'Again.',
    post: (request) =>
      request.words[1] === 'missing-pictures' ? Promise.resolve([]) : post(request),
  });
  expect(problems).toEqual([]);
  writeFileSync(picture('gloves.webp'), drawPicture(40));
  rmSync(picture('gloves.small.webp'));
  await sendFolder('apply', folder, {
    why: 'Again.',
    post: (request) =>
      request.words[1] === 'missing-pictures' ? Promise.resolve([]) : post(request),
  });
  expect(problems).toEqual(['Some files weren’t received. Run the command again.']);
  const largePicture = drawPicture(41).toString('base64');
  const id = crypto.randomUUID();
  problems.length = 0;
  await post({
    words: ['setup', 'picture', id],
    why: 'Again.',
    input: JSON.stringify({ large: largePicture, small: null }),
  });
  expect(problems).toEqual(['The picture was damaged.']);
});

describe('alternative texts', () => {
  const file = (name: string) => join(folder, name);
  const altsOf = async (sku: string) => (await productOf(sku))?.images.list.map(({ alt }) => alt);
  const replaceIn = (name: string, from: string, to: string) =>
    writeFileSync(file(name), readFileSync(file(name), 'utf8').replace(from, to));

  test('reach the app, are exported, and change only with the files', async () => {
    expect((await send('apply')).isAccepted).toBe(true);
    expect(await altsOf('DRILL-18V')).toEqual(['Wkrętarka z akumulatorem', '']);
    const token = await server.tokenOf('polishOwner');
    const { data } = (await server.call(calls.listContent, { query: { since: '' } }, token)).result;
    const welcome = data.find(({ content }) => content['en']?.title === 'Welcome to the club');
    expect(Object.keys(welcome?.media?.alt ?? {})).toEqual(['en', 'pl']);
    replaceIn('shop.json', 'Wkrętarka z akumulatorem', 'Wkrętarka');
    expect((await send('apply')).lines).toContain('product DRILL-18V: change');
    expect(await altsOf('DRILL-18V')).toEqual(['Wkrętarka', '']);
    const copy = join(folder, 'copy');
    await exportFolder('PL', copy, postTo(server, problems));
    const exportResult = await sendFolder('apply', copy, {
      why: 'We open in Poland.',
      post: postTo(server, problems),
    });
    expect(exportResult.lines).toContain('PL: nothing to change.');
    expect(await altsOf('DRILL-18V')).toEqual(['Wkrętarka', '']);
  });

  test('from the console stay if the files contain none', async () => {
    await send('apply');
    replaceIn('shop.json', '"picture_texts"', '"$unused"');
    const shop = JSON.parse(readFileSync(file('shop.json'), 'utf8')) as {
      shop: { products: Record<string, unknown>[] };
    };
    for (const product of shop.shop.products) delete product['$unused'];
    writeFileSync(file('shop.json'), JSON.stringify(shop));
    expect((await send('apply')).lines).toContain('PL: nothing to change.');
    replaceIn('shop.json', '"price":420', '"price":430');
    expect((await send('apply')).lines).toContain('product DRILL-18V: change');
    expect(await altsOf('DRILL-18V')).toEqual(['Wkrętarka z akumulatorem', '']);
  });

  test('must be for pictures in use', async () => {
    replaceIn(
      'shop.json',
      '"pictures/box.webp": "decorative"',
      '"pictures/fuel.webp": "decorative"',
    );
    const { isAccepted, lines } = await send('check');
    expect(isAccepted).toBe(false);
    const text = [...lines, ...problems].join('\n');
    expect(text).toContain('isn’t used here: pictures/fuel.webp');
  });
});
