import { expect, test } from 'vitest';
import { regionCodes } from '#schemas/regions.ts';
import { brand } from '#brand';
import type { CountryLinks } from '#schemas/country-links.ts';
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

test('every region links to its own pages on the manufacturer’s site', () => {
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

test('a country’s own links replace those of the manufacturer’s site', () => {
  const own = 'https://club.example/own';
  const hrefs = (isDecor: boolean, links: CountryLinks) =>
    Object.fromEntries(documentLinks('PL', isDecor, links).map(({ id, href }) => [id, href]));
  expect(hrefs(false, { terms: own, privacy: own })).toMatchObject({ terms: own, privacy: own });
  expect(hrefs(false, { terms: own })['privacy']).toBe(hrefOf('PL', false, 'privacy'));
  // Without terms for decor companies, the country's terms apply to them.
  expect(hrefs(true, { terms: own })['terms']).toBe(own);
  expect(hrefs(true, { terms: own, decor_terms: `${own}/decor` })['terms']).toBe(`${own}/decor`);
  expect(hrefs(false, { decor_terms: own })['terms']).toBe(hrefOf('PL', false, 'terms'));
  expect(regionalLinks('PL', { contact: own }).at(-1)?.href).toBe(own);
  expect(marketingLinks('PL', { logos: own })[0]?.href).toBe(own);
});
