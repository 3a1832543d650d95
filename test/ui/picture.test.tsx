import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { Picture } from '#src/ui/media/picture.tsx';
import {
  precachedPictures,
  pictureInfo,
  pictureFile,
  pictureNames,
  productPicture,
} from '#src/ui/media/picture-files.ts';
import { root } from '#test/setup/source-tree.ts';
import { webpSize } from '#test/setup/webp-size.ts';

const inPublic = (path: string) => join(root, 'public', path);
const kilobytes = (path: string) => statSync(inPublic(path)).size / 1000;
const sum = (numbers: readonly number[]) => numbers.reduce((all, value) => all + value, 0);

describe.each(pictureNames)('the picture %s', (name) => {
  const { widths, aspectRatio, precachedWidth, isCutOut } = pictureInfo(name);

  it.each(widths)('exists %i pixels wide, with its aspect ratio', (width) => {
    const size = webpSize(inPublic(pictureFile(name, width)));
    expect(size.width).toBe(width);
    expect(Math.abs(size.height - (width * aspectRatio[1]) / aspectRatio[0])).toBeLessThan(1);
  });

  it('has at most 6 kB if it is cut out, and 40 kB if it is a scene on a phone', () => {
    const onPhone = precachedWidth ?? widths.find((width) => width >= 780) ?? widths[0] ?? 0;
    expect(kilobytes(pictureFile(name, onPhone))).toBeLessThanOrEqual(isCutOut ? 6 : 40);
    expect(kilobytes(pictureFile(name, widths.at(-1) ?? 0))).toBeLessThanOrEqual(75);
  });
});

test('every file belongs to a picture name', () => {
  const namedFiles = pictureNames.flatMap((name) =>
    pictureInfo(name).widths.map((width) => pictureFile(name, width)),
  );
  const files = readdirSync(inPublic('pictures'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(inPublic('').length))
    .map((path) => path.replace(/^\/?/, '/'));
  expect(files.toSorted()).toEqual(namedFiles.toSorted());
});

test('bundled pictures have at most 250 kB', () => {
  expect(precachedPictures.length).toBeGreaterThan(30);
  expect(sum(precachedPictures.map(kilobytes))).toBeLessThanOrEqual(250);
});

test('home loads at most 60 kB of pictures: a sky, project tiles, point events', () => {
  const skies = pictureNames.filter((name) => name.startsWith('scenes/roof-d'));
  const heaviest = Math.max(...skies.map((name) => kilobytes(pictureFile(name, 1080))));
  const tiles = pictureNames.filter((name) => name.startsWith('scenes/tile-'));
  const eventPictures = pictureNames.filter((name) => name.startsWith('things/'));
  const small = [...tiles, ...eventPictures].map((name) =>
    kilobytes(pictureFile(name, pictureInfo(name).widths[0] ?? 0)),
  );
  expect(heaviest + sum(small)).toBeLessThanOrEqual(60);
});

describe('a product', () => {
  it.each(demoProductTypes.map(({ type }) => type))('%s has its own picture', (type) => {
    const others = demoProductTypes.filter((other) => other.type !== type);
    expect(others.map((other) => productPicture(other.type))).not.toContain(productPicture(type));
  });

  it.each([
    ['GPX', 'products/gpl'],
    ['ggx', 'products/ggl'],
    ['DKL', 'products/blind'],
    ['FHC', 'products/blind'],
    ['SML', 'products/shutter'],
    ['EDW', 'products/flashing'],
    ['CVP', 'products/flat'],
    ['', 'products/box'],
    ['LSB', 'products/box'],
  ])('%s has no picture of its own, so it has the picture of its family', (type, name) => {
    expect(productPicture(type)).toBe(name);
  });
});

describe('a displayed picture', () => {
  it('lets the browser choose the width, reserves its space, and is loaded when it is almost visible', () => {
    const html = renderToStaticMarkup(<Picture name="products/ggl" sizes="56px" alt="" />);
    expect(html).toContain(
      'srcSet="/pictures/products/ggl.webp 224w, /pictures/products/ggl-448.webp 448w"',
    );
    expect(html).toMatch(/sizes="56px" alt="" width="448" height="448" loading="lazy"/);
    expect(html).toContain('on-stage');
  });

  it('is loaded immediately if it is in the first viewport, and has no backdrop if it is a scene', () => {
    const html = renderToStaticMarkup(
      <Picture name="scenes/roof-dusk" sizes="100vw" alt="Dusk" isLazy={false} />,
    );
    expect(html).toMatch(/alt="Dusk" width="1440" height="1200" loading="eager"/);
    expect(html).not.toContain('on-stage');
  });
});
