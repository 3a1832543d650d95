import { type MarketingLanguage, marketingLanguages } from '#schemas/marketing-languages.ts';
import type { FlyerSubtype } from '#schemas/marketing-pictures.ts';

/** Preprinted texts, in the language of the order. */
export interface PrintedTexts {
  /** Above the manufacturer's name. */
  readonly recommended: string;
  /** Above the services of a flyer. */
  readonly services: string;
  /** Default headline of a flyer. */
  readonly titles: Readonly<Record<FlyerSubtype, string>>;
}

const textsByLanguage: Readonly<Record<MarketingLanguage, PrintedTexts>> = {
  pl: {
    recommended: 'Polecany montażysta',
    services: 'Co robimy',
    titles: {
      services: 'Okna dachowe z fachowym montażem',
      electric: 'Okna, które otwierają się same',
      replacement: 'Nowe okna w jeden dzień',
      dsp: 'Światło i cień, jak lubisz',
    },
  },
  hu: {
    recommended: 'Ajánlott beépítő',
    services: 'Szolgáltatásaink',
    titles: {
      services: 'Tetőtéri ablakok szakszerű beépítéssel',
      electric: 'Ablakok, amelyek maguktól nyílnak',
      replacement: 'Új ablakok egy nap alatt',
      dsp: 'Fény és árnyék, ahogy szereti',
    },
  },
  ro: {
    recommended: 'Instalator recomandat',
    services: 'Serviciile noastre',
    titles: {
      services: 'Ferestre de mansardă, montate profesionist',
      electric: 'Ferestre care se deschid singure',
      replacement: 'Ferestre noi într-o singură zi',
      dsp: 'Lumină și umbră, după plac',
    },
  },
  hr: {
    recommended: 'Preporučeni monter',
    services: 'Naše usluge',
    titles: {
      services: 'Krovni prozori sa stručnom ugradnjom',
      electric: 'Prozori koji se sami otvaraju',
      replacement: 'Novi prozori u jednom danu',
      dsp: 'Svjetlo i sjena po želji',
    },
  },
  si: {
    recommended: 'Priporočeni monter',
    services: 'Naše storitve',
    titles: {
      services: 'Strešna okna s strokovno vgradnjo',
      electric: 'Okna, ki se odpirajo sama',
      replacement: 'Nova okna v enem dnevu',
      dsp: 'Svetloba in senca po želji',
    },
  },
  bg: {
    recommended: 'Препоръчан монтажник',
    services: 'Нашите услуги',
    titles: {
      services: 'Покривни прозорци с майсторски монтаж',
      electric: 'Прозорци, които се отварят сами',
      replacement: 'Нови прозорци за един ден',
      dsp: 'Светлина и сянка по желание',
    },
  },
};

/** Returns the preprinted texts of an order language (spec 2 §1). */
export function printedTexts(language: MarketingLanguage = marketingLanguages[0]): PrintedTexts {
  return textsByLanguage[language];
}
