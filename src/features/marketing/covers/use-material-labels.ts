import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Language } from '#schemas/languages.ts';
import type { MaterialText } from '#schemas/marketing-fields.ts';
import type { PreprintedRegion } from '#schemas/marketing-languages.ts';
import {
  type FlyerSubtype,
  type MarketingType,
  serviceIcons,
  type ServiceIconId,
} from '#schemas/marketing-pictures.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';

const typeLabels: Readonly<Record<MarketingType, MessageDescriptor>> = {
  banner: msg`Banner`,
  horizontal_card: msg`Business card, wide`,
  vertical_card: msg`Business card, tall`,
  sticker: msg`Sticker`,
  billboard: msg`Billboard`,
  flyer: msg`Flyer`,
};

const subtypeLabels: Readonly<Record<FlyerSubtype, MessageDescriptor>> = {
  services: msg`Your services`,
  electric: msg`Electric roof windows`,
  replacement: msg`Replacing windows`,
  dsp: msg`Blinds and shutters`,
};

const textLabels: Readonly<Record<MaterialText, MessageDescriptor>> = {
  companyName: msg`Company name`,
  name: msg`First name`,
  surname: msg`Last name`,
  phone: msg`Phone`,
  email: msg`Email`,
  shortDescription: msg`Short description`,
  longDescription: msg`Long description`,
  link: msg`Website`,
  addressLine1: msg`Address, line 1`,
  addressLine2: msg`Address, line 2`,
  addressLine3: msg`Address, line 3`,
};

/** Names of materials and their parts, in the user's language. */
export function useMaterialLabels() {
  const { i18n } = useLingui();
  return {
    type: (type: MarketingType) => i18n._(typeLabels[type]),
    subtype: (subtype: FlyerSubtype) => i18n._(subtypeLabels[subtype]),
    text: (name: MaterialText) => i18n._(textLabels[name]),
    /** Name of a service icon; empty if unknown. */
    icon: (id: string) => {
      const icon = serviceIcons.find((iconId) => iconId === id);
      return icon ? i18n._(serviceIconNames[icon]) : '';
    },
  };
}

/** Returns the native name of a print language. In the API, Slovenian has its region's code, `si`. */
export function materialLanguageName(language: PreprintedRegion): string {
  const code: Language = language === 'si' ? 'sl' : language;
  return nativeLanguageName(code);
}

/** Names of the icons, for the icon picker. */
const serviceIconNames: Readonly<Record<ServiceIconId, MessageDescriptor>> = {
  roof_window: msg`Roof window`,
  replacement: msg`Replacement`,
  flat_roof: msg`Flat roof`,
  sun_tunnel: msg`Sun tunnel`,
  attic: msg`Loft conversion`,
  flashing: msg`Flashing`,
  insulation: msg`Insulation`,
  blind: msg`Blind`,
  shutter: msg`Shutter`,
  electric: msg`Electric control`,
  solar: msg`Solar power`,
  rain_sensor: msg`Rain sensor`,
  repair: msg`Repair and service`,
  measuring: msg`Measuring up`,
  advice: msg`Advice`,
  guarantee: msg`Warranty`,
  ladder: msg`Roof access`,
  delivery: msg`Delivery`,
};
