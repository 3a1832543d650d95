/** Writes the demo's manuals and care sheets: `npx node tools/guide-documents.ts`. */
import { createWriteStream, mkdirSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { brand } from '#brand';
import { fontWeights, loadFont } from '#server/certificates/certificate-fonts.ts';
import { INK, LEFT, MUTED, TOP, WIDTH } from '#server/certificates/page-layout.ts';

interface Document {
  readonly title: string;
  readonly steps: readonly string[];
}

const documents: Readonly<Record<string, Document>> = {
  'manual-window-en': {
    title: 'Installing a roof window',
    steps: [
      'Check the size on the data plate before you cut the roof.',
      'Take the sash out of the frame, and lay it on a soft surface.',
      'Screw the brackets to the frame, and set it into the opening.',
      'Level the lower edge. Adjust the diagonals until they are equal.',
      'Tuck the insulation collar around the frame.',
      'Install the underfelt collar, then the flashing.',
      'Hang the sash. The gap must be even on all sides.',
    ],
  },
  'manual-window-pl': {
    title: 'Montaż okna dachowego',
    steps: [
      'Przed wycięciem otworu sprawdź rozmiar na tabliczce znamionowej.',
      'Wyjmij skrzydło z ramy i połóż je na miękkim podłożu.',
      'Przykręć kątowniki do ramy i wstaw ją w otwór.',
      'Wypoziomuj dolną krawędź. Wyrównaj przekątne.',
      'Ułóż kołnierz izolacyjny wokół ramy.',
      'Zamontuj kołnierz paroprzepuszczalny, a potem kołnierz uszczelniający.',
      'Zawieś skrzydło. Szczelina musi być równa z każdej strony.',
    ],
  },
  'manual-replace-en': {
    title: 'Replacing an old roof window',
    steps: [
      'Note the text on the old data plate, and look up today’s size.',
      'Protect the room, and take the old sash out.',
      'Remove the flashing from the bottom to the top. Keep the tiles.',
      'Saw through the old frame at one corner, and pull it out.',
      'Check that the opening is straight and dry.',
      'Install the new window with a new flashing.',
    ],
  },
  'manual-replace-pl': {
    title: 'Wymiana starego okna dachowego',
    steps: [
      'Zapisz tekst ze starej tabliczki i znajdź dzisiejszy rozmiar.',
      'Zabezpiecz pomieszczenie i wyjmij stare skrzydło.',
      'Zdejmij kołnierz od dołu do góry. Zachowaj dachówki.',
      'Przetnij starą ramę w jednym narożniku i wyjmij ją.',
      'Sprawdź, czy otwór jest prosty i suchy.',
      'Zamontuj nowe okno z nowym kołnierzem.',
    ],
  },
  'manual-flat-en': {
    title: 'Installing a flat-roof window or tunnel',
    steps: [
      'Cut the opening to the size on the data plate.',
      'Set the base onto the roof, and screw it down.',
      'Weld the roofing membrane to the base, 15 cm high.',
      'Set the upper part onto the base until it clicks.',
    ],
  },
  'manual-flashing-en': {
    title: 'Installing a flashing',
    steps: [
      'Start with the lower part. Press the apron onto the tiles.',
      'Push the side parts under the frame’s covers.',
      'Close the upper part, and fold the corners down.',
    ],
  },
  'manual-blind-en': {
    title: 'Installing a blind',
    steps: [
      'Click the brackets into the slots of the sash.',
      'Push the cassette onto the brackets.',
      'Screw the side rails to the sash, and draw the blind once.',
    ],
  },
  'care-wood-en': {
    title: 'Caring for a wooden window',
    steps: [
      'Clean the filter of the ventilation flap twice a year.',
      'Wipe wood with a damp cloth. Don’t use solvents.',
      'Renew the varnish every four years, or every two in damp rooms.',
      'Keep leaves off the flashing.',
    ],
  },
  'care-wood-pl': {
    title: 'Pielęgnacja okna drewnianego',
    steps: [
      'Dwa razy w roku wyczyść filtr klapy wentylacyjnej.',
      'Drewno przecieraj wilgotną szmatką. Nie używaj rozpuszczalników.',
      'Odnawiaj lakier co cztery lata, a w wilgotnych pomieszczeniach co dwa.',
      'Usuwaj liście z kołnierza.',
    ],
  },
  'care-plastic-en': {
    title: 'Caring for a plastic window',
    steps: [
      'Wash the frame with mild soap. Don’t use scouring agents.',
      'Treat the seals with silicone once a year.',
      'Keep leaves off the flashing.',
    ],
  },
  'care-fabric-en': {
    title: 'Caring for blinds',
    steps: [
      'Remove dust with a soft brush.',
      'Wipe stains with a damp cloth. Don’t wash the fabric.',
      'Roll the blind up only when it is dry.',
    ],
  },
};

async function writeDocument(path: string, { title, steps }: Document, lang: string) {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: TOP, bottom: TOP, left: LEFT, right: LEFT },
    font: '',
    lang,
    displayTitle: true,
    info: {
      Title: title,
      Author: brand.manufacturer,
      // A fixed date keeps the bytes the same on every run, because phones identify a document by its content.
      CreationDate: new Date(Date.UTC(2026, 0, 1)),
    },
  });
  for (const weight of fontWeights) {
    // pdfkit also accepts a loaded font, which its types omit.
    pdf.registerFont(weight, loadFont(weight) as unknown as PDFKit.Mixins.PDFFontSource);
  }
  const file = pdf.pipe(createWriteStream(path));
  pdf.font('regular').fontSize(10).fillColor(MUTED).text(brand.manufacturer, LEFT, TOP);
  pdf.font('bold').fontSize(22).fillColor(INK).text(title, { width: WIDTH }).moveDown();
  pdf.font('regular').fontSize(12);
  for (const [index, step] of steps.entries()) {
    pdf.text(`${index + 1}. ${step}`, { width: WIDTH }).moveDown(0.5);
  }
  pdf.end();
  await finished(file);
}

const folder = join(import.meta.dirname, '..', 'server', 'demo', 'guide-documents');
mkdirSync(folder, { recursive: true });
for (const [name, document] of Object.entries(documents)) {
  await writeDocument(join(folder, `${name}.pdf`), document, name.slice(-2));
}
