import { brand } from '#brand';
import { type Content, type ContentWords } from '#schemas/content.ts';

interface DemoNews {
  /** Names its picture, too. */
  readonly key: string;
  readonly type: Content['type'];
  /** In days. */
  readonly age: number;
  readonly texts: Readonly<Record<'en' | 'pl', ContentWords>>;
}

/** What the demo's manufacturer has to say, newest first. */
export const demoNews: readonly DemoNews[] = [
  news('double-points', 1, [
    'Double points for flat-roof windows in December',
    'Podwójne punkty za okna do dachów płaskich w grudniu',
    '<p>Scan any flat-roof window between <strong>1 and 31 December</strong> and its project is worth twice the points.</p><p>Nothing has to be ordered or registered: scan the label as always, attach it to its project and close the project by the end of January.</p><ul><li>All sizes count.</li><li>Each window counts once.</li></ul>',
    '<p>Zeskanuj dowolne okno do dachu płaskiego między <strong>1 a 31 grudnia</strong>, a jego projekt będzie wart dwa razy więcej punktów.</p><p>Nie trzeba niczego zamawiać ani rejestrować: zeskanuj etykietę jak zawsze, przypisz ją do projektu i zamknij projekt do końca stycznia.</p><ul><li>Liczą się wszystkie rozmiary.</li><li>Każde okno liczy się raz.</li></ul>',
  ]),
  news('winter-fitting', 6, [
    'Fitting in frost: what the sealant needs',
    'Montaż w mrozie: czego wymaga uszczelniacz',
    '<p>Below 5 °C the sealant of the flashing stays stiff. Keep the cartridges in the warm cab until you need them, and dry the frame before you put the tape on.</p><h3>Three steps</h3><ol><li>Warm the cartridge to at least 10 °C.</li><li>Dry the frame with a cloth, never with a flame.</li><li>Press the tape for ten seconds at each corner.</li></ol>',
    '<p>Poniżej 5 °C uszczelniacz kołnierza pozostaje sztywny. Trzymaj kartusze w ciepłej kabinie, aż będą potrzebne, i osusz ramę, zanim nakleisz taśmę.</p><h3>Trzy kroki</h3><ol><li>Ogrzej kartusz do co najmniej 10 °C.</li><li>Osusz ramę szmatką, nigdy płomieniem.</li><li>Dociskaj taśmę przez dziesięć sekund w każdym narożniku.</li></ol>',
  ]),
  news('training-dates', 15, [
    'New training dates near you',
    'Nowe terminy szkoleń w Twojej okolicy',
    `<p>Our trainers are on the road again from January. A day is free for members of the club and earns your company training points.</p><p>You find the dates on the <a href="https://www.${brand.domain}/trainings">training pages</a>.</p>`,
    `<p>Od stycznia nasi trenerzy znów są w trasie. Dzień szkolenia jest bezpłatny dla członków klubu i daje Twojej firmie punkty za szkolenie.</p><p>Terminy znajdziesz na <a href="https://www.${brand.domain}/trainings">stronach szkoleń</a>.</p>`,
  ]),
  news('label-place', 30, [
    'The label has moved',
    'Etykieta zmieniła miejsce',
    '<p>On roof windows made since October the QR label is on the <strong>left</strong> of the top sash, so that you reach it when the window is in its frame. On older ones it stays where it was.</p>',
    '<p>W oknach dachowych produkowanych od października etykieta QR znajduje się po <strong>lewej</strong> stronie górnego skrzydła, dzięki czemu sięgniesz do niej, gdy okno jest już w ramie. W starszych pozostaje tam, gdzie była.</p>',
  ]),
  news('club-card', 48, [
    'The club card comes to more countries',
    'Karta klubowa w kolejnych krajach',
    '<p>From spring companies in more countries can load their points on a prepaid card. We write to you as soon as yours is among them.</p>',
    '<p>Od wiosny firmy w kolejnych krajach będą mogły zasilać punktami kartę przedpłaconą. Napiszemy, gdy tylko Twój kraj będzie wśród nich.</p>',
  ]),
  news('welcome', 90, [
    'Welcome to the club',
    'Witaj w klubie',
    '<p>Scan what you fit, attach it to a project, and close the project when the roof is done: that is all it takes. It works without a network, too.</p>',
    '<p>Skanuj to, co montujesz, przypisuj do projektu i zamykaj projekt, gdy dach jest gotowy: to wszystko. Działa także bez zasięgu.</p>',
  ]),
  tutorial('flashing', 40, [
    'Fitting the flashing in four steps',
    'Montaż kołnierza w czterech krokach',
    '<p>From the sill to the top: where each part of the flashing goes, how far the tiles are cut back, and what to check before the last screw.</p><ol><li>Lay the sill part and press its apron to the tiles.</li><li>Slide the side parts under the battens.</li><li>Fix the top part with four screws.</li><li>Check that water runs off on both sides.</li></ol>',
    '<p>Od dołu do góry: gdzie trafia każda część kołnierza, jak daleko przyciąć dachówki i co sprawdzić przed ostatnią śrubą.</p><ol><li>Ułóż dolną część i dociśnij fartuch do dachówek.</li><li>Wsuń części boczne pod łaty.</li><li>Przykręć górną część czterema śrubami.</li><li>Sprawdź, czy woda spływa po obu stronach.</li></ol>',
  ]),
  tutorial('blind', 75, [
    'A blind in ten minutes',
    'Roleta w dziesięć minut',
    '<p>Click, pull, done.</p>',
    '<p>Klik, pociągnij, gotowe.</p>',
  ]),
];

type Words = readonly [enTitle: string, plTitle: string, enText: string, plText: string];

function news(key: string, age: number, words: Words): DemoNews {
  return { key, type: 'news', age, texts: textsOf(words, null) };
}

/** A tutorial; its video is a film that everybody may show. */
function tutorial(key: string, age: number, words: Words): DemoNews {
  return { key, type: 'tutorial', age, texts: textsOf(words, 'aqz-KE-bpKQ') };
}

function textsOf([enTitle, plTitle, enText, plText]: Words, youtube: string | null) {
  return {
    en: { title: enTitle, text: enText, youtube },
    pl: { title: plTitle, text: plText, youtube },
  };
}
