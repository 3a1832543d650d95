import { dialCodeOf, type ParsePhone } from './phone.ts';
import type { RegionCode } from './regions.ts';

/** Countries that once dialled 8 before national numbers and 810 before international ones. */
const regionsWithTrunk8: readonly RegionCode[] = ['EE', 'LT', 'LV', 'UA'];

/**
 * Makes a parser accept numbers with a repeated country code or an obsolete trunk prefix. Such a prefix is the 0 in `0
 * 501 234 567` and the 8 in `8 067 123 45 67`. Doesn't change a number that is already valid.
 */
export function lenientParser(parse: ParsePhone): ParsePhone {
  return (text, options) => {
    const parsed = parse(text, options);
    if (parsed?.isValid()) return parsed;
    const dialCode = dialCodeOf(options.defaultCountry);
    const correctedNumber = readings(text, options.defaultCountry)
      .map((reading) => parse(reading, options))
      .find((candidate) => candidate?.isValid() && `+${candidate.countryCallingCode}` === dialCode);
    return correctedNumber ?? parsed;
  };
}

/** Alternative readings of a number without separators; none for a number with another country's code. */
function readings(plain: string, region: RegionCode): string[] {
  const hadTrunk8 = regionsWithTrunk8.includes(region);
  const dialCode = dialCodeOf(region);
  const withoutPrefix = plain.replace(hadTrunk8 ? /^(?:\+|00|810)+/ : /^(?:\+|00)+/, '');
  const repeatedDialCode = new RegExp(`^(?:\\+?${dialCode.slice(1)})+`);
  if (withoutPrefix !== plain && !repeatedDialCode.test(withoutPrefix)) return [];
  const national = withoutPrefix === plain ? plain : withoutPrefix.replace(repeatedDialCode, '');
  return [national, national.replace(hadTrunk8 ? /^[08]/ : /^0/, '')].map(
    (number) => `${dialCode}${number}`,
  );
}
