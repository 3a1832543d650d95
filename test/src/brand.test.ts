import { expect, test } from 'vitest';
import { regionCodes } from '#schemas/regions.ts';
import { brand } from '#brand';
import { documentLinks, marketingLinks, regionalLinks } from '#src/app/brand-links.ts';

const hrefOf = (region: string, isDecor: boolean, id: string) =>
  documentLinks(region, isDecor).find((link) => link.id === id)?.href;

test('decor companies have their own terms in Czechia and Slovakia, and documents everywhere', () => {
  for (const region of regionCodes) {
    const hasOwnTerms = hrefOf(region, true, 'terms') !== hrefOf(region, false, 'terms');
    expect([region, hasOwnTerms]).toEqual([region, ['CZ', 'SK'].includes(region)]);
    expect(hrefOf(region, true, 'documents')).not.toBe(hrefOf(region, false, 'documents'));
  }
});

test('every region links to its own pages, all of them the manufacturer’s', () => {
  const hosts = regionCodes.map((region) => {
    const links = [
      ...regionalLinks(region),
      ...marketingLinks(region),
      ...documentLinks(region, false),
      ...documentLinks(region, true),
    ];
    const [host, ...others] = new Set(links.map(({ href }) => new URL(href).hostname));
    expect(others).toEqual([]);
    return host ?? '';
  });
  expect(new Set(hosts).size).toBe(regionCodes.length);
  for (const host of hosts) expect(host.endsWith(`.${brand.domain}`)).toBe(true);
});
