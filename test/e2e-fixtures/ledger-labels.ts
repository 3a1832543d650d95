import type { PointEvent } from '#schemas/ledger.ts';
import { type OrderStatus, orderStatuses } from '#schemas/order.ts';
import type { TopUpStatus } from '#schemas/club-card.ts';

/** Labels by which a screen's numbers are found. */
export interface LedgerLabels {
  /** Suffix of a number of points: "1 point", "1,200 points". */
  readonly points: RegExp;
  /** Label under a project's number while open, in review, and closed. */
  readonly outcome: {
    readonly open: RegExp;
    readonly reviewed: RegExp;
    readonly closed: RegExp;
  };
  readonly home: {
    readonly points: string;
    readonly figures: string;
    readonly inProgress: string;
    readonly toExpire: string;
    readonly scans: string;
  };
  readonly balance: {
    readonly current: string;
    readonly toExpire: string;
    readonly reserved: string;
    readonly entryList: string;
    readonly older: string;
    readonly openOrder: string;
    readonly months: string;
    readonly ofYear: string;
  };
  readonly project: { readonly maximum: string; readonly products: string };
  readonly closing: {
    /** Titles of closing notices, which also contain the street. */
    readonly closed: RegExp;
    readonly submitted: RegExp;
    readonly balance: string;
    readonly lines: Partial<Record<PointEvent, string>>;
  };
  readonly order: {
    readonly remaining: string;
    readonly ordered: string;
    readonly points: string;
    readonly status: string;
    readonly statuses: Record<OrderStatus, string>;
  };
  readonly card: {
    readonly topUps: string;
    /** Prefix of the number of windows that a card needs. */
    readonly windows: string;
    readonly statuses: Record<TopUpStatus, string>;
  };
  /** Prefixes of the company's balance in cart, top-up and menu. */
  readonly available: {
    readonly cart: string;
    readonly topUp: string;
    readonly menu: string;
  };
  /** Labels of the remaining balance in product, cart and summary. */
  readonly checkout: {
    readonly besideTotal: string;
    readonly term: string;
    readonly quantity: string;
    readonly total: string;
    readonly order: string;
  };
}

const { pending, approved, positive, negative, failed } = orderStatuses;

const en: LedgerLabels = {
  points: /\d points?$/,
  outcome: {
    open: /^(when you close it|if you close it in time|maximum, after closing and review)$/,
    reviewed: /^maximum, after review$/,
    closed: /^added$/,
  },
  home: {
    points: 'Points',
    figures: 'At a glance',
    inProgress: 'Projects in progress',
    toExpire: 'Expiring points',
    scans: 'Products this year',
  },
  balance: {
    current: 'Current points',
    toExpire: 'Expiring:',
    reserved: 'Reserved:',
    entryList: 'Points history',
    older: 'Show older',
    openOrder: 'Open order',
    months: 'Points by month',
    ofYear: 'This year',
  },
  project: { maximum: 'Maximum product points', products: 'Products' },
  closing: {
    closed: /^Project closed: /,
    submitted: /^Project in review: /,
    balance: 'Company points',
    lines: {
      project_closed: 'Products',
      project_survey_completed: 'Survey bonus',
      welcome_points: 'Welcome points',
    },
  },
  order: {
    remaining: 'Your company’s remaining points',
    ordered: 'What you ordered',
    points: 'Points',
    status: 'Status',
    statuses: {
      [pending]: 'Pending',
      [approved]: 'Being processed',
      [positive]: 'Fulfilled',
      [negative]: 'Rejected',
      [failed]: 'Being processed',
    },
  },
  card: {
    topUps: 'Top-ups',
    windows: 'At least',
    statuses: {
      PENDING: 'On its way',
      SUCCEEDED: 'Credited',
      REFUSED: 'Delayed',
      REJECTED: 'Rejected',
    },
  },
  available: { cart: 'You have', topUp: 'Your company has', menu: 'Points' },
  checkout: {
    besideTotal: 'Points left:',
    term: 'Points left',
    quantity: 'Quantity',
    total: 'Total',
    order: 'Order for',
  },
};

const pl: LedgerLabels = {
  points: /\d punkt(y|ów|u)?$/,
  outcome: {
    open: /^(po zamknięciu projektu|jeśli zamkniesz go na czas|najwyżej, po zamknięciu projektu i sprawdzeniu jego produktów)$/,
    reviewed: /^najwyżej, po sprawdzeniu$/,
    closed: /^zaksięgowano$/,
  },
  home: {
    points: 'Punkty',
    figures: 'W liczbach',
    inProgress: 'Projekty w toku',
    toExpire: 'Punkty, które wygasną',
    scans: 'Produkty w tym roku',
  },
  balance: {
    current: 'Obecne punkty',
    toExpire: 'Do wygaśnięcia:',
    reserved: 'Zarezerwowane:',
    entryList: 'Wpisy',
    older: 'Pokaż starsze',
    openOrder: 'Otwórz zamówienie',
    months: 'Punkty według miesięcy',
    ofYear: 'W tym roku',
  },
  project: { maximum: 'Maksimum za produkty', products: 'Produkty' },
  closing: {
    closed: /: projekt zamknięty$/,
    submitted: /: projekt w weryfikacji$/,
    balance: 'Punkty firmy',
    lines: {
      project_closed: 'Produkty',
      project_survey_completed: 'Wypełniona ankieta',
      welcome_points: 'Punkty powitalne',
    },
  },
  order: {
    remaining: 'Punkty, które zostały Twojej firmie',
    ordered: 'Co zamówiono',
    points: 'Punkty',
    status: 'Status',
    statuses: {
      [pending]: 'Oczekuje',
      [approved]: 'W realizacji',
      [positive]: 'Zrealizowane',
      [negative]: 'Odrzucone',
      [failed]: 'W realizacji',
    },
  },
  card: {
    topUps: 'Doładowania',
    windows: 'Ważne okna w tym roku',
    statuses: {
      PENDING: 'W drodze',
      SUCCEEDED: 'Na karcie',
      REFUSED: 'Opóźnione',
      REJECTED: 'Odrzucone',
    },
  },
  available: { cart: 'Masz', topUp: 'Twoja firma ma', menu: 'Punkty' },
  checkout: {
    besideTotal: 'zostanie',
    term: 'Zostanie',
    quantity: 'Ilość',
    total: 'Razem',
    order: 'Zamów za',
  },
};

/**
 * Returns the labels of a language; throws if unknown.
 * @param language value of `<html lang>`
 */
export function ledgerLabels(language: string): LedgerLabels {
  if (language === 'en') return en;
  if (language === 'pl') return pl;
  throw new Error(`There are no labels for screens in ${language}.`);
}
