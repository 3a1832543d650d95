import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoNews } from '#server/demo/news.ts';
import { demoShop } from '#server/demo/shop.ts';
import { pictureInfo, pictureFile, pictureNames } from '#src/ui/media/picture-files.ts';
import { root } from '#test/setup/source-tree.ts';
import { webpSize } from '#test/setup/webp-size.ts';
import { goods, news, plannedPictures } from '#tools/pictures/list.ts';

const files = plannedPictures.flatMap((planned) => planned.files);

test('every product of the demo’s shop and every news item has its own picture', () => {
  expect(demoShop.map(({ key }) => key).filter((key) => !(key in goods))).toEqual([]);
  const sources = Object.values(goods).map(String);
  expect(new Set(sources).size).toBe(sources.length);
  expect(demoNews.map(({ key }) => key).toSorted()).toEqual(Object.keys(news).toSorted());
});

test('the app’s picture names match the rendered ones', () => {
  const named = pictureNames.flatMap((name) =>
    pictureInfo(name).widths.map((width) => `public${pictureFile(name, width)}`),
  );
  const rendered = files.map(({ file }) => file).filter((file) => file.startsWith('public/'));
  expect(rendered.toSorted()).toEqual(named.toSorted());
});

test('every picture has a source file', () => {
  const sources = new Set(plannedPictures.map(({ shot }) => `tools/pictures/${shot.source}.pov`));
  expect([...sources].filter((source) => !existsSync(join(root, source)))).toEqual([]);
});

const folders = ['server/demo/pictures/', 'deploy/example-country/pictures/'];
const storedPictures = files.filter(({ file }) =>
  folders.some((folder) => file.startsWith(folder)),
);

test.each(storedPictures)(
  '$file exists, is $width pixels wide, and is small',
  ({ file, width }) => {
    expect(webpSize(join(root, file)).width).toBe(width);
    const limit = file.includes('/news-') || file.includes('/welcome') ? 60_000 : 20_000;
    expect(statSync(join(root, file)).size).toBeLessThanOrEqual(limit);
  },
);

test('there are no other pictures', () => {
  const present = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}${name}`),
  );
  expect(present.toSorted()).toEqual(storedPictures.map(({ file }) => file).toSorted());
});
