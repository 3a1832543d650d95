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

test('every picture has a source', () => {
  const sources = new Set(plannedPictures.map(({ shot }) => `tools/pictures/${shot.source}.pov`));
  expect([...sources].filter((source) => !existsSync(join(root, source)))).toEqual([]);
});

const demoPictures = files.filter(({ file }) => file.startsWith('server/demo/pictures/'));

test.each(demoPictures)('$file exists, is $width pixels wide, and small', ({ file, width }) => {
  expect(webpSize(join(root, file)).width).toBe(width);
  const limit = file.includes('/news-') ? 60_000 : 20_000;
  expect(statSync(join(root, file)).size).toBeLessThanOrEqual(limit);
});

test('there are no other pictures', () => {
  const present = readdirSync(join(root, 'server/demo/pictures'));
  expect(present.map((name) => `server/demo/pictures/${name}`).toSorted()).toEqual(
    demoPictures.map(({ file }) => file).toSorted(),
  );
});
