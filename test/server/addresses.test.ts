import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { regionCodes } from '#schemas/regions.ts';
import { builtInPlaces } from '#server/addresses/built-in-places.ts';
import { createPhotonProvider } from '#server/addresses/photon-provider.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const feature = (properties: object) => ({ type: 'Feature', properties });
const street = {
  countrycode: 'PL',
  osm_key: 'highway',
  name: 'Lipowa',
  postcode: '00-123',
  city: 'Warszawa',
};
const house = { countrycode: 'PL', street: 'Lipowa', housenumber: '7', town: 'Ząbki' };
const foreignPlace = { countrycode: 'DE', street: 'Lindenstraße', city: 'Berlin' };

/** A local geocoder that returns the responses prepared by a test. */
let geocoder: Server;
let url: string;
let preparedResponse: { status: number; body: string };
let requests: URL[];
beforeAll(async () => {
  geocoder = createServer((request, response) => {
    requests.push(new URL(request.url ?? '', 'http://localhost'));
    response
      .writeHead(preparedResponse.status, { 'content-type': 'application/json' })
      .end(preparedResponse.body);
  });
  // A keep-alive connection that is reused while it closes would look like a failed search.
  geocoder.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}/api`;
});
afterAll(() => new Promise((resolve) => geocoder.close(resolve)));

function respondWith(body: unknown, status = 200) {
  requests = [];
  preparedResponse = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

describe('the built-in places', () => {
  test('include towns and streets of every country', async () => {
    for (const region of regionCodes) {
      const matches = await builtInPlaces.search('a', region, 50);
      expect(matches.every((suggestion) => suggestion.region === region)).toBe(true);
      expect(matches.every(({ postal_code, city }) => postal_code !== '' && city !== '')).toBe(
        true,
      );
    }
  });

  test('match by word prefixes, with or without diacritics, and keep the house number', async () => {
    const [matches] = await builtInPlaces.search('lipo lodz 12a', 'PL', 5);
    expect(matches).toEqual({
      street_name: 'ul. Lipowa',
      house_number: '12a',
      postal_code: '90-001',
      city: 'Łódź',
      region: 'PL',
    });
    expect(await builtInPlaces.search('12', 'PL', 5)).toEqual([]);
    expect(await builtInPlaces.search('no such place', 'PL', 5)).toEqual([]);
    expect(await builtInPlaces.search('lipowa', 'PL', 3)).toHaveLength(3);
  });
});

describe('a Photon-compatible geocoder', () => {
  test('receives the input, and only its results in the region are used', async () => {
    respondWith({
      features: [feature(foreignPlace), feature(street), feature(house), feature(house)],
    });
    const matches = await createPhotonProvider(url).search('lipowa 7', 'PL', 5);
    expect(requests[0]?.searchParams.get('q')).toBe('lipowa 7');
    expect(matches).toEqual([
      {
        street_name: 'Lipowa',
        house_number: '',
        postal_code: '00-123',
        city: 'Warszawa',
        region: 'PL',
      },
      { street_name: 'Lipowa', house_number: '7', postal_code: '', city: 'Ząbki', region: 'PL' },
    ]);
  });

  test('is ignored if its response is invalid', async () => {
    for (const malformedBody of ['<html>', '{}', { features: 'none' }]) {
      respondWith(malformedBody);
      await expect(createPhotonProvider(url).search('lipowa', 'PL', 5)).rejects.toBeInstanceOf(
        Error,
      );
    }
    respondWith({ features: [] }, 500);
    await expect(createPhotonProvider(url).search('lipowa', 'PL', 5)).rejects.toThrow('500');
  });
});

describe('the call', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp({ variables: { ADDRESS_SEARCH_URL: url } });
  });
  afterAll(() => server.close());
  const search = (query: string) =>
    server.call(calls.searchAddresses, { query: { q: query, region: 'PL', limit: 2 } });

  test('uses the configured geocoder, without a session', async () => {
    respondWith({ features: [feature(street), feature(house)] });
    const { status, result } = await search('lipowa');
    expect(server.log.filter((line) => line.includes('address search failed'))).toEqual([]);
    expect(status).toBe(200);
    expect(result.data.map(({ city }) => city)).toEqual(['Warszawa', 'Ząbki']);
  });

  test('falls back to the built-in places, and logs no input', async () => {
    respondWith('gone', 503);
    const { result } = await search('ul. lipowa');
    expect(result.data).toHaveLength(2);
    expect(result.data[0]?.street_name).toBe('ul. Lipowa');
    expect(server.log.filter((line) => line.includes('address search failed'))).toHaveLength(1);
    expect(server.log.filter((line) => line.includes('lipowa'))).toEqual([]);
  });

  test('needs at least three letters', async () => {
    expect((await search('li')).code).toBe('invalid_input');
  });
});
