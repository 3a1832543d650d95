import { searchKey } from '#schemas/text-search.ts';
import { type AddressSuggestion } from '#schemas/address.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type AddressProvider } from './address-provider.ts';

/** Towns with their main postal code, and a few common street names. */
const gazetteer: Record<RegionCode, { readonly towns: string; readonly streets: string }> = {
  BA: {
    towns: '71000 Sarajevo|78000 Banja Luka|75000 Tuzla|72000 Zenica|88000 Mostar',
    streets: 'Titova|Ferhadija|Zmaja od Bosne',
  },
  BG: {
    towns: '1000 София|4000 Пловдив|9000 Варна|8000 Бургас|7000 Русе',
    streets: 'ул. Васил Левски|бул. България|ул. Иван Вазов',
  },
  HR: {
    towns: '10000 Zagreb|21000 Split|51000 Rijeka|31000 Osijek|23000 Zadar',
    streets: 'Ilica|Vukovarska ulica|Ulica kralja Zvonimira',
  },
  CZ: {
    towns: '110 00 Praha|602 00 Brno|702 00 Ostrava|301 00 Plzeň|460 01 Liberec|779 00 Olomouc',
    streets: 'Husova|Palackého|Komenského|Školní|Zahradní',
  },
  EE: {
    towns: '10111 Tallinn|51003 Tartu|20308 Narva|80010 Pärnu',
    streets: 'Pikk|Tartu maantee|Kesk',
  },
  HU: {
    towns: '1011 Budapest|4024 Debrecen|6720 Szeged|3525 Miskolc|7621 Pécs|9021 Győr',
    streets: 'Kossuth Lajos utca|Petőfi Sándor utca|Rákóczi út',
  },
  IT: {
    towns: '00118 Roma|20121 Milano|80121 Napoli|10121 Torino|39100 Bolzano',
    streets: 'Via Roma|Via Garibaldi|Via Dante',
  },
  LT: {
    towns: '01100 Vilnius|44001 Kaunas|91001 Klaipėda|76001 Šiauliai',
    streets: 'Vytauto gatvė|Gedimino gatvė|Vilniaus gatvė',
  },
  LV: {
    towns: 'LV-1001 Rīga|LV-5401 Daugavpils|LV-3401 Liepāja|LV-3001 Jelgava',
    streets: 'Brīvības iela|Rīgas iela|Skolas iela',
  },
  PL: {
    towns:
      '00-001 Warszawa|30-001 Kraków|90-001 Łódź|50-001 Wrocław|60-001 Poznań|80-001 Gdańsk|34-500 Zakopane',
    streets: 'ul. Lipowa|ul. Polna|ul. Ogrodowa|ul. Adama Mickiewicza|ul. Szkolna|ul. Leśna',
  },
  RO: {
    towns: '010011 București|400001 Cluj-Napoca|300001 Timișoara|700001 Iași|500001 Brașov',
    streets: 'Strada Mihai Eminescu|Strada Principală|Bulevardul Unirii',
  },
  RS: {
    towns: '11000 Beograd|21000 Novi Sad|18000 Niš|34000 Kragujevac|24000 Subotica',
    streets: 'Kralja Petra|Nikole Tesle|Vuka Karadžića',
  },
  SK: {
    towns: '811 01 Bratislava|040 01 Košice|080 01 Prešov|010 01 Žilina|974 01 Banská Bystrica',
    streets: 'Hlavná|Štúrova|Školská',
  },
  SI: {
    towns: '1000 Ljubljana|2000 Maribor|3000 Celje|4000 Kranj|6000 Koper',
    streets: 'Slovenska cesta|Prešernova ulica|Cankarjeva ulica',
  },
  TR: {
    towns: '34000 İstanbul|06000 Ankara|35000 İzmir|16000 Bursa|07000 Antalya',
    streets: 'Atatürk Caddesi|Cumhuriyet Caddesi|İnönü Caddesi',
  },
  UA: {
    towns: '01001 Київ|79000 Львів|61000 Харків|65000 Одеса|49000 Дніпро',
    streets: 'вул. Шевченка|вул. Лесі Українки|вул. Зелена',
  },
};

/** House number at the end of the query: `Lipowa 12a`. */
const HOUSE_NUMBER = /[\s,]+(\d+\s?[\p{L}]?(?:\/\d+)?)$/u;

/**
 * Streets of larger towns, so that address search works without an external service.
 * Every typed word must match.
 */
export const builtInPlaces: AddressProvider = {
  search(text, region, limit) {
    const houseNumber = HOUSE_NUMBER.exec(text.trim())?.[1] ?? '';
    const searchWords = searchKey(text.trim().replace(HOUSE_NUMBER, ''))
      .split(/[\s,]+/)
      .filter((word) => word !== '');
    if (searchWords.length === 0) return Promise.resolve([]);
    const matchingPlaces = getPlaces(region).filter(({ keys }) =>
      searchWords.every((word) => keys.some((part) => part.startsWith(word))),
    );
    const suggestions = matchingPlaces.slice(0, limit).map(({ place }) => ({
      ...place,
      house_number: place.street_name === '' ? '' : houseNumber.slice(0, 20),
    }));
    return Promise.resolve(suggestions);
  },
};

interface SearchablePlace {
  readonly place: AddressSuggestion;
  /** Words of the place, normalised for search. */
  readonly keys: readonly string[];
}

const cache = new Map<RegionCode, readonly SearchablePlace[]>();

function getPlaces(region: RegionCode): readonly SearchablePlace[] {
  const places = cache.get(region) ?? buildPlaces(region);
  cache.set(region, places);
  return places;
}

function buildPlaces(region: RegionCode): SearchablePlace[] {
  const { towns, streets } = gazetteer[region];
  return towns.split('|').flatMap((town) => {
    // The postal code comes first and may contain a space; the name starts with a letter.
    const [, postal_code = '', city = ''] = /^((?:LV-)?[\d -]+) (\p{L}.*)$/u.exec(town) ?? [];
    return ['', ...streets.split('|')].map((street_name) => {
      const place = { street_name, house_number: '', postal_code, city, region };
      const words = searchKey(`${street_name} ${city} ${postal_code}`).split(' ');
      return { place, keys: [...words, searchKey(postal_code)] };
    });
  });
}
