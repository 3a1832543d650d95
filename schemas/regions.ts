import * as v from 'valibot';

/** The supported countries (spec 1 §1) with their dial codes (spec 1 §9). `id` is the wire's `regions_id`. */
export const regions = [
  { id: 1, code: 'BA', dialCode: '+387' },
  { id: 2, code: 'BG', dialCode: '+359' },
  { id: 3, code: 'HR', dialCode: '+385' },
  { id: 4, code: 'CZ', dialCode: '+420' },
  { id: 5, code: 'EE', dialCode: '+372' },
  { id: 6, code: 'HU', dialCode: '+36' },
  { id: 7, code: 'IT', dialCode: '+39' },
  { id: 8, code: 'LT', dialCode: '+370' },
  { id: 9, code: 'LV', dialCode: '+371' },
  { id: 10, code: 'PL', dialCode: '+48' },
  { id: 11, code: 'RO', dialCode: '+40' },
  { id: 12, code: 'RS', dialCode: '+381' },
  { id: 13, code: 'SK', dialCode: '+421' },
  { id: 14, code: 'SI', dialCode: '+386' },
  { id: 15, code: 'TR', dialCode: '+90' },
  { id: 16, code: 'UA', dialCode: '+380' },
] as const;

export type RegionCode = (typeof regions)[number]['code'];
export type RegionId = (typeof regions)[number]['id'];

/** Returns the wire id of a country. */
export function regionIdOf(code: RegionCode): RegionId {
  const region = regions.find((candidate) => candidate.code === code);
  if (!region) throw new Error(`There is no country ${code}.`);
  return region.id;
}

/** Returns the code of the country that has this wire id. */
export function regionCodeOf(id: RegionId): RegionCode {
  const region = regions.find((candidate) => candidate.id === id);
  if (!region) throw new Error(`There is no country ${id}.`);
  return region.code;
}

export const regionCodes = regions.map((region) => region.code);
export const regionCode = v.picklist(regionCodes);
export const regionId = v.picklist(regions.map((region) => region.id));

/** A supported country, as listed by `GET /v1/region`. */
export const region = v.object({
  id: regionId,
  code: regionCode,
  dial_code: v.pipe(v.string(), v.maxLength(5)),
});
export type Region = v.InferOutput<typeof region>;
