import { searchKey } from '#schemas/text-search.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type LocatedPlace, type PlaceToLocate } from './address-provider.ts';

/** Larger towns with their main postal code and coordinates, as `code name latitude longitude`. */
const towns: Readonly<Record<RegionCode, string>> = {
  BA: '71000 Sarajevo 43.86 18.41|78000 Banja Luka 44.77 17.19|75000 Tuzla 44.54 18.68|72000 Zenica 44.2 17.91|88000 Mostar 43.34 17.81',
  BG: '1000 София 42.7 23.32|4000 Пловдив 42.14 24.75|9000 Варна 43.21 27.91|8000 Бургас 42.5 27.47|7000 Русе 43.85 25.95',
  HR: '10000 Zagreb 45.81 15.98|21000 Split 43.51 16.44|51000 Rijeka 45.33 14.44|31000 Osijek 45.55 18.69|23000 Zadar 44.12 15.23',
  CZ: '11000 Praha 50.08 14.43|60200 Brno 49.2 16.61|70200 Ostrava 49.84 18.29|30100 Plzeň 49.74 13.38|46001 Liberec 50.77 15.06|77900 Olomouc 49.59 17.25|37001 České Budějovice 48.97 14.47|50002 Hradec Králové 50.21 15.83',
  EE: '10111 Tallinn 59.44 24.75|51003 Tartu 58.38 26.72|20308 Narva 59.38 28.19|80010 Pärnu 58.39 24.5',
  HU: '1011 Budapest 47.5 19.04|4024 Debrecen 47.53 21.62|6720 Szeged 46.25 20.15|3525 Miskolc 48.1 20.78|7621 Pécs 46.07 18.23|9021 Győr 47.69 17.63',
  IT: '00118 Roma 41.9 12.5|20121 Milano 45.46 9.19|80121 Napoli 40.85 14.27|10121 Torino 45.07 7.69|39100 Bolzano 46.5 11.35|50121 Firenze 43.77 11.26|70121 Bari 41.12 16.87|90121 Palermo 38.12 13.36',
  LT: '01100 Vilnius 54.69 25.28|44001 Kaunas 54.9 23.9|91001 Klaipėda 55.71 21.13|76001 Šiauliai 55.93 23.32',
  LV: '1001 Rīga 56.95 24.11|5401 Daugavpils 55.87 26.54|3401 Liepāja 56.51 21.01|3001 Jelgava 56.65 23.71',
  PL: '00001 Warszawa 52.23 21.01|30001 Kraków 50.06 19.94|90001 Łódź 51.76 19.46|50001 Wrocław 51.11 17.03|60001 Poznań 52.41 16.93|80001 Gdańsk 54.35 18.65|34500 Zakopane 49.3 19.95|40001 Katowice 50.26 19.02|20001 Lublin 51.25 22.57|15001 Białystok 53.13 23.16|35001 Rzeszów 50.04 22|70001 Szczecin 53.43 14.55|85001 Bydgoszcz 53.12 18.01|10001 Olsztyn 53.78 20.48|25001 Kielce 50.87 20.63|65001 Zielona Góra 51.94 15.51|45001 Opole 50.67 17.93|32020 Wieliczka 49.99 20.06|33100 Tarnów 50.01 20.99',
  RO: '010011 București 44.43 26.1|400001 Cluj-Napoca 46.77 23.59|300001 Timișoara 45.75 21.23|700001 Iași 47.16 27.59|500001 Brașov 45.65 25.61',
  RS: '11000 Beograd 44.79 20.45|21000 Novi Sad 45.25 19.84|18000 Niš 43.32 21.9|34000 Kragujevac 44.01 20.92|24000 Subotica 46.1 19.67',
  SK: '81101 Bratislava 48.15 17.11|04001 Košice 48.72 21.26|08001 Prešov 49 21.24|01001 Žilina 49.22 18.74|97401 Banská Bystrica 48.74 19.15',
  SI: '1000 Ljubljana 46.06 14.51|2000 Maribor 46.56 15.65|3000 Celje 46.23 15.26|4000 Kranj 46.24 14.36|6000 Koper 45.55 13.73',
  TR: '34000 İstanbul 41.01 28.98|06000 Ankara 39.93 32.86|35000 İzmir 38.42 27.14|16000 Bursa 40.19 29.06|07000 Antalya 36.9 30.7',
  UA: '01001 Київ 50.45 30.52|79000 Львів 49.84 24.03|61000 Харків 49.99 36.23|65000 Одеса 46.48 30.73|49000 Дніпро 48.46 35.05',
};

interface Town {
  readonly code: string;
  readonly key: string;
  readonly latitude: number;
  readonly longitude: number;
}

const cache = new Map<RegionCode, readonly Town[]>();

function getTowns(region: RegionCode): readonly Town[] {
  const regionTowns = cache.get(region) ?? towns[region].split('|').map(readTown);
  cache.set(region, regionTowns);
  return regionTowns;
}

function readTown(text: string): Town {
  const [, code = '', name = '', latitude, longitude] =
    /^(\d+) (.+) ([\d.]+) ([\d.]+)$/.exec(text) ?? [];
  return { code, key: searchKey(name), latitude: Number(latitude), longitude: Number(longitude) };
}

/** Number of leading digits of a postal code that identify an area in every country. */
const AREA_DIGITS = 2;

/**
 * Locates an address without an external service. A larger town is found by its name. Any other address gets the
 * coordinates of the known town with the nearest postal code in the same postal area. Returns null if there is no such
 * town.
 */
export function locateByTown({ region, city, postalCode }: PlaceToLocate): LocatedPlace | null {
  const regionTowns = getTowns(region);
  const town = regionTowns.find(({ key }) => key === searchKey(city));
  if (town) return { latitude: town.latitude, longitude: town.longitude, kind: 'town' };
  const code = postalCode.replace(/\D/g, '');
  const townsInArea = regionTowns.filter((other) => {
    const hasSameLength = code.length === other.code.length;
    return hasSameLength && other.code.slice(0, AREA_DIGITS) === code.slice(0, AREA_DIGITS);
  });
  const distance = (other: Town) => Math.abs(Number(other.code) - Number(code));
  const [nearestTown] = townsInArea.toSorted((a, b) => distance(a) - distance(b));
  if (!nearestTown) return null;
  return { latitude: nearestTown.latitude, longitude: nearestTown.longitude, kind: 'postal_area' };
}
