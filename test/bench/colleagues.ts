import { randomUUID } from 'node:crypto';
import { languageIds } from '#schemas/languages.ts';
import { roles } from '#schemas/roles.ts';
import { createSession } from '#server/access/sessions.ts';
import { openDatabase } from '#server/db/database.ts';

/**
 * Adds signed-in colleagues to a company in a stopped server's database.
 * @param directory of the embedded database
 * @returns their access tokens
 */
export async function addColleagues(
  directory: string,
  companyId: string,
  count: number,
): Promise<string[]> {
  const { db, close } = await openDatabase({ url: null, directory });
  const now = Date.now();
  try {
    return await db.transaction().execute(async (trx) => {
      const tokens: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const id = randomUUID();
        await trx
          .insertInto('installers')
          .values({
            id,
            company_id: companyId,
            name: 'Jan',
            surname: `Kolega ${index}`,
            email: `kolega-${index}@dachy-nowak.example`,
            phone: null,
            avatar: null,
            role: roles.staff,
            languages_id: languageIds.pl,
            verified_email_at: null,
            created_at: new Date(now),
          })
          .execute();
        const device = { browser: 'other', system: 'other' } as const;
        const session = {
          installerId: id,
          companyId,
          deviceHash: null,
          identifierHash: null,
          device,
        };
        tokens.push((await createSession(trx, now, session)).token);
      }
      return tokens;
    });
  } finally {
    await close();
  }
}
