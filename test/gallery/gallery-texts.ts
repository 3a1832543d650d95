export interface GalleryPageProps {
  texts: GalleryTexts;
  language: string;
}
/** Sample texts: short English ones, and the longest of all languages. */
interface GalleryTexts {
  nav: readonly [string, string, string, string, string];
  addProduct: string;
  save: string;
  cancel: string;
  disabledReason: string;
  project: string;
  address: string;
  waiting: string;
  sending: string;
  rejected: string;
  inReview: string;
  offlineTitle: string;
  offlineText: string;
  points: string;
  emptyScans: string;
  emptyScansText: string;
  remove: string;
  removeText: string;
  company: string;
  error: string;
  step: string;
  sent: string;
}

export const texts: Readonly<Record<'en' | 'lt' | 'bg', GalleryTexts>> = {
  en: {
    nav: ['Home', 'Projects', 'Scan', 'Notifications', 'Menu'],
    addProduct: 'Add product',
    save: 'Save to project',
    cancel: 'Cancel',
    disabledReason: 'You’re offline. A new project needs the network.',
    project: 'Long Acre 14, Warsaw',
    address: '00-017 Warszawa · 6 windows',
    waiting: 'Not sent',
    sending: 'Sending',
    rejected: 'Not accepted',
    inReview: 'In review',
    offlineTitle: 'You’re offline',
    offlineText: 'Saved on this phone. It will be sent when you’re online.',
    points: 'points',
    emptyScans: 'No scans yet',
    emptyScansText: 'What you scan is kept here until it is sent.',
    remove: 'Delete this project?',
    removeText: 'Its address and notes are gone after that. Scans can’t be brought back.',
    company: 'Company name',
    error: 'Use at least 4 characters.',
    step: 'Step 2 of 5',
    sent: '14 of 120 sent',
  },
  lt: {
    nav: ['Pradžia', 'Projektai', 'Skenuoti', 'Pranešimai', 'Meniu'],
    addProduct: 'Nuskaityti nebeprisikiškiakopūsteliaujantį gaminį',
    save: 'Išsaugoti nepriklausomybės projekte',
    cancel: 'Atšaukti',
    disabledReason: 'Esate neprisijungę. Naujam projektui reikalingas interneto ryšys.',
    project: 'Nebeprisikiškiakopūsteliaujančiųjų gatvė 148, Marijampolė',
    address: 'LT-68300 Marijampolės savivaldybė · 16 stoglangių',
    waiting: 'Laukiama išsiuntimo',
    sending: 'Siunčiama',
    rejected: 'Atmesta',
    inReview: 'Peržiūrima administratoriaus',
    offlineTitle: 'Esate neprisijungę prie interneto',
    offlineText: 'Išsaugota šiame telefone. Bus išsiųsta, kai prisijungsite prie interneto.',
    points: 'taškų',
    emptyScans: 'Nuskaitymų dar nėra',
    emptyScansText: 'Tai, ką nuskaitysite, bus laikoma čia, kol bus išsiųsta.',
    remove: 'Ištrinti šį projektą?',
    removeText: 'Po to adreso ir pastabų nebeliks. Nuskaitymų susigrąžinti nebus galima.',
    company: 'Įmonės pavadinimas',
    error: 'Įveskite bent 4 simbolius.',
    step: '2 žingsnis iš 5',
    sent: 'Išsiųsta 14 iš 120',
  },
  bg: {
    nav: ['Начало', 'Проекти', 'Сканиране', 'Известия', 'Меню'],
    addProduct: 'Добавяне на непротивоконституционствувателен продукт',
    save: 'Запазване към проекта',
    cancel: 'Отказ',
    disabledReason: 'Нямате връзка. За нов проект е необходима интернет връзка.',
    project: 'ул. „Непротивоконституционствувателствувайте“ 148, Благоевград',
    address: '2700 Благоевград · 16 покривни прозореца',
    waiting: 'Изчаква изпращане',
    sending: 'Изпраща се',
    rejected: 'Отхвърлено',
    inReview: 'В процес на преглеждане',
    offlineTitle: 'Нямате връзка с интернет',
    offlineText: 'Запазено на този телефон. Ще бъде изпратено, когато имате връзка.',
    points: 'точки',
    emptyScans: 'Все още няма сканирания',
    emptyScansText: 'Сканираното остава тук, докато бъде изпратено.',
    remove: 'Изтриване на този проект?',
    removeText: 'След това адресът и бележките изчезват и не могат да бъдат възстановени.',
    company: 'Наименование на дружеството',
    error: 'Въведете поне 4 знака.',
    step: 'Стъпка 2 от 5',
    sent: 'Изпратени 14 от 120',
  },
};
