import { type PreprintedRegion, preprintedRegions } from '#schemas/marketing-languages.ts';
import type { FlyerSubtype, MarketingType } from '#schemas/marketing-pictures.ts';
import { needsContact, requiredServices } from '#schemas/marketing.ts';
import type { CustomInput } from '#schemas/order.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';

/** Placeholder texts, in the app's language. */
interface Placeholders {
  readonly company: string;
  readonly person: string;
  readonly phone: string;
  readonly service: string;
}

/** Content of a printed material. */
export interface PrintContent {
  readonly type: MarketingType;
  readonly subtype: FlyerSubtype | null;
  readonly input: CustomInput;
  readonly texts: PrintedTexts;
  readonly placeholders: Placeholders;
  /** Object URLs; null if there is none. */
  readonly qrCode: string | null;
  readonly logoUrl: string | null;
  readonly brandLogo: 'recommended' | 'default';
}

/** A printed text; placeholders appear only in the preview. */
export interface PrintText {
  readonly text: string;
  readonly isPlaceholder: boolean;
}

/** Returns the texts to print. Joins related texts, and fills in placeholders for missing required texts. */
export function textsOf({ type, subtype, input, texts: printedTexts, placeholders }: PrintContent) {
  const joinTexts = (...texts: (string | undefined)[]): PrintText => ({
    text: texts
      .map((text) => text && normaliseLine(text))
      .filter(Boolean)
      .join(', '),
    isPlaceholder: false,
  });
  const withPlaceholder = (text: PrintText, placeholder: string): PrintText =>
    text.text === '' ? { text: placeholder, isPlaceholder: true } : text;
  const isCard = type === 'horizontal_card' || type === 'vertical_card';
  const person = joinTexts([input.name, input.surname].filter(Boolean).join(' '));
  const company = withPlaceholder(joinTexts(input.companyName), placeholders.company);
  const [email, phone, shortText] = [input.email, input.phone, input.shortDescription].map((text) =>
    joinTexts(text),
  ) as [PrintText, PrintText, PrintText];
  const title = joinTexts(subtype === null ? undefined : printedTexts.titles[subtype]);
  // Without a short description and a preprinted title, the company name is the headline.
  const headline = [shortText, title].find(({ text }) => text !== '') ?? company;
  // Phone or email is enough; product flyers need neither (spec 2 §5).
  const needsPhone = email.text === '' && needsContact({ type, subtype });
  return {
    headline,
    company,
    /** The company, unless it is the headline. */
    signature: headline === company ? joinTexts() : company,
    person: isCard ? withPlaceholder(person, placeholders.person) : person,
    address: joinTexts(input.addressLine1, input.addressLine2, input.addressLine3),
    phone: needsPhone ? withPlaceholder(phone, placeholders.phone) : phone,
    email,
    link: joinTexts(input.link?.replace(/^https?:\/\//i, '').replace(/\/$/, '')),
    shortText,
    longText: joinTexts(input.longDescription),
  };
}

/** Returns the services, with placeholders for missing ones. */
export function servicesOf(content: PrintContent): { text: PrintText; icon: string }[] {
  const emptyService = { text: content.placeholders.service, isPlaceholder: true };
  const services = (content.input.services ?? []).map(({ text, icon }) => ({
    text: normaliseLine(text) === '' ? emptyService : { text, isPlaceholder: false },
    icon,
  }));
  const missingCount = requiredServices(content) - services.length;
  return [
    ...services,
    ...Array.from({ length: Math.max(0, missingCount) }, () => ({ text: emptyService, icon: '' })),
  ];
}

/** Returns the position of the chosen cover; the first by default. */
export function coverPosition({ input }: PrintContent): number {
  return input.coverImage ?? 0;
}

/** Preprinted texts, in the language of the order. */
interface PrintedTexts {
  /** Text above the manufacturer's name. */
  readonly recommended: string;
  /** Heading of a flyer's services. */
  readonly services: string;
  /** Default headline of a flyer. */
  readonly titles: Readonly<Record<FlyerSubtype, string>>;
}

const textsByLanguage: Readonly<Record<PreprintedRegion, PrintedTexts>> = {
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
export function printedTexts(language: PreprintedRegion = preprintedRegions[0]): PrintedTexts {
  return textsByLanguage[language];
}
