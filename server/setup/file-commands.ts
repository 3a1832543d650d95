import { type Kysely } from 'kysely';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { readPicture } from '../contents/read-picture.ts';
import { findMissingPictures, storePictures } from '../contents/store-pictures.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { getArgument, type Command, idArgument, parseJsonInput } from '../operator/command.ts';

const base64 = v.pipe(
  v.string(),
  v.base64(),
  v.transform((text) => Buffer.from(text, 'base64')),
);
/** A picture as `club` sends and receives it; without `small`, it serves as both sizes. */
export const sentPicture = v.object({ large: base64, small: v.nullable(base64) });

const pictureIds = v.pipe(v.array(uuid), v.maxLength(10_000));

/** Commands that `club` sends as parts of the others. */
export const fileCommands: readonly Command[] = [
  {
    name: 'setup missing-pictures',
    summary: 'ids of pictures that aren’t stored, requested by `setup apply` and `setup check`',
    args: [],
    isInternal: true,
    isAction: false,
    run: (request, { db }) =>
      findMissingPictures(db, parseJsonInput(pictureIds, request, JSON.parse)),
  },
  {
    name: 'setup picture',
    summary: 'a picture, sent by `setup apply`',
    args: [idArgument('PICTURE')],
    isInternal: true,
    isAction: true,
    run: async (request, { db }) => {
      const { large, small } = parseJsonInput(sentPicture, request, JSON.parse);
      const picture = readPicture(large, small);
      if ('problem' in picture) throw ApiFailure.ofInput([picture.problem]);
      // The setup would name a picture that doesn't exist.
      if (picture.uuid !== getArgument(request, 0))
        throw ApiFailure.ofInput(['The picture was damaged.']);
      await storePictures(db, [picture]);
      return ['Stored.'];
    },
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

/** Throws `not_found`. */
async function exportPicture(db: Kysely<Database>, pictureId: string) {
  const row = await db
    .selectFrom('content_pictures')
    .selectAll()
    .where('uuid', '=', pictureId)
    .executeTakeFirst();
  if (!row) throw new ApiFailure('not_found');
  const [large, small] = [Buffer.from(row.large), Buffer.from(row.small)];
  return {
    large: large.toString('base64'),
    small: small.equals(large) ? null : small.toString('base64'),
  };
}
