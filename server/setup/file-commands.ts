import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import { uuid, wholeNumber } from '#schemas/primitives.ts';
import { readPicture } from '../contents/read-picture.ts';
import { findMissingPictures, storePictures } from '../contents/store-pictures.ts';
import { appendDocument, loadDocumentSizes } from '../guide/store-documents.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { getArgument, type Command, idArgument, parseJsonInput } from '../operator/command.ts';

const base64 = v.pipe(
  v.string(),
  v.base64(),
  v.transform((text) => Buffer.from(text, 'base64')),
);
/** A picture as `club` sends and receives it. Without `small`, `large` is used for both sizes. */
export const sentPicture = v.object({ large: base64, small: v.nullable(base64) });

/** Size of a document's parts. A command is limited to 1 MiB, and Base64 makes the part a third longer. */
export const DOCUMENT_PART_BYTES = 500_000;
/** A part of a document, as `club` sends it. */
const documentPart = v.object({ start: wholeNumber, isLast: v.boolean(), bytes: base64 });

const fileIds = v.pipe(v.array(uuid), v.maxLength(10_000));

/** Commands that `club` sends as parts of other commands. */
export const fileCommands: readonly Command[] = [
  {
    name: 'setup missing-pictures',
    summary: 'ids of files that aren’t stored, requested by `setup apply` and `setup check`',
    args: [],
    isInternal: true,
    isAction: false,
    run: (request, { db }) => findMissingFiles(db, parseJsonInput(fileIds, request, JSON.parse)),
  },
  {
    name: 'setup picture',
    summary: 'a picture, sent by `setup apply`',
    args: [idArgument('PICTURE')],
    isInternal: true,
    isAction: true,
    run: async (request, { db }) => {
      const { large: largePicture, small: smallPicture } = parseJsonInput(
        sentPicture,
        request,
        JSON.parse,
      );
      const picture = readPicture(largePicture, smallPicture);
      if ('problem' in picture) throw ApiFailure.ofInput([picture.problem]);
      // The id is derived from the picture. If it differs, the setup would reference a picture that doesn't exist.
      if (picture.uuid !== getArgument(request, 0))
        throw ApiFailure.ofInput(['The picture was damaged.']);
      await storePictures(db, [picture]);
      return ['Stored.'];
    },
  },
  {
    name: 'setup document',
    summary: 'a part of a document, sent by `setup apply`',
    args: [idArgument('DOCUMENT')],
    isInternal: true,
    isAction: true,
    run: async (request, { db }) => {
      const part = parseJsonInput(documentPart, request, JSON.parse);
      await appendDocument(db, { uuid: getArgument(request, 0), ...part });
      return ['Stored.'];
    },
  },
  {
    name: 'setup export-document',
    summary: 'a part of a document, requested by `setup export`',
    args: [
      idArgument('DOCUMENT'),
      { name: 'START', schema: v.pipe(v.string(), v.digits()), format: 'a number of bytes' },
    ],
    isInternal: true,
    isAction: false,
    run: (request, { db }) =>
      exportDocument(db, getArgument(request, 0), Number(getArgument(request, 1))),
  },
  {
    name: 'setup export-picture',
    summary: 'a picture, requested by `setup export`',
    args: [idArgument('PICTURE')],
    isInternal: true,
    isAction: false,
    run: async (request, { db }) => [
      JSON.stringify(await exportPicture(db, getArgument(request, 0))),
    ],
  },
];

/** Returns the ids without a stored picture or document. */
export async function findMissingFiles(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<string[]> {
  const documents = await loadDocumentSizes(db, ids);
  return (await findMissingPictures(db, ids)).filter((id) => !documents.has(id));
}

/** Returns a part of a document as Base64; empty at the end. Throws `not_found`. */
async function exportDocument(db: Kysely<Database>, id: string, start: number): Promise<string[]> {
  const row = await db
    .selectFrom('guide_documents')
    // SQL counts bytes from 1.
    .select(
      sql<Uint8Array>`substring(content from ${start + 1} for ${DOCUMENT_PART_BYTES})`.as('part'),
    )
    .where('uuid', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiFailure('not_found');
  return [Buffer.from(row.part).toString('base64')];
}

/** Returns a stored picture in both sizes as Base64. Throws `not_found`. */
async function exportPicture(db: Kysely<Database>, pictureId: string) {
  const row = await db
    .selectFrom('content_pictures')
    .selectAll()
    .where('uuid', '=', pictureId)
    .executeTakeFirst();
  if (!row) throw new ApiFailure('not_found');
  const [largePicture, smallPicture] = [Buffer.from(row.large), Buffer.from(row.small)];
  return {
    large: largePicture.toString('base64'),
    small: smallPicture.equals(largePicture) ? null : smallPicture.toString('base64'),
  };
}
