/** Texts of handover sheets, which the app shows and the server compares and prints. */
import bg from './handover-texts/bg.json' with { type: 'json' };
import bs from './handover-texts/bs.json' with { type: 'json' };
import cs from './handover-texts/cs.json' with { type: 'json' };
import en from './handover-texts/en.json' with { type: 'json' };
import et from './handover-texts/et.json' with { type: 'json' };
import hr from './handover-texts/hr.json' with { type: 'json' };
import hu from './handover-texts/hu.json' with { type: 'json' };
import it from './handover-texts/it.json' with { type: 'json' };
import lt from './handover-texts/lt.json' with { type: 'json' };
import lv from './handover-texts/lv.json' with { type: 'json' };
import pl from './handover-texts/pl.json' with { type: 'json' };
import ro from './handover-texts/ro.json' with { type: 'json' };
import sk from './handover-texts/sk.json' with { type: 'json' };
import sl from './handover-texts/sl.json' with { type: 'json' };
import sr from './handover-texts/sr.json' with { type: 'json' };
import tr from './handover-texts/tr.json' with { type: 'json' };
import uk from './handover-texts/uk.json' with { type: 'json' };
import type { CatalogueLanguage } from './languages.ts';
import type { ProductFamily } from './product-family.ts';

/** Increase with every change to a care, warranty, statement or consent text. */
export const HANDOVER_TEXTS_VERSION = 1;

export type HandoverTexts = Readonly<Record<keyof typeof en, string>>;

/** Texts in all languages. All of them are included, because a sheet's language can be switched offline. */
const textsByLanguage: Readonly<Record<CatalogueLanguage, HandoverTexts>> = {
  bg,
  bs,
  cs,
  en,
  et,
  hr,
  hu,
  it,
  lt,
  lv,
  pl,
  ro,
  sk,
  sl,
  sr,
  tr,
  uk,
};

export function handoverTexts(language: CatalogueLanguage): HandoverTexts {
  return textsByLanguage[language];
}

/** Care instructions, in display order. */
export const careTopics = [
  'roof_window',
  'flat_roof',
  'smoke_vent',
  'sun_tunnel',
  'blind',
  'shutter',
  'flashing',
  'general',
] as const;
export type CareTopic = (typeof careTopics)[number];

const topicByFamily: Readonly<Record<ProductFamily, CareTopic>> = {
  centre_pivot: 'roof_window',
  top_hung: 'roof_window',
  roof_access: 'roof_window',
  roof_window: 'roof_window',
  smoke_vent: 'smoke_vent',
  flat_roof: 'flat_roof',
  sun_tunnel: 'sun_tunnel',
  blind: 'blind',
  awning_blind: 'blind',
  insect_screen: 'blind',
  shutter: 'shutter',
  flashing: 'flashing',
  accessory: 'general',
  product: 'general',
};

/** Care topics of the products, in display order; always ends with the general one. */
export function careTopicsOf(families: readonly ProductFamily[]): CareTopic[] {
  const topics = new Set(families.map((family) => topicByFamily[family]));
  return careTopics.filter((topic) => topic === 'general' || topics.has(topic));
}
