import * as v from 'valibot';
import { guideDocument, productGuide } from '#schemas/product-guide.ts';
import { typedText } from '#schemas/primitives.ts';

/** Matches the name of a PDF, which is a file in the folder `documents` of the setup folder. */
export const DOCUMENT_FILE = /^documents\/\w[\w.-]*\.pdf$/;

const documentName = v.pipe(
  typedText(120),
  v.check(
    (name) => DOCUMENT_FILE.test(name),
    'A document’s name must look like documents/manual.pdf, without spaces or accents.',
  ),
);

/** A country's product guide, as an operator writes it: documents are given by file name. */
export const setupGuide = v.object({
  ...productGuide.entries,
  documents: v.pipe(
    v.array(v.object({ ...v.omit(guideDocument, ['file', 'bytes']).entries, file: documentName })),
    v.maxLength(500),
  ),
});
/** A guide in setup format. Once the folder is uploaded, file names are replaced by ids of stored documents. */
export type SetupGuide = v.InferOutput<typeof setupGuide>;
